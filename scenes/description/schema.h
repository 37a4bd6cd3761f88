// SPDX-License-Identifier: Apache-2.0
// The published schema (scenes/schema/scene.schema.json) as the one judge of what a scene file may hold.
#pragma once

#include "scenes/description/json_document.h"

namespace passung::scenes {

// The text of the schema, compiled in.
[[nodiscard]] const char* sceneSchemaText();
[[nodiscard]] const Json& sceneSchema();

// Throws InputError that names the place, what is wrong and what is allowed. Knows the part of JSON Schema that the
// scene's schema uses: $ref, oneOf told apart by the member `type`, type, const, enum, required, properties,
// additionalProperties, items, and the bounds of numbers, strings and arrays.
void validate(const Json& document, const ErrorSite& site);

// The schema of a value with references and alternatives resolved. Throws InputError when `type` names no alternative.
[[nodiscard]] const Json& resolvedSchema(const Json& schema, const Json& value, const std::string& place,
                                         const ErrorSite& site);

// "bodies" and "position" to "bodies.position"; a place that is empty is the whole document.
[[nodiscard]] std::string memberPlace(const std::string& place, const std::string& key);
[[nodiscard]] std::string itemPlace(const std::string& place, std::size_t index);
[[nodiscard]] std::vector<std::string> keysOf(const Json& object);

}  // namespace passung::scenes

// SPDX-License-Identifier: Apache-2.0
// The `drives` of a scene.
#pragma once

#include "dynamics/world_def.h"
#include "scenes/description/json_document.h"

namespace passung::scenes {

// Throws InputError for unknown bodies and an axis without direction. The document must be valid.
[[nodiscard]] std::vector<dynamics::DriveDef> readDrives(const Json& document,
                                                         const std::vector<dynamics::BodyDef>& bodies,
                                                         const ErrorSite& site);

// The number of the body that the member `key` names, -1 where it is missing.
[[nodiscard]] int readBodyIndex(const Json& object, const char* key, const std::vector<dynamics::BodyDef>& bodies,
                                const std::string& place, const ErrorSite& site);

}  // namespace passung::scenes

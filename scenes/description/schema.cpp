// SPDX-License-Identifier: Apache-2.0
#include "scenes/description/schema.h"

#include <cmath>

#include "scenes/description/suggest.h"

namespace passung::scenes {
namespace {

void check(const Json& value, const Json& schema, const std::string& place, const ErrorSite& site);

// JSON Schema counts 48.0 as an integer.
bool isInteger(const Json& value) {
  if (value.is_number_integer()) return true;
  return value.is_number_float() && std::floor(value.get<double>()) == value.get<double>();
}

bool hasType(const Json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "integer") return isInteger(value);
  return value.is_number() && std::isfinite(value.get<double>());
}

std::string typeInWords(const std::string& type) {
  if (type == "array") return "a list [...]";
  if (type == "object") return "an object {...}";
  if (type == "string") return "a text";
  if (type == "boolean") return "true or false";
  if (type == "integer") return "a whole number";
  return "a number";
}

void checkType(const Json& value, const Json& type, const std::string& place, const ErrorSite& site) {
  std::string allowed;
  for (const Json& one : type.is_array() ? type : Json::array({type})) {
    if (hasType(value, one.get<std::string>())) return;
    allowed += (allowed.empty() ? "" : " or ") + typeInWords(one.get<std::string>());
  }
  site.fail(place, shortText(value) + " is not allowed here", "it must be " + allowed);
}

void checkEnum(const Json& value, const Json& allowed, const std::string& place, const ErrorSite& site) {
  std::vector<std::string> names;
  for (const Json& one : allowed) {
    if (one == value) return;
    names.push_back(one.is_string() ? one.get<std::string>() : one.dump());
  }
  site.fail(place, shortText(value) + " is not allowed here",
            allowedNames(value.is_string() ? value.get<std::string>() : "", names));
}

void checkNumber(const Json& value, const Json& schema, const std::string& place, const ErrorSite& site) {
  const double x = value.get<double>();
  const auto require = [&](const char* bound, bool holds, const char* words) {
    if (!holds) site.fail(place, shortText(value) + " is out of range", words + schema[bound].dump());
  };
  const auto limit = [&](const char* bound) { return schema[bound].get<double>(); };
  if (schema.contains("minimum")) require("minimum", x >= limit("minimum"), "it must be at least ");
  if (schema.contains("maximum")) require("maximum", x <= limit("maximum"), "it must be at most ");
  if (schema.contains("exclusiveMinimum")) {
    require("exclusiveMinimum", x > limit("exclusiveMinimum"), "it must be greater than ");
  }
}

void checkSize(std::size_t size, const Json& schema, const char* lower, const char* upper, const std::string& unit,
               const std::string& place, const ErrorSite& site) {
  const std::size_t least = schema.value(lower, std::size_t{0});
  const std::size_t most = schema.value(upper, size);
  if (size >= least && size <= most) return;
  std::string allowed = std::to_string(least);
  if (!schema.contains(upper))
    allowed = "at least " + allowed;
  else if (least != most)
    allowed += " to " + std::to_string(most);
  site.fail(place, "has " + std::to_string(size) + " " + unit, "it must have " + allowed);
}

void checkObject(const Json& value, const Json& schema, const std::string& place, const ErrorSite& site) {
  const Json& properties = schema.contains("properties") ? schema["properties"] : Json::object();
  for (const auto& [key, member] : value.items()) {
    const std::string memberAt = memberPlace(place, key);
    if (properties.contains(key)) {
      check(member, properties[key], memberAt, site);
    } else if (schema.contains("additionalProperties") && schema["additionalProperties"].is_object()) {
      check(member, schema["additionalProperties"], memberAt, site);
    } else {
      site.fail(memberAt, "unknown key '" + key + "'", allowedNames(key, keysOf(properties)));
    }
  }
  if (!schema.contains("required")) return;
  for (const Json& key : schema["required"]) {
    if (!value.contains(key.get<std::string>())) {
      site.fail(place, "the key '" + key.get<std::string>() + "' is missing",
                "keys here: " + listedNames(keysOf(properties)));
    }
  }
}

void check(const Json& value, const Json& unresolved, const std::string& place, const ErrorSite& site) {
  const Json& schema = resolvedSchema(unresolved, value, place, site);
  if (schema.contains("const") && value != schema["const"]) {
    site.fail(place, shortText(value) + " is not allowed here", "it must be " + schema["const"].dump());
  }
  if (schema.contains("enum")) checkEnum(value, schema["enum"], place, site);
  if (schema.contains("type")) checkType(value, schema["type"], place, site);
  if (value.is_number()) checkNumber(value, schema, place, site);
  if (value.is_string()) {
    checkSize(value.get_ref<const std::string&>().size(), schema, "minLength", "maxLength", "characters", place, site);
  }
  if (value.is_array()) {
    checkSize(value.size(), schema, "minItems", "maxItems", "entries", place, site);
    for (std::size_t i = 0; i < value.size() && schema.contains("items"); ++i) {
      check(value[i], schema["items"], itemPlace(place, i), site);
    }
  }
  if (value.is_object()) checkObject(value, schema, place, site);
}

// The alternative of a oneOf whose constant `type` is the value's.
const Json& alternative(const Json& choices, const Json& value, const std::string& place, const ErrorSite& site) {
  std::vector<std::string> names;
  const bool typed = value.is_object() && value.contains("type") && value["type"].is_string();
  for (const Json& choice : choices) {
    const Json& schema = resolvedSchema(choice, value, place, site);
    const Json& name = schema["properties"]["type"]["const"];
    if (typed && name == value["type"]) return schema;
    names.push_back(name.get<std::string>());
  }
  if (!value.is_object()) site.fail(place, shortText(value) + " is not allowed here", "it must be an object {...}");
  if (!value.contains("type")) site.fail(place, "the key 'type' is missing", allowedNames("", names));
  const std::string wrong = typed ? value["type"].get<std::string>() : "";
  site.fail(memberPlace(place, "type"), shortText(value["type"]) + " is not allowed here", allowedNames(wrong, names));
}

}  // namespace

const Json& sceneSchema() {
  static const Json schema = Json::parse(sceneSchemaText());
  return schema;
}

const Json& resolvedSchema(const Json& schema, const Json& value, const std::string& place, const ErrorSite& site) {
  if (schema.contains("$ref")) {
    const Json::json_pointer target(schema["$ref"].get<std::string>().substr(1));
    return resolvedSchema(sceneSchema().at(target), value, place, site);
  }
  if (schema.contains("oneOf")) return alternative(schema["oneOf"], value, place, site);
  return schema;
}

void validate(const Json& document, const ErrorSite& site) { check(document, sceneSchema(), "", site); }

std::string memberPlace(const std::string& place, const std::string& key) {
  return place.empty() ? key : place + "." + key;
}

std::string itemPlace(const std::string& place, std::size_t index) { return place + "[" + std::to_string(index) + "]"; }

std::vector<std::string> keysOf(const Json& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  return keys;
}

}  // namespace passung::scenes

// SPDX-License-Identifier: Apache-2.0
#include "scenes/description/overrides.h"

#include <algorithm>
#include <charconv>

#include "scenes/description/schema.h"
#include "scenes/description/suggest.h"

namespace passung::scenes {
namespace {

// Takes the next part off a path: the longest of the known names that fits (names may hold dots), else up to the next
// separator.
std::string takePart(std::string& rest, const std::vector<std::string>& known) {
  std::size_t length = std::min(rest.find('.'), rest.find('[', 1));
  if (rest[0] == '[') {
    const std::size_t end = rest.find(']');
    const std::string part = rest.substr(1, end == std::string::npos ? end : end - 1);
    rest.erase(0, end == std::string::npos ? end : end + 1);
    if (!rest.empty() && rest[0] == '.') rest.erase(0, 1);
    return part;
  }
  length = std::min(length, rest.size());
  for (const std::string& name : known) {
    const bool fits = rest.rfind(name, 0) == 0 &&
                      (rest.size() == name.size() || rest[name.size()] == '.' || rest[name.size()] == '[');
    if (fits && name.size() > length) length = name.size();
  }
  const std::string part = rest.substr(0, length);
  rest.erase(0, length);
  if (!rest.empty() && rest[0] == '.') rest.erase(0, 1);
  return part;
}

struct Walk {
  Json* node;
  const Json* schema;
  std::string place;
  std::string rest;
};

// A section that the file left out, as the schema has it by default.
void fillIn(Walk& walk, const ErrorSite& site) {
  if (!walk.node->is_null()) return;
  const Json& schema = resolvedSchema(*walk.schema, *walk.node, walk.place, site);
  if (schema.contains("default")) {
    *walk.node = schema["default"];
  } else if (schema.value("type", Json()) == "object") {
    *walk.node = Json::object();
  } else if (schema.value("type", Json()) == "array") {
    *walk.node = Json::array();
  }
}

void enterMember(Walk& walk, const Json& schema, const ErrorSite& site) {
  const Json properties = schema.value("properties", Json::object());
  const bool free = schema.contains("additionalProperties") && schema["additionalProperties"].is_object();
  std::vector<std::string> known = keysOf(free ? *walk.node : properties);
  const std::string key = takePart(walk.rest, known);
  // Materials and cameras are told apart by their names: a new one would be a misspelt one that nothing uses. The
  // default material is always there.
  const bool named = walk.place == "materials" || walk.place == "cameras";
  const bool present = walk.node->contains(key) || (walk.place == "materials" && key == "default");
  if (properties.contains(key)) {
    walk.schema = &schema["properties"][key];
  } else if (free && (present || !named)) {
    walk.schema = &schema["additionalProperties"];
  } else {
    if (walk.place == "materials" && std::find(known.begin(), known.end(), "default") == known.end()) {
      known.emplace_back("default");
    }
    site.fail(memberPlace(walk.place, key), "unknown key '" + key + "'", allowedNames(key, known));
  }
  walk.node = &(*walk.node)[key];
  walk.place = memberPlace(walk.place, key);
}

void enterItem(Walk& walk, const Json& schema, const ErrorSite& site) {
  std::vector<std::string> names;
  for (const Json& item : *walk.node) {
    const bool named = item.is_object() && item.contains("name") && item["name"].is_string();
    names.push_back(named ? item["name"].get<std::string>() : std::string());
  }
  const std::string part = takePart(walk.rest, names);
  std::size_t index = names.size();
  const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), index);
  if (error != std::errc() || end != part.data() + part.size()) {
    index = static_cast<std::size_t>(std::find(names.begin(), names.end(), part) - names.begin());
  }
  if (index >= names.size()) {
    names.erase(std::remove(names.begin(), names.end(), ""), names.end());
    const std::string range =
        walk.node->empty() ? "the list is empty" : "an index from 0 to " + std::to_string(walk.node->size() - 1);
    site.fail(walk.place, "no entry '" + part + "'",
              names.empty() ? range : range + ", or a name: " + allowedNames(part, names));
  }
  walk.node = &(*walk.node)[index];
  walk.schema = &schema["items"];
  walk.place = itemPlace(walk.place, index);
}

}  // namespace

void applyOverride(Json& document, const Override& setting, ErrorSite& site) {
  const std::string text = setting.path + "=" + setting.value;
  const ErrorSite here{"--set " + text, {}};
  if (setting.path.empty()) here.fail("", "the path is empty", "as in solver.sleeping=false");
  Walk walk{&document, &sceneSchema(), "", setting.path};
  while (!walk.rest.empty()) {
    fillIn(walk, here);
    const Json& schema = resolvedSchema(*walk.schema, *walk.node, walk.place, here);
    if (walk.node->is_object()) {
      enterMember(walk, schema, here);
    } else if (walk.node->is_array()) {
      enterItem(walk, schema, here);
    } else {
      here.fail(walk.place, "has no members, thus no '" + walk.rest + "'", "it is " + shortText(*walk.node));
    }
  }

  // JSON where it parses, else bare text; where only text is allowed, always text.
  Json value = Json::parse(setting.value, nullptr, false);
  const Json& schema =
      walk.schema->contains("oneOf") ? *walk.schema : resolvedSchema(*walk.schema, *walk.node, walk.place, here);
  if (value.is_discarded() || (schema.value("type", Json()) == "string" && !value.is_string())) value = setting.value;
  *walk.node = std::move(value);
  site.overrides.push_back({walk.place, text});
}

}  // namespace passung::scenes

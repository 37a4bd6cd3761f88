// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/entry_edits.h"

#include <algorithm>
#include <sstream>

#include "app/document/body_entry.h"
#include "core/error.h"
#include "scenes/description/schema.h"
#include "scenes/description/suggest.h"

namespace passung::app {
namespace {

const char* keyOf(EntryList list) { return list == EntryList::kJoints ? "joints" : "monitors"; }
const char* nounOf(EntryList list) { return list == EntryList::kJoints ? "joint" : "monitor"; }

Json listOf(const SceneDocument& document, EntryList list) {
  return document.rest ? document.rest->value(keyOf(list), Json::array()) : Json::array();
}

std::string nameOf(const Json& entry) { return entry.value("name", entry.value("type", std::string())); }

// The fields of the schema whose value is the name of a body.
bool namesBody(const std::string& field) {
  return field == "body" || field == "to" || field == "other" || field == "thread";
}

void addBodies(const Json& entry, std::vector<std::string>& bodies) {
  for (const auto& [key, value] : entry.items()) {
    if (namesBody(key) && value.is_string()) bodies.push_back(value.get<std::string>());
    if (key != "children") continue;
    for (const Json& child : value) addBodies(child, bodies);
  }
}

// The schema of what an entry of this type holds.
const Json& schemaOf(EntryList list, const Json& entry) {
  const Json& choices = scenes::sceneSchema().at("definitions").at(nounOf(list));
  return scenes::resolvedSchema(choices, entry, keyOf(list), {.file = "", .overrides = {}});
}

// Of one field, with references followed.
const Json& fieldSchema(const Json& schema) {
  if (!schema.contains("$ref")) return schema;
  return fieldSchema(scenes::sceneSchema().at(Json::json_pointer(schema["$ref"].get<std::string>().substr(1))));
}

bool isNumberList(const Json& schema) {
  return schema.value("type", "") == "array" && fieldSchema(schema["items"]).value("type", "") == "number";
}

std::string textOf(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  const bool flat =
      value.is_array() && std::all_of(value.begin(), value.end(), [](const Json& item) { return item.is_number(); });
  if (!flat) return value.dump();
  std::string text;
  for (const Json& item : value) text += (text.empty() ? "" : " ") + item.dump();
  return text;
}

Json valueOf(const std::string& text, const Json& schema, const std::string& field) {
  if (schema.value("type", "") == "string") return text;
  std::string json = text;
  if (isNumberList(schema) && text.find('[') == std::string::npos) {
    std::replace(json.begin(), json.end(), ',', ' ');
    std::istringstream words(json);
    json.clear();
    for (std::string word; words >> word;) json += (json.empty() ? "[" : ", ") + word;
    json += "]";
  }
  Json value = Json::parse(json, nullptr, false);
  if (!value.is_discarded()) return value;
  throw InputError("", field, "'" + text + "' is no value of it",
                   isNumberList(schema) ? "numbers apart by blanks" : "a number, true or false, or JSON");
}

std::string described(const Json& raw, const Json& schema) {
  return raw.value("description", schema.value("description", std::string()));
}

const Json& entryAt(const Json& entries, EntryList list, std::size_t index) {
  if (index < entries.size()) return entries[index];
  throw InputError("", "", std::string("there is no such ") + nounOf(list) + " any longer", "choose another one");
}

}  // namespace

std::vector<EntrySummary> entriesOf(const SceneDocument& document, EntryList list) {
  std::vector<EntrySummary> summaries;
  for (const Json& entry : listOf(document, list)) {
    EntrySummary summary{
        .index = summaries.size(), .name = nameOf(entry), .type = entry.value("type", std::string()), .bodies = {}};
    addBodies(entry, summary.bodies);
    summaries.push_back(std::move(summary));
  }
  return summaries;
}

std::size_t entryNamed(const SceneDocument& document, EntryList list, const std::string& name) {
  std::vector<std::string> known;
  for (const EntrySummary& entry : entriesOf(document, list)) {
    if (entry.name == name) return entry.index;
    known.push_back(entry.name);
  }
  throw InputError("", "", std::string("there is no ") + nounOf(list) + " '" + name + "'",
                   known.empty() ? "the scene has none" : scenes::allowedNames(name, known));
}

std::vector<EntryField> fieldsOf(const SceneDocument& document, EntryList list, std::size_t index) {
  const Json entries = listOf(document, list);
  const Json& entry = entryAt(entries, list, index);
  const Json& schema = schemaOf(list, entry);
  std::vector<EntryField> fields;
  for (const auto& [name, raw] : schema["properties"].items()) {
    if (name == "type") continue;
    const Json& field = fieldSchema(raw);
    const Json required = schema.value("required", Json::array());
    EntryField info{.name = name,
                    .description = described(raw, field),
                    .text = entry.contains(name) ? textOf(entry[name]) : std::string(),
                    .standard = field.contains("default") ? textOf(field["default"]) : std::string(),
                    .required = std::find(required.begin(), required.end(), name) != required.end(),
                    .body = namesBody(name)};
    if (field.contains("enum")) {
      for (const Json& choice : field["enum"]) info.choices.push_back(textOf(choice));
    }
    if (field.value("type", "") == "boolean") info.choices = {"true", "false"};
    fields.push_back(std::move(info));
  }
  return fields;
}

Edit setEntryFields(EntryList list, std::size_t index, const std::vector<FieldText>& fields) {
  return {std::string("Change of a ") + nounOf(list), "", [list, index, fields](SceneDocument& document) {
            const Json entries = listOf(document, list);
            Json entry = entryAt(entries, list, index);
            const Json& properties = schemaOf(list, entry)["properties"];
            for (const FieldText& field : fields) {
              if (field.name == "type") {
                throw InputError("", "", std::string("the type of a ") + nounOf(list) + " cannot be changed",
                                 "remove it and add one of the other type");
              }
              if (!properties.contains(field.name)) {
                throw InputError("", "", "a " + entry["type"].get<std::string>() + " has no '" + field.name + "'",
                                 scenes::allowedNames(field.name, scenes::keysOf(properties)));
              }
              if (field.text.empty()) {
                entry.erase(field.name);
              } else {
                entry[field.name] = valueOf(field.text, fieldSchema(properties[field.name]), field.name);
              }
            }
            std::vector<std::string> bodies;
            addBodies(entry, bodies);
            for (const std::string& body : bodies) (void)entryOf(document, body);
            changeRest(document, [&](Json& rest) { rest[keyOf(list)][index] = entry; });
          }};
}

Edit removeEntry(EntryList list, std::size_t index) {
  return {std::string("Removal of a ") + nounOf(list), "", [list, index](SceneDocument& document) {
            const Json entries = listOf(document, list);
            (void)entryAt(entries, list, index);
            changeRest(document, [&](Json& rest) {
              rest[keyOf(list)].erase(index);
              if (rest[keyOf(list)].empty()) rest.erase(keyOf(list));
            });
          }};
}

}  // namespace passung::app

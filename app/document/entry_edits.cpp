// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/entry_edits.h"

#include <algorithm>
#include <cmath>
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
  const bool isWord = schema.contains("enum") && schema["enum"].front().is_string();
  if (isWord || schema.value("type", "") == "string") return text;
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

// In brackets at the end of a description: "Largest depth [m]." has m. A `value` takes that of its type.
std::string unitIn(const std::string& text) {
  const std::size_t open = text.rfind('['), close = text.find(']', open == std::string::npos ? 0 : open);
  return open == std::string::npos || close == std::string::npos ? "" : text.substr(open + 1, close - open - 1);
}

std::string unitOf(const std::string& name, const Json& raw, const std::string& description, const Json& type) {
  if (const std::string own = unitIn(description); !own.empty()) return own;
  if (raw.value("$ref", "") == "#/definitions/point") return "m";
  if (name == "percent") return "%";
  if (name == "flank_degrees") return "degree";
  return name == "value" ? unitIn(type.value("description", "")) : std::string();
}

std::vector<EntryField> fieldsOf(const Json& schema, const Json& entry) {
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
    info.unit = unitOf(name, raw, info.description, schema);
    if (field.contains("enum")) {
      for (const Json& choice : field["enum"]) info.choices.push_back(textOf(choice));
    }
    if (field.value("type", "") == "boolean") info.choices = {"true", "false"};
    fields.push_back(std::move(info));
  }
  return fields;
}

// The entry with its fields changed.
Json withFields(EntryList list, Json entry, const std::vector<FieldText>& fields) {
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
  return entry;
}

void checkBodies(const SceneDocument& document, const Json& entry) {
  std::vector<std::string> bodies;
  addBodies(entry, bodies);
  for (const std::string& body : bodies) (void)entryOf(document, body);
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
  return fieldsOf(schemaOf(list, entry), entry);
}

std::vector<EntryType> entryTypes(EntryList list) {
  std::vector<EntryType> types;
  for (const Json& choice : scenes::sceneSchema().at("definitions").at(nounOf(list))["oneOf"]) {
    const Json& schema = fieldSchema(choice);
    types.push_back({schema["properties"]["type"]["const"].get<std::string>(), schema.value("description", "")});
  }
  return types;
}

std::vector<EntryField> fieldsOf(EntryList list, const std::string& type) {
  const Json entry = {{"type", type}};
  return fieldsOf(schemaOf(list, entry), entry);
}

Edit setEntryFields(EntryList list, std::size_t index, const std::vector<FieldText>& fields) {
  return {std::string("Change of a ") + nounOf(list), "", [list, index, fields](SceneDocument& document) {
            const Json entries = listOf(document, list);
            const Json entry = withFields(list, entryAt(entries, list, index), fields);
            checkBodies(document, entry);
            changeRest(document, [&](Json& rest) { rest[keyOf(list)][index] = entry; });
          }};
}

Edit addEntry(EntryList list, const std::string& type, const std::vector<FieldText>& fields) {
  return {std::string(list == EntryList::kJoints ? "Joint " : "Monitor ") + type, "",
          [list, type, fields](SceneDocument& document) {
            const Json entry = withFields(list, {{"type", type}}, fields);
            checkBodies(document, entry);
            changeRest(document, [&](Json& rest) {
              if (!rest.contains(keyOf(list))) rest[keyOf(list)] = Json::array();
              rest[keyOf(list)].push_back(entry);
            });
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

namespace {

std::string numberText(double x) {
  // Three digits: what is suggested is a round figure to be changed.
  const double scale = x == 0 ? 1 : std::pow(10.0, 2 - std::floor(std::log10(std::abs(x))));
  return Json(std::round(x * scale) / scale).dump();
}

std::string vectorText(Vec3 v) {
  // What rotations leave of a zero is none.
  for (double& x : v) x = std::abs(x) < 1e-9 * v.norm() ? 0 : x;
  return numberText(v.x()) + " " + numberText(v.y()) + " " + numberText(v.z());
}

}  // namespace

std::vector<FieldText> suggestedMonitor(const scenes::Scene& scene, const SceneDocument& document,
                                        const std::string& type, const std::string& body, const std::string& other) {
  const double scale = document.scale();
  const auto& bodies = scene.world.bodies;
  const auto found = std::find_if(bodies.begin(), bodies.end(), [&](const auto& b) { return b.name == body; });
  Aabb box;
  Vec3 origin = Vec3::Zero();
  double weight = 0;
  Vec3 axis = Vec3::UnitZ();
  double pitch = 0.002;
  const double g = scene.world.gravity.norm() / scale;
  if (found != bodies.end()) {
    const Aabb local = dynamics::localBounds(*found);
    if (!local.empty() && local.extent().allFinite()) box = transformed(local, found->X_WB);
    origin = found->X_WB.p / scale;
    const bool heavy = found->mass || (!found->colliders.empty() && !box.empty());
    if (heavy) weight = dynamics::massProperties(*found).mass * scene.world.gravity.norm() / std::pow(scale, 4);
    const auto body_ = static_cast<int>(found - bodies.begin());
    for (const dynamics::JointDef& joint : scene.world.joints) {
      if (joint.body != body_ && joint.to != body_) continue;
      axis = found->X_WB.q * ((joint.body == body_ ? joint.X_BK.q : joint.X_AJ.q) * Vec3::UnitZ());
      if (joint.pitch != 0) pitch = joint.pitch / scale;
      break;
    }
  }
  const double size = box.empty() ? 0.1 : box.size() / scale;
  const double speed = std::sqrt(std::max(g, 1e-3) * size);
  Aabb around = box;
  if (!box.empty()) {
    around.lower = (box.lower - 0.1 * box.extent()) / scale;
    around.upper = (box.upper + 0.1 * box.extent()) / scale;
  }

  const auto value = [&](const std::string& field) -> std::string {
    if (field == "name") {
      std::string words = type;
      std::replace(words.begin(), words.end(), '_', ' ');
      return body.empty() ? words : body + ": " + words;
    }
    if (field == "body" && type != "stands") return body;
    if (field == "other") return type == "travel_per_turn" ? "" : other;
    if (field == "point") return vectorText(origin);
    if (field == "axis") return type == "speed" ? "" : vectorText(axis);
    if (field == "pitch" && type == "travel_per_turn") return numberText(pitch);
    if (field == "law" && type == "acceleration") return "gravity";
    if (field == "expected" && type == "contact_force") return numberText(weight);
    if (field == "most" && type == "speed") return numberText(speed);
    if (field == "most" && type == "angular_speed") return numberText(speed / size);
    if (field == "least" && type == "turns") return "1.0";
    if (field == "box" && !around.empty()) {
      const Vec3 &a = around.lower, &b = around.upper;
      return Json({{a.x(), a.y(), a.z()}, {b.x(), b.y(), b.z()}}).dump();
    }
    if (field == "children") {
      return Json::array({{{"type", "at_rest"}, {"body", body}}}).dump();
    }
    if (field != "value") return "";
    if (type == "max_energy_gain") return "0.01";
    if (type == "creep") return numberText(1e-3 * speed);
    return numberText((type == "max_penetration" ? 1e-4 : 0.01) * size);
  };
  std::vector<FieldText> fields;
  for (const EntryField& field : fieldsOf(EntryList::kMonitors, type)) {
    if (std::string text = value(field.name); !text.empty()) fields.push_back({field.name, std::move(text)});
  }
  return fields;
}

}  // namespace passung::app

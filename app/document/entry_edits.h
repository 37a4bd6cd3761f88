// SPDX-License-Identifier: GPL-3.0-or-later
// The joints and monitors of a document, with their fields as the schema names them, and edits of these.
//
// Values are those of the scene file: SI, before its `scale`. A field is read and written as text: a number, a word,
// true or false, numbers apart by blanks, and JSON for what is nested.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/document/edits.h"

namespace passung::app {

enum class EntryList { kJoints, kMonitors };

struct EntrySummary {
  std::size_t index = 0;  // in its list
  std::string name;       // its own; where it has none, its type
  std::string type;
  std::vector<std::string> bodies;  // that it names, itself or in a monitor inside of it
};
[[nodiscard]] std::vector<EntrySummary> entriesOf(const SceneDocument& document, EntryList list);
// The index of the entry of that name. Throws InputError.
[[nodiscard]] std::size_t entryNamed(const SceneDocument& document, EntryList list, const std::string& name);

struct EntryField {
  std::string name, description;  // description: of the schema, may be empty
  std::string unit{};             // "m", "N", ...; empty: none, or several
  std::string text;               // empty: the entry leaves it out
  std::string standard;           // what holds then; empty: nothing
  std::vector<std::string> choices{};
  bool required = false, body = false;  // body: it is the name of a body
};
// All fields that an entry of this type can have, `type` left out.
[[nodiscard]] std::vector<EntryField> fieldsOf(const SceneDocument& document, EntryList list, std::size_t index);

// The types that an entry of a list can have, and what each stands for, as the schema says.
struct EntryType {
  std::string name, description;
};
[[nodiscard]] std::vector<EntryType> entryTypes(EntryList list);
// The fields of an entry of that type which has none yet. Throws InputError for a type that there is not.
[[nodiscard]] std::vector<EntryField> fieldsOf(EntryList list, const std::string& type);

struct FieldText {
  std::string name, text;  // empty text: the field is left out
};
// Throws InputError for a field that the type has not, or text that is no value of it.
[[nodiscard]] Edit setEntryFields(EntryList list, std::size_t index, const std::vector<FieldText>& fields);
[[nodiscard]] Edit removeEntry(EntryList list, std::size_t index);
// Another entry of that type. Throws InputError as setEntryFields().
[[nodiscard]] Edit addEntry(EntryList list, const std::string& type, const std::vector<FieldText>& fields);

// What a monitor of that type would most likely say of `body`: where it starts, a hundredth of its size, the pitch and
// the axis of its joint, its weight. `other`: the second part, for types that name one.
[[nodiscard]] std::vector<FieldText> suggestedMonitor(const scenes::Scene& scene, const SceneDocument& document,
                                                      const std::string& type, const std::string& body,
                                                      const std::string& other);

}  // namespace passung::app

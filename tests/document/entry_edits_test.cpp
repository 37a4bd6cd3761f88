// SPDX-License-Identifier: Apache-2.0
// Fields of joints and monitors change one by one, and what could not be run is refused.
#include "app/document/entry_edits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/document/edit_history.h"
#include "core/error.h"
#include "tests/document/document_scene.h"

namespace passung::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct Opened {
  Opened() { history.open(test::assembly()); }
  EntryField field(EntryList list, std::size_t index, const std::string& name) const {
    for (const EntryField& field : fieldsOf(history.document(), list, index)) {
      if (field.name == name) return field;
    }
    throw std::out_of_range(name);
  }
  std::string error(EntryList list, std::size_t index, const FieldText& field) {
    try {
      history.apply(setEntryFields(list, index, {field}));
    } catch (const InputError& e) {
      return e.what();
    }
    return {};
  }
  EditHistory history;
};

TEST(EntryEdits, ListsWhatTheSceneHasAndTheBodiesItNames) {
  const Opened o;
  const auto joints = entriesOf(o.history.document(), EntryList::kJoints);
  ASSERT_EQ(joints.size(), 1U);
  EXPECT_EQ(joints[0].name, "hinge");
  EXPECT_THAT(joints[0].bodies, ElementsAre("arm", "crank"));
  const auto monitors = entriesOf(o.history.document(), EntryList::kMonitors);
  ASSERT_EQ(monitors.size(), 2U);
  EXPECT_EQ(monitors[0].name, "either");
  EXPECT_THAT(monitors[0].bodies, ElementsAre("pin", "plate", "box_0_1"));
  EXPECT_EQ(monitors[1].name, "at_rest");
}

TEST(EntryEdits, AFieldChangesAndUndoBringsItBack) {
  Opened o;
  EXPECT_EQ(o.field(EntryList::kJoints, 0, "axis").text, "0 1 0");
  EXPECT_EQ(o.field(EntryList::kJoints, 0, "upper").text, "");
  o.history.apply(setEntryFields(EntryList::kJoints, 0, {{"upper", "0.5"}, {"axis", "0, 0 1"}, {"friction", "0.1"}}));
  const dynamics::JointDef& joint = o.history.scene()->world.joints[0];
  EXPECT_EQ(joint.upper, 0.5);
  EXPECT_EQ(joint.friction, 0.1);
  EXPECT_EQ(o.field(EntryList::kJoints, 0, "axis").text, "0 0 1");
  o.history.apply(setEntryFields(EntryList::kJoints, 0, {{"motor", R"({"value": 2})"}}));
  EXPECT_EQ(o.history.scene()->world.joints[0].motor.speed, 2.0);
  o.history.apply(setEntryFields(EntryList::kJoints, 0, {{"motor", ""}}));
  EXPECT_FALSE(o.history.scene()->world.joints[0].motor.speed);
  for (int i = 0; i < 3; ++i) o.history.stack().undo();
  EXPECT_EQ(jsonOf(o.history.document()), scenes::Json::parse(test::assembly()->json));
}

TEST(EntryEdits, MonitorsTurnToOtherParts) {
  Opened o;
  o.history.apply(setEntryFields(EntryList::kMonitors, 1, {{"body", "arm"}, {"name", "the arm rests"}}));
  EXPECT_EQ(o.history.scene()->monitors[1].body, "arm");
  EXPECT_EQ(entryNamed(o.history.document(), EntryList::kMonitors, "the arm rests"), 1U);
  o.history.apply(removeEntry(EntryList::kMonitors, 0));
  ASSERT_EQ(o.history.scene()->monitors.size(), 1U);
  EXPECT_EQ(o.history.scene()->monitors[0].name, "the arm rests");
  o.history.apply(removeEntry(EntryList::kMonitors, 0));
  EXPECT_TRUE(o.history.scene()->monitors.empty());
}

TEST(EntryEdits, WhatIsNoValueIsRefusedInOneLineAndChangesNothing) {
  Opened o;
  const auto before = jsonOf(o.history.document());
  const std::vector<std::pair<FieldText, std::string>> cases{{{"upper", "high"}, "no value"},
                                                             {{"axis", "1 0"}, "axis"},
                                                             {{"axis", "0 0 0"}, "axis"},
                                                             {{"uper", "1"}, "upper"},
                                                             {{"pitch", "1"}, "revolute has no 'pitch'"},
                                                             {{"type", "fixed"}, "type of a joint cannot be changed"},
                                                             {{"body", "nobody"}, "nobody"},
                                                             {{"body", ""}, "body"},
                                                             {{"friction", "-1"}, "friction"}};
  for (const auto& [field, part] : cases) {
    const std::string error = o.error(EntryList::kJoints, 0, field);
    EXPECT_THAT(error, HasSubstr(part)) << field.name << " " << field.text;
    EXPECT_EQ(error.find('\n'), std::string::npos);
    EXPECT_EQ(jsonOf(o.history.document()), before);
  }
  EXPECT_THAT(o.error(EntryList::kJoints, 7, {"upper", "1"}), HasSubstr("no such joint"));
  EXPECT_THROW((void)entryNamed(o.history.document(), EntryList::kJoints, "hing"), InputError);
}

TEST(EntryEdits, FieldsSayWhatTheSchemaSays) {
  const Opened o;
  EXPECT_TRUE(o.field(EntryList::kJoints, 0, "body").required);
  EXPECT_TRUE(o.field(EntryList::kJoints, 0, "to").body);
  EXPECT_THAT(o.field(EntryList::kJoints, 0, "upper").description, HasSubstr("rad"));
  EXPECT_EQ(o.field(EntryList::kJoints, 0, "collide").standard, "false");
  EXPECT_THAT(o.field(EntryList::kJoints, 0, "collide").choices, ElementsAre("true", "false"));
}

}  // namespace

// Every type that the schema knows can be added with what is suggested for a part, and nothing else need be typed.
TEST(EntryEdits, EveryKindOfMonitorIsAddedWithItsSuggestions) {
  const std::vector<EntryType> types = entryTypes(EntryList::kMonitors);
  EXPECT_EQ(types.size(), 21U);
  for (const EntryType& type : types) {
    EXPECT_FALSE(type.description.empty()) << type.name;
    EditHistory history;
    history.open(test::assembly());
    const std::size_t before = history.scene()->monitors.size();
    history.apply(addEntry(EntryList::kMonitors, type.name,
                           suggestedMonitor(*history.scene(), history.document(), type.name, "pin", "plate")));
    ASSERT_EQ(history.scene()->monitors.size(), before + 1) << type.name;
    history.stack().undo();
    EXPECT_EQ(history.scene()->monitors.size(), before) << type.name;
  }
}

TEST(EntryEdits, SuggestionsAreThoseOfThePart) {
  const auto scene = test::assembly();
  const SceneDocument document = documentOf(*scene);
  const auto textOf = [&](const char* type, const char* body, const std::string& field) -> std::string {
    for (const FieldText& text : suggestedMonitor(*scene, document, type, body, "plate")) {
      if (text.name == field) return text.text;
    }
    return {};
  };
  EXPECT_EQ(textOf("position", "pin", "point"), "0.0 0.0 0.2");
  EXPECT_EQ(textOf("contact", "pin", "other"), "plate");
  // The arm hangs on a hinge along y.
  EXPECT_EQ(textOf("angular_speed", "arm", "axis"), "0.0 1.0 0.0");
  // A box of 0.1 m, a tenth larger on each side.
  const Json box = Json::parse(textOf("inside_box", "box_0_0", "box"));
  EXPECT_NEAR(box[1][0].get<double>() - box[0][0].get<double>(), 0.12, 1e-12);
  // Its weight: density, volume, gravity.
  EXPECT_NEAR(std::stod(textOf("contact_force", "box_0_0", "expected")), 7850 * 0.001 * 9.81, 0.5);
}

TEST(EntryEdits, FieldsSayTheirUnits) {
  const auto unitOf = [](const char* type, const std::string& name) -> std::string {
    for (const EntryField& field : fieldsOf(EntryList::kMonitors, type)) {
      if (field.name == name) return field.unit;
    }
    return "there is none";
  };
  EXPECT_EQ(unitOf("max_penetration", "value"), "m");
  EXPECT_EQ(unitOf("creep", "value"), "m/s");
  EXPECT_EQ(unitOf("max_energy_gain", "value"), "");
  EXPECT_EQ(unitOf("contact_force", "expected"), "N");
  EXPECT_EQ(unitOf("contact_force", "torque"), "N m");
  EXPECT_EQ(unitOf("position", "point"), "m");
  EXPECT_EQ(unitOf("inside_box", "box"), "m");
  EXPECT_EQ(unitOf("acceleration", "from"), "s");
  EXPECT_THROW((void)fieldsOf(EntryList::kMonitors, "at_peace"), InputError);
}

}  // namespace passung::app

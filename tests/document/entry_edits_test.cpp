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
}  // namespace passung::app

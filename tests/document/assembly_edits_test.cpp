// SPDX-License-Identifier: Apache-2.0
// Parts, joints and monitors come and go, and the rest of the scene stays as it was.
#include "app/document/assembly_edits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/document/edit_history.h"
#include "app/document/entry_edits.h"
#include "core/error.h"
#include "tests/document/document_scene.h"

namespace passung::app {
namespace {

using test::bodyNamed;
using testing::HasSubstr;

struct Opened {
  Opened() { history.open(test::assembly()); }
  const scenes::Scene& scene() const { return *history.scene(); }
  Color color(const std::string& name) const {
    for (std::size_t i = 0; i < scene().world.bodies.size(); ++i) {
      if (scene().world.bodies[i].name == name) return scene().colors[i];
    }
    return {};
  }
  void removeJoint(const std::string& name) {
    history.apply(removeEntry(EntryList::kJoints, entryNamed(history.document(), EntryList::kJoints, name)));
  }
  EditHistory history;
};

TEST(AssemblyEdits, ARemovedPartTakesWhatNamesItAlong) {
  Opened o;
  const std::size_t before = o.scene().world.bodies.size();
  const Color crank = o.color("crank");
  o.history.apply(removePart(o.scene(), "arm"));
  EXPECT_EQ(o.scene().world.bodies.size(), before - 1);
  EXPECT_TRUE(o.scene().world.joints.empty());
  EXPECT_TRUE(o.scene().world.drives.empty());
  EXPECT_EQ(o.scene().monitors.size(), 2U);
  EXPECT_NEAR(o.color("crank").r, crank.r, 1e-3);
  EXPECT_NEAR(o.color("crank").b, crank.b, 1e-3);
  // The last child of "either" goes with the pin; its sibling names a box.
  o.history.apply(removePart(o.scene(), "pin"));
  ASSERT_EQ(o.scene().monitors.size(), 1U);
  EXPECT_EQ(o.scene().monitors[0].children.size(), 1U);
  o.history.apply(removePart(o.scene(), "box_0_1"));
  EXPECT_TRUE(o.scene().monitors.empty());
  EXPECT_EQ(o.scene().world.bodies.size(), before - 3);
}

TEST(AssemblyEdits, ACopyIsTheSamePartElsewhere) {
  Opened o;
  o.history.apply(duplicatePart(o.scene(), "pin", copyName(o.history.document(), "pin"), Vec3(0.1, 0, 0)));
  const auto& copy = bodyNamed(o.scene(), "pin copy");
  const auto& pin = bodyNamed(o.scene(), "pin");
  EXPECT_EQ(copy.X_WB.p, pin.X_WB.p + Vec3(0.1, 0, 0));
  EXPECT_EQ(std::get<collision::MeshShape>(copy.colliders[0].shape).mesh,
            std::get<collision::MeshShape>(pin.colliders[0].shape).mesh);
  EXPECT_NEAR(o.color("pin copy").g, o.color("pin").g, 1e-3);
  EXPECT_EQ(copyName(o.history.document(), "pin"), "pin copy 2");
  EXPECT_THROW(o.history.apply(duplicatePart(o.scene(), "pin", "arm", Vec3::Zero())), InputError);
}

TEST(AssemblyEdits, AJointOfThePlanHoldsInTheWorld) {
  Opened o;
  o.history.apply(
      addJoint({.name = "slide", .type = "prismatic", .body = "pin", .to = "plate", .position = Vec3(0, 0, 0.2)}));
  ASSERT_EQ(o.scene().world.joints.size(), 2U);
  const dynamics::JointDef& joint = o.scene().world.joints[1];
  EXPECT_EQ(joint.kind, dynamics::JointDef::Kind::kPrismatic);
  const auto& pin = o.scene().world.bodies[static_cast<std::size_t>(joint.body)];
  EXPECT_EQ(pin.name, "pin");
  // One world, stepped: what is joined by a slide along z stays on its axis.
  const auto engine = dynamics::makeEngine(o.scene().world, {.engine = "native", .threads = 1});
  for (int i = 0; i < 50; ++i) (void)engine->step();
  const Vec3 p = engine->states()[static_cast<std::size_t>(joint.body)].X_WB.p;
  EXPECT_LT(Vec3(p.x(), p.y(), 0).norm(), 1e-9);
  o.removeJoint("slide");
  EXPECT_EQ(o.scene().world.joints.size(), 1U);
  try {
    o.removeJoint("hing");
    FAIL();
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), HasSubstr("did you mean 'hinge'?"));
  }
}

TEST(AssemblyEdits, MonitorsNameTheirParts) {
  Opened o;
  o.history.apply(addRestMonitor("arm"));
  o.history.apply(addContactMonitor("arm", "floor"));
  ASSERT_EQ(o.scene().monitors.size(), 4U);
  EXPECT_EQ(o.scene().monitors[2].body, "arm");
  EXPECT_EQ(o.scene().monitors[3].other, "floor");
  EXPECT_THROW(o.history.apply(addRestMonitor("nobody")), InputError);
}

TEST(AssemblyEdits, StartingFromHereKeepsThePlacesToTheLastBit) {
  Opened o;
  EXPECT_THROW((void)startFrom(o.scene(), {}), InputError);  // it has a joint
  o.removeJoint("hinge");
  const auto engine = dynamics::makeEngine(o.scene().world, {.engine = "native", .threads = 1});
  for (int i = 0; i < 100; ++i) (void)engine->step();
  o.history.apply(startFrom(o.scene(), engine->states()));
  for (std::size_t i = 0; i < o.scene().world.bodies.size(); ++i) {
    const dynamics::BodyDef& body = o.scene().world.bodies[i];
    EXPECT_EQ(body.X_WB.p, engine->states()[i].X_WB.p) << body.name;
    EXPECT_LT(body.X_WB.q.angularDistance(engine->states()[i].X_WB.q), 1e-15) << body.name;
  }
  EXPECT_EQ(bodyNamed(o.scene(), "crank").w_WB, Vec3(0, 0, 1));
  EXPECT_EQ(bodyNamed(o.scene(), "pin").v_WC, Vec3::Zero());
}

}  // namespace
}  // namespace passung::app

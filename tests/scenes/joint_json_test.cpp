// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "core/error.h"
#include "scenes/scene.h"

namespace passung::scenes {
namespace {

using Kind = dynamics::JointDef::Kind;

std::string sceneWith(const std::string& joints, const std::string& more = "") {
  return R"({"version": 1, "bodies": [
    {"name": "frame", "motion": "fixed", "position": [1, 0, 0], "shapes": [{"type": "box", "size": [1, 1, 1]}]},
    {"name": "arm", "position": [0, 0, 2], "euler_degrees": [0, 0, 90], "shapes": [{"type": "sphere", "radius": 0.1}]},
    {"name": "hand", "position": [0, 0, 3], "shapes": [{"type": "sphere", "radius": 0.1}]}],
    "joints": [)" +
         joints + "]" + more + "}";
}

TEST(JointJson, PlacesBothFramesWhereTheWorldHasThem) {
  const Scene scene = loadSceneText(
      sceneWith(R"({"type": "revolute", "name": "pin", "body": "arm", "to": "frame", "position": [0.5, 1, 2],
                    "axis": [0, 3, 0], "lower": -1, "upper": 2, "motor": {"value": 4, "limit": 7}, "friction": 0.1,
                    "stiffness": 5, "damping": 6, "rest": 0.5, "collide": true})"),
      "test.json");
  ASSERT_EQ(scene.world.joints.size(), 1U);
  const dynamics::JointDef& j = scene.world.joints[0];
  EXPECT_EQ(j.kind, Kind::kRevolute);
  EXPECT_EQ(j.name, "pin");
  EXPECT_EQ(j.body, 1);
  EXPECT_EQ(j.to, 0);
  const Transform X_WJ = scene.world.bodies[0].X_WB * j.X_AJ, X_WK = scene.world.bodies[1].X_WB * j.X_BK;
  for (const Transform& X : {X_WJ, X_WK}) {
    EXPECT_LT((X.p - Vec3(0.5, 1, 2)).norm(), 1e-15);
    EXPECT_LT((X.q * Vec3::UnitZ() - Vec3::UnitY()).norm(), 1e-15);
  }
  EXPECT_LT(X_WJ.q.angularDistance(X_WK.q), 1e-15);
  EXPECT_EQ(j.lower, -1);
  EXPECT_EQ(j.upper, 2);
  EXPECT_EQ(*j.motor.speed, 4);
  EXPECT_EQ(j.motor.limit, 7);
  EXPECT_EQ(j.friction, 0.1);
  EXPECT_EQ(j.stiffness, 5);
  EXPECT_EQ(j.damping, 6);
  EXPECT_EQ(*j.rest, 0.5);
  EXPECT_TRUE(j.collide);
}

TEST(JointJson, ADistanceHasTwoPlaces) {
  const Scene scene = loadSceneText(
      sceneWith(R"({"type": "distance", "body": "hand", "position": [0, 0, 3], "position_to": [0, 1, 3], "length": 1},
                   {"type": "screw", "body": "arm", "position": [0, 0, 2], "pitch": 0.01})"),
      "test.json");
  EXPECT_EQ(scene.world.joints[0].to, -1);
  EXPECT_EQ(scene.world.joints[0].X_AJ.p, Vec3(0, 1, 3));
  EXPECT_EQ(scene.world.joints[0].X_BK.p, Vec3(0, 0, 0));
  EXPECT_EQ(*scene.world.joints[0].rest, 1);
  EXPECT_EQ(scene.world.joints[1].pitch, 0.01);
}

TEST(JointJson, AMotorHoldsARateOrPushes) {
  const auto motor = [](const std::string& text) {
    return loadSceneText(
               sceneWith(R"({"type": "revolute", "body": "arm", "position": [0, 0, 2], "motor": )" + text + "}"),
               "test.json")
        .world.joints[0]
        .motor;
  };
  EXPECT_EQ(motor(R"({"effort": -0.5})").effort, -0.5);
  EXPECT_FALSE(motor(R"({"effort": -0.5})").speed);
  EXPECT_EQ(*motor(R"({"value": 2})").speed, 2);
  EXPECT_THROW(motor("{}"), InputError);
  EXPECT_THROW(motor(R"({"value": 2, "effort": 1})"), InputError);
}

// Lengths with s, forces with s^4, torques with s^5, forces per length with s^3; angles stay.
TEST(JointJson, ScalesWithTheScene) {
  const std::string values = R"("lower": -1, "upper": 2, "motor": {"value": 3, "limit": 5}, "friction": 7,
                                "stiffness": 11, "damping": 13)";
  const Scene scene = loadSceneText(
      sceneWith(R"({"type": "revolute", "body": "arm", "position": [0, 0, 2], "rest": 0.5, )" + values + R"(},
                   {"type": "prismatic", "body": "hand", "position": [0, 0, 3], "rest": 0.5, )" +
                    values + "}",
                R"(, "scale": 10)"),
      "test.json");
  const dynamics::JointDef &r = scene.world.joints[0], &p = scene.world.joints[1];
  EXPECT_DOUBLE_EQ(r.X_AJ.p.z(), 20);
  EXPECT_DOUBLE_EQ(r.upper, 2);
  EXPECT_DOUBLE_EQ(*r.motor.speed, 3);
  EXPECT_DOUBLE_EQ(r.motor.limit, 5e5);
  EXPECT_DOUBLE_EQ(r.friction, 7e5);
  EXPECT_DOUBLE_EQ(r.stiffness, 11e5);
  EXPECT_DOUBLE_EQ(r.damping, 13e5);
  EXPECT_DOUBLE_EQ(*r.rest, 0.5);
  EXPECT_DOUBLE_EQ(p.lower, -10);
  EXPECT_DOUBLE_EQ(*p.motor.speed, 30);
  EXPECT_DOUBLE_EQ(p.motor.limit, 5e4);
  EXPECT_DOUBLE_EQ(p.friction, 7e4);
  EXPECT_DOUBLE_EQ(p.stiffness, 11e3);
  EXPECT_DOUBLE_EQ(p.damping, 13e3);
  EXPECT_DOUBLE_EQ(*p.rest, 5);
}

TEST(JointJson, NamesTheFaultAndItsPlace) {
  const auto message = [](const std::string& joint) -> std::string {
    try {
      (void)loadSceneText(sceneWith(joint), "test.json");
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_NE(message(R"({"type": "fixed", "body": "am"})").find("joints[0].body: unknown body 'am'"), std::string::npos);
  EXPECT_NE(message(R"({"type": "fixed", "body": "frame"})").find("neither of its bodies"), std::string::npos);
  EXPECT_NE(message(R"({"type": "fixed", "body": "arm", "to": "arm"})").find("joints[0].to"), std::string::npos);
  EXPECT_NE(message(R"({"type": "revolute", "body": "arm", "axis": [0, 0, 0]})").find("joints[0].axis"),
            std::string::npos);
  EXPECT_NE(message(R"({"type": "revolute", "body": "arm", "lower": 2, "upper": 1})").find("joints[0].upper"),
            std::string::npos);
  EXPECT_NE(message(R"({"type": "spherical", "body": "arm", "upper": 1})").find("unknown key 'upper'"),
            std::string::npos);
}

}  // namespace
}  // namespace passung::scenes

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "core/error.h"
#include "scenes/scene.h"

namespace passung::scenes {
namespace {

using Kind = dynamics::DriveDef::Kind;

std::string sceneWith(const std::string& drives, const std::string& more = "") {
  return R"({"version": 1, "bodies": [
    {"name": "ground", "motion": "fixed", "shapes": [{"type": "box", "size": [1, 1, 1]}]},
    {"name": "ball", "position": [0, 0, 2], "shapes": [{"type": "sphere", "radius": 0.1}]}],
    "drives": [)" +
         drives + "]" + more + "}";
}

TEST(DriveJson, ReadsEveryKey) {
  const Scene scene = loadSceneText(
      sceneWith(R"({"type": "speed", "name": "hoist", "body": "ball", "reaction": "ground", "frame": "ground",
                    "axis": [0, 3, 4], "point": [0.1, 0, 0], "value": 2, "limit": 5, "start": 0.5, "stop": 1},
                   {"type": "torque", "body": "ball", "value": -3})"),
      "test.json");
  ASSERT_EQ(scene.world.drives.size(), 2U);
  const dynamics::DriveDef& d = scene.world.drives[0];
  EXPECT_EQ(d.kind, Kind::kSpeed);
  EXPECT_EQ(d.name, "hoist");
  EXPECT_EQ(d.body, 1);
  EXPECT_EQ(d.reaction, 0);
  EXPECT_EQ(d.frame, 0);
  EXPECT_EQ(d.axis.normalized(), Vec3(0, 0.6, 0.8));
  ASSERT_TRUE(d.point_B.has_value());
  EXPECT_EQ(*d.point_B, Vec3(0.1, 0, 0));
  EXPECT_EQ(d.value, 2);
  EXPECT_EQ(d.limit, 5);
  EXPECT_EQ(d.start, 0.5);
  EXPECT_EQ(d.stop, 1);
  const dynamics::DriveDef& t = scene.world.drives[1];
  EXPECT_EQ(t.name, "torque");
  EXPECT_EQ(t.reaction, -1);
  EXPECT_EQ(t.axis, Vec3::UnitZ());
  EXPECT_TRUE(std::isinf(t.limit));
}

// Forces go with s^4, torques with s^5, speeds with s.
TEST(DriveJson, ScalesWithTheScene) {
  const Scene scene = loadSceneText(sceneWith(R"({"type": "force", "body": "ball", "value": 3, "point": [1, 0, 0]},
                                                 {"type": "torque", "body": "ball", "value": 3},
                                                 {"type": "spin", "body": "ball", "value": 3, "limit": 7},
                                                 {"type": "speed", "body": "ball", "value": 3, "limit": 7})",
                                              R"(, "scale": 10)"),
                                    "test.json");
  const auto& d = scene.world.drives;
  EXPECT_DOUBLE_EQ(d[0].value, 3e4);
  EXPECT_DOUBLE_EQ(d[0].point_B->x(), 10);
  EXPECT_DOUBLE_EQ(d[1].value, 3e5);
  EXPECT_DOUBLE_EQ(d[2].value, 3);
  EXPECT_DOUBLE_EQ(d[2].limit, 7e5);
  EXPECT_DOUBLE_EQ(d[3].value, 30);
  EXPECT_DOUBLE_EQ(d[3].limit, 7e4);
}

TEST(DriveJson, NamesTheFaultAndItsPlace) {
  const auto message = [](const std::string& drive) -> std::string {
    try {
      (void)loadSceneText(sceneWith(drive), "test.json");
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_NE(message(R"({"type": "spin", "body": "bal", "value": 1})").find("drives[0].body: unknown body 'bal'"),
            std::string::npos);
  EXPECT_NE(message(R"({"type": "spin", "body": "ground", "value": 1})").find("does not move freely"),
            std::string::npos);
  EXPECT_NE(message(R"({"type": "spin", "body": "ball", "reaction": "ball", "value": 1})").find("drives[0].reaction"),
            std::string::npos);
  EXPECT_NE(message(R"({"type": "spin", "body": "ball", "axis": [0, 0, 0], "value": 1})").find("drives[0].axis"),
            std::string::npos);
  EXPECT_NE(message(R"({"type": "torque", "body": "ball", "limit": 1, "value": 1})").find("unknown key 'limit'"),
            std::string::npos);
}

TEST(DriveJson, ASettingReachesADriveByItsName) {
  LoadOptions options;
  options.overrides = {{"drives.driver.value", "31.4"}};
  const Scene scene = loadSceneText(sceneWith(R"({"type": "spin", "name": "driver", "body": "ball", "value": 1})"),
                                    "test.json", options);
  EXPECT_EQ(scene.world.drives[0].value, 31.4);
}

}  // namespace
}  // namespace passung::scenes

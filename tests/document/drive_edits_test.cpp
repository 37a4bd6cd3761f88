// SPDX-License-Identifier: Apache-2.0
// What is kept of the drives is what the scene then has, whatever its scale.
#include "app/document/drive_edits.h"

#include <gtest/gtest.h>

#include <random>

#include "app/document/edit_history.h"
#include "tests/document/document_scene.h"

namespace passung::app {
namespace {

using Kind = dynamics::DriveDef::Kind;

std::shared_ptr<const scenes::Scene> driven(double scale) {
  return std::make_shared<const scenes::Scene>(
      scenes::loadSceneText(R"({"version": 1, "scale": )" + std::to_string(scale) + R"(, "bodies": [
        {"name": "frame", "motion": "fixed", "shapes": [{"type": "box", "size": [1, 1, 1]}]},
        {"name": "arm", "position": [0, 0, 2], "shapes": [{"type": "sphere", "radius": 0.1}]}],
      "joints": [{"name": "pin", "type": "revolute", "body": "arm", "position": [0, 0, 2], "motor": {"value": 4, "limit": 7}},
                 {"name": "slide", "type": "prismatic", "body": "arm", "to": "frame", "position": [0, 0, 2]}],
      "drives": [{"name": "wind", "type": "force", "body": "arm", "value": 2, "point": [0, 0, 0.1], "stop": 0.5},
                 {"name": "turn", "type": "spin", "body": "arm", "value": 2, "limit": 3}]})",
                            "test.json"));
}

double away(double a, double b) { return std::abs(a - b) / std::max({1.0, std::abs(a), std::abs(b)}); }

TEST(DriveEdits, WhatIsKeptIsWhatTheSceneHas) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> value(-5, 5), coin(0, 1);
  int turnedKind = 0, added = 0, motorsOff = 0, efforts = 0;
  for (int round = 0; round < 200; ++round) {
    const auto scene = driven(round % 2 == 0 ? 1 : 0.1);
    EditHistory history;
    history.open(scene);
    dynamics::Actuation wanted = dynamics::actuationOf(scene->world);
    for (dynamics::DriveDef& d : wanted.drives) {
      d.value = value(random);
      if (coin(random) < 0.5) {
        ++turnedKind;
        d.kind = d.angular() ? (d.motor() ? Kind::kTorque : Kind::kSpin) : (d.motor() ? Kind::kForce : Kind::kSpeed);
        d.limit = d.motor() && coin(random) < 0.5 ? std::abs(value(random)) : std::numeric_limits<double>::infinity();
      }
      d.start = 0;
      d.stop = std::numeric_limits<double>::infinity();
    }
    if (coin(random) < 0.5) {
      ++added;
      dynamics::DriveDef more;
      more.name = "more";
      more.kind = Kind::kTorque;
      more.body = more.frame = 1;
      more.axis = Vec3(value(random), 1, value(random));
      more.value = value(random);
      wanted.drives.push_back(more);
    }
    for (dynamics::JointMotor& motor : wanted.motors) {
      const double which = coin(random);
      motor = {};
      if (which < 0.3) {
        ++motorsOff;
      } else if (which < 0.6) {
        ++efforts;
        motor.effort = value(random);
      } else {
        motor.speed = value(random);
        motor.limit = std::abs(value(random));
      }
    }
    history.apply(keepActuation(*scene, wanted));
    const dynamics::Actuation kept = dynamics::actuationOf(history.scene()->world);
    ASSERT_EQ(kept.drives.size(), wanted.drives.size());
    for (std::size_t i = 0; i < kept.drives.size(); ++i) {
      const dynamics::DriveDef &k = kept.drives[i], &w = wanted.drives[i];
      EXPECT_EQ(k.name, w.name);
      EXPECT_EQ(k.kind, w.kind);
      EXPECT_EQ(k.body, w.body);
      EXPECT_EQ(k.frame, w.frame);
      EXPECT_LT((k.axis.normalized() - w.axis.normalized()).norm(), 1e-12);
      EXPECT_LT(away(k.value, w.value), 1e-12);
      EXPECT_EQ(std::isfinite(k.limit), w.motor() && std::isfinite(w.limit));
      if (std::isfinite(k.limit)) {
        EXPECT_LT(away(k.limit, w.limit), 1e-12);
      }
      EXPECT_EQ(k.start, w.start);
      EXPECT_EQ(k.stop, w.stop);
    }
    for (std::size_t i = 0; i < kept.motors.size(); ++i) {
      EXPECT_EQ(kept.motors[i].speed.has_value(), wanted.motors[i].speed.has_value());
      EXPECT_LT(away(kept.motors[i].speed.value_or(0), wanted.motors[i].speed.value_or(0)), 1e-12);
      EXPECT_LT(away(kept.motors[i].effort, wanted.motors[i].effort), 1e-12);
    }
    history.stack().undo();
    EXPECT_EQ(dynamics::actuationOf(history.scene()->world), dynamics::actuationOf(scene->world));
  }
  for (const int count : {turnedKind, added, motorsOff, efforts}) EXPECT_GT(count, 30);
}

TEST(DriveEdits, WhatIsAsItWasStaysAsItWasWritten) {
  const auto scene = driven(1);
  EditHistory history;
  history.open(scene);
  const auto before = jsonOf(history.document());
  history.apply(keepActuation(*scene, dynamics::actuationOf(scene->world)));
  EXPECT_EQ(jsonOf(history.document()), before);
  EXPECT_FALSE(history.modified());
}

}  // namespace
}  // namespace passung::app

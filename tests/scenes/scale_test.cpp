// SPDX-License-Identifier: Apache-2.0
// A scaled scene is similar to the first: masses go with s^3, inertias with s^5, speeds and gravity with s.
#include <gtest/gtest.h>

#include "scenes/scene.h"

namespace passung::scenes {
namespace {

const char* const kScene = R"({"version": 1, "gravity": [0, 0, -9.81], "bodies": [
    {"name": "screw", "position": [1, 2, 3], "velocity": [1, 0, 0], "angular_velocity": [0, 5, 0],
     "shapes": [{"type": "generated", "generator": "screw", "position": [0.1, 0, 0]},
                {"type": "sphere", "radius": 0.01}, {"type": "capsule", "radius": 0.01, "length": 0.02},
                {"type": "box", "size": [0.1, 0.2, 0.3]}, {"type": "cylinder", "radius": 0.01, "length": 0.02}]},
    {"name": "given", "mass": {"mass": 2, "center": [0, 0, 1], "inertia": [1, 1, 1, 0, 0, 0]}}],
  "camera": {"eye": [1, 2, 3], "target": [0, 0, 0]},
  "cameras": {"side": {"eye": [4, 5, 6], "target": [0, 0, 0]}},
  "monitors": [{"type": "all", "children": [{"type": "max_penetration", "value": 0.5},
      {"type": "position", "body": "screw", "point": [1, 2, 3], "value": 0.5},
      {"type": "inside_box", "body": "screw", "box": [[0, 0, 0], [1, 1, 1]]}]},
    {"type": "max_energy_gain", "value": 0.5},
    {"type": "acceleration", "body": "screw", "expected": -2, "from": 0.5, "to": 1.5},
    {"type": "angular_speed", "body": "screw", "least": 3},
    {"type": "speed", "body": "screw", "most": 3},
    {"type": "travel_per_turn", "body": "screw", "pitch": 0.002},
    {"type": "contact_force", "body": "screw", "other": "given", "expected": 7},
    {"type": "contact_force", "body": "screw", "other": "given", "law": "power_screw", "thread": "given", "pitch": 0.002,
     "torque": 20, "contact_radius": 0.008}]})";

Scene scaled(double s) {
  LoadOptions options;
  options.overrides = {{"scale", std::to_string(s)}};
  return loadSceneText(kScene, "scale.json", options);
}

TEST(Scale, MassesInertiasSpeedsAndLengthsFollow) {
  const Scene one = loadSceneText(kScene, "scale.json");
  for (const double s : {0.001, 0.1, 10.0, 1000.0}) {
    SCOPED_TRACE(s);
    const Scene scene = scaled(s);
    EXPECT_EQ(scene.scale, s);
    EXPECT_EQ(scene.world.lengthScale, s);
    EXPECT_EQ(scene.world.dt, one.world.dt);
    EXPECT_EQ(scene.duration, one.duration);
    EXPECT_NEAR((scene.world.gravity - s * one.world.gravity).norm(), 0, 1e-12 * s);
    for (std::size_t i = 0; i < one.world.bodies.size(); ++i) {
      const auto& a = one.world.bodies[i];
      const auto& b = scene.world.bodies[i];
      const MassProperties ma = dynamics::massProperties(a);
      const MassProperties mb = dynamics::massProperties(b);
      EXPECT_NEAR(mb.mass, s * s * s * ma.mass, 1e-10 * mb.mass);
      const double s5 = std::pow(s, 5);
      EXPECT_NEAR((mb.inertia - s5 * ma.inertia).norm(), 0, 1e-9 * mb.inertia.norm());
      EXPECT_NEAR((mb.com - s * ma.com).norm(), 0, 1e-10 * s);
      EXPECT_NEAR((b.X_WB.p - s * a.X_WB.p).norm(), 0, 1e-12 * s);
      EXPECT_NEAR((b.v_WC - s * a.v_WC).norm(), 0, 1e-12 * s);
      EXPECT_EQ(b.w_WB, a.w_WB);
      EXPECT_EQ(b.material.density, a.material.density);
    }
    EXPECT_NEAR((scene.camera.eye - s * one.camera.eye).norm(), 0, 1e-12 * s);
    EXPECT_NEAR((scene.cameras[0].second.eye - s * one.cameras[0].second.eye).norm(), 0, 1e-12 * s);
    const auto& children = scene.monitors[0].children;
    EXPECT_NEAR(children[0].value, 0.5 * s, 1e-12 * s);
    EXPECT_NEAR(children[1].point.z(), 3 * s, 1e-12 * s);
    EXPECT_NEAR(children[1].value, 0.5 * s, 1e-12 * s);
    EXPECT_NEAR(children[2].box.upper.x(), s, 1e-12 * s);
    EXPECT_EQ(scene.monitors[1].value, 0.5);
    // Accelerations and speeds go with s, turns and times do not change, forces with s^4, torques with s^5.
    const auto& m = scene.monitors;
    const double s4 = std::pow(s, 4);
    EXPECT_NEAR(*m[2].expected, -2 * s, 1e-12 * s);
    EXPECT_EQ(m[2].from, 0.5);
    EXPECT_EQ(m[2].to, 1.5);
    EXPECT_EQ(*m[3].least, 3);
    EXPECT_NEAR(*m[4].most, 3 * s, 1e-12 * s);
    EXPECT_NEAR(m[5].screw.pitch, 0.002 * s, 1e-15 * s);
    EXPECT_NEAR(*m[6].expected, 7 * s4, 1e-10 * s4);
    EXPECT_NEAR(m[7].screw.torque, 20 * s4 * s, 1e-10 * s4 * s);
    EXPECT_NEAR(*m[7].screw.contactRadius, 0.008 * s, 1e-12 * s);
  }
}

}  // namespace
}  // namespace passung::scenes

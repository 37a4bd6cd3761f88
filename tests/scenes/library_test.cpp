// SPDX-License-Identifier: Apache-2.0
// The built-in scenes: each loads, with finite positive masses.
#include <gtest/gtest.h>

#include "collision/queries/penetration.h"
#include "scenes/scene.h"

namespace passung::scenes {
namespace {

TEST(Library, EveryBuiltinSceneLoadsAndItsMovingBodiesHaveMass) {
  const std::vector<BuiltinScene> library = builtinScenes();
  ASSERT_GE(library.size(), 3U);
  for (const BuiltinScene& entry : library) {
    SCOPED_TRACE(entry.name);
    const Scene scene = loadScene(entry.name);
    EXPECT_EQ(scene.name, entry.name);
    EXPECT_FALSE(entry.purpose.empty());
    EXPECT_FALSE(scene.monitors.empty());
    EXPECT_EQ(scene.colors.size(), scene.world.bodies.size());
    for (const auto& body : scene.world.bodies) {
      if (body.motion != dynamics::Motion::kDynamic) continue;
      EXPECT_GT(dynamics::massProperties(body).mass, 0) << body.name;
    }
  }
}

// A scene must not put energy in by an overlap at its start.
TEST(Library, NoBuiltinSceneStartsWithAnOverlap) {
  for (const BuiltinScene& entry : builtinScenes()) {
    SCOPED_TRACE(entry.name);
    const Scene scene = loadScene(entry.name);
    std::vector<std::vector<collision::Collider>> colliders;
    std::vector<Transform> poses;
    std::vector<bool> fixed;
    for (const auto& body : scene.world.bodies) {
      colliders.push_back(body.colliders);
      poses.push_back(body.X_WB);
      fixed.push_back(body.motion == dynamics::Motion::kFixed);
    }
    const auto deepest = collision::PenetrationOracle(colliders).maxPenetration(poses, fixed);
    EXPECT_FALSE(deepest.intersecting) << scene.world.bodies[static_cast<std::size_t>(deepest.bodyA)].name << " and "
                                       << scene.world.bodies[static_cast<std::size_t>(deepest.bodyB)].name;
    EXPECT_EQ(deepest.depth, 0);
  }
}

}  // namespace
}  // namespace passung::scenes

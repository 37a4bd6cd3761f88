// SPDX-License-Identifier: Apache-2.0
// The built-in scenes: each loads, with finite positive masses.
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace passung::scenes

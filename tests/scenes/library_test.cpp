// SPDX-License-Identifier: Apache-2.0
// The built-in scenes: each loads, with finite positive masses.
#include "scenes/description/library.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <optional>

#include "collision/queries/penetration.h"
#include "core/error.h"
#include "scenes/scene.h"

namespace passung::scenes {
namespace {

// The scene, or nothing where this build reads no files of the kind that it needs.
std::optional<Scene> loaded(const std::string& name) {
  try {
    return loadScene(name);
  } catch (const InputError& e) {
    if (std::string(e.what()).find("this build") == std::string::npos) throw;
    std::cout << "left out: " << e.what() << '\n';
    return {};
  }
}

TEST(Library, EveryBuiltinSceneLoadsAndItsMovingBodiesHaveMass) {
  const std::vector<BuiltinScene> library = builtinScenes();
  ASSERT_GE(library.size(), 3U);
  for (const BuiltinScene& entry : library) {
    SCOPED_TRACE(entry.name);
    EXPECT_FALSE(entry.purpose.empty());
    const std::optional<Scene> found = loaded(entry.name);
    if (!found) continue;
    const Scene& scene = *found;
    EXPECT_EQ(scene.name, entry.name);
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
    const std::optional<Scene> found = loaded(entry.name);
    if (!found) continue;
    const Scene& scene = *found;
    std::vector<std::vector<collision::Collider>> colliders;
    std::vector<Transform> poses;
    std::vector<bool> fixed;
    for (const auto& body : scene.world.bodies) {
      colliders.push_back(body.colliders);
      poses.push_back(body.X_WB);
      fixed.push_back(body.motion == dynamics::Motion::kFixed);
    }
    // Bodies that a joint ties together may overlap: they do not collide with each other.
    const auto tied = [&](int a, int b) {
      return std::any_of(scene.world.joints.begin(), scene.world.joints.end(), [&](const dynamics::JointDef& j) {
        return !j.collide && std::minmax(j.body, j.to) == std::minmax(a, b);
      });
    };
    const collision::PenetrationOracle oracle(colliders);
    collision::Penetration deepest;
    if (scene.world.joints.empty()) {
      deepest = oracle.maxPenetration(poses, fixed);
    } else {
      for (int a = 0; a < oracle.bodyCount(); ++a) {
        for (int b = a + 1; b < oracle.bodyCount(); ++b) {
          const auto i = static_cast<std::size_t>(a), j = static_cast<std::size_t>(b);
          if ((fixed[i] && fixed[j]) || tied(a, b)) continue;
          const collision::Penetration found = oracle.measure(a, b, poses[i], poses[j]);
          if (found.intersecting) deepest = found;
        }
      }
    }
    if (entry.name == "cube_stack_7") {
      EXPECT_NEAR(deepest.depth, 0.01, 1e-9) << "by design";
      continue;
    }
    EXPECT_FALSE(deepest.intersecting) << "bodies " << deepest.bodyA << " and " << deepest.bodyB;
    EXPECT_EQ(deepest.depth, 0);
  }
}

// Closed parts of a CAD file, by themselves: the largest stands still, the others fall, made of steel.
TEST(Library, ACadFileBecomesAScene) {
  const std::string file = *builtinFolder("falling_parts") + "/kcl/bracket.step";
  const std::optional<Scene> found = loaded(file);
  if (!found) GTEST_SKIP() << "no reader for STEP files";
  const Scene& scene = *found;
  ASSERT_EQ(scene.world.bodies.size(), 3U);
  EXPECT_EQ(scene.world.gravity, Vec3(0, 0, -9.81));
  double fixedVolume = 0;
  int fixed = 0;
  for (const auto& body : scene.world.bodies) {
    EXPECT_EQ(body.material.density, 7850);
    if (body.motion != dynamics::Motion::kFixed) continue;
    ++fixed;
    fixedVolume = dynamics::localBounds(body).extent().prod();
  }
  EXPECT_EQ(fixed, 1);
  // The plate with four holes: 117.475 x 8.9236 x 152.4 mm.
  EXPECT_NEAR(fixedVolume, 0.117475 * 0.0089236 * 0.1524, 1e-4 * fixedVolume);
  ASSERT_FALSE(scene.warnings.empty());
  EXPECT_NE(scene.warnings[0].find("is fixed"), std::string::npos);

  LoadOptions options;
  options.unit = "mm";
  options.density = 1000;
  options.overrides = {{"scale", "2"}};
  const Scene other = loadScene(file, options);
  EXPECT_EQ(other.world.bodies[0].material.density, 1000);
  EXPECT_EQ(other.scale, 2);
}

}  // namespace
}  // namespace passung::scenes

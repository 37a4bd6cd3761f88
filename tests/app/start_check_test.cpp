// SPDX-License-Identifier: Apache-2.0
#include "app/run/start_check.h"

#include <gtest/gtest.h>

#include "scenes/scene.h"

using namespace passung;
using namespace passung::app;

namespace {

// A plate from z = 0 to 0.1 that stands, and cubes of side 0.1 beside each other with their middles at these heights.
dynamics::WorldDef cubesAt(const std::vector<double>& heights, dynamics::Motion motion = dynamics::Motion::kDynamic) {
  dynamics::WorldDef def;
  dynamics::BodyDef plate;
  plate.name = "plate";
  plate.motion = dynamics::Motion::kFixed;
  plate.colliders.push_back({collision::Box{Vec3(2, 2, 0.05)}, {}});
  plate.X_WB.p = Vec3(0, 0, 0.05);
  def.bodies.push_back(plate);
  for (std::size_t i = 0; i < heights.size(); ++i) {
    dynamics::BodyDef cube;
    cube.name = "cube" + std::to_string(i);
    cube.motion = motion;
    cube.colliders.push_back({collision::Box{Vec3::Constant(0.05)}, {}});
    cube.X_WB.p = Vec3(0.5 * static_cast<double>(i), 0, heights[i]);
    def.bodies.push_back(cube);
  }
  return def;
}

dynamics::BodyDef meshBody(const std::shared_ptr<const TriangleMesh>& mesh, const Vec3& p) {
  dynamics::BodyDef body;
  body.colliders.push_back({collision::MeshShape{mesh}, {}});
  body.X_WB.p = p;
  return body;
}

}  // namespace

TEST(StartCheck, FindsOverlapsDeepestFirstAndTheirDepth) {
  // In by 5 mm, on the plate, in by 20 mm, 1 mm above it.
  const StartReport report = checkStart(cubesAt({0.145, 0.15, 0.13, 0.151}));
  ASSERT_EQ(report.overlaps.size(), 2U);
  EXPECT_EQ(report.overlaps[0].bodyB, 3);
  EXPECT_NEAR(report.overlaps[0].depth, 0.02, 1e-9);
  EXPECT_EQ(report.overlaps[1].bodyB, 1);
  EXPECT_NEAR(report.overlaps[1].depth, 0.005, 1e-9);
}

TEST(StartCheck, TwoThatStandStillMayOverlap) {
  EXPECT_TRUE(checkStart(cubesAt({0.13}, dynamics::Motion::kFixed)).overlaps.empty());
  EXPECT_EQ(checkStart(cubesAt({0.13}, dynamics::Motion::kKinematic)).overlaps.size(), 1U);
}

// Two cubes pushed into each other as one surface cross; the same two apart do not.
TEST(StartCheck, NamesEveryBodyWhoseSurfaceCrossesItself) {
  const auto twoCubes = [](double apart) {
    const auto cube = collision::tessellate(collision::Box{Vec3::Constant(0.05)});
    std::vector<Vec3> vertices(cube->vertices().begin(), cube->vertices().end());
    std::vector<Triangle> triangles(cube->triangles().begin(), cube->triangles().end());
    const int first = static_cast<int>(vertices.size());
    for (const Vec3& p : cube->vertices()) vertices.push_back(p + Vec3(apart, 0.013, 0.017));
    for (const Triangle& t : cube->triangles()) triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    return TriangleMesh::build(vertices, triangles);
  };
  const auto crossing = twoCubes(0.04), clean = twoCubes(0.2);
  dynamics::WorldDef def;
  def.bodies = {meshBody(crossing, Vec3(0, 0, 0)), meshBody(clean, Vec3(0, 1, 0)), meshBody(crossing, Vec3(0, 2, 0))};
  EXPECT_EQ(checkStart(def).crossing, (std::vector<bool>{true, false, true}));
}

TEST(StartCheck, EndsWhenItIsTold) {
  int calls = 0;
  const StartReport report = checkStart(cubesAt({0.145, 0.13}), [&](int, int) { return ++calls < 1; });
  EXPECT_TRUE(report.cancelled);
  EXPECT_EQ(calls, 1);
}

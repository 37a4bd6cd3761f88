// SPDX-License-Identifier: Apache-2.0
// Distances over a surface against closed forms; the refined surface is the same surface.
#include "collision/queries/surface_gaps.h"

#include <gtest/gtest.h>

#include <cmath>

namespace passung::collision {
namespace {

// A unit cube, 0.1 over a plate, beside a ball: parts 0, 1, 2.
struct Assembly {
  std::vector<std::vector<Collider>> bodies{
      {{Box{Vec3::Constant(0.5)}, {}}}, {{Box{Vec3(4, 4, 0.5)}, {}}}, {{passung::collision::Sphere{0.3}, {}}}};
  std::vector<Transform> poses{
      {Quat::Identity(), Vec3(0, 0, 0.6)}, {Quat::Identity(), Vec3(0, 0, -0.5)}, {Quat::Identity(), Vec3(2, 0, 0.6)}};
  PenetrationOracle oracle{bodies};

  [[nodiscard]] std::vector<PlacedPart> others(std::initializer_list<int> list) const {
    std::vector<PlacedPart> out;
    for (int b : list) out.push_back({&oracle.parts(b)[0], poses[static_cast<std::size_t>(b)]});
    return out;
  }
};

TEST(SurfaceGaps, PointsHaveTheirDistanceAndItsSign) {
  const Assembly a;
  const auto others = a.others({1, 2});
  EXPECT_NEAR(gapAt(Vec3(0, 0, 0.3), others, 10), 0.3, 1e-12);
  EXPECT_NEAR(gapAt(Vec3(0, 0, -0.2), others, 10), -0.2, 1e-12);
  EXPECT_NEAR(gapAt(Vec3(1.5, 0, 0.6), others, 10), 0.2, 1e-12) << "the ball is nearer than the plate";
  EXPECT_NEAR(gapAt(Vec3(2, 0, 0.5), others, 10), -0.2, 1e-12);
  EXPECT_EQ(gapAt(Vec3(0, 0, 5), others, 1), 1) << "beyond";
}

// Each vertex of the cube's surface is its height above the plate away from it, or its distance from the ball.
TEST(SurfaceGaps, OfACubeOverAPlateBesideABall) {
  const Assembly a;
  const auto cube = tessellate(Box{Vec3::Constant(0.5)});
  const SurfaceGaps g = surfaceGaps(*cube, a.poses[0], a.others({1, 2}), {.limit = 0.4, .finest = 0.1});
  ASSERT_TRUE(g.complete && !g.cancelled);
  ASSERT_EQ(g.gaps.size(), g.mesh->vertices().size());
  EXPECT_GT(g.gaps.size(), 100U);
  EXPECT_TRUE(g.mesh->diagnosis().watertight);
  EXPECT_NEAR(g.mesh->diagnosis().area, 6, 1e-12);
  EXPECT_NEAR(g.mesh->diagnosis().volume, 1, 1e-12);
  EXPECT_NEAR(g.smallest, 0.1, 1e-12);
  for (std::size_t v = 0; v < g.gaps.size(); ++v) {
    const Vec3 p = a.poses[0] * g.mesh->vertices()[v];
    const double expected = std::min(p.z(), (p - Vec3(2, 0, 0.6)).norm() - 0.3);
    if (expected <= 0.4) {
      EXPECT_NEAR(g.gaps[v], expected, 1e-12);
    } else {
      EXPECT_GE(g.gaps[v], 0.4);
    }
  }
  // Where it matters, edges are short.
  for (const Triangle& t : g.mesh->triangles()) {
    for (int k = 0; k < 3; ++k) {
      const auto i = static_cast<std::size_t>(t[static_cast<std::size_t>(k)]);
      const auto j = static_cast<std::size_t>(t[static_cast<std::size_t>((k + 1) % 3)]);
      const double length = (g.mesh->vertices()[i] - g.mesh->vertices()[j]).norm();
      if (std::max(g.gaps[i], g.gaps[j]) < 0.3) EXPECT_LE(length, 0.1 + 1e-12);
    }
  }
}

// The middle of a large plate is near a small cube, its corners are far: the middle is found all the same.
TEST(SurfaceGaps, ANearPlaceWithinALargeTriangleIsFound) {
  const Assembly a;
  const auto plate = tessellate(Box{Vec3(4, 4, 0.5)});
  const SurfaceGaps g = surfaceGaps(*plate, a.poses[1], a.others({0}), {.limit = 0.2, .finest = 0.1});
  EXPECT_NEAR(g.smallest, 0.1, 1e-9);
  EXPECT_LT(g.mesh->triangles().size(), 6000U) << "far places are left coarse";
}

TEST(SurfaceGaps, EndsAtItsLimitOfTrianglesAndWhenTold) {
  const Assembly a;
  const auto cube = tessellate(Box{Vec3::Constant(0.5)});
  const SurfaceGaps few =
      surfaceGaps(*cube, a.poses[0], a.others({1}), {.limit = 2, .finest = 1e-3, .mostTriangles = 500});
  EXPECT_FALSE(few.complete);
  EXPECT_LT(few.mesh->triangles().size(), 2000U);
  EXPECT_TRUE(few.mesh->diagnosis().watertight);
  const SurfaceGaps none =
      surfaceGaps(*cube, a.poses[0], a.others({1}), {.limit = 2, .finest = 1e-3}, [](std::size_t) { return false; });
  EXPECT_TRUE(none.cancelled);
}

}  // namespace
}  // namespace passung::collision

// SPDX-License-Identifier: Apache-2.0
#include "collision/narrowphase/free_space.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "collision/narrowphase/contact_geometry.h"
#include "collision/narrowphase/feature_clusters.h"
#include "collision/queries/mesh_queries.h"
#include "test_meshes.h"

namespace passung::collision {
namespace {

using test::MeshPtr;
using test::ripples;

// A wheel whose profile has a V, so that the space outside is narrow there.
MeshPtr groovedWheel(double size, int segments) {
  std::vector<std::pair<double, double>> profile{{0.5, -0.4},  {1, -0.4}, {1, -0.2}, {0.75, -0.02},
                                                 {0.75, 0.02}, {1, 0.2},  {1, 0.4},  {0.5, 0.4}};
  for (auto& [r, z] : profile) {
    r *= size;
    z *= size;
  }
  return test::revolved(profile, segments);
}

// A ring with a finely meshed fillet among large triangles.
MeshPtr filletedRing(double size) {
  std::vector<std::pair<double, double>> profile{{0.5 * size, -0.3 * size}, {0.96 * size, -0.3 * size}};
  constexpr int kSteps = 80;
  for (int i = 0; i <= kSteps; ++i) {
    const double a = kPi / 2 * (static_cast<double>(i) / kSteps - 1);
    profile.emplace_back(size * (0.96 + 0.04 * std::cos(a)), size * (-0.26 + 0.04 * std::sin(a)));
  }
  profile.emplace_back(size, 0.3 * size);
  profile.emplace_back(0.5 * size, 0.3 * size);
  return test::revolved(profile, 60);
}

std::shared_ptr<const ContactGeometry> geometryOf(MeshPtr mesh) {
  return ContactGeometry::make(MeshShape{std::move(mesh)}, 0);
}

// Whatever is above all planes of a piece and within its ball is outside and as far from the surface as it says, at any
// size, with slivers, and in a groove; and pieces are there where they are of use.
TEST(FreeSpace, IsFree) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> unit(-1, 1), share(0, 1);
  int tested = 0, near = 0;
  for (const double size : {1e-3, 1.0, 50.0}) {
    for (const auto& mesh :
         {ripples(size, 45, 24, 1), ripples(size, 45, 24, 1e-4), groovedWheel(size, 60), filletedRing(size)}) {
      const auto g = geometryOf(mesh);
      ASSERT_TRUE(g->clusters);
      const FreeSpace& space = g->clusters->freeSpace();
      ASSERT_FALSE(space.pieces().empty());
      const Vec3 middle = g->bounds.center();
      const SideTest side(*g->mesh, g->triangleBvh);
      for (const FreePiece& piece : space.pieces()) {
        EXPECT_GT(piece.radius, 0);
        EXPECT_GT(piece.margin, 0);
        for (int k = 0; k < 30; ++k) {
          // Half of the places near the middle of the ball, where planes are.
          const double far = static_cast<double>(piece.radius) * (k % 2 == 0 ? 1 : 0.4);
          const Vec3 r = far * Vec3(unit(random), unit(random), unit(random));
          if (!(r.norm() < static_cast<double>(piece.radius))) continue;
          const Vec3 p = Vec3(piece.centre[0], piece.centre[1], piece.centre[2]) + r;
          double depth = std::numeric_limits<double>::infinity();
          for (int i = 0; i < FreePiece::kPlanes; ++i) {
            depth = std::min(
                depth, Vec3(piece.n[i][0], piece.n[i][1], piece.n[i][2]).dot(p) - static_cast<double>(piece.h[i]));
          }
          depth = std::min(depth, static_cast<double>(piece.margin));
          if (!(depth >= 0)) continue;
          ++tested;
          EXPECT_EQ(side.at(middle + p), Side::kOutside);
          const double distance = closestPoint(*g->mesh, g->triangleBvh, middle + p).distance;
          EXPECT_GE(distance, depth);
          if (distance < 3 * depth) ++near;
        }
      }
    }
  }
  EXPECT_GT(tested, 10000);
  EXPECT_GT(near, 2000);
}

// Most places a little above a smooth surface are known to be clear.
TEST(FreeSpace, KnowsPlacesBesideTheSurface) {
  const auto g = geometryOf(groovedWheel(1, 200));
  const FreeSpace& space = g->clusters->freeSpace();
  const Vec3 middle = g->bounds.center();
  int clear = 0, all = 0;
  for (int t = 0; t < static_cast<int>(g->mesh->triangles().size()); ++t) {
    const auto c = corners(*g->mesh, t);
    const Vec3 p = (c[0] + c[1] + c[2]) / 3 + 0.02 * g->mesh->faceNormals()[static_cast<std::size_t>(t)] - middle;
    ++all;
    const FreePiece& piece = space.at(static_cast<float>(p.x()), static_cast<float>(p.y()), static_cast<float>(p.z()));
    if (piece.margin < 0) continue;
    bool above =
        (p - Vec3(piece.centre[0], piece.centre[1], piece.centre[2])).norm() < static_cast<double>(piece.radius);
    for (int i = 0; i < FreePiece::kPlanes; ++i) {
      above =
          above && Vec3(piece.n[i][0], piece.n[i][1], piece.n[i][2]).dot(p) >= static_cast<double>(piece.h[i]) + 0.005;
    }
    clear += above ? 1 : 0;
  }
  EXPECT_GT(clear, 0.6 * all);
}

// What asks from beside a smooth surface is mostly left out. If the distance asked for is larger than that, it is left,
// and known to be outside.
TEST(FreeSpace, LeavesOutWhoIsBesideTheSurface) {
  const auto g = geometryOf(groovedWheel(1, 200)), around = geometryOf(groovedWheel(1.03, 200));
  const SideTest side(*g->mesh, g->triangleBvh);
  for (const Vec3& p : around->points) ASSERT_EQ(side.at(p), Side::kOutside);
  ClusterSearch search;
  const auto count = [&](double distance, std::size_t& left, std::size_t& outside) {
    around->clusters->points(Transform{}, nullptr, *g->clusters, distance, search,
                             [&](const Group& group, std::span<const PointLook>) {
                               left += static_cast<std::size_t>(group.count);
                               outside += static_cast<std::size_t>(std::popcount(group.outside));
                             });
  };
  std::size_t left = 0, outside = 0, leftFar = 0, outsideFar = 0;
  count(0.002, left, outside);
  count(0.03, leftFar, outsideFar);
  EXPECT_LT(left, around->points.size() / 2);
  EXPECT_GT(leftFar, left);
  EXPECT_GT(outsideFar, around->points.size() / 10);
  EXPECT_LE(outsideFar, leftFar);
}

}  // namespace
}  // namespace passung::collision

// SPDX-License-Identifier: Apache-2.0
// The exact test of a pair of faces takes short cuts (a corner in common, boxes or diagonals apart), which must not
// change its answer.
#include "gpu/kernels/placed_pair.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "collision/queries/exact_triangle.h"
#include "collision/queries/mesh_distance.h"
#include "gpu/pipeline/exact_pairs.h"
#include "tests/gpu/random_faces.h"

namespace passung::gpu {
namespace {

using test::Random;

TriangleCorners plain(const collision::Corners& t) {
  return {{{t[0].x(), t[0].y(), t[0].z()}, {t[1].x(), t[1].y(), t[1].z()}, {t[2].x(), t[2].y(), t[2].z()}}};
}

// Corners on a coarse grid: many common ones, coplanar faces, faces that touch along an edge or a face.
collision::Corners gridTriangle(Random& random) {
  collision::Corners t;
  for (Vec3& p : t) p = Vec3(random.below(4), random.below(4), random.below(2)) * 0.1;
  return t;
}

TEST(PlacedPair, ShortCutsGiveWhatTheQueryGives) {
  Random random(310);
  const ExactPlacement whole = exactPlacement({nullptr, nullptr, Mat3::Identity(), Vec3::Zero(), 0.15, 1e-14});
  int common = 0, apart = 0, diagonal = 0, undecided = 0, farther = 0;
  for (int n = 0; n < 200000; ++n) {
    const collision::Corners a = gridTriangle(random);
    const collision::Corners b = gridTriangle(random);
    const double expected = collision::closestTriangles(a, b, whole.limitSquared).squared;
    const TriangleCorners p = plain(a);
    const TriangleCorners q = plain(b);
    const FilteredDistance d = testFaces(whole, p, q);
    if (commonCorner(p, q)) {
      ++common;
      EXPECT_EQ(expected, 0);
    }
    apart += boxesSquaredDistance(p, q) > 0 ? 1 : 0;
    if (apartAlongDiagonals(p, q)) {
      ++diagonal;
      EXPECT_FALSE(collision::trianglesIntersect(a, b));
    }
    if (d.nearness == Nearness::kUndecided) {
      ++undecided;
      continue;
    }
    if (d.nearness == Nearness::kNear) {
      ASSERT_EQ(d.squared, expected) << n;
      continue;
    }
    ++farther;
    ASSERT_GE(expected, whole.limitSquared) << n;
  }
  EXPECT_GT(common, 10000);
  EXPECT_GT(apart, 10000);
  EXPECT_GT(diagonal, 10000);
  EXPECT_GT(undecided, 1000);
  EXPECT_GT(farther, 1000);
}

// Edges that are left out could not have been the nearest: thin, parallel, crossing and pointlike ones, with a bound
// just below or above what the boxes' gap says.
TEST(PlacedPair, EdgesLeftOutAreFarther) {
  Random random(311);
  int leftOut = 0, kept = 0;
  for (int n = 0; n < 300000; ++n) {
    const auto point = [&] {
      const Vec3 p = random.inCube(1);
      return Double3{p.x(), p.y(), p.z()};
    };
    const Double3 p0 = point();
    const Double3 q0 = point();
    const double length = std::pow(10, random.uniform(-8, 0));
    const Double3 u = length * point();
    const Double3 v = n % 3 == 0 ? random.uniform(-2, 2) * u + (1e-9 * length) * point() : length * point();
    const Double3 p1 = n % 7 == 0 ? p0 : p0 + u;
    const Double3 q1 = n % 11 == 0 ? q0 : q0 + v;
    const double squared = squaredSegmentSegment(p0, p1, q0, q1);
    const double bound = squared * (1 + random.uniform(-1, 1) * std::pow(10, random.uniform(-15, 0)));
    if (farther(boxOf(p0, p1), boxOf(q0, q1), bound)) {
      ++leftOut;
      ASSERT_GT(squared, bound) << n;
    } else {
      ++kept;
    }
  }
  EXPECT_GT(leftOut, 10000);
  EXPECT_GT(kept, 10000);
}

// Sums that round to the same number are no proof; those that do not, are.
TEST(PlacedPair, DiagonalsAreExact) {
  const double e = std::numeric_limits<double>::epsilon();
  const TriangleCorners low{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
  const auto corner = [](double x, double y) { return TriangleCorners{{{x, y, 0}, {x + 1, y, 0}, {x, y + 1, 0}}}; };
  EXPECT_FALSE(apartAlongDiagonals(low, corner(0.5, 0.5)));
  EXPECT_FALSE(apartAlongDiagonals(low, corner(0.5, 0.5 + e / 8)));
  EXPECT_TRUE(apartAlongDiagonals(low, corner(0.5, 0.5 + 2 * e)));
}

}  // namespace
}  // namespace passung::gpu

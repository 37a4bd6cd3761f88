// SPDX-License-Identifier: Apache-2.0
#include "gpu/kernels/triangle_distance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "collision/queries/closest.h"
#include "collision/queries/exact_predicates.h"
#include "collision/queries/mesh_distance.h"
#include "tests/gpu/random_faces.h"

namespace passung::gpu {
namespace {

using collision::Corners;
using test::FaceKind;
using test::Random;

constexpr double kInf = std::numeric_limits<double>::infinity();

Double3 plain(const Vec3& p) { return {p.x(), p.y(), p.z()}; }
TriangleCorners plain(const Corners& t) { return {{plain(t[0]), plain(t[1]), plain(t[2])}}; }

Vec3 pointOf(Random& random, const Corners& t) {
  const double s = std::sqrt(random.uniform(0, 1));
  const double r = random.uniform(0, 1);
  return t[0] + s * ((1 - r) * (t[1] - t[0]) + r * (t[2] - t[0]));
}

double sizeOf(const Corners& t) {
  return std::max({(t[1] - t[0]).norm(), (t[2] - t[0]).norm(), (t[2] - t[1]).norm(), 1e-3});
}

// Ways in which two triangles lie to each other.
enum class Way {
  kNear,          // a point of b near a point of a
  kThrough,       // a point of b on a point of a
  kSharedCorner,  // to the bit
  kSharedEdge,    // to the bit
  kCornerOnEdge,  // as near as rounding allows
  kCoplanar,      // on a grid, so exactly coplanar, in each of three planes; overlapping, touching or apart
  kGrid,          // corners on a coarse grid: every degeneracy there is, exactly
  kParallel,      // b is a, moved off its plane and within it
  kSame,          // b is a
  kFar,
};
constexpr int kWaysOfPairs = 10;

std::array<Corners, 2> pairOf(Random& random, Way way) {
  Corners a = test::randomFace(random, static_cast<FaceKind>(random.below(test::kFaceKinds)));
  Corners b = test::randomFace(random, static_cast<FaceKind>(random.below(test::kFaceKinds)));
  const auto moveB = [&](const Vec3& from, const Vec3& to) {
    const Vec3 move = to - from;
    for (Vec3& p : b) p += move;
  };
  switch (way) {
    case Way::kNear:
      moveB(pointOf(random, b),
            pointOf(random, a) + sizeOf(a) * std::pow(10, random.uniform(-12, 0)) * random.direction());
      break;
    case Way::kThrough:
      moveB(pointOf(random, b), pointOf(random, a));
      break;
    case Way::kSharedCorner:
      b[random.below(3)] = a[random.below(3)];
      break;
    case Way::kSharedEdge: {
      const int k = random.below(3);
      b[0] = a[k];
      b[1] = a[(k + 1) % 3];
      break;
    }
    case Way::kCornerOnEdge: {
      const int k = random.below(3);
      moveB(b[0], a[k] + random.uniform(0, 1) * (a[(k + 1) % 3] - a[k]));
      break;
    }
    case Way::kCoplanar: {
      const int axis = random.below(3);
      for (Corners* t : {&a, &b}) {
        for (Vec3& p : *t) {
          p = Vec3(random.below(9), random.below(9), random.below(9));
          p[axis] = 3;
        }
      }
      break;
    }
    case Way::kGrid:
      for (Corners* t : {&a, &b}) {
        for (Vec3& p : *t) p = Vec3(random.below(4), random.below(4), random.below(4));
      }
      break;
    case Way::kParallel: {
      b = a;
      const Vec3 n = (a[1] - a[0]).cross(a[2] - a[0]).normalized();
      const double up = random.below(3) == 0 ? 0 : std::pow(10, random.uniform(-14, -1));
      for (Vec3& p : b) p += sizeOf(a) * (up * n) + random.uniform(0, 1) * (a[1] - a[0]);
      break;
    }
    case Way::kSame:
      b = {a[1], a[2], a[0]};
      break;
    case Way::kFar:
      break;
  }
  if (random.below(2) == 0) std::swap(a, b);
  return {a, b};
}

struct Coverage {
  int met = 0, near = 0, farther = 0, undecided = 0, undecidedMet = 0;
};

// Slivers of all ratios: both sides measure from the same point, to the bit.
TEST(TriangleDistance, OfPointsAndSliversHasTheBitsOfTheQuery) {
  Random random(305);
  std::array<int, 17> inside{};
  for (int trial = 0; trial < 100000; ++trial) {
    const Vec3 along = random.direction();
    const double thin = std::pow(10.0, random.uniform(-16, 0));
    Corners t{random.inCube(1), Vec3::Zero(), Vec3::Zero()};
    t[1] = t[0] + along;
    t[2] = t[0] + random.uniform(0, 1) * along + thin * random.direction();
    std::rotate(t.begin(), t.begin() + random.below(3), t.end());
    const Vec3 n = (t[1] - t[0]).cross(t[2] - t[0]);
    const double up = random.below(3) == 0 ? 0 : std::pow(10.0, random.uniform(-16, 0));
    const Vec3 p = pointOf(random, t) + up * (random.below(2) == 0 ? Vec3(n.normalized()) : random.direction());
    const collision::PointTriangle expected = collision::closestPointTriangle(p, t[0], t[1], t[2]);
    ASSERT_EQ(squaredPointTriangle(plain(p), plain(t)), expected.squared);
    if (expected.feature == collision::TriangleFeature::kFace)
      ++inside[static_cast<std::size_t>(std::clamp(-std::log10(n.norm()), 0.0, 16.0))];
  }
  for (int decade = 0; decade < 10; ++decade) EXPECT_GT(inside[decade], 200) << decade;
}

// 200 000 pairs: all that is decided has the bits of closestTriangles, with a limit and without, and what is not
// decided is rare where pairs neither touch nor nearly do.
TEST(TriangleDistance, HasTheBitsOfTheQueryWhereverItDecides) {
  Random random(300);
  std::array<Coverage, kWaysOfPairs> ways{};
  for (int n = 0; n < 200000; ++n) {
    const int way = n % kWaysOfPairs;
    const auto [a, b] = pairOf(random, static_cast<Way>(way));
    double limit = kInf;
    if (n % 3 != 0) limit = std::pow(sizeOf(a) * std::pow(10, random.uniform(-6, 1)), 2);
    if (n % 7 == 0) limit = std::nextafter(0.0, 1.0);

    const double expected = collision::closestTriangles(a, b, limit).squared;
    const FilteredDistance d = filteredDistance(plain(a), plain(b), limit);
    Coverage& c = ways[static_cast<std::size_t>(way)];
    if (d.nearness == Nearness::kUndecided) {
      ++c.undecided;
      if (expected == 0) ++c.undecidedMet;
      continue;
    }
    ++(expected == kInf ? c.farther : (expected == 0 ? c.met : c.near));
    ASSERT_EQ(d.nearness == Nearness::kFarther, expected == kInf) << "way " << way << ", pair " << n;
    if (expected < kInf) {
      ASSERT_EQ(d.squared, expected) << "way " << way << ", pair " << n;
    }
  }
  Coverage all;
  for (std::size_t w = 0; w < ways.size(); ++w) {
    const Coverage& c = ways[w];
    RecordProperty("way" + std::to_string(w), std::to_string(c.met) + " " + std::to_string(c.near) + " " +
                                                  std::to_string(c.farther) + " " + std::to_string(c.undecided));
    all.met += c.met;
    all.near += c.near;
    all.farther += c.farther;
    all.undecided += c.undecided;
    all.undecidedMet += c.undecidedMet;
  }
  EXPECT_GT(all.met, 10000);
  EXPECT_GT(all.near, 20000);
  EXPECT_GT(all.farther, 20000);
  EXPECT_GT(all.undecided, 5000);
  EXPECT_GT(all.undecidedMet, 1000);
  EXPECT_GT(all.undecided - all.undecidedMet, 1000);
  EXPECT_EQ(ways[static_cast<int>(Way::kFar)].undecidedMet, 0);
}

// Ordinary triangles through each other or apart are decided here, nearly all of them.
TEST(TriangleDistance, DecidesOrdinaryPairs) {
  Random random(301);
  int undecided = 0;
  int met = 0;
  constexpr int kPairs = 50000;
  for (int n = 0; n < kPairs; ++n) {
    const auto triangle = [&] { return Corners{random.inCube(1), random.inCube(1), random.inCube(1)}; };
    const Corners a = triangle();
    const Corners b = triangle();
    const FilteredDistance d = filteredDistance(plain(a), plain(b), kInf);
    if (d.nearness == Nearness::kUndecided) ++undecided;
    if (d.nearness == Nearness::kNear && d.squared == 0) ++met;
    ASSERT_EQ(d.nearness == Nearness::kNear && d.squared == 0, collision::trianglesIntersect(a, b));
  }
  EXPECT_LE(undecided, 5);
  EXPECT_GT(met, kPairs / 20);
}

// A side that is decided is the exact one; of four points in a plane none is.
TEST(TriangleDistance, DecidesNoSideWrongly) {
  Random random(302);
  int undecided = 0;
  for (int n = 0; n < 100000; ++n) {
    std::array<Vec3, 4> p;
    for (Vec3& q : p) q = random.inCube(1);
    if (n % 2 == 0) {
      const double height = std::pow(10, random.uniform(-18, -12));
      p[3] = p[0] + random.uniform(-1, 1) * (p[1] - p[0]) + random.uniform(-1, 1) * (p[2] - p[0]) +
             height * random.direction();
    }
    if (n % 5 == 0) {
      for (Vec3& q : p) q = Vec3(random.below(3), random.below(3), random.below(3));
    }
    const Side side = filteredSide(plain(p[0]), plain(p[1]), plain(p[2]), plain(p[3]));
    const int exact = collision::orient3d(p[0], p[1], p[2], p[3]);
    if (side == Side::kUndecided) {
      ++undecided;
    } else {
      ASSERT_EQ(static_cast<int>(side), exact);
    }
    if (exact == 0) {
      ASSERT_EQ(side, Side::kUndecided);
    }
  }
  EXPECT_GT(undecided, 10000);
  EXPECT_LT(undecided, 60000);
}

TEST(TriangleDistance, IsNeverBelowThatOfTheBoxes) {
  Random random(303);
  int apart = 0;
  for (int n = 0; n < 20000; ++n) {
    const auto [a, b] = pairOf(random, static_cast<Way>(n % kWaysOfPairs));
    const double boxes = boxesSquaredDistance(plain(a), plain(b));
    const double distance = std::sqrt(collision::closestTriangles(a, b).squared);
    Aabb boxA;
    Aabb boxB;
    for (const Vec3& p : a) boxA.add(p);
    for (const Vec3& p : b) boxB.add(p);
    EXPECT_NEAR(boxes, boxA.squaredDistance(boxB), 1e-14 * boxes);
    EXPECT_LE(std::sqrt(boxes), distance * (1 + 1e-12) + 1e-14 * (boxA.size() + boxB.size() + a[0].norm()));
    if (boxes > 0) ++apart;
  }
  EXPECT_GT(apart, 2000);
}

TEST(TriangleDistance, PlacesCornersWithinRoundingOfTheTransform) {
  Random random(304);
  for (int n = 0; n < 10000; ++n) {
    const Transform X = random.pose(100);
    const Mat3 R = X.R();
    Pose pose{};
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) pose.R[3 * i + j] = R(i, j);
      pose.p[i] = X.p[i];
    }
    const Vec3 q = random.inCube(10);
    const Double3 p = placed(pose, plain(q));
    EXPECT_LE((Vec3(p.x, p.y, p.z) - (R * q + X.p)).norm(), 4e-16 * (X.p.norm() + 4 * q.norm()));
  }
}

}  // namespace
}  // namespace passung::gpu

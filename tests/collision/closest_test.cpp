// SPDX-License-Identifier: Apache-2.0
// A point x of a convex set is the closest one to p exactly when no point v of the set lies further along p - x:
// (p - x) . (v - x) <= 0. For triangles and segments it is enough to look at the corners; that is the check used here.
#include "collision/queries/closest.h"

#include <gtest/gtest.h>

#include <array>

#include "random_geometry.h"

namespace passung::collision {
namespace {

using test::Random;

void expectOnFeature(const PointTriangle& r, const std::array<Vec3, 3>& v, double size) {
  const int k = indexOf(r.feature);
  if (isVertex(r.feature)) {
    EXPECT_EQ(r.point, v[k]);
  } else if (isEdge(r.feature)) {
    EXPECT_LE(closestPointSegment(r.point, v[k], v[(k + 1) % 3]).squared, 1e-28 * size * size);
  }
}

TEST(ClosestPointTriangle, IsOptimalForRandomTrianglesAndReachesAllSevenFeatures) {
  Random random(1);
  std::array<int, 7> hits{};
  for (int trial = 0; trial < 20000; ++trial) {
    const double s = std::pow(10.0, random.uniform(-3, 3));
    const std::array<Vec3, 3> v{random.inCube(s), random.inCube(s), random.inCube(s)};
    const Vec3 p = random.inCube(2 * s);
    const PointTriangle r = closestPointTriangle(p, v[0], v[1], v[2]);
    ++hits[static_cast<int>(r.feature)];
    for (const Vec3& c : v) EXPECT_LE((p - r.point).dot(c - r.point), 1e-12 * s * s);
    EXPECT_NEAR((p - r.point).squaredNorm(), r.squared, 1e-13 * s * s);
    expectOnFeature(r, v, s);
    // In the plane of the triangle and within its sides: the areas of the parts add up to the whole.
    const auto area = [](const Vec3& a, const Vec3& b, const Vec3& c) { return (b - a).cross(c - a).norm(); };
    EXPECT_NEAR(area(r.point, v[0], v[1]) + area(r.point, v[1], v[2]) + area(r.point, v[2], v[0]),
                area(v[0], v[1], v[2]), 1e-10 * s * s);
  }
  for (const int n : hits) EXPECT_GT(n, 500);
}

TEST(ClosestPointTriangle, IsAPointOfTheTriangleForSliversAndFlatTriangles) {
  Random random(2);
  int flat = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const Vec3 a = random.inCube(1);
    const Vec3 d = random.direction();
    // From plain triangles to needles thinner than a rounding error, the third corner before, in or beyond the segment.
    const double thin = trial % 5 == 0 ? 0.0 : std::pow(10.0, random.uniform(-20, 0));
    const Vec3 b = a + random.uniform(0, 2) * d;
    const Vec3 c = a + random.uniform(-1, 3) * d + thin * random.direction();
    const std::array<Vec3, 3> v{a, b, c};
    const Vec3 p = random.inCube(2);
    const PointTriangle r = closestPointTriangle(p, a, b, c);
    for (const Vec3& q : v) EXPECT_LE((p - r.point).dot(q - r.point), 1e-9);
    EXPECT_NEAR((p - r.point).squaredNorm(), r.squared, 1e-9);
    expectOnFeature(r, v, 1);
    if (thin < 1e-12) {
      ++flat;
      EXPECT_NE(r.feature, TriangleFeature::kFace);
    }
  }
  EXPECT_GT(flat, 5000);

  const Vec3 p(1, 2, 3);
  const PointTriangle point = closestPointTriangle(p, Vec3::Zero(), Vec3::Zero(), Vec3::Zero());
  EXPECT_EQ(point.squared, 14);
  EXPECT_TRUE(isVertex(point.feature));
}

TEST(ClosestPointTriangle, KeepsTinyDistancesExact) {
  // A point 1e-9 above a face of size 1: the distance has full relative accuracy.
  const PointTriangle r = closestPointTriangle({0.25, 0.25, 1e-9}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0});
  EXPECT_EQ(r.feature, TriangleFeature::kFace);
  EXPECT_NEAR(std::sqrt(r.squared), 1e-9, 1e-24);
}

TEST(ClosestSegmentSegment, IsOptimalForRandomParallelAndDegenerateSegments) {
  Random random(3);
  int inside = 0, ends = 0, cornerCorner = 0;
  for (int trial = 0; trial < 30000; ++trial) {
    const double s = std::pow(10.0, random.uniform(-3, 3));
    const Vec3 p0 = random.inCube(s), p1 = random.inCube(s), q0 = random.inCube(s);
    Vec3 q1 = random.inCube(s);
    if (trial % 3 == 1)
      q1 = q0 + random.uniform(-2, 2) * (p1 - p0) + std::pow(10.0, random.uniform(-18, -1)) * s * random.direction();
    if (trial % 300 == 2) q1 = q0;
    const SegmentSegment r = closestSegmentSegment(p0, p1, q0, q1);
    const Vec3 d = r.pointQ - r.pointP;
    for (const Vec3& p : {p0, p1}) EXPECT_LE(d.dot(p - r.pointP), 1e-9 * s * s);
    for (const Vec3& q : {q0, q1}) EXPECT_LE(-d.dot(q - r.pointQ), 1e-9 * s * s);
    EXPECT_LE((r.pointP - (p0 + r.s * (p1 - p0))).norm(), 1e-14 * s);
    EXPECT_LE((r.pointQ - (q0 + r.t * (q1 - q0))).norm(), 1e-14 * s);
    EXPECT_NEAR(d.squaredNorm(), r.squared, 1e-13 * s * s);
    const int atEnd = (r.s == 0 || r.s == 1 ? 1 : 0) + (r.t == 0 || r.t == 1 ? 1 : 0);
    inside += atEnd == 0 ? 1 : 0;
    ends += atEnd == 1 ? 1 : 0;
    cornerCorner += atEnd == 2 ? 1 : 0;
    // Swapping the segments swaps the answer.
    EXPECT_NEAR(closestSegmentSegment(q0, q1, p0, p1).squared, r.squared, 1e-13 * s * s);
  }
  EXPECT_GT(inside, 1000);
  EXPECT_GT(ends, 1000);
  EXPECT_GT(cornerCorner, 1000);
}

TEST(ClosestSegmentSegment, KnowsTheClosedForms) {
  const SegmentSegment crossed = closestSegmentSegment({-1, 0, 0}, {1, 0, 0}, {0.5, -1, 1e-7}, {0.5, 3, 1e-7});
  EXPECT_NEAR(crossed.s, 0.75, 1e-15);
  EXPECT_NEAR(crossed.t, 0.25, 1e-15);
  EXPECT_NEAR(std::sqrt(crossed.squared), 1e-7, 1e-22);
  const SegmentSegment parallel = closestSegmentSegment({0, 0, 0}, {1, 0, 0}, {0.25, 2, 0}, {5, 2, 0});
  EXPECT_EQ(parallel.squared, 4);
  const SegmentSegment apart = closestSegmentSegment({0, 0, 0}, {1, 0, 0}, {3, 0, 0}, {5, 0, 0});
  EXPECT_EQ(apart.squared, 4);
  EXPECT_EQ(apart.s, 1);
  EXPECT_EQ(apart.t, 0);
}

}  // namespace
}  // namespace passung::collision

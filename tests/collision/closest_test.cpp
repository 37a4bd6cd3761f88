// SPDX-License-Identifier: Apache-2.0
// A point x of a convex set is the closest one to p exactly when no point v of the set lies further along p - x:
// (p - x) . (v - x) <= 0. For triangles and segments it is enough to look at the corners; that is the check used here.
#include "collision/queries/closest.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

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

// In extended precision, from the sides and, inside, along the normal from the closest point of a side.
using LongVec3 = Eigen::Matrix<long double, 3, 1>;

long double longSegmentSquared(const LongVec3& p, const LongVec3& a, const LongVec3& b, LongVec3& at) {
  const LongVec3 d = b - a;
  const long double num = d.dot(p - a);
  const long double den = d.squaredNorm();
  at = !(num > 0) ? a : LongVec3(a + std::min(1.0L, num / den) * d);
  return (p - at).squaredNorm();
}

long double longDistance(const LongVec3& p, const std::array<LongVec3, 3>& v, long double flatness) {
  long double best = -1;
  LongVec3 from = p, at = p;
  for (int k = 0; k < 3; ++k) {
    const long double squared = longSegmentSquared(p, v[k], v[(k + 1) % 3], at);
    if (best >= 0 && squared >= best) continue;
    best = squared;
    from = at;
  }
  const LongVec3 n = (v[1] - v[0]).cross(v[2] - v[0]);
  // Below, 64 bits do not suffice for the normal either, and the sides are within half the height of the truth.
  bool inside = flatness > 1e-11L;
  for (int k = 0; k < 3; ++k) inside = inside && n.dot((v[(k + 1) % 3] - v[k]).cross(p - v[k])) >= 0;
  if (inside) best = std::min(best, n.dot(p - from) * n.dot(p - from) / n.squaredNorm());
  return std::sqrt(best);
}

// Slivers of all ratios, with points above and within them: the distance errs by no more than the analysis says
// (closest.cpp), and the point is on the triangle.
TEST(ClosestPointTriangle, DistanceOfSliversIsThatOfExtendedPrecision) {
  constexpr double kU = 0x1p-53;
  Random random(5);
  std::array<int, 18> inside{};
  double worst = 0;
  for (int trial = 0; trial < 300000; ++trial) {
    const double size = std::pow(10.0, random.uniform(-3, 3));
    const Vec3 along = random.direction();
    const double thin = std::pow(10.0, random.uniform(-17, 0));
    std::array<Vec3, 3> v{size * random.inCube(1), Vec3::Zero(), Vec3::Zero()};
    v[1] = v[0] + size * along;
    v[2] = v[0] + size * (random.uniform(0, 1) * along + thin * random.direction());
    std::rotate(v.begin(), v.begin() + random.below(3), v.end());
    if (random.below(2) == 0) std::swap(v[0], v[1]);
    const std::array<LongVec3, 3> lv{v[0].cast<long double>(), v[1].cast<long double>(), v[2].cast<long double>()};
    const LongVec3 n = (lv[1] - lv[0]).cross(lv[2] - lv[0]);
    const double longest =
        std::sqrt(std::max({(v[1] - v[0]).squaredNorm(), (v[2] - v[0]).squaredNorm(), (v[2] - v[1]).squaredNorm()}));
    const double r = static_cast<double>(n.norm()) / (longest * longest);
    // Above or within the triangle, as exactly as doubles can say, or anywhere near.
    double s = random.uniform(0, 1), t = random.uniform(0, 1);
    if (s + t > 1) s = 1 - s, t = 1 - t;
    const double up =
        random.below(4) == 0 ? 0 : longest * std::pow(10.0, random.below(4) == 0 ? 0 : random.uniform(-16, 0));
    const Vec3 off = random.below(3) > 0 && n.norm() > 0 ? Vec3(n.normalized().cast<double>()) : random.direction();
    const Vec3 p = v[0] + s * (v[1] - v[0]) + t * (v[2] - v[0]) + up * off;

    const PointTriangle found = closestPointTriangle(p, v[0], v[1], v[2]);
    const double expected = static_cast<double>(longDistance(p.cast<long double>(), lv, r));
    const double turned = 7 * kU / r;
    double bound = 32 * kU * (longest + expected);
    if (r > 0.99e-4) bound += turned * longest;
    if (r < 1.01e-4 && r > 0.99e-10) bound += expected * turned * turned / 2;
    if (r < 1.01e-10) bound += 0.5 * r * longest;
    const double error = std::abs(std::sqrt(found.squared) - expected);
    ASSERT_LE(error, bound) << "r = " << r << ", at " << expected / longest << " of the longest side";
    worst = std::max(worst, error / (longest + expected));

    const double off_T = static_cast<double>(longDistance(found.point.cast<long double>(), lv, r));
    ASSERT_LE(off_T, 32 * kU * (longest + expected) + std::min(2 * r * longest, turned * (longest + expected))) << r;
    EXPECT_GE(found.squared, 0);
    if (found.feature == TriangleFeature::kFace)
      ++inside[static_cast<std::size_t>(std::clamp(-std::log10(r), 0.0, 17.0))];
  }
  EXPECT_LT(worst, 6e-11);
  for (int decade = 0; decade < 10; ++decade) EXPECT_GT(inside[decade], 1000) << decade;
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

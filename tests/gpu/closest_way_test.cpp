// SPDX-License-Identifier: Apache-2.0
#include "gpu/kernels/closest_way.h"

#include <gtest/gtest.h>

#include <cmath>

#include "collision/queries/mesh_distance.h"
#include "tests/gpu/random_faces.h"

namespace passung::gpu {
namespace {

using test::FaceKind;
using test::Random;

TriangleCorners plain(const collision::Corners& t) {
  TriangleCorners c{};
  for (int k = 0; k < 3; ++k) c.v[k] = {t[k].x(), t[k].y(), t[k].z()};
  return c;
}

// Of triangles of every shape that do not meet, the way is as long as their exact distance, and they are apart along it
// by its length; of those that meet, the way is none or they are not apart along it.
TEST(ClosestWay, IsTheDistanceOfTrianglesApartAndNoGapOfThoseThatMeet) {
  Random random(1);
  int apart = 0, meeting = 0, through = 0;
  for (int n = 0; n < 40000; ++n) {
    const auto kindOf = [&] { return static_cast<FaceKind>(random.below(test::kFaceKinds - 1)); };
    const auto face = [&] {
      const auto t = randomFace(random, n % 3 == 0 ? FaceKind::kRound : kindOf());
      return collision::Corners{t[0], t[1], t[2]};
    };
    const collision::Corners a = face();
    collision::Corners b = face();
    if (n % 2 == 0) {
      const Vec3 to = (a[0] + a[1] + a[2] - b[0] - b[1] - b[2]) / 3 + random.uniform(0, 1) * random.inCube(1);
      for (Vec3& q : b) q += to;
    }
    double size = 0;
    for (const Vec3& p : a) size = std::max(size, (p - b[0]).norm());
    for (const Vec3& p : b) size = std::max(size, (p - a[0]).norm());
    for (const Vec3& p : a) size = std::max(size, p.norm());
    const double exact = std::sqrt(collision::closestTriangles(a, b).squared);
    const Double3 way = closestWay(plain(a), plain(b));
    const double length = std::sqrt(squaredNorm(way));
    if (exact > 1e-9 * size) {
      ++apart;
      EXPECT_NEAR(length, exact, 1e-13 * size);
    }
    if (length <= 1e-9 * size) continue;
    const Vec3 normal = Vec3(way.x, way.y, way.z) / length;
    double gap = 1e300;
    for (const Vec3& p : a) {
      for (const Vec3& q : b) gap = std::min(gap, normal.dot(p - q));
    }
    if (exact > 0) {
      EXPECT_NEAR(gap, exact, 1e-6 * exact + 1e-13 * size);
    } else {
      ++meeting;
      EXPECT_LE(gap, 1e-13 * size);
      through += length > 1e-3 * size;
    }
  }
  EXPECT_GT(apart, 20000);
  EXPECT_GT(meeting, 1000);
  EXPECT_GT(through, 500);
}

}  // namespace
}  // namespace passung::gpu

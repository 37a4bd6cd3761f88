// SPDX-License-Identifier: Apache-2.0
#include "gpu/conglomerates/conglomerate_boxes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "collision/queries/closest.h"
#include "tests/gpu/partition_meshes.h"

namespace passung::gpu {
namespace {

using test::built;
using test::MeshPtr;
using test::Random;

using LongVec3 = Eigen::Matrix<long double, 3, 1>;

// p in the box's frame, in extended precision: rotation by the stored quaternion, made exactly unit.
LongVec3 placed(const OrientedBox& box, const Vec3& p) {
  const Eigen::Quaternion<long double> q = box.X_MB.q.cast<long double>().normalized();
  return q.conjugate() * (p.cast<long double>() - box.X_MB.p.cast<long double>());
}

bool holds(const OrientedBox& box, const Vec3& p) {
  return (placed(box, p).cwiseAbs().array() <= box.half.cast<long double>().array()).all();
}

// Points of one sort or another: clouds, flat, on a line, one point, far from the origin.
std::vector<Vec3> anyPoints(Random& random, int kind) {
  const Transform X = random.pose(kind % 2 ? 1e3 : 1);
  const Vec3 sizes[] = {{1, 2, 3}, {1, 1, 0}, {1, 0, 0}, {0, 0, 0}, {1, 1e-7, 1e-12}};
  std::vector<Vec3> points;
  const int count = kind % 7 == 0 ? 1000 : 1 + random.below(60);
  for (int i = 0; i < count; ++i) points.push_back(X * Vec3(random.inCube(1).cwiseProduct(sizes[kind % 5])));
  return points;
}

TEST(ConglomerateBoxes, HoldEveryPoint) {
  Random random(1);
  for (int i = 0; i < 400; ++i) {
    const auto points = anyPoints(random, i);
    const OrientedBox box = tightBox(points);
    for (const Vec3& p : points) EXPECT_TRUE(holds(box, p)) << "set " << i;
  }
}

TEST(ConglomerateBoxes, OfABoxOfPointsIsTheBox) {
  Random random(2);
  for (int i = 0; i < 100; ++i) {
    const Vec3 e(random.uniform(0.1, 1), random.uniform(0.1, 1), random.uniform(0.1, 1));
    const Transform X = random.pose(3);
    std::vector<Vec3> points;
    for (const Vec3& p : testing::box(e).vertices) points.push_back(X * p);
    for (int k = 0; k < 30; ++k) points.push_back(X * Vec3(random.inCube(0.5).cwiseProduct(e)));
    Vec3 half = tightBox(points).half, expected = 0.5 * e;
    std::sort(half.data(), half.data() + 3);
    std::sort(expected.data(), expected.data() + 3);
    EXPECT_NEAR((half - expected).norm(), 0, 1e-9);
  }
}

// A right prism over a triangle, turned: the box on its long side is known. Principal axes alone miss it.
TEST(ConglomerateBoxes, AreAlignedWithFacetsOfTheHull) {
  Random random(3);
  for (int i = 0; i < 50; ++i) {
    const Transform X = random.pose(3);
    const double c = random.uniform(0.1, 0.9);
    std::vector<Vec3> points;
    for (const double z : {0.0, 3.0}) {
      for (const Vec3& p : {Vec3(0, 0, z), Vec3(2, 0, z), Vec3(2 * c, 0.2, z)}) points.push_back(X * p);
    }
    // Base 2, height 0.2, length 3.
    EXPECT_LE(tightBox(points).area(), 2 * (2 * 0.2 + 2 * 3 + 0.2 * 3) * (1 + 1e-9));
  }
}

TEST(ConglomerateBoxes, OfFlatAndThinSetsHaveNoThickness) {
  Random random(4);
  for (int i = 0; i < 50; ++i) {
    const Transform X = random.pose(1);
    std::vector<Vec3> flat, line;
    for (int k = 0; k < 20; ++k) {
      flat.push_back(X * Vec3(random.uniform(-1, 1), random.uniform(-1, 1), 0));
      line.push_back(X * Vec3(random.uniform(-1, 1), 0, 0));
    }
    Vec3 half = tightBox(flat).half;
    std::sort(half.data(), half.data() + 3);
    EXPECT_LT(half[0], 1e-13);
    EXPECT_GT(half[1], 0.3);
    half = tightBox(line).half;
    std::sort(half.data(), half.data() + 3);
    EXPECT_LT(half[1], 1e-9);
  }
}

TEST(ConglomerateBoxes, OfAPartitionHoldTheirFacesAndTheWholeHoldsAll) {
  Random random(5);
  for (const MeshPtr& mesh : {built(test::helix(24, 3, 1, 0.1)), built(test::scattered(random, 200, 1, 0.2)),
                              built(test::tangled(random, 30, 200)), built(testing::torus(24, 12, 1, 0.3))}) {
    for (const Partitioner partitioner : kPartitioners) {
      const Partition p = partition(*mesh, partitioner);
      const ConglomerateBoxes boxes = conglomerateBoxes(*mesh, p);
      ASSERT_EQ(static_cast<int>(boxes.boxes.size()), p.count());
      for (int c = 0; c < p.count(); ++c) {
        for (const int f : p.of(c)) {
          for (const int v : mesh->triangles()[f]) EXPECT_TRUE(holds(boxes.boxes[c], mesh->vertices()[v]));
        }
      }
      for (const Vec3& v : mesh->vertices()) EXPECT_TRUE(holds(boxes.whole, v));
    }
  }
}

// The squared distance of two boxes: 0 where a corner of one is inside the other or an edge pierces a side; else the
// least over corners against the other box, edges against edges. (Two boxes apart are nearest at such a pair.)
double squaredDistance(const OrientedBox& a, const OrientedBox& b, const Transform& X_AB) {
  struct Solid {
    std::vector<Vec3> corners;
    const OrientedBox* box;
    Transform X;  // the box's frame in A
  };
  const auto solid = [](const OrientedBox& box, const Transform& X) {
    Solid s{{}, &box, X * box.X_MB};
    for (const Vec3& p : testing::box(2 * box.half).vertices) s.corners.push_back(s.X * p);
    return s;
  };
  const Solid sa = solid(a, {}), sb = solid(b, X_AB);
  constexpr int kEdges[12][2] = {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 2}, {1, 3},
                                 {4, 6}, {5, 7}, {0, 4}, {1, 5}, {2, 6}, {3, 7}};
  double least = 1e300;
  const auto against = [&](const Solid& s, const Solid& t) {
    const Transform X = t.X.inverse();
    const Aabb box{-t.box->half, t.box->half};
    for (const Vec3& p : s.corners) least = std::min(least, box.squaredDistance(X * p));
    for (const auto& e : kEdges) {
      // The edge clipped by the slabs of the box.
      const Vec3 p = X * s.corners[e[0]], d = X * s.corners[e[1]] - p;
      double enter = 0, leave = 1;
      for (int k = 0; k < 3; ++k) {
        if (d[k] == 0) {
          if (std::abs(p[k]) > t.box->half[k]) enter = 2;
          continue;
        }
        const double t0 = (-t.box->half[k] - p[k]) / d[k], t1 = (t.box->half[k] - p[k]) / d[k];
        enter = std::max(enter, std::min(t0, t1));
        leave = std::min(leave, std::max(t0, t1));
      }
      if (enter <= leave) least = 0;
    }
  };
  against(sa, sb);
  against(sb, sa);
  for (const auto& e : kEdges) {
    for (const auto& f : kEdges) {
      least = std::min(least, collision::closestSegmentSegment(sa.corners[e[0]], sa.corners[e[1]], sb.corners[f[0]],
                                                               sb.corners[f[1]])
                                  .squared);
    }
  }
  return least;
}

TEST(ConglomerateBoxes, AreNeverCalledApartWhenTheyAreWithinTheDistance) {
  Random random(6);
  int touching = 0, within = 0, beyond = 0, toldApart = 0, farBeyond = 0, farNear = 0;
  for (int i = 0; i < 20000; ++i) {
    const auto box = [&] {
      OrientedBox b{random.pose(1), Vec3(random.uniform(0, 1), random.uniform(0, 1), random.uniform(0, 1))};
      if (i % 3 == 0) b.half[i % 2] = 0;  // flat
      if (i % 11 == 0) b.half = Vec3(b.half[0], 0, 0);
      return b;
    };
    const OrientedBox a = box(), b = box();
    Transform X = random.pose(i % 2 ? 1.5 : 3);
    if (i % 5 == 0) X.q = a.X_MB.q * b.X_MB.q.conjugate();  // parallel axes
    const double exact = std::sqrt(squaredDistance(a, b, X));
    const double d = random.uniform(0, 0.5);
    const bool isNear = near(a, b, X, d);
    if (exact <= d) {
      EXPECT_TRUE(isNear) << "distance " << exact << " within " << d;
      ++(exact == 0 ? touching : within);
    } else {
      ++beyond;
      toldApart += !isNear;
    }
    // With the exact distance itself, and a hair more or less, the answer must not turn to "apart" too early.
    EXPECT_TRUE(near(a, b, X, exact * (1 + 1e-14)));
    // The inflated boxes' corners stick out by sqrt(3) d at most, so that beyond that they are apart but for rounding
    // and for the products of axes, which are tested with the whole distance.
    if (exact > 3 * d + 0.1) {
      ++farBeyond;
      farNear += isNear;
    }
    // The other way round.
    EXPECT_EQ(near(b, a, X.inverse(), d), isNear);
  }
  EXPECT_GT(touching, 1000);
  EXPECT_GT(within, 1000);
  EXPECT_GT(beyond, 5000);
  EXPECT_GT(farBeyond, 2000);
  EXPECT_GT(toldApart, beyond * 9 / 10);
  EXPECT_LT(farNear, farBeyond / 100);
}

// Boxes that face each other, far from their meshes' origins and these far from each other, where coordinates have lost
// their last digits. The distance asked for is that of two points of theirs, in extended precision.
TEST(ConglomerateBoxes, ArePaddedForTheirPlaceFarFromTheOrigin) {
  using LongQuat = Eigen::Quaternion<long double>;
  const auto moved = [](const Transform& X, const LongVec3& p) {
    return LongVec3(LongQuat(X.q.cast<long double>()).normalized() * p + X.p.cast<long double>());
  };
  Random random(7);
  double largest = 0;
  for (int i = 0; i < 4000; ++i) {
    const double far = std::pow(10.0, i % 7);
    const Transform X_WA{random.rotation(), far * random.direction()},
        X_WB{random.rotation(), far * random.direction()};
    const Transform X_AB = X_WA.inverse() * X_WB;
    const Vec3 ha = random.inCube(1).cwiseAbs(), hb = random.inCube(1).cwiseAbs();
    const Transform X_WP = random.pose(far);
    const OrientedBox a{X_WA.inverse() * X_WP, ha};
    const Transform beside{Quat::Identity(), Vec3(ha.x() + hb.x() + random.uniform(0, 1e-3), 0, 0)};
    const OrientedBox b{X_WB.inverse() * X_WP * beside, hb};
    const LongVec3 p = moved(a.X_MB, LongVec3(ha.x(), 0, 0));
    const LongVec3 q = moved(X_AB, moved(b.X_MB, LongVec3(-hb.x(), 0, 0)));
    const double d = std::nextafter(static_cast<double>((p - q).norm()), 1.0);
    EXPECT_TRUE(near(a, b, X_AB, d));
    largest = std::max(largest, d);
  }
  EXPECT_LT(largest, 1.1e-3);
}

}  // namespace
}  // namespace passung::gpu

// SPDX-License-Identifier: Apache-2.0
// Depths against closed forms, and against dense sampling with brute force.
#include "collision/queries/penetration.h"

#include <gtest/gtest.h>

#include "collision/queries/exact_triangle.h"
#include "core/error.h"
#include "core/mesh_topology.h"
#include "random_geometry.h"
#include "test_meshes.h"

namespace passung::collision {
namespace {

using test::MeshPtr;
using test::Random;

Collider of(Shape shape, const Transform& X = {}) { return {std::move(shape), X}; }
Transform at(double x, double y, double z, const Quat& q = Quat::Identity()) { return {q, Vec3(x, y, z)}; }
Quat turn(double x, double y, double z) { return rotationFromVector(Vec3(x, y, z)); }

// Measures two single-shape bodies in four ways that must not matter: as given, swapped, and both also moved away.
Penetration measured(const Shape& a, const Shape& b, const Transform& X_WA, const Transform& X_WB) {
  const std::vector<std::vector<Collider>> bodies{{of(a)}, {of(b)}};
  const PenetrationOracle oracle(bodies);
  const Penetration p = oracle.measure(0, 1, X_WA, X_WB);
  const double size = X_WA.p.norm() + X_WB.p.norm() + p.p_W.norm() + 1e-3 * p.depth;
  const Penetration s = oracle.measure(1, 0, X_WB, X_WA);
  EXPECT_NEAR(s.depth, p.depth, 1e-3 * p.depth + 1e-14 * size);
  EXPECT_EQ(s.intersecting, p.intersecting);
  const Transform X{turn(0.3, -0.7, 1.1), size * Vec3(0.4, -0.2, 0.7)};
  const Penetration m = oracle.measure(0, 1, X * X_WA, X * X_WB);
  EXPECT_NEAR(m.depth, p.depth, 1e-3 * p.depth + 1e-13 * size);
  return p;
}

TEST(Penetration, OfABoxPressedIntoAPlateIsItsDepthAtEveryScale) {
  for (const double s : {1e-3, 1.0, 1e3}) {
    for (const double depth : {1e-9, 1e-6, 1e-3, 0.1}) {
      const Box block{s * Vec3(0.3, 0.4, 0.5)}, plate{s * Vec3(5, 4, 0.5)};
      const Penetration p = measured(plate, block, {}, at(0.7 * s, -0.3 * s, (1 - depth) * s));
      EXPECT_TRUE(p.intersecting);
      EXPECT_NEAR(p.depth, depth * s, 1e-15 * s + 1e-12 * depth * s);
      EXPECT_GE(p.triangleA, 0);
      EXPECT_GE(p.triangleB, 0);
      EXPECT_EQ(p.bodyA, 0);
      EXPECT_EQ(p.bodyB, 1);
    }
  }
}

TEST(Penetration, OfACornerPressedIntoAPlateIsTheDepthOfTheCorner) {
  const Box cube{Vec3::Constant(0.5)}, plate{Vec3(3, 3, 0.5)};
  // The diagonal of the cube upright: its lowest corner is sqrt(3) / 2 below the centre.
  const Quat upright = Quat::FromTwoVectors(Vec3(1, 1, 1), Vec3::UnitZ());
  for (const double depth : {1e-8, 1e-5, 1e-2}) {
    const Penetration p = measured(plate, cube, {}, at(0.3, 0.2, 0.5 + std::sqrt(3) / 2 - depth, upright));
    EXPECT_NEAR(p.depth, depth, 1e-15 + 1e-9 * depth);
    EXPECT_LT((p.p_W - Vec3(0.3, 0.2, 0.5 - depth)).norm(), 1e-3 * depth + 1e-14);
  }
}

TEST(Penetration, OfTouchingBoxesIsZeroAndOfSeparateOnesNothing) {
  const Box cube{Vec3::Constant(0.5)}, plate{Vec3(3, 3, 0.5)};
  const Penetration touching = measured(plate, cube, {}, at(0.25, 0.25, 1));
  EXPECT_TRUE(touching.intersecting);
  EXPECT_EQ(touching.depth, 0);
  const Penetration apart = measured(plate, cube, {}, at(0.25, 0.25, 1 + 1e-12));
  EXPECT_FALSE(apart.intersecting);
  EXPECT_EQ(apart.depth, 0);
}

// Two roof ridges crossed at a right angle, one pressed into the other by d. Above the lower ridge, at a distance x
// from the crossing, the upper ridge is |x| - d high; where that is negative it lies (d - |x|) / sqrt(2) below the
// roof.
TEST(Penetration, OfCrossedEdgesIsThatOfTheEdgeBetweenTheCrossings) {
  const Box bar{Vec3(2, 0.5, 0.5)};
  const double ridge = std::sqrt(0.5);
  for (const double s : {1e-3, 1.0, 1e3}) {
    const Box scaled{s * bar.half};
    for (const double d : {1e-7, 1e-4, 1e-2}) {
      const Transform lower = at(0, 0, 0, turn(kPi / 4, 0, 0));
      const Transform upper = at(0.31 * s, -0.17 * s, (2 * ridge - d) * s, turn(0, 0, kPi / 2) * turn(kPi / 4, 0, 0));
      const Penetration p = measured(scaled, scaled, lower, upper);
      EXPECT_TRUE(p.intersecting);
      EXPECT_NEAR(p.depth, d * s / std::sqrt(2), 1e-3 * d * s + 1e-14 * s);
      EXPECT_LT((p.p_W - s * Vec3(0.31, 0, ridge)).norm(), 2 * d * s);
    }
  }
}

TEST(Penetration, OfAShaftPressedAgainstItsHoleIsTheOverlapOfTheFlats) {
  // Shaft and hole with facets parallel, the shaft moved along the normal of a flat beyond the clearance.
  const int sides = 64;
  const double hole = 8.25, shaft = 8, flat = std::cos(kPi / sides);
  const MeshPtr sleeve = test::pipe(hole, 20, 4, sides);
  for (const double overlap : {1e-6, 1e-3}) {
    const double way = (hole - shaft) * flat + overlap;
    const Vec3 n(std::cos(kPi / sides), std::sin(kPi / sides), 0);
    const Cylinder pin{shaft, 30, sides};
    const Penetration p = measured(MeshShape{sleeve}, pin, {}, Transform{Quat::Identity(), way * n});
    EXPECT_TRUE(p.intersecting);
    EXPECT_NEAR(p.depth, overlap, 1e-13 + 1e-3 * overlap);
    const Penetration free = measured(MeshShape{sleeve}, pin, {}, Transform{Quat::Identity(), (way - 2 * overlap) * n});
    EXPECT_FALSE(free.intersecting) << "a pin within its clearance touches nothing";
    EXPECT_EQ(free.depth, 0);
  }
}

TEST(Penetration, OfAContainedPartIsItsDeepestPoint) {
  const Box big{Vec3::Ones()}, small{Vec3::Constant(0.1)};
  // From x = 0.4 to 0.6: the near face is 0.6 below the nearest side of the big box.
  const Penetration p = measured(big, small, {}, at(0.5, 0, 0));
  EXPECT_TRUE(p.intersecting);
  EXPECT_NEAR(p.depth, 0.6, 1e-3);
  EXPECT_LE(p.depth, 0.6 + 1e-12);
}

TEST(Penetration, OfAPartInACavityOrThroughARingIsNone) {
  const Penetration cavity = measured(MeshShape{test::hollowBox(0.5)}, Box{Vec3::Constant(0.4)}, {}, {});
  EXPECT_FALSE(cavity.intersecting);
  EXPECT_EQ(cavity.depth, 0);
  const MeshShape ring{test::torus(1, 0.3, 32, 16)};
  const Penetration linked = measured(ring, ring, {}, at(1, 0, 0, turn(kPi / 2, 0, 0)));
  EXPECT_FALSE(linked.intersecting);
  EXPECT_EQ(linked.depth, 0);
}

TEST(Penetration, OfRoundShapesIsExact) {
  const Box plate{Vec3(3, 3, 0.5)};
  const double r = 0.25, d = 1e-7;
  // Over a face, over an edge, over a corner; sunk to the centre and below.
  EXPECT_NEAR(measured(plate, Sphere{r}, {}, at(0.3, 0.2, 0.5 + r - d)).depth, d, 1e-15);
  const double diagonal = (r - d) / std::sqrt(2);
  EXPECT_NEAR(measured(plate, Sphere{r}, {}, at(3 + diagonal, 0.2, 0.5 + diagonal)).depth, d, 1e-15);
  const double corner = (r - d) / std::sqrt(3);
  EXPECT_NEAR(measured(plate, Sphere{r}, {}, at(3 + corner, 3 + corner, 0.5 + corner)).depth, d, 1e-15);
  EXPECT_NEAR(measured(plate, Sphere{r}, {}, at(0.3, 0.2, 0.4)).depth, r + 0.1, 1e-12);
  EXPECT_FALSE(measured(plate, Sphere{r}, {}, at(0.3, 0.2, 0.5 + r + d)).intersecting);

  // A capsule lying, standing, and stuck through the plate.
  const Capsule pill{r, 1};
  EXPECT_NEAR(measured(plate, pill, {}, at(0.3, 0.2, 0.5 + r - d, turn(0, kPi / 2, 0))).depth, d, 1e-15);
  EXPECT_NEAR(measured(plate, pill, {}, at(0.3, 0.2, 1.5 + r - d)).depth, d, 1e-15);
  EXPECT_NEAR(measured(plate, pill, {}, at(0.3, 0.2, 0.1)).depth, r + 0.5, 1e-3);

  EXPECT_NEAR(measured(Sphere{1}, Sphere{0.5}, {}, at(0, 1.5 - d, 0)).depth, d, 1e-15);
  EXPECT_NEAR(measured(Sphere{1}, pill, {}, at(1 + r - d, 0, 0.3)).depth, d, 1e-15);
  EXPECT_NEAR(measured(pill, pill, {}, at(0, 2 * r - d, 0.4, turn(0, kPi / 2, 0))).depth, d, 1e-15);
}

TEST(Penetration, BelowAHalfSpaceIsTheLowestPoint) {
  const Transform slope = at(0, 0, 0.3, turn(0.4, 0, 0));
  const Vec3 n = slope.q * Vec3::UnitZ();
  const double d = 1e-6;
  EXPECT_NEAR(measured(HalfSpace{}, Sphere{0.5}, slope, {slope.q, slope.p + (0.5 - d) * n}).depth, d, 1e-15);
  EXPECT_NEAR(measured(HalfSpace{}, Capsule{0.5, 1}, slope, {slope.q, slope.p + (1.5 - d) * n}).depth, d, 1e-15);
  EXPECT_NEAR(measured(HalfSpace{}, Box{Vec3::Constant(0.5)}, slope, {slope.q, slope.p + (0.5 - d) * n}).depth, d,
              1e-15);
  EXPECT_NEAR(measured(HalfSpace{}, Cylinder{1, 2, 32}, slope, {slope.q, slope.p + (2 - d) * n}).depth, d, 1e-15);
  EXPECT_FALSE(measured(HalfSpace{}, Box{Vec3::Constant(0.5)}, slope, {slope.q, slope.p + (0.5 + d) * n}).intersecting);
  EXPECT_FALSE(measured(HalfSpace{}, HalfSpace{}, slope, {}).intersecting);
}

// Largest distance below the other surface over dense points of the edges, all by loops over all triangles.
double sampledDepth(const TriangleMesh& a, const TriangleMesh& b, const Transform& X_BA, int perEdge) {
  double deepest = 0;
  for (const MeshEdge& e : a.edges()) {
    const Vec3 p = X_BA * a.vertices()[e.v0], q = X_BA * a.vertices()[e.v1];
    for (int i = 0; i <= perEdge; ++i) {
      const Vec3 x = p + (q - p) * i / perEdge;
      if (!b.bounds().contains(x) || windingNumber(x, b.vertices(), b.triangles()) < 0.5) continue;
      double squared = std::numeric_limits<double>::infinity();
      for (int t = 0; t < static_cast<int>(b.triangles().size()); ++t) {
        const auto c = corners(b, t);
        squared = std::min(squared, closestPointTriangle(x, c[0], c[1], c[2]).squared);
      }
      deepest = std::max(deepest, std::sqrt(squared));
    }
  }
  return deepest;
}

bool anyTrianglesMeet(const TriangleMesh& a, const TriangleMesh& b, const Transform& X_AB) {
  const Mat3 R = X_AB.R();
  for (int j = 0; j < static_cast<int>(b.triangles().size()); ++j) {
    auto cb = corners(b, j);
    for (Vec3& p : cb) p = R * p + X_AB.p;
    for (int i = 0; i < static_cast<int>(a.triangles().size()); ++i) {
      if (trianglesIntersect(corners(a, i), cb)) return true;
    }
  }
  return false;
}

TEST(Penetration, OfRandomConcavePartsAgreesWithBruteForceAndIgnoresTheOrderOfTriangles) {
  Random random(1);
  int deep = 0, apart = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const double s = std::pow(10.0, random.below(7) - 3);
    const MeshPtr a = test::lump(random, 1, 10)->transformed({}, s);
    const MeshPtr b = (trial % 2 == 0 ? test::lump(random, 0.7, 8) : test::torus(0.8, 0.2, 8, 6))->transformed({}, s);
    const Transform X_AB{random.rotation(), s * random.uniform(0.5, 2.3) * random.direction()};
    const bool meet = anyTrianglesMeet(*a, *b, X_AB);
    const Penetration p = measured(MeshShape{a}, MeshShape{b}, {}, X_AB);
    const double sampled = std::max(sampledDepth(*b, *a, X_AB, 40), sampledDepth(*a, *b, X_AB.inverse(), 40));
    EXPECT_EQ(p.intersecting, meet || sampled > 0);
    // Samples are up to half a spacing of the longest edges (about the size) away from the deepest point.
    EXPECT_GE(p.depth, sampled * (1 - 2e-3));
    EXPECT_LE(p.depth, sampled * (1 + 2e-3) + 0.02 * s);
    const Penetration other =
        measured(MeshShape{test::shuffled(random, *a)}, MeshShape{test::shuffled(random, *b)}, {}, X_AB);
    EXPECT_NEAR(other.depth, p.depth, 2e-3 * p.depth + 1e-14 * s);
    deep += p.depth > 0.01 * s ? 1 : 0;
    apart += p.intersecting ? 0 : 1;
  }
  EXPECT_GT(deep, 20);
  EXPECT_GT(apart, 8);
}

TEST(Penetration, OfAnOpenSheetIsTheOverlapOfTheTrianglesThatCross) {
  const MeshPtr sheet = TriangleMesh::build({{-3, -3, 0}, {3, -3, 0}, {3, 3, 0}, {-3, 3, 0}}, {{0, 1, 2}, {0, 2, 3}});
  const Quat upright = Quat::FromTwoVectors(Vec3(1, 1, 1), Vec3::UnitZ());
  const Box cube{Vec3::Constant(0.5)};
  const Penetration corner = measured(MeshShape{sheet}, cube, {}, at(0.3, 0.2, std::sqrt(3) / 2 - 1e-5, upright));
  EXPECT_TRUE(corner.intersecting);
  EXPECT_NEAR(corner.depth, 1e-5, 1e-9);
  const Penetration apart = measured(MeshShape{sheet}, cube, {}, at(0.3, 0.2, std::sqrt(3) / 2 + 1e-5, upright));
  EXPECT_FALSE(apart.intersecting);
}

TEST(Penetration, OverAllBodiesFindsTheWorstPairSkipsFixedOnesAndReportsEachBody) {
  const Box cube{Vec3::Constant(0.5)};
  // A row of cubes on z; 0-1 overlap by 0.3 but both are fixed, 1-2 by 0.1, 2-3 by 0.2, 4 stands alone on a half-space.
  const std::vector<std::vector<Collider>> bodies{
      {of(cube)}, {of(cube)},        {of(cube)}, {of(Sphere{0.1}), of(cube, at(0, 0, 0.2))},
      {of(cube)}, {of(HalfSpace{})}, {}};
  const std::vector<Transform> poses{
      at(0, 0, 0), at(0, 0, 0.7), at(0, 0, 1.6), at(0, 0, 2.2), at(9, 0, -0.25 - 0.05), at(0, 0, -0.75), {}};
  const PenetrationOracle oracle(bodies);
  std::vector<double> perBody(bodies.size());
  const std::vector<bool> fixed{true, true, false, false, false, true, true};
  const Penetration worst = oracle.maxPenetration(poses, fixed, perBody);
  EXPECT_EQ(worst.bodyA, 2);
  EXPECT_EQ(worst.bodyB, 3);
  EXPECT_EQ(worst.colliderB, 1);
  EXPECT_NEAR(worst.depth, 0.2, 1e-3);
  const std::vector<double> expected{0, 0.1, 0.2, 0.2, 0.05, 0.05, 0};
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(perBody[i], expected[i], 1e-3) << i;
  EXPECT_NEAR(oracle.maxPenetration(poses).depth, 0.3, 1e-3);
  EXPECT_EQ(oracle.maxPenetration(poses).bodyA, 0);
}

TEST(Penetration, RefusesAMeshShapeWithoutAMesh) {
  const std::vector<std::vector<Collider>> bodies{{of(MeshShape{})}};
  EXPECT_THROW(PenetrationOracle{bodies}, InputError);
}

}  // namespace
}  // namespace passung::collision

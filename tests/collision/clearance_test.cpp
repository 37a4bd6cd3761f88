// SPDX-License-Identifier: Apache-2.0
// Gaps and depths of pairs against closed forms, and distances against a loop over all pairs of triangles.
#include "collision/queries/clearance.h"

#include <gtest/gtest.h>

#include "collision/queries/chord_error.h"
#include "collision/queries/mesh_distance.h"
#include "random_geometry.h"
#include "test_meshes.h"

namespace passung::collision {
namespace {

using test::MeshPtr;
using test::Random;

Transform at(double x, double y, double z, const Quat& q = Quat::Identity()) { return {q, Vec3(x, y, z)}; }
Quat turn(double x, double y, double z) { return rotationFromVector(Vec3(x, y, z)); }

// Measures two single-shape bodies as given, swapped, and both moved: the answers must agree.
Clearance measured(const Shape& a, const Shape& b, const Transform& X_WA, const Transform& X_WB,
                   const ClearanceSettings& settings = {}) {
  const std::vector<std::vector<Collider>> bodies{{{a, {}}}, {{b, {}}}};
  const ClearanceOracle oracle(bodies);
  const Clearance c = oracle.measure(0, 1, X_WA, X_WB, settings);
  const Clearance s = oracle.measure(1, 0, X_WB, X_WA, settings);
  EXPECT_EQ(s.state, c.state);
  const double size = bounds(a).size() < 1e300 ? bounds(a).size() : bounds(b).size();
  EXPECT_NEAR(s.gap, c.gap, 1e-14 * size);
  const Transform X{turn(0.3, -0.7, 1.1), size * Vec3(0.4, -0.2, 0.7)};
  const Clearance m = oracle.measure(0, 1, X * X_WA, X * X_WB, settings);
  EXPECT_NEAR(m.gap, c.gap, 1e-13 * size);
  EXPECT_NEAR(m.depth, c.depth, 1e-3 * c.depth + 1e-13 * size);
  // What is measured is the distance of the two points.
  EXPECT_NEAR((c.pB_W - c.pA_W).norm(), std::max(c.gap, c.depth), 1e-9 * c.depth + 1e-14 * size);
  return c;
}

TEST(Clearance, OfBoxesIsTheirGapAtEveryScale) {
  for (const double s : {1e-3, 1.0, 1e3}) {
    const Box cube{s * Vec3::Constant(0.5)}, plate{s * Vec3(3, 3, 0.5)};
    for (const double gap : {2e-5, 1e-3, 0.3}) {
      const Clearance c = measured(plate, cube, {}, at(0.25 * s, -0.4 * s, (1 + gap) * s));
      EXPECT_EQ(c.state, ClearanceState::kApart);
      EXPECT_NEAR(c.gap, gap * s, 1e-14 * s);
      EXPECT_EQ(c.depth, 0);
      EXPECT_NEAR(c.pA_W.z(), 0.5 * s, 1e-14 * s);
      EXPECT_NEAR(c.pB_W.z(), (0.5 + gap) * s, 1e-14 * s);
    }
    // Corner to corner, along the diagonal.
    const Clearance corner = measured(cube, cube, {}, at(1.3 * s, 1.4 * s, 1.5 * s));
    EXPECT_NEAR(corner.gap, s * Vec3(0.3, 0.4, 0.5).norm(), 1e-14 * s);
    // On each other: touching, by rounding or by a millionth of the size.
    EXPECT_EQ(measured(plate, cube, {}, at(0.25 * s, 0, s)).state, ClearanceState::kTouching);
    EXPECT_EQ(measured(plate, cube, {}, at(0.25 * s, 0, s * (1 + 1e-6))).state, ClearanceState::kTouching);
    EXPECT_EQ(measured(plate, cube, {}, at(0.25 * s, 0, s * (1 - 1e-6))).state, ClearanceState::kTouching);
    // Flat parts have no chord error: ten times that is a clash.
    const Clearance clash = measured(plate, cube, {}, at(0.25 * s, 0, s * (1 - 1e-4)));
    EXPECT_EQ(clash.state, ClearanceState::kOverlapping);
    EXPECT_NEAR(clash.depth, 1e-4 * s, 1e-9 * s);
    EXPECT_EQ(clash.gap, 0);
  }
}

TEST(Clearance, OfRoundShapesIsTheDistanceOfTheirAxesLessTheRadii) {
  const Box plate{Vec3(3, 3, 0.5)};
  const Sphere ball{0.25};
  const Capsule pill{0.25, 1};
  EXPECT_NEAR(measured(ball, Sphere{1}, {}, at(2, 0, 0)).gap, 0.75, 1e-14);
  EXPECT_NEAR(measured(plate, ball, {}, at(0.3, 0.2, 1)).gap, 0.25, 1e-14);
  EXPECT_NEAR(measured(plate, ball, {}, at(3.3, 3.4, 0.2)).gap, 0.25, 1e-14);
  EXPECT_NEAR(measured(plate, pill, {}, at(0.3, 0.2, 2)).gap, 0.25, 1e-14);
  EXPECT_NEAR(measured(pill, pill, {}, at(0, 0.9, 0.4, turn(0, kPi / 2, 0))).gap, 0.4, 1e-14);
  EXPECT_NEAR(measured(HalfSpace{}, ball, {}, at(5, 7, 1)).gap, 0.75, 1e-14);
  EXPECT_NEAR(measured(HalfSpace{}, Box{Vec3::Constant(0.5)}, {}, at(5, 7, 1)).gap, 0.5, 1e-14);
  EXPECT_EQ(measured(HalfSpace{}, ball, {}, at(5, 7, 0.25)).state, ClearanceState::kTouching);

  const Clearance sunk = measured(plate, ball, {}, at(0.3, 0.2, 0.74));
  EXPECT_EQ(sunk.state, ClearanceState::kOverlapping);
  EXPECT_NEAR(sunk.depth, 0.01, 1e-12);
  EXPECT_EQ(measured(HalfSpace{}, HalfSpace{}, {}, at(0, 0, 1)).bodyA, -1) << "two floors have no clearance";
}

// A pin of 64 flats in a hole of 64 flats, turned alike: the gap is the difference of the radii at the flats, less the
// way the pin was moved along the normal of a flat.
TEST(Clearance, OfAPegInAHoleIsThatOfTheFlats) {
  const int sides = 64;
  const double flat = std::cos(kPi / sides);
  const MeshShape sleeve{test::pipe(4.05, 10, 6, sides)};
  const MeshShape pin{test::revolved({{4.0, -10}, {4.0, 10}, {0.5, 10}, {0.5, -10}}, sides)};
  const Vec3 n(std::cos(kPi / sides), std::sin(kPi / sides), 0);
  for (const double way : {0.0, 0.01, 0.03}) {
    const Clearance c = measured(sleeve, pin, {}, Transform{Quat::Identity(), way * n});
    EXPECT_EQ(c.state, ClearanceState::kApart) << "a gap is a gap, however coarse the facets";
    EXPECT_NEAR(c.gap, 0.05 * flat - way, 1e-12);
  }
  // Pressed in by less than the facets' own error it touches; told to be exact it clashes.
  const Transform pressed{Quat::Identity(), (0.05 * flat + 1e-3) * n};
  EXPECT_EQ(measured(sleeve, pin, {}, pressed).state, ClearanceState::kTouching);
  const Clearance exact = measured(sleeve, pin, {}, pressed, {.tolerance = 0.0});
  EXPECT_EQ(exact.state, ClearanceState::kOverlapping);
  EXPECT_NEAR(exact.depth, 1e-3, 1e-6);
}

// A shaft and a bore of one radius, each cut into its own facets: the corners of the shaft reach beyond the flats of
// the bore by r (1 - cos(pi / n)). That is shared contact, no clash; a bore that is too small by more is a clash.
TEST(Clearance, OfASharedCylinderIsTouchingWhateverTheFacets) {
  const double r = 5;
  const MeshShape shaft{test::revolved({{r, -8}, {r, 8}, {1, 8}, {1, -8}}, 40)};
  for (const double phase : {0.0, 0.02, 0.05}) {
    const Clearance c = measured(MeshShape{test::pipe(r, 9, 4, 48, phase)}, shaft, {}, {});
    EXPECT_EQ(c.state, ClearanceState::kTouching) << phase;
    EXPECT_GT(c.depth, 0);
    EXPECT_LT(c.depth, c.overlapTolerance);
  }
  EXPECT_EQ(measured(MeshShape{test::pipe(r - 0.1, 9, 4, 48)}, shaft, {}, {}).state, ClearanceState::kOverlapping);
}

TEST(ChordError, OfACylinderIsTheHeightOfItsArcsAndOfABoxNothing) {
  EXPECT_EQ(chordError(*test::box(-Vec3::Ones(), Vec3(2, 3, 4))), 0);
  for (const int sides : {48, 100}) {
    const double r = 5;
    const MeshPtr bore = test::pipe(r, 6, 400, sides);  // long, so that the cap does not bind
    EXPECT_NEAR(chordError(*bore), 6 * (1 - std::cos(kPi / sides)), 1e-9) << "the outer arcs are the higher ones";
  }
  EXPECT_EQ(chordError(*test::pipe(5, 6, 4, 8)), 0) << "an octagon is an octagon";
  const MeshPtr coarse = test::pipe(5, 6, 1, 16);
  EXPECT_DOUBLE_EQ(chordError(*coarse), kChordCap * coarse->bounds().size());
}

// The distance by all pairs of triangles. Of two triangles that are apart, one of the two points is a corner, or both
// lie on edges.
double bruteForce(const TriangleMesh& a, const TriangleMesh& b, const Transform& X_AB) {
  double squared = std::numeric_limits<double>::infinity();
  for (int i = 0; i < static_cast<int>(a.triangles().size()); ++i) {
    const Corners ca = corners(a, i);
    for (int j = 0; j < static_cast<int>(b.triangles().size()); ++j) {
      Corners cb = corners(b, j);
      for (Vec3& p : cb) p = X_AB * p;
      if (trianglesIntersect(ca, cb)) return 0;
      for (std::size_t k = 0; k < 3; ++k) {
        squared = std::min(squared, closestPointTriangle(ca[k], cb[0], cb[1], cb[2]).squared);
        squared = std::min(squared, closestPointTriangle(cb[k], ca[0], ca[1], ca[2]).squared);
        for (std::size_t l = 0; l < 3; ++l) {
          squared = std::min(squared, closestSegmentSegment(ca[k], ca[(k + 1) % 3], cb[l], cb[(l + 1) % 3]).squared);
        }
      }
    }
  }
  return std::sqrt(squared);
}

TEST(MeshDistance, OfRandomMeshesIsThatOfTheLoopOverAllPairs) {
  Random random(7);
  int meet = 0, apart = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const MeshPtr a = test::lump(random, 1), b = test::lump(random, random.uniform(0.1, 1));
    const Bvh bvhA = triangleBvh(*a), bvhB = triangleBvh(*b);
    const SurfaceView viewA{&bvhA, a->vertices(), a->triangles()}, viewB{&bvhB, b->vertices(), b->triangles()};
    const Transform X = random.pose(2);
    const double expected = bruteForce(*a, *b, X);
    const SurfacePairDistance d = surfacesDistance(viewA, viewB, X);
    EXPECT_NEAR(d.value, expected, 1e-14) << trial;
    EXPECT_NEAR((d.pA_A - d.pB_A).norm(), d.value, 1e-14);
    ASSERT_GE(d.triangleA, 0);
    const Corners ca = corners(*a, d.triangleA), cb = corners(*b, d.triangleB);
    const Vec3 pB_B = X.inverse() * d.pB_A;
    EXPECT_LT(closestPointTriangle(d.pA_A, ca[0], ca[1], ca[2]).squared, 1e-26) << "the point is one of A";
    EXPECT_LT(closestPointTriangle(pB_B, cb[0], cb[1], cb[2]).squared, 1e-26) << "the point is one of B";
    (expected == 0 ? meet : apart) += 1;
    if (expected == 0) continue;
    EXPECT_NEAR(surfacesDistance(viewA, viewB, X, expected * (1 + 1e-9)).value, expected, 1e-14);
    EXPECT_EQ(surfacesDistance(viewA, viewB, X, expected * (1 - 1e-9)).triangleA, -1) << "beyond the limit";
  }
  EXPECT_GT(meet, 10);
  EXPECT_GT(apart, 10);
}

TEST(MeshDistance, OfAnEdgeThroughTheInsideOfATriangleIsZero) {
  const Corners floor{Vec3(0, 0, 0), Vec3(10, 0, 0), Vec3(0, 10, 0)};
  const Corners blade{Vec3(2, 2, -1), Vec3(2, 2, 1), Vec3(2, 3, 1)};
  const TriangleDistance d = closestTriangles(floor, blade);
  EXPECT_EQ(d.squared, 0);
  EXPECT_NEAR(d.p.z(), 0, 1e-15);
}

// Triangles that have an exact corner in common touch, whatever rounding makes of the planes through them: with
// coordinates that no double holds exactly, and with slivers whose normals point anywhere.
TEST(MeshDistance, OfTrianglesWithACommonCornerIsZeroWithinAnyLimit) {
  Random random(71);
  int thin = 0;
  for (int n = 0; n < 40000; ++n) {
    Corners a;
    Corners b;
    const bool decimals = n % 2 == 0;
    for (Corners* t : {&a, &b}) {
      for (Vec3& p : *t) {
        p = random.inCube(1);
        if (decimals) p = (10 * p).array().round() / 10;
      }
    }
    if (!decimals) {
      const double height = std::pow(10, random.uniform(-17, -8));
      a[2] = a[0] + random.uniform(0.1, 0.9) * (a[1] - a[0]) + height * random.direction();
      const double size = std::pow(10, random.uniform(-5, 0));
      for (Vec3& p : b) p *= size;
      ++thin;
    }
    const auto i = static_cast<std::size_t>(random.below(3)), k = static_cast<std::size_t>(random.below(3));
    const Vec3 move = a[i] - b[k];
    for (Vec3& p : b) p += move;
    b[k] = a[i];
    const double limit = n % 4 < 2 ? std::numeric_limits<double>::denorm_min() : 1e-6;
    ASSERT_EQ(closestTriangles(a, b, limit).squared, 0) << n;
    ASSERT_EQ(closestTriangles(b, a, limit).squared, 0) << n;
  }
  EXPECT_EQ(thin, 20000);
}

// A limit leaves out what is farther, and changes nothing of what is nearer.
TEST(MeshDistance, WithinALimitIsThatWithoutOne) {
  Random random(72);
  int near = 0;
  int far = 0;
  for (int n = 0; n < 40000; ++n) {
    Corners a;
    Corners b;
    for (Corners* t : {&a, &b}) {
      for (Vec3& p : *t) p = random.inCube(1);
      if (n % 3 == 0)
        (*t)[2] = (*t)[0] + random.uniform(-0.2, 1.2) * ((*t)[1] - (*t)[0]) +
                  std::pow(10, random.uniform(-16, -1)) * random.direction();
    }
    const double all = closestTriangles(a, b).squared;
    const double limit = n % 2 == 0 ? all * (1 + std::pow(10, random.uniform(-15, 0)))
                                    : all * (1 - std::pow(10, random.uniform(-15, -0.1)));
    const double within = closestTriangles(a, b, limit).squared;
    if (all < limit) {
      ASSERT_EQ(within, all) << n;
      ++near;
    } else {
      ASSERT_FALSE(within < limit) << n;
      ++far;
    }
  }
  EXPECT_GT(near, 10000);
  EXPECT_GT(far, 10000);
}

// Cubes in a row with growing gaps: 0, 0.1, 0.2, ... Only neighbours are within the limit.
TEST(ClearancePairs, AreThoseWithinTheLimitForAnyNumberOfThreads) {
  std::vector<std::vector<Collider>> bodies(8, {{Box{Vec3::Constant(0.5)}, {}}});
  std::vector<Transform> poses;
  double x = 0;
  for (int i = 0; i < 8; ++i) {
    poses.push_back(at(x, 0, 0));
    x += 1 + 0.1 * i;
  }
  const ClearanceOracle oracle(bodies);
  std::vector<std::vector<Clearance>> results;
  for (const int threads : {1, 3}) {
    Jobs jobs(threads);
    int calls = 0;
    results.push_back(oracle.pairs(poses, {.limit = 0.35}, jobs, {}, [&](int done, int total) {
      EXPECT_LE(done, total);
      ++calls;
      return true;
    }));
    EXPECT_GE(calls, static_cast<int>(results.back().size()));
  }
  ASSERT_EQ(results[0].size(), 4U) << "gaps 0, 0.1, 0.2 and 0.3";
  for (int i = 0; i < 4; ++i) {
    const Clearance& c = results[0][static_cast<std::size_t>(i)];
    EXPECT_EQ(c.bodyA, i);
    EXPECT_EQ(c.bodyB, i + 1);
    EXPECT_NEAR(c.gap, 0.1 * i, 1e-14);
    EXPECT_EQ(c.state, i == 0 ? ClearanceState::kTouching : ClearanceState::kApart);
    EXPECT_EQ(results[1][static_cast<std::size_t>(i)].gap, c.gap);
  }
  Jobs jobs(1);
  EXPECT_EQ(oracle.pairs(poses, {}, jobs).size(), 28U) << "without a limit all";
  EXPECT_EQ(oracle.pairs(poses, {}, jobs, [](int a, int) { return a == 0; }).size(), 7U);
  int calls = 0;
  EXPECT_LE(oracle.pairs(poses, {}, jobs, {}, [&](int, int) { return ++calls < 3; }).size(), 3U) << "cancelled";
}

}  // namespace
}  // namespace passung::collision

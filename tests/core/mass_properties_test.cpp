// SPDX-License-Identifier: Apache-2.0
#include "core/mass_properties.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/core/shapes.h"

namespace passung {
namespace {

using namespace testing;

MassProperties solidOf(const Soup& s) { return solidMassProperties(s.vertices, s.triangles); }

void expectClose(const MassProperties& a, const MassProperties& b, double tolerance, double size) {
  EXPECT_NEAR(a.mass, b.mass, tolerance * std::abs(b.mass));
  EXPECT_LT((a.com - b.com).norm(), tolerance * size);
  EXPECT_LT((a.inertia - b.inertia).norm(), tolerance * b.inertia.norm());
}

TEST(MassProperties, OfABox) {
  const MassProperties m = solidOf(box(Vec3(1, 2, 3), Vec3(4, 5, 6)));
  EXPECT_NEAR(m.mass, 6, 1e-14);
  EXPECT_LT((m.com - Vec3(4, 5, 6)).norm(), 1e-14);
  const Mat3 expected = Vec3(4 + 9, 1 + 9, 1 + 4).asDiagonal() * Mat3::Identity() * 0.5;
  EXPECT_LT((m.inertia - expected).norm(), 1e-13);
}

// The corner tetrahedron x, y, z >= 0, x + y + z <= 1: volume 1/6, centroid 1/4, products of inertia about the origin
// int x^2 = 1/60, int x y = 1/120.
TEST(MassProperties, OfATetrahedronWithItsProductsOfInertia) {
  const Soup s{{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)},
               {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
  const MassProperties m = solidOf(s);
  EXPECT_NEAR(m.mass, 1.0 / 6, 1e-16);
  EXPECT_LT((m.com - Vec3::Constant(0.25)).norm(), 1e-15);
  EXPECT_NEAR(m.inertia(0, 0), 2 * (1.0 / 60 - 1.0 / 96), 1e-16);
  EXPECT_NEAR(m.inertia(0, 1), -(1.0 / 120 - 1.0 / 96), 1e-16);
  EXPECT_NEAR(m.inertia(1, 2), m.inertia(0, 1), 1e-16);
}

// A regular n-gon of circumradius r: area n/2 r^2 sin(2 pi/n), polar second moment area r^2/6 (2 + cos(2 pi/n)).
TEST(MassProperties, OfARegularPrism) {
  const int n = 17;
  const double r = 1.3, h = 0.7, c = std::cos(2 * kPi / n);
  const MassProperties m = solidOf(prism(n, r, h));
  const double area = 0.5 * n * r * r * std::sin(2 * kPi / n);
  EXPECT_NEAR(m.mass, area * h, 1e-13);
  const double axial = m.mass * r * r / 6 * (2 + c);
  EXPECT_NEAR(m.inertia(2, 2), axial, 1e-13);
  EXPECT_NEAR(m.inertia(0, 0), axial / 2 + m.mass * h * h / 12, 1e-13);
  EXPECT_NEAR(m.inertia(1, 1), m.inertia(0, 0), 1e-13);
}

TEST(MassProperties, OfSphereAndTorusConvergeWithTheSquareOfTheFacets) {
  const double r = 0.8, R = 2;
  const double sphereVolume = 4.0 / 3 * kPi * r * r * r;
  const double torusVolume = 2 * kPi * kPi * R * r * r;
  const double torusAxial = torusVolume * (R * R + 0.75 * r * r);
  double lastSphere = 0, lastTorus = 0;
  for (const int n : {32, 64, 128}) {
    const MassProperties s = solidOf(sphere(n, 2 * n, r));
    const double sphereError = std::abs(s.inertia(0, 0) / (0.4 * sphereVolume * r * r) - 1);
    const double torusError = std::abs(solidOf(torus(2 * n, n, R, r)).inertia(2, 2) / torusAxial - 1);
    if (n > 32) {
      EXPECT_NEAR(lastSphere / sphereError, 4, 0.1);
      EXPECT_NEAR(lastTorus / torusError, 4, 0.1);
    }
    lastSphere = sphereError;
    lastTorus = torusError;
  }
  EXPECT_LT(lastSphere, 3e-3);
}

TEST(MassProperties, FarFromTheOriginNothingIsLostButTheCoordinatesDigits) {
  const Soup s = torus(48, 24, 2, 0.5);
  const MassProperties near = solidOf(s);
  for (const double d : {1e3, 1e6}) {
    Soup far;
    far.add(s, {Quat::Identity(), Vec3(d, -2 * d, 0.5 * d)});
    const MassProperties m = solidOf(far);
    // A coordinate of 2e6 has a resolution of 2.3e-10.
    EXPECT_NEAR(m.mass / near.mass, 1, 4e-16 * d + 1e-13);
    EXPECT_LT((m.inertia - near.inertia).norm() / near.inertia.norm(), 1e-15 * d + 1e-13);
    EXPECT_LT((m.com - Vec3(d, -2 * d, 0.5 * d)).norm(), 1e-15 * d + 1e-13);
  }
}

TEST(MassProperties, FollowRigidMotions) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  const Soup s = prism(5, 1, 3);
  for (int i = 0; i < 20; ++i) {
    const Transform X{rotationFromVector(Vec3(normal(random), normal(random), normal(random))),
                      Vec3(normal(random), normal(random), normal(random))};
    Soup moved;
    moved.add(s, X);
    expectClose(solidOf(moved), transformed(solidOf(s), X), 1e-13, 3);
    expectClose(shellMassProperties(moved.vertices, moved.triangles),
                transformed(shellMassProperties(s.vertices, s.triangles), X), 1e-13, 3);
  }
}

TEST(MassProperties, OfTheInvertedSolidAreNegative) {
  const Soup s = prism(6, 1, 2);
  expectClose(solidOf(s.turned()), solidOf(s).scaled(-1), 1e-14, 2);
}

TEST(MassProperties, OfPartsAddUp) {
  const Soup a = box(Vec3(1, 2, 3), Vec3(5, 0, 1));
  Soup b;
  b.add(prism(7, 1, 2), {rotationFromVector(Vec3(0.3, 1, -0.2)), Vec3(-3, 2, 0)});
  Soup both = a;
  both.add(b);
  expectClose(joined(solidOf(a), solidOf(b)), solidOf(both), 1e-13, 5);
}

// A box as a shell: each pair of sides is two plates; about x for the plates normal to x: m (b^2 + c^2) / 12 each.
TEST(MassProperties, OfABoxShell) {
  const Vec3 e(1, 2, 3);
  const Soup s = box(e);
  const MassProperties m = shellMassProperties(s.vertices, s.triangles);
  EXPECT_NEAR(m.mass, 22, 1e-13);
  const double xx = 2 * 6 * (4 + 9) / 12.0          // sides x = +-0.5
                    + 2 * (3 * (9 / 12.0 + 1))      // sides y = +-1, area 3
                    + 2 * (2 * (4 / 12.0 + 2.25));  // sides z = +-1.5, area 2
  EXPECT_NEAR(m.inertia(0, 0), xx, 1e-12);
}

TEST(MassProperties, OfNothingAreZeroAndFinite) {
  const MassProperties m = solidMassProperties({}, {});
  EXPECT_EQ(m.mass, 0);
  EXPECT_TRUE(m.com.allFinite());
}

}  // namespace
}  // namespace passung

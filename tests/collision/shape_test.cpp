// SPDX-License-Identifier: Apache-2.0
#include "collision/shapes/shape.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "random_geometry.h"
#include "test_meshes.h"

namespace passung::collision {
namespace {

using test::Random;
constexpr double kInf = std::numeric_limits<double>::infinity();

std::vector<Shape> solids(double s) {
  return {Sphere{0.7 * s}, Capsule{0.3 * s, 0.9 * s}, Box{s * Vec3(0.2, 0.5, 0.9)}, Cylinder{0.6 * s, 0.4 * s, 11},
          MeshShape{test::torus(1.0 * s, 0.3 * s, 24, 12)}};
}

double relative(const MassProperties& a, const MassProperties& b) {
  return std::max({std::abs(a.mass - b.mass) / b.mass, (a.com - b.com).norm() / std::cbrt(b.mass),
                   (a.inertia - b.inertia).norm() / b.inertia.norm()});
}

TEST(Shape, BoundsAreThoseOfTheSurfaceInAnyPose) {
  Random random(1);
  for (const double s : {1e-3, 1.0, 1e3}) {
    for (const Shape& shape : solids(s)) {
      const auto mesh = tessellate(shape, 400);
      for (int trial = 0; trial < 20; ++trial) {
        const Transform X = trial == 0 ? Transform{} : random.pose(5 * s);
        Aabb expected;
        for (const Vec3& v : mesh->vertices()) expected.add(Vec3(X * v));
        const Aabb box = trial == 0 ? bounds(shape) : bounds(shape, X);
        // Facets of round shapes lie inside by a sagitta of (pi / 400)^2 / 2 of the radius.
        const double tolerance =
            (std::holds_alternative<Sphere>(shape) || std::holds_alternative<Capsule>(shape) ? 1e-4 : 1e-13) * s;
        EXPECT_LT((box.lower - expected.lower).cwiseAbs().maxCoeff(), tolerance) << shapeName(shape);
        EXPECT_LT((box.upper - expected.upper).cwiseAbs().maxCoeff(), tolerance) << shapeName(shape);
      }
    }
  }
}

TEST(Shape, AHalfSpaceIsBoundedOnlyByItsOwnPlane) {
  const Aabb own = bounds(HalfSpace{});
  EXPECT_EQ(own.upper, Vec3(kInf, kInf, 0));
  EXPECT_EQ(own.lower, Vec3::Constant(-kInf));
  const Aabb turned = bounds(HalfSpace{}, Transform{rotationFromVector(Vec3(0.3, 0, 0)), Vec3::Zero()});
  EXPECT_EQ(turned.upper, Vec3::Constant(kInf));
  EXPECT_EQ(unitMass(HalfSpace{}).mass, 0);
}

TEST(Shape, MassIsExactForFacetedShapesAndTheLimitOfTheFacetsForRoundOnes) {
  for (const double s : {1e-3, 1.0, 1e3}) {
    for (const Shape& shape : solids(s)) {
      const auto volumeOf = [&](int segments) {
        const auto m = tessellate(shape, segments);
        return solidMassProperties(m->vertices(), m->triangles());
      };
      const bool round = std::holds_alternative<Sphere>(shape) || std::holds_alternative<Capsule>(shape);
      const MassProperties mass = unitMass(shape);
      if (!round) {
        EXPECT_LT(relative(volumeOf(32), mass), 1e-12) << shapeName(shape);
        continue;
      }
      // Inscribed facets miss a share that falls with the square of their size.
      const double coarse = relative(volumeOf(64), mass);
      const double fine = relative(volumeOf(256), mass);
      EXPECT_LT(coarse, 2e-2);
      EXPECT_LT(fine, coarse / 14) << shapeName(shape);
    }
  }
}

TEST(Shape, MassAgreesWithSampling) {
  Random random(2);
  const Capsule capsule{0.3, 0.9};
  const int count = 400000;
  double inside = 0, xx = 0, zz = 0;
  for (int i = 0; i < count; ++i) {
    const Vec3 p = random.inCube(1).cwiseProduct(Vec3(0.3, 0.3, 1.2));
    const double z = std::max(0.0, std::abs(p.z()) - 0.9);
    if (p.x() * p.x() + p.y() * p.y() + z * z > 0.09) continue;
    ++inside;
    xx += p.y() * p.y() + p.z() * p.z();
    zz += p.x() * p.x() + p.y() * p.y();
  }
  const double cell = 8 * 0.3 * 0.3 * 1.2 / count;
  const MassProperties m = unitMass(capsule);
  EXPECT_NEAR(m.mass, inside * cell, 0.005 * m.mass);
  EXPECT_NEAR(m.inertia(0, 0), xx * cell, 0.01 * m.inertia(0, 0));
  EXPECT_NEAR(m.inertia(2, 2), zz * cell, 0.01 * m.inertia(2, 2));
}

TEST(Shape, FacetsAreClosedTurnedOutwardsAndOnTheSurface) {
  for (const Shape& shape : solids(1)) {
    for (const int segments : {3, 8, 33}) {
      const auto mesh = tessellate(shape, segments);
      EXPECT_TRUE(mesh->diagnosis().watertight) << shapeName(shape) << segments;
      EXPECT_FALSE(mesh->diagnosis().inverted) << shapeName(shape);
      EXPECT_EQ(mesh->diagnosis().degenerateDropped, 0) << shapeName(shape);
      EXPECT_GT(mesh->diagnosis().volume, 0);
    }
  }
  const auto sphere = tessellate(Sphere{0.7}, 20);
  for (const Vec3& v : sphere->vertices()) EXPECT_NEAR(v.norm(), 0.7, 1e-15);
  const auto plane = tessellate(HalfSpace{}, 32, 5);
  EXPECT_EQ(plane->triangles().size(), 2U);
  EXPECT_EQ(plane->faceNormals()[0], Vec3::UnitZ());
  EXPECT_EQ(plane->bounds().upper, Vec3(5, 5, 0));
}

TEST(Shape, AMeshShapeWithoutAMeshIsRefused) {
  EXPECT_THROW(static_cast<void>(bounds(Shape(MeshShape{}))), InputError);
  EXPECT_THROW(static_cast<void>(tessellate(MeshShape{})), InputError);
}

}  // namespace
}  // namespace passung::collision

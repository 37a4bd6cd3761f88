// SPDX-License-Identifier: Apache-2.0
// Planes and cylinders are found again in the triangles that were made from them.
#include "core/surface_patch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace passung {
namespace {

using Kind = SurfacePatch::Kind;

// A tube round an axis, open at both ends, of quads in `sides` strips and `rings` rows; `twist` turns each row by that
// share of a strip, so that no edge runs along the axis. Inside out: a hole.
std::shared_ptr<const TriangleMesh> tube(double radius, double length, int sides, int rings, double twist,
                                         const Transform& X, bool inside = false) {
  std::vector<Vec3> v;
  std::vector<Triangle> t;
  for (int r = 0; r <= rings; ++r) {
    for (int s = 0; s < sides; ++s) {
      const double a = 2 * kPi * (s + twist * r) / sides;
      v.push_back(X * Vec3(radius * std::cos(a), radius * std::sin(a), length * r / rings - 0.5 * length));
    }
  }
  for (int r = 0; r < rings; ++r) {
    for (int s = 0; s < sides; ++s) {
      const int a = r * sides + s, b = r * sides + (s + 1) % sides, c = a + sides, d = b + sides;
      t.push_back(inside ? Triangle{a, d, b} : Triangle{a, b, d});
      t.push_back(inside ? Triangle{a, c, d} : Triangle{a, d, c});
    }
  }
  return TriangleMesh::build(v, t, {.orient = false});
}

double lineDistance(const Vec3& p, const Vec3& q, const Vec3& axis) { return (p - q).cross(axis).norm(); }

TEST(SurfacePatch, ABoxHasSixPlanes) {
  std::vector<Vec3> v;
  for (int i = 0; i < 8; ++i) v.emplace_back((i & 1) != 0 ? 1 : -1, (i & 2) != 0 ? 2 : -2, (i & 4) != 0 ? 3 : -3);
  const auto box = TriangleMesh::build(v, {{0, 2, 1},
                                           {1, 2, 3},
                                           {4, 5, 6},
                                           {5, 7, 6},
                                           {0, 1, 4},
                                           {1, 5, 4},
                                           {2, 6, 3},
                                           {3, 6, 7},
                                           {0, 4, 2},
                                           {2, 4, 6},
                                           {1, 3, 5},
                                           {3, 7, 5}});
  for (int i = 0; i < 12; ++i) {
    const SurfacePatch patch = patchAround(*box, i);
    ASSERT_EQ(patch.kind, Kind::kPlane);
    EXPECT_EQ(patch.triangles.size(), 2U);
    EXPECT_LT((patch.direction - box->faceNormals()[static_cast<std::size_t>(i)]).norm(), 1e-12);
    const Vec3 middle = patch.direction.cwiseProduct(Vec3(1, 2, 3));
    EXPECT_LT((patch.center - middle).norm(), 1e-12);
  }
}

TEST(SurfacePatch, CylindersAreFoundFromAnyTriangleAndTurnedAnyWay) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  for (double scale : {1e-3, 1.0, 1e3}) {
    for (int sides : {12, 24, 96}) {
      for (double twist : {0.0, 0.37}) {
        if (sides == 12 && twist > 0) continue;  // its facets meet at 41 degrees, which is an edge
        const Transform X{rotationFromVector(Vec3(normal(random), normal(random), normal(random))),
                          scale * Vec3(normal(random), normal(random), normal(random))};
        const auto mesh = tube(0.3 * scale, 2 * scale, sides, 3, twist, X, sides == 24);
        for (int t : {0, 7, static_cast<int>(mesh->triangles().size()) - 1}) {
          const SurfacePatch patch = patchAround(*mesh, t);
          ASSERT_EQ(patch.kind, Kind::kCylinder) << sides << ' ' << twist << ' ' << t;
          EXPECT_EQ(patch.triangles.size(), mesh->triangles().size());
          EXPECT_NEAR(std::abs(patch.direction.dot(X.q * Vec3::UnitZ())), 1, 1e-9);
          EXPECT_NEAR(patch.radius, 0.3 * scale, 1e-6 * scale);
          EXPECT_LT(lineDistance(patch.center, X.p, patch.direction), 1e-6 * scale);
          EXPECT_NEAR(patch.halfLength, scale, 1e-6 * scale);
          EXPECT_EQ(patch.hole, sides == 24);
        }
      }
    }
  }
}

// A quarter of a cylinder that runs smoothly into a plane on either side, as a fillet does: each triangle finds its
// own.
TEST(SurfacePatch, AFilletAndThePlanesBesideItAreToldApart) {
  const int steps = 9;
  const double r = 0.1;
  std::vector<std::pair<double, double>> profile{{-1, r}};  // x, z; the fillet's centre is at 0, 0
  for (int i = 0; i <= steps; ++i) {
    const double a = kPi / 2 * (1 - static_cast<double>(i) / steps);
    profile.emplace_back(r * std::cos(a), r * std::sin(a));
  }
  profile.emplace_back(r, -1);
  std::vector<Vec3> v;
  std::vector<Triangle> t;
  for (const auto& [x, z] : profile) {
    v.emplace_back(x, 0, z);
    v.emplace_back(x, 2, z);
  }
  for (int i = 0; i + 3 < static_cast<int>(v.size()); i += 2) {
    t.push_back({i, i + 2, i + 1});
    t.push_back({i + 1, i + 2, i + 3});
  }
  const auto mesh = TriangleMesh::build(v, t, {.orient = false});
  const int last = static_cast<int>(mesh->triangles().size()) - 1;
  EXPECT_EQ(patchAround(*mesh, 0).kind, Kind::kPlane);
  EXPECT_NEAR(std::abs(patchAround(*mesh, 0).direction.z()), 1, 1e-9);
  EXPECT_EQ(patchAround(*mesh, last).kind, Kind::kPlane);
  EXPECT_NEAR(std::abs(patchAround(*mesh, last).direction.x()), 1, 1e-9);
  for (int k = 2; k <= last - 2; ++k) {
    const SurfacePatch patch = patchAround(*mesh, k);
    ASSERT_EQ(patch.kind, Kind::kCylinder) << k;
    EXPECT_NEAR(patch.radius, r, 1e-6);
    EXPECT_LT(std::hypot(patch.center.x(), patch.center.z()), 1e-6);
    EXPECT_NEAR(std::abs(patch.direction.y()), 1, 1e-9);
  }
}

}  // namespace
}  // namespace passung

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

// A surface of revolution round z of quads: rings of `profile`'s radius and height, open at both ends or, where a
// radius is 0, closed in a point.
std::shared_ptr<const TriangleMesh> revolved(const std::vector<std::pair<double, double>>& profile, int sides) {
  std::vector<Vec3> v;
  std::vector<Triangle> t;
  std::vector<int> first;
  for (const auto& [r, z] : profile) {
    if (!first.empty() && std::hypot(r - profile[0].first, z - profile[0].second) < 1e-12) {
      first.push_back(0);
      continue;
    }
    first.push_back(static_cast<int>(v.size()));
    if (r == 0) {
      v.emplace_back(0, 0, z);
      continue;
    }
    for (int s = 0; s < sides; ++s) {
      const double a = 2 * kPi * s / sides;
      v.emplace_back(r * std::cos(a), r * std::sin(a), z);
    }
  }
  for (std::size_t i = 0; i + 1 < profile.size(); ++i) {
    for (int s = 0; s < sides; ++s) {
      const int n = (s + 1) % sides;
      const bool low = profile[i].first == 0, high = profile[i + 1].first == 0;
      const int a = first[i] + (low ? 0 : s), b = first[i] + (low ? 0 : n);
      const int c = first[i + 1] + (high ? 0 : s), d = first[i + 1] + (high ? 0 : n);
      if (!low) t.push_back({a, b, d});
      if (!high) t.push_back({a, d, c});
    }
  }
  return TriangleMesh::build(v, t, {.orient = false});
}

std::vector<std::pair<double, double>> arc(double middle, double radius, double from, double to, int steps) {
  std::vector<std::pair<double, double>> profile;
  for (int i = 0; i <= steps; ++i) {
    const double a = from + (to - from) * i / steps, r = middle + radius * std::cos(a);
    profile.emplace_back(r < 1e-12 ? 0 : r, radius * std::sin(a));
  }
  return profile;
}

void expectOther(const TriangleMesh& mesh, int step) {
  for (int t = 0; t < static_cast<int>(mesh.triangles().size()); t += step) {
    const SurfacePatch patch = patchAround(mesh, t);
    ASSERT_EQ(patch.kind, Kind::kOther) << t << " of " << mesh.triangles().size() << ": " << patch.triangles.size()
                                        << " triangles, radius " << patch.radius << ", axis "
                                        << patch.direction.transpose();
  }
}

TEST(SurfacePatch, SpheresAreNeitherCylindersNorPlanes) {
  for (const auto& [rows, sides] : {std::pair{8, 16}, {12, 24}, {16, 32}, {40, 80}}) {
    SCOPED_TRACE(rows);
    expectOther(*revolved(arc(0, 1, -kPi / 2, kPi / 2, rows), sides), rows * sides / 97 + 1);
  }
}

TEST(SurfacePatch, ConesAreNeitherCylindersNorPlanes) {
  for (double degrees : {2.0, 5.0, 15.0, 45.0}) {
    for (const auto& [rows, sides] : {std::pair{1, 24}, {1, 96}, {12, 48}}) {
      SCOPED_TRACE(std::to_string(degrees) + " degrees, " + std::to_string(rows) + " rows");
      std::vector<std::pair<double, double>> profile;
      for (int i = 0; i <= rows; ++i) {
        const double z = 1.0 * i / rows;
        profile.emplace_back(1.2 - z * std::tan(degrees * kPi / 180), z);
      }
      expectOther(*revolved(profile, sides), rows * sides / 61 + 1);
    }
  }
}

TEST(SurfacePatch, ToriAreNeitherCylindersNorPlanes) {
  for (double minor : {0.15, 0.5}) {
    for (const auto& [rows, sides] : {std::pair{16, 32}, {24, 96}, {60, 60}}) {
      SCOPED_TRACE(std::to_string(minor) + ", " + std::to_string(rows) + " rows");
      expectOther(*revolved(arc(1, minor, -kPi, kPi, rows), sides), rows * sides / 97 + 1);
    }
  }
}

// The shaft between two rounded ends is the cylinder; the roundings do not spoil it.
TEST(SurfacePatch, AShaftWithRoundedEndsKeepsItsAxis) {
  for (double rounding : {0.05, 0.2, 1.0}) {
    for (int steps : {4, 9, 30}) {
      SCOPED_TRACE(std::to_string(rounding) + ", " + std::to_string(steps) + " steps");
      std::vector<std::pair<double, double>> profile = arc(1 - rounding, rounding, 0, kPi / 2, steps);
      for (auto& [r, z] : profile) z += 1.5;
      for (const auto& [r, z] : std::vector(profile)) profile.insert(profile.begin(), {r, -z});
      const int sides = 48;
      const auto mesh = revolved(profile, sides);
      const int middle = static_cast<int>(mesh->triangles().size()) / 2;  // the shaft is the row in the middle
      for (int t : {middle - 30, middle, middle + 31}) {
        const SurfacePatch patch = patchAround(*mesh, t);
        ASSERT_EQ(patch.kind, Kind::kCylinder) << t;
        EXPECT_NEAR(std::abs(patch.direction.z()), 1, 1e-4);
        EXPECT_NEAR(patch.radius, 1, 1e-3);
        EXPECT_LT(std::hypot(patch.center.x(), patch.center.y()), 1e-3);
        EXPECT_NEAR(patch.halfLength, 1.5, 0.05);
      }
    }
  }
}

// Two plates that meet at an angle at which facets of a cylinder might meet.
TEST(SurfacePatch, PlatesThatMeetInAFoldAreTwoPlanes) {
  const double a = 20 * kPi / 180;
  const std::vector<Vec3> v{
      {-1, 0, 0}, {-1, 1, 0}, {0, 0, 0}, {0, 1, 0}, {std::cos(a), 0, -std::sin(a)}, {std::cos(a), 1, -std::sin(a)}};
  const auto mesh = TriangleMesh::build(v, {{0, 2, 1}, {1, 2, 3}, {2, 4, 3}, {3, 4, 5}}, {.orient = false});
  for (int t = 0; t < 4; ++t) {
    const SurfacePatch patch = patchAround(*mesh, t);
    ASSERT_EQ(patch.kind, Kind::kPlane);
    EXPECT_EQ(patch.triangles.size(), 2U);
  }
}

}  // namespace
}  // namespace passung

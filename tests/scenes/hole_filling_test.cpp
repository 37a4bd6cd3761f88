// SPDX-License-Identifier: Apache-2.0
#include "scenes/importers/hole_filling.h"

#include <gtest/gtest.h>

#include <cmath>

#include "collision/shapes/shape.h"

using namespace passung;

namespace {

// The mesh without some of its triangles.
std::shared_ptr<const TriangleMesh> without(const TriangleMesh& mesh, const std::function<bool(const Vec3&)>& drops) {
  std::vector<Triangle> kept;
  for (const Triangle& t : mesh.triangles()) {
    Vec3 middle = Vec3::Zero();
    for (const int v : t) middle += mesh.vertices()[static_cast<std::size_t>(v)] / 3;
    if (!drops(middle)) kept.push_back(t);
  }
  return TriangleMesh::build({mesh.vertices().begin(), mesh.vertices().end()}, kept);
}

}  // namespace

// A box without two opposite faces has two holes; closed, it is the box again.
TEST(HoleFilling, ABoxIsClosedToItsVolume) {
  const auto box = collision::tessellate(collision::Box{Vec3(1, 2, 3)});
  const auto open = without(*box, [](const Vec3& p) { return std::abs(p.z()) > 2.9; });
  EXPECT_EQ(open->diagnosis().openEdges, 8);
  const auto closed = scenes::withHolesFilled(open);
  EXPECT_TRUE(closed->diagnosis().watertight);
  EXPECT_FALSE(closed->diagnosis().inverted);
  EXPECT_NEAR(closed->diagnosis().volume, 48, 1e-12);
  EXPECT_EQ(scenes::withHolesFilled(closed), closed);
}

// The cap of a cylinder is one hole of many corners; a notch makes it concave.
TEST(HoleFilling, ManyCornersAndConcaveOutlines) {
  const auto cylinder = collision::tessellate(collision::Cylinder{.radius = 1, .halfLength = 1, .sides = 48});
  const auto open = without(*cylinder, [](const Vec3& p) { return p.z() > 0.99; });
  const auto closed = scenes::withHolesFilled(open);
  EXPECT_TRUE(closed->diagnosis().watertight);
  EXPECT_NEAR(closed->diagnosis().volume, cylinder->diagnosis().volume, 1e-12);
  // An L-shaped wall without its lid.
  const std::vector<Vec3> outline{{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}};
  std::vector<Vec3> vertices = outline;
  for (const Vec3& p : outline) vertices.push_back(p + Vec3(0, 0, 1));
  std::vector<Triangle> triangles{{0, 3, 2}, {0, 2, 1}, {0, 5, 4}, {0, 4, 3}};
  for (int i = 0; i < 6; ++i) {
    const int j = (i + 1) % 6;
    triangles.push_back({i, j, j + 6});
    triangles.push_back({i, j + 6, i + 6});
  }
  const auto wall = TriangleMesh::build(vertices, triangles);
  EXPECT_EQ(wall->diagnosis().openEdges, 6);
  const auto solid = scenes::withHolesFilled(wall);
  EXPECT_TRUE(solid->diagnosis().watertight);
  EXPECT_NEAR(solid->diagnosis().volume, 3, 1e-12);
}

// A rim of very many corners is left open: its triangulation has no bound that a person would wait for.
TEST(HoleFilling, AVeryLongRimStaysOpen) {
  for (const int corners : {500, 2500}) {
    std::vector<Vec3> p{{0, 0, -1}};
    std::vector<Triangle> cone;
    for (int i = 0; i < corners; ++i) {
      const double a = 2 * kPi * i / corners;
      p.emplace_back(std::cos(a), std::sin(a), 0);
      cone.push_back({0, 1 + i, 1 + (i + 1) % corners});
    }
    const auto filled = scenes::withHolesFilled(TriangleMesh::build(p, cone));
    EXPECT_EQ(filled->diagnosis().watertight, corners < 2000);
  }
}

// Two holes that share a corner could be chained in two ways: they stay as they are.
TEST(HoleFilling, WhatIsAmbiguousStaysOpen) {
  const auto box = collision::tessellate(collision::Box{Vec3(1, 1, 1)});
  const auto open = without(*box, [](const Vec3& p) { return p.z() > 0.9 || p.z() < -0.9; });
  EXPECT_TRUE(scenes::withHolesFilled(open)->diagnosis().watertight);
  const std::vector<Vec3> corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}};
  const auto bowTie = TriangleMesh::build(corners, {{0, 1, 2}, {0, 3, 4}});
  EXPECT_EQ(scenes::withHolesFilled(bowTie)->diagnosis().openEdges, 6);
}

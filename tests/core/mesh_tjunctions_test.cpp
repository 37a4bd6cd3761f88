// SPDX-License-Identifier: Apache-2.0
#include "core/mesh_tjunctions.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/triangle_mesh.h"
#include "tests/core/shapes.h"

namespace passung {
namespace {

using namespace testing;

// A box of edges 1, 2, 3 about the origin whose top is cut finely: its rim has further corners in the middle of edges
// of the walls, n to a side.
Soup boxWithFineTop(int n, double offset = 0) {
  Soup s = box(Vec3(1, 2, 3));
  // The last corner of each top triangle, {4, 5, 7} and {4, 7, 6}, becomes the hub of the fans.
  std::erase(s.triangles, Triangle{4, 5, 7});
  std::erase(s.triangles, Triangle{4, 7, 6});
  const std::vector<int> corners = {4, 5, 7, 6};
  std::vector<int> rim;
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec3 a = s.vertices[static_cast<std::size_t>(corners[i])];
    const Vec3 b = s.vertices[static_cast<std::size_t>(corners[(i + 1) % 4])];
    rim.push_back(corners[i]);
    for (int k = 1; k <= n; ++k) {
      rim.push_back(static_cast<int>(s.vertices.size()));
      s.vertices.push_back(a + (b - a) * k / (n + 1.0) + Vec3(0, 0, offset));
    }
  }
  const int hub = static_cast<int>(s.vertices.size());
  s.vertices.emplace_back(0, 0, 1.5);
  for (std::size_t i = 0; i < rim.size(); ++i) s.triangles.push_back({rim[i], rim[(i + 1) % rim.size()], hub});
  return s;
}

TEST(MeshTJunctions, AFineTopOnCoarseWallsCloses) {
  for (const int n : {1, 2, 7}) {
    for (const double scale : {0.001, 1.0, 1000.0}) {
      Soup s = boxWithFineTop(n);
      for (Vec3& p : s.vertices) p *= scale;
      const auto open = TriangleMesh::build(s.vertices, s.triangles);
      EXPECT_EQ(open->diagnosis().openEdges, 4 + 4 * (n + 1));
      EXPECT_EQ(open->diagnosis().tJunctionsMended, 0);
      const auto mesh = TriangleMesh::build(s.vertices, s.triangles, {.mendTolerance = 1e-9 * scale});
      EXPECT_TRUE(mesh->diagnosis().watertight);
      EXPECT_EQ(mesh->diagnosis().tJunctionsMended, 4 * n);
      EXPECT_NEAR(mesh->diagnosis().volume / std::pow(scale, 3), 6, 1e-13);
      EXPECT_NEAR(mesh->diagnosis().area / std::pow(scale, 2), 22, 1e-13);
      EXPECT_EQ(mesh->vertices().size(), s.vertices.size());
    }
  }
}

// One edge of the wall beside several on the top and the other way round, along the same line: both sides are cut.
TEST(MeshTJunctions, BothSidesAreCutWhereEachHasCornersOfItsOwn) {
  // A tetrahedron; of the two faces at its edge along x the one has a corner at a third of it, the other at two thirds.
  Soup s;
  s.vertices = {Vec3(0, 0, 0), Vec3(3, 0, 0), Vec3(0, 3, 0), Vec3(0, 0, 3), Vec3(1, 0, 0), Vec3(2, 0, 0)};
  s.triangles = {{0, 2, 4}, {4, 2, 1}, {0, 5, 3}, {5, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  const auto mesh = TriangleMesh::build(s.vertices, s.triangles, {.mendTolerance = 1e-9});
  EXPECT_TRUE(mesh->diagnosis().watertight);
  EXPECT_EQ(mesh->diagnosis().tJunctionsMended, 2);
  EXPECT_NEAR(mesh->diagnosis().volume, 4.5, 1e-14);
}

TEST(MeshTJunctions, APointOffTheEdgeCountsUpToTheTolerance) {
  const double offset = 1e-5;
  const Soup s = boxWithFineTop(3, offset);
  EXPECT_FALSE(TriangleMesh::build(s.vertices, s.triangles, {.mendTolerance = 0.9 * offset})->diagnosis().watertight);
  const auto mesh = TriangleMesh::build(s.vertices, s.triangles, {.mendTolerance = 1.1 * offset});
  EXPECT_TRUE(mesh->diagnosis().watertight);
  // The rim of the top is lifted by the offset, apart from its four corners: less than a slab of that height.
  EXPECT_GT(mesh->diagnosis().volume, 6);
  EXPECT_LT(mesh->diagnosis().volume, 6 + 2 * offset);
}

// The corner of one sheet on the edge of another is no junction, and neither is a hole.
TEST(MeshTJunctions, SheetsThatOnlyTouchStayAsTheyAre) {
  Soup s;
  s.vertices = {Vec3(0, 0, 0), Vec3(2, 0, 0), Vec3(1, 1, 0), Vec3(1, 0, 0), Vec3(0.5, -1, 0), Vec3(1.5, -1, 0)};
  s.triangles = {{0, 1, 2}, {3, 4, 5}};
  EXPECT_TRUE(tJunctionEdges(s.vertices, s.triangles, 1e-9).empty());
  EXPECT_EQ(mendTJunctions(s.vertices, s.triangles, 1e-9), 0);
  EXPECT_EQ(s.triangles.size(), 2U);

  Soup open = box(Vec3(1, 1, 1));
  open.triangles.pop_back();
  EXPECT_EQ(mendTJunctions(open.vertices, open.triangles, 1e-3), 0);
}

TEST(MeshTJunctions, NamesTheFacesOnBothSides) {
  Soup s;
  s.vertices = {Vec3(0, 0, 0), Vec3(2, 0, 0), Vec3(1, 1, 0), Vec3(1, 0, 0), Vec3(0, -1, 0), Vec3(2, -1, 0)};
  s.triangles = {{0, 1, 2}, {3, 0, 4}, {1, 3, 5}};
  const auto edges = tJunctionEdges(s.vertices, s.triangles, 1e-9);
  ASSERT_EQ(edges.size(), 1U);
  EXPECT_EQ(edges[0].face, 0);
  EXPECT_EQ(edges[0].side, 0);
  EXPECT_EQ(edges[0].points, std::vector<int>{3});
  std::vector<int> partners = edges[0].partners;
  std::sort(partners.begin(), partners.end());
  EXPECT_EQ(partners, (std::vector<int>{1, 2}));
}

// The edge of a sliver beside its own opposite corner, which lies within the tolerance: slivers stay.
TEST(MeshTJunctions, ASliverIsNotFoldedIntoItsOwnEdge) {
  Soup s;
  s.vertices = {Vec3(0, 0, 0), Vec3(2, 0, 0), Vec3(1, 1e-6, 0), Vec3(1, 1, 0), Vec3(1, -1, 0)};
  s.triangles = {{0, 1, 2}, {0, 2, 3}, {2, 1, 3}, {1, 0, 4}};
  EXPECT_EQ(mendTJunctions(s.vertices, s.triangles, 1e-5), 0);
  EXPECT_EQ(s.triangles.size(), 4U);
}

}  // namespace
}  // namespace passung

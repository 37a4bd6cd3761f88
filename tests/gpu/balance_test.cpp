// SPDX-License-Identifier: Apache-2.0
#include "gpu/conglomerates/balance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "tests/gpu/partition_meshes.h"

namespace passung::gpu {
namespace {

using test::built;
using test::MeshPtr;
using test::sheet;
using test::Soup;

std::vector<int> range(int first, int end) {
  std::vector<int> faces(static_cast<std::size_t>(end - first));
  std::iota(faces.begin(), faces.end(), first);
  return faces;
}

std::vector<int> facesOf(const Partition& p, int c) { return {p.of(c).begin(), p.of(c).end()}; }

// A strip along x, one square wide; faces 2 i and 2 i + 1 are the square from x = i to i + 1.
MeshPtr strip(int squares) {
  return built(sheet(squares, 1, [&](double u, double v) { return Vec3(squares * u, v, 0); }));
}

TEST(Balance, WhatIsTooLargeIsHalvedAcrossItsLength) {
  const MeshPtr mesh = strip(40);
  const Partition p = balanced(*mesh, FaceGraph(*mesh), {range(0, 80)}, {10, 30});
  ASSERT_EQ(p.count(), 4);
  for (int c = 0; c < 4; ++c) EXPECT_EQ(facesOf(p, c), range(20 * c, 20 * c + 20));
}

TEST(Balance, ASmallGroupJoinsTheNeighbourWithWhichItStaysWithinTheLimit) {
  const MeshPtr mesh = strip(10);
  // Squares 0 to 3, 4, and 5 to 9. With the right one the middle would have 12 faces, with the left one 10.
  const Partition p = balanced(*mesh, FaceGraph(*mesh), {range(10, 20), range(8, 10), range(0, 8)}, {3, 10});
  ASSERT_EQ(p.count(), 2);
  EXPECT_EQ(facesOf(p, 0), range(0, 10));
  EXPECT_EQ(facesOf(p, 1), range(10, 20));
}

TEST(Balance, ASmallGroupJoinsTheNeighbourOfTheLongestSharedEdge) {
  //      _ _ _ _
  //     |_|_|_|_|  row 2: four half squares from x = 1/2 to 5/2
  //    |_|__        the square: x = 0 to 1, with an edge of length 1 below and of 1/2 above
  //    |_|_|_|_|    row 0: four squares from x = 0 to 4
  Soup s;
  const auto quad = [&](double x0, double x1, double y) {
    s.add(sheet(1, 1, [&](double u, double v) { return Vec3(x0 + u * (x1 - x0), y + v, 0); }));
  };
  for (int i = 0; i < 4; ++i) quad(i, i + 1, 0);
  // The square with one more corner on its upper edge.
  s.add(Soup{{{0, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0.5, 2, 0}, {0, 2, 0}}, {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}}});
  for (int i = 0; i < 4; ++i) quad(0.5 + 0.5 * i, 1 + 0.5 * i, 2);
  const MeshPtr mesh = built(std::move(s));
  ASSERT_EQ(mesh->triangles().size(), 19U);
  const Partition p = balanced(*mesh, FaceGraph(*mesh), {range(11, 19), range(8, 11), range(0, 8)}, {4, 20});
  ASSERT_EQ(p.count(), 2);
  EXPECT_EQ(facesOf(p, 0), range(0, 11));
}

TEST(Balance, WhereTheOnlyNeighbourIsFullBothAreHalved) {
  const MeshPtr mesh = strip(6);
  const Partition p = balanced(*mesh, FaceGraph(*mesh), {range(0, 10), range(10, 12)}, {3, 10});
  ASSERT_EQ(p.count(), 2);
  EXPECT_EQ(facesOf(p, 0), range(0, 6));
  EXPECT_EQ(facesOf(p, 1), range(6, 12));
}

TEST(Balance, ALoneTriangleJoinsTheGroupOfTheNearestFace) {
  for (const bool nearFirst : {true, false}) {
    Soup s = sheet(3, 3, [](double u, double v) { return Vec3(u, v, 0); });
    s.add(sheet(3, 3, [](double u, double v) { return Vec3(u, v, 1); }));
    const double z = nearFirst ? 0.4 : 0.6;
    s.add(Soup{{{0.4, 0.4, z}, {0.5, 0.4, z}, {0.4, 0.5, z}}, {{0, 1, 2}}});
    const MeshPtr mesh = built(std::move(s));
    const Partition p = balanced(*mesh, FaceGraph(*mesh), {range(0, 18), range(18, 36), {36}}, {2, 40});
    ASSERT_EQ(p.count(), 2);
    EXPECT_EQ(p.of(nearFirst ? 0 : 1).back(), 36);
  }
}

TEST(Balance, TheOrderOfGroupsAndOfTheirFacesDoesNotMatterWhereNoneIsSmall) {
  const MeshPtr mesh = strip(20);
  std::vector<int> turned = range(0, 30);
  std::reverse(turned.begin(), turned.end());
  const Partition p = balanced(*mesh, FaceGraph(*mesh), {range(0, 30), range(30, 40)}, {5, 20});
  const Partition q = balanced(*mesh, FaceGraph(*mesh), {range(30, 40), turned}, {5, 20});
  EXPECT_EQ(p.firsts, q.firsts);
  EXPECT_EQ(p.faces, q.faces);
}

}  // namespace
}  // namespace passung::gpu

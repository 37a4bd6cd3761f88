// SPDX-License-Identifier: Apache-2.0
#include "collision/queries/mesh_queries.h"

#include <gtest/gtest.h>

#include "core/mesh_topology.h"
#include "random_geometry.h"
#include "test_meshes.h"

namespace passung::collision {
namespace {

using test::MeshPtr;
using test::Random;
constexpr double kInf = std::numeric_limits<double>::infinity();

TEST(Raycast, FindsTheFirstTriangleOfALoop) {
  Random random(1);
  int hits = 0, misses = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    static const MeshPtr unit = test::lump(random, 1);
    const double s = std::pow(10.0, random.below(7) - 3);
    const MeshPtr mesh = unit->transformed(Transform{}, s);
    Bvh bvh = triangleBvh(*mesh);
    const Vec3 o = s * random.inCube(2);
    const Vec3 d = (s * random.inCube(1) - o) * random.uniform(0.01, 3);
    double expected = kInf;
    for (int t = 0; t < static_cast<int>(mesh->triangles().size()); ++t) {
      // Cramer's rule on o + x d = a + u (b - a) + v (c - a).
      const auto c = corners(*mesh, t);
      Mat3 m;
      m << -d, c[1] - c[0], c[2] - c[0];
      const Vec3 x = m.inverse() * (o - c[0]);
      if (x[0] >= 0 && x[1] >= 0 && x[2] >= 0 && x[1] + x[2] <= 1) expected = std::min(expected, x[0]);
    }
    const auto hit = raycast(*mesh, bvh, o, d);
    ASSERT_EQ(hit.has_value(), expected < kInf) << trial;
    if (hit) {
      EXPECT_NEAR(hit->t, expected, 1e-9 * (1 + expected));
      EXPECT_LT((hit->point - (o + hit->t * d)).norm(), 1e-12 * s);
    }
    (hit ? hits : misses) += 1;
  }
  EXPECT_GT(hits, 300);
  EXPECT_GT(misses, 300);
}

TEST(Raycast, SlipsThroughNoEdgeOrVertex) {
  Random random(2);
  const MeshPtr mesh = test::lump(random, 1);
  const Bvh bvh = triangleBvh(*mesh);
  // From the centre, straight at every vertex and every edge's middle.
  std::vector<Vec3> targets(mesh->vertices().begin(), mesh->vertices().end());
  for (const MeshEdge& e : mesh->edges()) targets.push_back(0.5 * (mesh->vertices()[e.v0] + mesh->vertices()[e.v1]));
  for (const Vec3& p : targets) {
    const auto hit = raycast(*mesh, bvh, Vec3::Zero(), p);
    ASSERT_TRUE(hit.has_value());
    EXPECT_NEAR(hit->t, 1, 1e-12);
  }
  EXPECT_FALSE(raycast(*mesh, bvh, Vec3(5, 0, 0), Vec3::UnitX()).has_value());
  EXPECT_FALSE(raycast(*mesh, bvh, Vec3(5, 0, 0), Vec3::Zero()).has_value());
}

TEST(ClosestPoint, IsTheNearestOfALoopWithTheSignOfTheWindingNumber) {
  Random random(3);
  int inside = 0, vertices = 0, edges = 0, faces = 0;
  const MeshPtr unit = test::lump(random, 1);
  for (const double s : {1e-3, 1.0, 1e3}) {
    const MeshPtr mesh = unit->transformed(Transform{}, s);
    const Bvh bvh = triangleBvh(*mesh);
    for (int trial = 0; trial < 1500; ++trial) {
      const Vec3 p = s * random.inCube(1.3);
      double squared = kInf;
      for (int t = 0; t < static_cast<int>(mesh->triangles().size()); ++t) {
        const auto c = corners(*mesh, t);
        squared = std::min(squared, closestPointTriangle(p, c[0], c[1], c[2]).squared);
      }
      const SurfacePoint q = closestPoint(*mesh, bvh, p);
      EXPECT_EQ(std::abs(q.distance), std::sqrt(squared));
      EXPECT_NEAR((q.point - p).norm(), std::abs(q.distance), 1e-14 * s);
      const bool isInside = windingNumber(p, mesh->vertices(), mesh->triangles()) > 0.5;
      EXPECT_EQ(q.distance < 0, isInside);
      inside += isInside ? 1 : 0;
      (isVertex(q.feature) ? vertices : isEdge(q.feature) ? edges : faces) += 1;
    }
  }
  EXPECT_GT(inside, 500);
  EXPECT_GT(vertices, 100);
  EXPECT_GT(edges, 100);
  EXPECT_GT(faces, 100);
}

TEST(ClosestPoint, OfAnOpenMeshHasNoSign) {
  const MeshPtr sheet = TriangleMesh::build({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}});
  const SurfacePoint q = closestPoint(*sheet, triangleBvh(*sheet), Vec3(0.2, 0.2, -0.5));
  EXPECT_EQ(q.distance, 0.5);
}

TEST(SideTest, AgreesWithTheWindingNumberAndSeesTheSurfaceItself) {
  Random random(4);
  const std::vector<MeshPtr> meshes{test::lump(random, 1), test::torus(1, 0.4, 24, 12), test::hollowBox(0.5),
                                    test::box(-Vec3::Ones(), Vec3::Ones())};
  int inside = 0, outside = 0;
  for (const MeshPtr& mesh : meshes) {
    const Bvh bvh = triangleBvh(*mesh);
    const SideTest side(*mesh, bvh);
    ASSERT_TRUE(side.closed());
    for (int trial = 0; trial < 1000; ++trial) {
      // Every second point on a coarse lattice, where rays run into edges and along faces.
      Vec3 p = random.inCube(1.5);
      if (trial % 2 == 0) p = (4 * p).array().round() / 4 + 1.0 / 8;
      const bool expected = std::abs(windingNumber(p, mesh->vertices(), mesh->triangles())) > 0.5;
      EXPECT_EQ(side.at(p), expected ? Side::kInside : Side::kOutside) << p.transpose();
      (expected ? inside : outside) += 1;
    }
    for (const Vec3& v : mesh->vertices()) EXPECT_EQ(side.at(v), Side::kOn);
  }
  EXPECT_GT(inside, 500);
  EXPECT_GT(outside, 500);
  const MeshPtr box = meshes[3];
  const Bvh boxBvh = triangleBvh(*box);
  EXPECT_EQ(SideTest(*box, boxBvh).at(Vec3(0.3, -0.2, 1)), Side::kOn);
  EXPECT_EQ(SideTest(*box, boxBvh).at(Vec3(0.3, -0.2, std::nextafter(1.0, 0.0))), Side::kInside);
}

TEST(SideTest, IsRightForANearlyClosedMesh) {
  Random random(5);
  const MeshPtr whole = test::torus(1, 0.4, 48, 24);
  std::vector<Triangle> t(whole->triangles().begin(), whole->triangles().end());
  t.erase(t.begin() + 100);
  const MeshPtr holed = TriangleMesh::build({whole->vertices().begin(), whole->vertices().end()}, t);
  const Bvh bvh = triangleBvh(*holed), wholeBvh = triangleBvh(*whole);
  const SideTest holedSide(*holed, bvh), wholeSide(*whole, wholeBvh);
  ASSERT_FALSE(holedSide.closed());
  ASSERT_TRUE(wholeSide.closed());
  int inside = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const Vec3 p = random.inCube(1.5).cwiseProduct(Vec3(1, 1, 0.3));
    if (closestPoint(*whole, wholeBvh, p).distance > -0.1 && closestPoint(*whole, wholeBvh, p).distance < 0.1) continue;
    const Side expected = wholeSide.at(p);
    EXPECT_EQ(holedSide.at(p), expected);
    inside += expected == Side::kInside ? 1 : 0;
  }
  EXPECT_GT(inside, 20);
}

TEST(WindingField, IsTheSumOfSolidAnglesUpToSomeHundredths) {
  Random random(7);
  for (const double s : {1e-3, 1e3}) {
    const MeshPtr mesh = test::torus(1, 0.4, 60, 40)->transformed({}, s);
    const Bvh bvh = triangleBvh(*mesh);
    const WindingField field(*mesh, bvh);
    for (int trial = 0; trial < 300; ++trial) {
      const Vec3 p = s * random.inCube(1.6);
      EXPECT_NEAR(field.at(p), windingNumber(p, mesh->vertices(), mesh->triangles()), 0.05);
    }
  }
}

TEST(BoundsVolume, AcceptsEdgesOfFourFacesButNoHole) {
  // Two boxes that share one edge.
  auto v = test::boxVertices(Vec3::Zero(), Vec3::Ones());
  for (const Vec3& p : test::boxVertices(Vec3(1, 1, 0), Vec3(2, 2, 1))) v.push_back(p);
  auto t = test::boxTriangles(0, false);
  for (const Triangle& x : test::boxTriangles(8, false)) t.push_back(x);
  const MeshPtr both = TriangleMesh::build(v, t);
  EXPECT_GT(both->diagnosis().nonManifoldEdges, 0);
  EXPECT_TRUE(boundsVolume(*both));
  t.pop_back();
  EXPECT_FALSE(boundsVolume(*TriangleMesh::build(v, t)));
}

TEST(SelfIntersects, OnlyWhereTrianglesCross) {
  Random random(6);
  EXPECT_FALSE(selfIntersects(*test::lump(random, 1)));
  EXPECT_FALSE(selfIntersects(*test::torus(1, 0.4, 24, 12)));
  EXPECT_FALSE(selfIntersects(*test::hollowBox(0.5)));
  // A tube thicker than its ring passes through itself.
  EXPECT_TRUE(selfIntersects(*test::torus(0.5, 0.8, 24, 12)));

  const auto twoBoxes = [](const Vec3& shift) {
    auto v = test::boxVertices(Vec3::Zero(), Vec3::Ones());
    for (const Vec3& p : test::boxVertices(shift, shift + Vec3::Ones())) v.push_back(p);
    auto t = test::boxTriangles(0, false);
    for (const Triangle& x : test::boxTriangles(8, false)) t.push_back(x);
    return TriangleMesh::build(v, t);
  };
  EXPECT_TRUE(selfIntersects(*twoBoxes(Vec3(0.5, 0.4, 0.3))));
  EXPECT_FALSE(selfIntersects(*twoBoxes(Vec3(0.25, 0.25, 1)))) << "faces that lie on each other do not cross";
  EXPECT_FALSE(selfIntersects(*twoBoxes(Vec3(0.25, 0.25, 1.0000001))));
  EXPECT_TRUE(selfIntersects(*twoBoxes(Vec3(0.25, 0.25, 0.9999999))));
}

}  // namespace
}  // namespace passung::collision

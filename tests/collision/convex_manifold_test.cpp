// SPDX-License-Identifier: Apache-2.0
// Manifolds of convex parts against closed forms, an independent distance, and each other with the parts exchanged.
#include "collision/narrowphase/convex_manifold.h"

#include <gtest/gtest.h>

#include <random>

#include "collision/shapes/shape.h"

namespace passung::collision {
namespace {

std::shared_ptr<const ConvexPolyhedron> convexOf(const Shape& shape) {
  return ConvexPolyhedron::make(*tessellate(shape));
}

TEST(ConvexPolyhedron, ABoxHasSixFacesTwelveEdgesAndAPrismTwoMoreThanSides) {
  const auto box = convexOf(Box{Vec3(1, 2, 3)});
  ASSERT_TRUE(box);
  EXPECT_EQ(box->faces.size(), 6U);
  EXPECT_EQ(box->edges.size(), 12U);
  for (const auto& f : box->faces) {
    EXPECT_EQ(f.count, 4);
    for (const Vec3& v : box->vertices) EXPECT_LE(f.normal.dot(v), f.offset + 1e-12);
  }
  const auto prism = convexOf(Cylinder{.radius = 1, .halfLength = 2, .sides = 8});
  ASSERT_TRUE(prism);
  EXPECT_EQ(prism->faces.size(), 10U);
  EXPECT_EQ(prism->edges.size(), 24U);
  EXPECT_FALSE(convexOf(Cylinder{.radius = 1, .halfLength = 2, .sides = 64})) << "too many faces";
}

// An L of two blocks in one closed mesh is not convex.
TEST(ConvexPolyhedron, AConcavePartHasNone) {
  const std::vector<Vec3> outline = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}};
  std::vector<Vec3> v;
  for (double z : {0.0, 1.0}) {
    for (const Vec3& p : outline) v.emplace_back(p.x(), p.y(), z);
  }
  std::vector<Triangle> t;
  for (int i = 0; i < 6; ++i) {
    const int j = (i + 1) % 6;
    t.push_back({i, j, j + 6});
    t.push_back({i, j + 6, i + 6});
  }
  for (const Triangle& f : {Triangle{0, 1, 2}, Triangle{0, 2, 3}, Triangle{0, 3, 4}, Triangle{0, 4, 5}}) {
    t.push_back({f[0], f[2], f[1]});
    t.push_back({f[0] + 6, f[1] + 6, f[2] + 6});
  }
  const auto mesh = TriangleMesh::build(v, t);
  ASSERT_TRUE(mesh->diagnosis().watertight);
  EXPECT_FALSE(ConvexPolyhedron::make(*mesh));
}

// Aligned cubes, apart or overlapping by less than half: four corners, the overlap as their gap.
TEST(ConvexManifold, AlignedCubesTouchAtTheirFourCornersAtAnyDepth) {
  const auto cube = convexOf(Box{Vec3::Constant(0.5)});
  for (double gap : {0.05, 0.0, -0.01, -0.3}) {
    std::vector<ContactTerm> terms;
    convexManifold(*cube, {}, *cube, {Quat::Identity(), Vec3(0, 0, 1 + gap)}, 0.1, terms);
    ASSERT_EQ(terms.size(), 4U) << gap;
    for (const ContactTerm& t : terms) {
      EXPECT_NEAR(t.gap, gap, 1e-12);
      EXPECT_LT((t.n_W - Vec3::UnitZ()).norm(), 1e-12);
      EXPECT_NEAR(std::abs(t.p_W.x()), 0.5, 1e-12);
      EXPECT_NEAR(std::abs(t.p_W.y()), 0.5, 1e-12);
      EXPECT_NEAR(t.p_W.z(), 0.5 + 0.5 * gap, 1e-12);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 0; j < i; ++j) EXPECT_NE(terms[i].feature, terms[j].feature);
    }
  }
}

// Two edges crossed at a right angle, one above the other.
TEST(ConvexManifold, CrossedEdgesTouchAtOnePoint) {
  const auto bar = convexOf(Box{Vec3(1, 0.1, 0.1)});
  const Quat roll = rotationFromVector(Vec3(kPi / 4, 0, 0));
  const double edge = 0.1 * std::sqrt(2.0);
  for (double gap : {0.02, -0.02}) {
    const Transform upper{rotationFromVector(Vec3(0, 0, kPi / 2)) * roll, Vec3(0.3, 0.2, 2 * edge + gap)};
    std::vector<ContactTerm> terms;
    convexManifold(*bar, {roll, Vec3::Zero()}, *bar, upper, 0.1, terms);
    ASSERT_EQ(terms.size(), 1U);
    EXPECT_NEAR(terms[0].gap, gap, 1e-12);
    EXPECT_LT((terms[0].n_W - Vec3::UnitZ()).norm(), 1e-9);
    EXPECT_LT((terms[0].p_W - Vec3(0.3, 0, edge + 0.5 * gap)).norm(), 1e-9);
  }
}

// Seen along the normal, A ends where B begins once B has moved by the overlap: of all corners, not only those found.
// The parts exchanged give the same overlap.
TEST(ConvexManifold, TheNormalAndTheDeepestGapPartRandomParts) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> unit(-1, 1);
  const auto a = convexOf(Box{Vec3(0.5, 0.4, 0.3)});
  const auto b = convexOf(Cylinder{.radius = 0.4, .halfLength = 0.5, .sides = 6});
  int faces = 0, edges = 0, met = 0, exact = 0;
  for (int round = 0; round < 2000; ++round) {
    const Transform A{rotationFromVector(2 * Vec3(unit(random), unit(random), unit(random))), Vec3::Zero()};
    const Transform B{rotationFromVector(2 * Vec3(unit(random), unit(random), unit(random))),
                      0.8 * Vec3(unit(random), unit(random), unit(random))};
    std::vector<ContactTerm> terms, exchanged;
    convexManifold(*a, A, *b, B, 0.0, terms);
    convexManifold(*b, B, *a, A, 0.0, exchanged);
    if (terms.empty()) continue;
    ++(terms.size() == 1 ? edges : faces);
    const auto least = [](const std::vector<ContactTerm>& list) {
      double gap = 0;
      for (const ContactTerm& t : list) gap = std::min(gap, t.gap);
      return gap;
    };
    const double gap = least(terms);
    ASSERT_FALSE(exchanged.empty());
    EXPECT_NEAR(least(exchanged), gap, 0.03 * std::abs(gap) + 1e-4);
    const Vec3 n = terms[0].n_W;
    const auto highest = [&](const ConvexPolyhedron& p, const Transform& X, double sign) {
      double most = -1e9;
      for (const Vec3& v : p.vertices) most = std::max(most, sign * n.dot(X * v));
      return most;
    };
    // The deepest corner may lie beside the face and is then clipped off.
    const double overlap = highest(*a, A, 1) + highest(*b, B, -1);
    EXPECT_GT(overlap, -gap - 1e-9);
    if (overlap < -gap + 1e-9) ++exact;
    ++met;
  }
  EXPECT_GT(faces, 300);
  EXPECT_GT(edges, 30);
  EXPECT_GT(exact, met * 7 / 10);
}

}  // namespace
}  // namespace passung::collision

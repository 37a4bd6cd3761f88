// SPDX-License-Identifier: Apache-2.0
// What came so deep inside that lists of near features do not show it: followed points, and the alarm.
#include <gtest/gtest.h>

#include <random>

#include "collision/narrowphase/near_set.h"
#include "collision/queries/exact_triangle.h"
#include "collision/queries/mesh_queries.h"
#include "near_set_reference.h"

namespace passung::collision {
namespace {

using test::bruteForce;
using test::expectSame;
using test::gapsOfPoints;
using test::inside;
using test::randomMotion;
using test::torus;
using test::wavyTorus;

// Points that came deep into the other part from a pose where all were outside are found however short the reach is.
TEST(NearAlarm, ClustersFindPointsThatCameDeepInside) {
  std::mt19937 random(29);
  const auto a = ContactGeometry::make(MeshShape{wavyTorus(0.02, 0.006, 60, 28)}, 1e-6);
  const auto b = ContactGeometry::make(MeshShape{wavyTorus(0.017, 0.005, 54, 26)}, 1e-6);
  int trials = 0, deep = 0, through = 0, again = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const Transform X_WA = randomMotion(random, 0.01, 1);
    const Transform free = X_WA * randomMotion(random, 0.016, 1);
    // Some ways lead through a tube of the other part.
    const Transform X_WB = free * randomMotion(random, trial % 4 == 0 ? 8e-3 : 1.5e-3, 0.05);
    NearSet clusters(a, b);
    // The earlier pose is mostly free. Where it is not, a point that leaves the other part and enters it again counts.
    const bool began = !clusters.mayBeWithin(X_WA, free, 0);
    if ((!began && trial % 40 != 0) || !clusters.mayBeWithin(X_WA, X_WB, 0)) continue;
    ++trials;
    const Transform X_AB_free = X_WA.inverse() * free;
    clusters.setCareful(false);
    clusters.collect(X_WA, X_WB, 4e-5, 3e-3, &X_AB_free);
    std::vector<ContactTerm> terms;
    clusters.evaluate(X_WA, X_WB, 2e-5, 2e-5, terms);
    for (int side = 0; side < 2; ++side) {
      const ContactGeometry& from = side == 0 ? *a : *b;
      const ContactGeometry& to = side == 0 ? *b : *a;
      const Transform X = side == 0 ? X_WB.inverse() * X_WA : X_WA.inverse() * X_WB;
      const std::map<std::size_t, double> found = gapsOfPoints(terms, side);
      const std::vector<double> d = bruteForce(from, to, X);
      const Transform before = side == 0 ? X_AB_free.inverse() : X_AB_free;
      for (std::size_t i = 0; i < d.size(); ++i) {
        const Vec3 p = X * from.points[i], p_before = before * from.points[i];
        const auto it = found.find(i);
        Aabb way;
        way.add(p);
        way.add(p_before);
        int met = 0;
        to.triangleBvh.overlapping(
            way, [&](int t) { met += segmentIntersectsTriangle(p_before, p, corners(*to.mesh, t)) ? 1 : 0; });
        if (met == 0) {
          // The way was free: so is its end.
          if (began && it != found.end()) {
            EXPECT_GE(it->second, 0);
          }
          continue;
        }
        if (!inside(to, p)) {
          if (it != found.end()) {
            EXPECT_GE(it->second, 0);
          }
          ++through;
          continue;
        }
        if (d[i] > 2.9e-3) continue;
        ASSERT_NE(it, found.end()) << "missed a point " << d[i] << " m inside";
        EXPECT_NEAR(it->second, -d[i], 1e-12);
        deep += d[i] > 1e-4 ? 1 : 0;
        again += met > 1 ? 1 : 0;
      }
    }
  }
  EXPECT_GT(trials, 30);
  EXPECT_GT(deep, 150);
  EXPECT_GT(through, 150);
  EXPECT_GT(again, 20);
}

// Edges pierce the other part exactly where the triangles of the two meshes intersect while no vertex need be inside.
TEST(NearAlarm, EdgesPierceWhereTrianglesIntersect) {
  std::mt19937 random(23);
  const auto a = ContactGeometry::make(MeshShape{wavyTorus(0.02, 0.006, 60, 28)}, 0);
  const auto b = ContactGeometry::make(MeshShape{wavyTorus(0.017, 0.005, 54, 26)}, 0);
  int pierced = 0, apart = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const Transform X_WA = randomMotion(random, 0.01, 1), X_WB = X_WA * randomMotion(random, 0.016, 1);
    bool intersect = false;
    const Transform X_AB = X_WA.inverse() * X_WB;
    Bvh::overlappingPairs(a->triangleBvh, b->triangleBvh, X_AB, 0, [&](int i, int j) {
      const auto s = corners(*a->mesh, i), t = corners(*b->mesh, j);
      intersect = intersect || trianglesIntersect(s, {X_AB * t[0], X_AB * t[1], X_AB * t[2]});
      return intersect;
    });
    const bool found = NearSet(a, b).edgesPierce(X_WA, X_WB);
    // Of two closed surfaces that intersect some convex edge pierces the other.
    EXPECT_EQ(found, intersect) << trial;
    pierced += found ? 1 : 0;
    apart += intersect ? 0 : 1;
  }
  EXPECT_GT(pierced, 50);
  EXPECT_GT(apart, 30);
}

// From a pose where all is outside: without following, edges that pierce and points that entered tell whenever some
// point is inside the other part, though few edges are listed, and however deep, up to whole shells; and only where the
// parts do overlap.
TEST(NearAlarm, AlarmsTellWhateverCameInside) {
  std::mt19937 random(31);
  const auto large = ContactGeometry::make(MeshShape{wavyTorus(0.02, 0.006, 60, 28)}, 1);
  const auto other = ContactGeometry::make(MeshShape{wavyTorus(0.017, 0.005, 54, 26)}, 1);
  const auto ring = torus(0.0015, 0.0004, 12, 8);
  const auto rings = ContactGeometry::make(MeshShape{test::together(*ring, *ring, Vec3(0.03, 0, 0))}, 1);
  ASSERT_TRUE(large->clusters && other->clusters && rings->clusters);
  ASSERT_LT(large->edges.size(), large->mesh->edges().size() / 3);
  const auto insideOf = [](const ContactGeometry& g, const ContactGeometry& of, const Transform& X,
                           std::size_t stride) {
    const SideTest side(*of.mesh, of.triangleBvh);
    for (std::size_t i = 0; i < g.points.size(); i += stride) {
      if (side.at(X * g.points[i]) == Side::kInside) return true;
    }
    return false;
  };
  int clear = 0, byEdges = 0, byPoints = 0, overlaps = 0, deeper = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    const auto& b = trial % 2 == 0 ? other : rings;
    const Transform X_WA = randomMotion(random, 0.01, 1), X_WB0 = X_WA * randomMotion(random, 0.02, 1);
    NearSet set(large, b);
    if (set.mayBeWithin(X_WA, X_WB0, 0)) continue;
    const Transform X_AB0 = X_WA.inverse() * X_WB0;
    // No surface meets another: a point of each shell tells.
    if (insideOf(*b, *large, X_AB0, b->points.size() / 2) ||
        insideOf(*large, *b, X_AB0.inverse(), large->points.size()))
      continue;
    const Transform X_WB1 = X_WB0 * randomMotion(random, trial % 3 == 0 ? 2e-3 : 0.012, 0.3);
    const Transform X_AB1 = X_WA.inverse() * X_WB1;
    const bool pierced = set.edgesPierce(X_WA, X_WB1);
    const bool told = pierced || set.pointsEntered(X_WA, X_WB0, X_WA, X_WB1);
    const bool truth = insideOf(*b, *large, X_AB1, 1) || insideOf(*large, *b, X_AB1.inverse(), 1);
    if (truth) {
      EXPECT_TRUE(told) << trial;
    }
    if (told && !truth) {
      // Of edges alone, whose ends are outside.
      EXPECT_TRUE(pierced) << trial;
      EXPECT_TRUE(set.mayBeWithin(X_WA, X_WB1, 0)) << trial;
    }
    overlaps += truth ? 1 : 0;
    clear += told ? 0 : 1;
    byEdges += pierced ? 1 : 0;
    byPoints += told && !pierced ? 1 : 0;

    // A list that does not follow has the points within its reach; it is empty only where nothing is inside.
    NearSet loose(large, b), following(large, b);
    for (NearSet* list : {&loose, &following}) list->setCareful(false);
    loose.setFollowing(false);
    const double cutoff = 2e-5;
    ASSERT_TRUE(loose.prepare(X_WA, X_WB0, X_WA, X_WB1, cutoff, 1));
    ASSERT_TRUE(following.prepare(X_WA, X_WB0, X_WA, X_WB1, cutoff, 1));
    EXPECT_EQ(loose.empty(), following.empty());
    std::vector<ContactTerm> terms, all;
    loose.evaluate(X_WA, X_WB1, cutoff, cutoff, terms);
    following.evaluate(X_WA, X_WB1, cutoff, cutoff, all);
    deeper += terms.size() < all.size() ? 1 : 0;
    for (auto* list : {&terms, &all}) {
      std::erase_if(*list, [&](const ContactTerm& t) { return t.gap < -0.99 * following.reach(); });
    }
    expectSame(terms, all);
  }
  EXPECT_GT(overlaps, 200);
  EXPECT_GT(clear, 150);
  EXPECT_GT(byEdges, 150);
  EXPECT_GT(byPoints, 20);
  EXPECT_GT(deeper, 150);
}

}  // namespace
}  // namespace passung::collision

// SPDX-License-Identifier: Apache-2.0
#include "collision/narrowphase/near_set.h"

#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <optional>
#include <random>

#include "collision/queries/closest.h"
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

// A point of either shape in the frame of the other, its gap by loops over all triangles, and the one that a set tells.
struct PointSeen {
  int side;
  Vec3 place;
  double gap;
  std::optional<double> told;
};

std::vector<PointSeen> pointsSeen(const ContactGeometry& a, const ContactGeometry& b, const Transform& X_WA,
                                  const Transform& X_WB, const std::vector<ContactTerm>& terms) {
  std::vector<PointSeen> points;
  for (int side = 0; side < 2; ++side) {
    const ContactGeometry& from = side == 0 ? a : b;
    const ContactGeometry& to = side == 0 ? b : a;
    const Transform X = side == 0 ? X_WB.inverse() * X_WA : X_WA.inverse() * X_WB;
    const std::map<std::size_t, double> told = gapsOfPoints(terms, side);
    const std::vector<double> d = bruteForce(from, to, X);
    for (std::size_t i = 0; i < d.size(); ++i) {
      const Vec3 place = X * from.points[i];
      PointSeen& point = points.emplace_back(PointSeen{side, place, inside(to, place) ? -d[i] : d[i], std::nullopt});
      if (const auto it = told.find(i); it != told.end()) point.told = it->second;
    }
  }
  return points;
}

// Whatever the motion since collection, as long as the set says it covers it, the points within the cutoff and their
// signed gaps are those of the loop over all pairs.
TEST(NearSet, FindsEveryNearPointAndItsSignedGapAfterAnyCoveredMotion) {
  std::mt19937 random(7);
  const auto a = ContactGeometry::make(MeshShape{torus(0.02, 0.006, 18, 10)}, 1e-6);
  const auto b = ContactGeometry::make(MeshShape{torus(0.015, 0.004, 15, 9)}, 1e-6);
  int compared = 0, negative = 0, refused = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const Transform X_WA = randomMotion(random, 0.01, 1);
    Transform X_WB = X_WA * randomMotion(random, 0.012, 1);
    NearSet set(a, b);
    const double cutoff = 1e-3;
    const double reach = 4e-3;
    set.collect(X_WA, X_WB, reach);
    for (int step = 0; step < 3; ++step) {
      X_WB = X_WB * randomMotion(random, 4e-4, 0.01);
      if (!set.covers(set.motion(X_WA, X_WB), cutoff)) {
        ++refused;
        break;
      }
      std::vector<ContactTerm> terms;
      set.evaluate(X_WA, X_WB, cutoff, 1, terms);
      for (const PointSeen& point : pointsSeen(*a, *b, X_WA, X_WB, terms)) {
        // Overlap is promised only as deep as the reach that is left.
        if (point.gap < set.motion(X_WA, X_WB) - reach) continue;
        if (point.gap < cutoff - 1e-12) {
          ASSERT_TRUE(point.told) << "missed a gap of " << point.gap;
          EXPECT_NEAR(*point.told, point.gap, 1e-12);
          ++compared;
          negative += point.gap < 0 ? 1 : 0;
        } else if (point.gap > cutoff + 1e-12) {
          EXPECT_FALSE(point.told);
        }
      }
    }
  }
  EXPECT_GT(compared, 2000);
  EXPECT_GT(negative, 300);
  EXPECT_GT(refused, 0);
}

// Boxes with faces along the axes, thin and thick, that slide along these: their points move exactly along planes and
// over the borders of faces, and may be near to none of a box's faces while they are level with one of them.
std::shared_ptr<const TriangleMesh> boxes(std::mt19937& random, int count, int places) {
  std::vector<Vec3> v;
  std::vector<Triangle> t;
  std::vector<int> order(static_cast<std::size_t>(places * places * places));
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), random);
  std::uniform_int_distribution<int> size(1, 9);
  for (int i = 0; i < count; ++i) {
    const int at = order[static_cast<std::size_t>(i)];
    const Vec3 lower = 1e-3 * Vec3(at % places, at / places % places, at / places / places);
    const Vec3 upper = lower + 1e-4 * Vec3(size(random), size(random), size(random));
    for (const Triangle& f : test::boxTriangles(static_cast<int>(v.size()), false)) t.push_back(f);
    for (const Vec3& p : test::boxVertices(lower, upper)) v.push_back(p);
  }
  return TriangleMesh::build(std::move(v), std::move(t));
}

TEST(NearSet, BoxesThatSlideAlongTheirFaces) {
  std::mt19937 random(41);
  const double cutoff = 4e-5, reach = 1.2e-4;
  int compared = 0, negative = 0, level = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const auto a = ContactGeometry::make(MeshShape{boxes(random, 20, 3)}, 1e-9);
    const auto b = ContactGeometry::make(MeshShape{boxes(random, 20, 3)}, 1e-9);
    ASSERT_TRUE(a->clusters && b->clusters);
    std::uniform_int_distribution<int> place(-9, 9);
    const auto shift = [&](double unit) -> Vec3 { return unit * Vec3(place(random), place(random), place(random)); };
    const Transform X_WA{};
    const Transform start{Quat::Identity(), shift(5e-5)};
    NearSet set(a, b);
    set.setFollowing(trial % 2 == 0);
    set.collect(X_WA, start, reach);
    for (int step = 0; step < 6; ++step) {
      const Transform X_WB{Quat::Identity(), start.p + shift(1e-5 / std::sqrt(3.0) * 0.8)};
      if (!set.covers(set.motion(X_WA, X_WB), cutoff)) continue;
      std::vector<ContactTerm> terms;
      set.evaluate(X_WA, X_WB, cutoff, cutoff, terms);
      for (const PointSeen& point : pointsSeen(*a, *b, X_WA, X_WB, terms)) {
        if (point.gap < -cutoff) {
          // Not promised; but what is told is no shallower.
          EXPECT_LT(point.told.value_or(point.gap), point.gap + 1e-12);
        } else if (point.gap < cutoff - 1e-12) {
          ASSERT_TRUE(point.told) << "missed a gap of " << point.gap;
          EXPECT_NEAR(*point.told, point.gap, 1e-12);
          ++compared;
          negative += point.gap < 0 ? 1 : 0;
        } else if (point.gap > cutoff + 1e-12) {
          EXPECT_FALSE(point.told) << point.gap << " " << *point.told;
          for (const Vec3& q : (point.side == 0 ? b : a)->points) {
            level += ((point.place - q).array().abs() < cutoff).any() ? 1 : 0;
          }
        }
      }
    }
  }
  EXPECT_GT(compared, 2000);
  EXPECT_GT(negative, 300);
  EXPECT_GT(level, 2000);
}

// A point may start nearer to several faces than anything but the last digits of its distances tells: which side it is
// on must come from the nearest one, in whatever order triangles are.
TEST(NearSet, PointsBesideFoldsKeepTheirSides) {
  std::mt19937 random(43);
  std::uniform_real_distribution<double> unit(-1, 1);
  const double cutoff = 1e-4, reach = 1e-3;
  // Its section has five convex corners and a concave one.
  const auto part =
      test::revolved({{0.01, -0.01}, {0.03, -0.01}, {0.03, 0}, {0.02, 0}, {0.02, 0.01}, {0.01, 0.01}}, 16);
  const auto b = ContactGeometry::make(MeshShape{torus(0.005, 0.002, 12, 8)}, 1e-9);
  auto plainB = std::make_shared<ContactGeometry>(*b);
  plainB->clusters = nullptr;
  int told = 0, inside_ = 0, near = 0;
  for (int trial = 0; trial < 1500; ++trial) {
    test::Random order(static_cast<unsigned>(trial));
    const auto mesh = trial % 2 == 0 ? part : test::shuffled(order, *part);
    const auto a = ContactGeometry::make(MeshShape{mesh}, 1e-9);
    const bool clusters = trial % 4 < 2;
    const auto plainA = std::make_shared<ContactGeometry>(*a);
    plainA->clusters = nullptr;
    ASSERT_TRUE(a->clusters && b->clusters);
    // The first point of b beside some edge of a where faces meet at an angle.
    const MeshEdge* e = nullptr;
    do {
      e = &mesh->edges()[random() % mesh->edges().size()];
    } while (std::abs(e->dihedral) < 0.5);
    const Vec3& n0 = mesh->faceNormals()[static_cast<std::size_t>(e->face0)];
    const Vec3& n1 = mesh->faceNormals()[static_cast<std::size_t>(e->face1)];
    const Vec3& v0 = mesh->vertices()[static_cast<std::size_t>(e->v0)];
    const Vec3& v1 = mesh->vertices()[static_cast<std::size_t>(e->v1)];
    const double tiny = 0.9 * std::pow(10, -0.5 * (1 + unit(random))) * 1e-6 * reach;
    const Vec3 start = v0 + (0.5 + 0.4 * unit(random)) * (v1 - v0) + tiny * (unit(random) * n0 + unit(random) * n1);
    const Quat turned = randomMotion(random, 0, 2).q;
    const Transform X0{turned, start - turned * b->points[0]};
    NearSet set(clusters ? a : plainA, clusters ? b : plainB);
    set.setFollowing(true);
    set.collect({}, X0, reach);
    for (int step = 0; step < 3; ++step) {
      const Vec3 way = 5e-4 * Vec3(unit(random), unit(random), unit(random));
      const Transform X{turned, X0.p + way};
      if (!set.covers(set.motion({}, X), cutoff)) continue;
      std::vector<ContactTerm> terms;
      set.evaluate({}, X, cutoff, cutoff, terms);
      const std::map<std::size_t, double> found = gapsOfPoints(terms, 1);
      const Vec3 p = X * b->points[0];
      double squared = std::numeric_limits<double>::infinity();
      for (int t = 0; t < static_cast<int>(mesh->triangles().size()); ++t) {
        const auto c = corners(*mesh, t);
        squared = std::min(squared, closestPointTriangle(p, c[0], c[1], c[2]).squared);
      }
      const double d = std::sqrt(squared);
      if (d < 1e-8) continue;  // the ray may graze
      const bool in = inside(*a, p);
      const double gap = in ? -d : d;
      const auto it = found.find(0);
      ++told;
      inside_ += in ? 1 : 0;
      near += std::abs(gap) < cutoff ? 1 : 0;
      if (gap < cutoff) {
        ASSERT_NE(it, found.end()) << trial << " missed " << gap << " after " << way.transpose();
        EXPECT_NEAR(it->second, gap, 1e-12) << trial;
      } else {
        EXPECT_EQ(it, found.end()) << trial;
      }
    }
  }
  EXPECT_GT(told, 3000);
  EXPECT_GT(inside_, 700);
  EXPECT_GT(near, 400);
}

TEST(NearSet, SwappingTheShapesTurnsTheNormals) {
  std::mt19937 random(3);
  const auto a = ContactGeometry::make(MeshShape{torus(0.02, 0.006, 18, 10)}, 1e-6);
  const auto b = ContactGeometry::make(Box{Vec3(0.01, 0.008, 0.006)}, 1e-6);
  int terms = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const Transform X_WA = randomMotion(random, 0.01, 1), X_WB = X_WA * randomMotion(random, 0.015, 1);
    const auto gather = [&](const auto& first, const auto& second, const Transform& X1, const Transform& X2,
                            double sign) {
      NearSet set(first, second);
      set.collect(X1, X2, 1e-3);
      std::vector<ContactTerm> t;
      set.evaluate(X1, X2, 5e-4, 1, t);
      std::vector<std::array<double, 4>> rows;
      for (const ContactTerm& c : t) {
        if (c.weight == 1) rows.push_back({c.gap, sign * c.n_W.x(), sign * c.n_W.y(), sign * c.n_W.z()});
      }
      std::sort(rows.begin(), rows.end());
      return rows;
    };
    const auto ab = gather(a, b, X_WA, X_WB, 1);
    const auto ba = gather(b, a, X_WB, X_WA, -1);
    ASSERT_EQ(ab.size(), ba.size());
    for (std::size_t i = 0; i < ab.size(); ++i) EXPECT_NEAR(ab[i][0], ba[i][0], 1e-12);
    Vec3 sumA = Vec3::Zero(), sumB = Vec3::Zero();
    for (const auto& r : ab) sumA += Vec3(r[1], r[2], r[3]);
    for (const auto& r : ba) sumB += Vec3(r[1], r[2], r[3]);
    EXPECT_LT((sumA - sumB).norm(), 1e-6 * (1 + static_cast<double>(ab.size())));
    terms += static_cast<int>(ab.size());
  }
  EXPECT_GT(terms, 100);
}

// The clusters of large meshes find what the walk through the hierarchies finds, to the bits; and a list made at
// another pose and used many times gives what a fresh one gives.
TEST(NearSet, ClustersAndTreesAndOldListsGiveTheSameBits) {
  std::mt19937 random(11);
  const auto a = ContactGeometry::make(MeshShape{wavyTorus(0.02, 0.006, 60, 28)}, 1e-6);
  const auto b = ContactGeometry::make(MeshShape{wavyTorus(0.017, 0.005, 54, 26)}, 1e-6);
  ASSERT_TRUE(a->clusters && b->clusters);
  auto plainA = std::make_shared<ContactGeometry>(*a), plainB = std::make_shared<ContactGeometry>(*b);
  plainA->clusters = plainB->clusters = nullptr;
  const double cutoff = 2e-5;
  int points = 0, edges = 0, negative = 0, reused = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const Transform X_WA = randomMotion(random, 0.01, 1);
    Transform X_WB = X_WA * randomMotion(random, 0.012, 1);
    NearSet old(a, b);
    old.collect(X_WA, X_WB, 1.5e-4, 3e-4);
    for (int step = 0; step < 4; ++step) {
      if (step > 0) X_WB = X_WB * randomMotion(random, 8e-6, 3e-4);
      NearSet clusters(a, b), trees(plainA, plainB);
      clusters.setCareful(false);
      clusters.collect(X_WA, X_WB, 4e-5, 3e-4);
      trees.collect(X_WA, X_WB, 4e-5, 3e-4);
      std::vector<ContactTerm> byClusters, byTrees, byOld;
      clusters.evaluate(X_WA, X_WB, cutoff, cutoff, byClusters);
      trees.evaluate(X_WA, X_WB, cutoff, cutoff, byTrees);
      // Points deeper than the reach are promised to nobody.
      const auto deep = [](std::vector<ContactTerm>& terms) {
        std::erase_if(terms, [](const ContactTerm& t) { return t.gap < -3.9e-5; });
      };
      deep(byClusters);
      deep(byTrees);
      expectSame(byClusters, byTrees);
      if (old.covers(old.motion(X_WA, X_WB), cutoff)) {
        old.evaluate(X_WA, X_WB, cutoff, cutoff, byOld);
        deep(byOld);
        expectSame(byOld, byClusters);
        ++reused;
      }
      for (const ContactTerm& t : byClusters) {
        (t.feature >> 62 == 2 ? edges : points) += 1;
        negative += t.gap < 0 ? 1 : 0;
      }
    }
  }
  EXPECT_GT(points, 2000);
  EXPECT_GT(edges, 1000);
  EXPECT_GT(negative, 200);
  EXPECT_GT(reused, 800);
}

// Two crossed bars touch in one point of their edges; pushed past each other the edge pair must say so.
TEST(NearSet, CrossedEdgesHaveANegativeGap) {
  const auto bar = ContactGeometry::make(Box{Vec3(0.05, 0.005, 0.005)}, 1e-6);
  const Quat roll = rotationFromVector(Vec3(kPi / 4, 0, 0));
  const double half = 0.005 * std::sqrt(2.0);
  const Transform X_WA{roll, Vec3::Zero()};
  for (double gap : {2e-4, 1e-5, -1e-5, -2e-4}) {
    const Transform X_WB{rotationFromVector(Vec3(0, 0, kPi / 2)) * roll, Vec3(0, 0, 2 * half + gap)};
    NearSet set(bar, bar);
    set.collect(X_WA, X_WB, 1e-3);
    std::vector<ContactTerm> terms;
    set.evaluate(X_WA, X_WB, 1e-3, 1e-3, terms);
    double least = 1;
    Vec3 n = Vec3::Zero();
    for (const ContactTerm& t : terms) {
      if (t.gap < least) {
        least = t.gap;
        n = t.n_W;
      }
    }
    EXPECT_NEAR(least, gap, 1e-12);
    EXPECT_NEAR(n.z(), 1, 1e-9);
  }
}

// Gaps and weights of all edge pairs below the cutoff, by a loop over all of them.
std::map<std::uint64_t, std::pair<double, double>> edgePairs(const ContactGeometry& a, const ContactGeometry& b,
                                                             const Transform& X_AB, double cutoff, double depth) {
  std::map<std::uint64_t, std::pair<double, double>> found;
  const auto inCone = [](const ContactEdge& e, const Vec3& m) { return m.dot(e.t0) <= 0 && m.dot(e.t1) <= 0; };
  for (std::size_t i = 0; i < a.edges.size(); ++i) {
    const ContactEdge& e = a.edges[i];
    const Vec3 p0 = a.points[static_cast<std::size_t>(e.v0)], p1 = a.points[static_cast<std::size_t>(e.v1)];
    for (std::size_t j = 0; j < b.edges.size(); ++j) {
      const ContactEdge& f = b.edges[j];
      const Vec3 q0 = X_AB * b.points[static_cast<std::size_t>(f.v0)];
      const Vec3 q1 = X_AB * b.points[static_cast<std::size_t>(f.v1)];
      const SegmentSegment c = closestSegmentSegment(p0, p1, q0, q1);
      const double distance = std::sqrt(c.squared);
      const Vec3 m = (c.pointQ - c.pointP) / distance;
      const bool interior = c.s > 0 && c.s < 1 && c.t > 0 && c.t < 1;
      const bool crossed = interior && distance <= depth && inCone(e, -m) && inCone(f, X_AB.q.conjugate() * m);
      const double gap = crossed ? -distance : distance;
      const double x =
          (p1 - p0).cross(q1 - q0).squaredNorm() / (1e-3 * (p1 - p0).squaredNorm() * (q1 - q0).squaredNorm());
      if (gap < cutoff && x > 1e-9) {
        found[std::uint64_t{2} << 62 | static_cast<std::uint64_t>(i) << 31 | j] = {gap, x < 1 ? x * (2 - x) : 1};
      }
    }
  }
  return found;
}

// Bounds leave out pairs that are held apart by the cutoff, although crossed ones count to twice that depth: whatever
// the motion since the list was made, edges of all angles that have crossed on the way are found with their depth, and
// none that has not.
TEST(NearSet, EdgesThatCrossSinceTheListWasMadeAreFound) {
  std::mt19937 random(19);
  // Sharp, square and blunt edges, and those of large meshes.
  const auto wedge = [](double height) {
    return ContactGeometry::make(
        MeshShape{TriangleMesh::build(
            {{-1, -0.2, 0}, {1, -0.2, 0}, {1, 0.2, 0}, {-1, 0.2, 0}, {-1, 0, height}, {1, 0, height}},
            {{0, 2, 1}, {0, 3, 2}, {0, 1, 5}, {0, 5, 4}, {2, 3, 4}, {2, 4, 5}, {1, 2, 5}, {0, 4, 3}})},
        1e-9);
  };
  const std::vector<std::shared_ptr<const ContactGeometry>> shapes{
      wedge(0.02),
      wedge(0.2),
      wedge(2),
      ContactGeometry::make(Box{Vec3(1, 0.2, 0.2)}, 1e-9),
      ContactGeometry::make(Box{Vec3(1, 0.05, 0.05)}, 1e-9),
      ContactGeometry::make(Box{Vec3(1, 0.02, 0.01)}, 1e-9),
      ContactGeometry::make(MeshShape{wavyTorus(0.8, 0.3, 14, 9)}, 1e-9)};
  const double cutoff = 0.02, depth = 2 * cutoff;
  int crossed = 0, deep = 0, between = 0, refused = 0, since = 0, turned = 0;
  for (int trial = 0; trial < 1500; ++trial) {
    const auto& a = shapes[random() % shapes.size()];
    const auto& b = shapes[random() % shapes.size()];
    NearSet set(a, b);
    // Two points of edges near each other.
    const ContactEdge& e = a->edges[random() % a->edges.size()];
    const ContactEdge& f = b->edges[random() % b->edges.size()];
    const auto middle = [](const ContactGeometry& g, const ContactEdge& x) -> Vec3 {
      return 0.5 * (g.points[static_cast<std::size_t>(x.v0)] + g.points[static_cast<std::size_t>(x.v1)]);
    };
    const Quat q = randomMotion(random, 0, 1).q;
    Transform X{q, middle(*a, e) - q * middle(*b, f) + randomMotion(random, 0.6 * cutoff, 0).p};
    set.collect({}, X, 4 * cutoff, 0, nullptr, cutoff);
    const auto before = edgePairs(*a, *b, X, cutoff, depth);
    const Quat base = X.q;
    for (int step = 0; step < 4; ++step) {
      // Thin ones also roll, as far as the list serves.
      const Vec3 roll = X.q * Vec3(0.15 * std::normal_distribution<double>()(random), 0, 0);
      const Transform turn{trial % 2 == 0 ? Quat::Identity() : rotationFromVector(roll), Vec3::Zero()};
      const Transform moved = randomMotion(random, 0.4 * cutoff, 0.2 * cutoff) * X;
      X = {turn.q * moved.q, moved.p};
      if (!set.covers(set.motion({}, X), cutoff, depth)) {
        ++refused;
        break;
      }
      turned += 2 * std::acos(std::min(1.0, std::abs(X.q.dot(base)))) > 0.12 ? 1 : 0;
      std::vector<ContactTerm> terms;
      set.evaluate({}, X, cutoff, depth, terms);
      std::map<std::uint64_t, std::pair<double, double>> found;
      for (const ContactTerm& t : terms) {
        if (t.feature >> 62 == 2) found[t.feature] = {t.gap, t.weight};
      }
      const auto expected = edgePairs(*a, *b, X, cutoff, depth);
      for (const auto& [feature, pair] : expected) {
        ASSERT_TRUE(found.contains(feature)) << trial << " " << pair.first;
        EXPECT_NEAR(found[feature].first, pair.first, 1e-12);
        EXPECT_NEAR(found[feature].second, pair.second, 1e-9);
        if (!(pair.first < 0)) continue;
        ++crossed;
        if (pair.first < -cutoff) ++deep;
        const auto old = before.find(feature);
        if (old == before.end() || old->second.first > 0) ++since;
      }
      for (const auto& [feature, pair] : found) {
        EXPECT_TRUE(expected.contains(feature) || pair.second < 1e-8) << trial << " " << pair.first;
      }
      for (const auto& [feature, pair] : edgePairs(*a, *b, X, depth, depth)) between += pair.first > cutoff ? 1 : 0;
    }
  }
  EXPECT_GT(crossed, 300);
  EXPECT_GT(deep, 80);
  EXPECT_GT(since, 60);
  EXPECT_GT(between, 1500);
  EXPECT_GT(turned, 100);
  EXPECT_LT(refused, 800);
}

TEST(NearSet, RoundShapesHaveTheirClosedFormGaps) {
  const auto gapOf = [](const Shape& s, const Shape& t, const Transform& X_WB) {
    NearSet set(ContactGeometry::make(s, 1e-6), ContactGeometry::make(t, 1e-6));
    set.collect({}, X_WB, 0.05);
    std::vector<ContactTerm> terms;
    set.evaluate({}, X_WB, 0.05, 1, terms);
    double least = 1;
    for (const ContactTerm& c : terms) least = std::min(least, c.gap);
    return least;
  };
  const Transform up{Quat::Identity(), Vec3(0, 0, 0.035)};
  EXPECT_NEAR(gapOf(Sphere{0.01}, Sphere{0.02}, up), 0.005, 1e-12);
  EXPECT_NEAR(gapOf(Box{Vec3(0.1, 0.1, 0.01)}, Sphere{0.02}, up), 0.005, 1e-12);
  EXPECT_NEAR(gapOf(HalfSpace{}, Sphere{0.02}, up), 0.015, 1e-12);
  EXPECT_NEAR(gapOf(HalfSpace{}, Capsule{0.02, 0.01}, up), 0.005, 1e-12);
  const Transform across{rotationFromVector(Vec3(0, kPi / 2, 0)), Vec3(0, 0.025, 0.002)};
  EXPECT_NEAR(gapOf(Capsule{0.01, 0.03}, Capsule{0.012, 0.04}, across), 0.025 - 0.022, 1e-12);
  EXPECT_NEAR(gapOf(Capsule{0.01, 0.03}, Sphere{0.012}, {Quat::Identity(), Vec3(0.02, 0, 0.03)}), -0.002, 1e-12);
}

}  // namespace
}  // namespace passung::collision

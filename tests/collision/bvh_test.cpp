// SPDX-License-Identifier: Apache-2.0
#include "collision/bvh/bvh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "random_geometry.h"

namespace passung::collision {
namespace {

using test::Random;
using Pairs = std::set<std::pair<int, int>>;

// Every item is in exactly one leaf, children follow their parent and lie one deeper, boxes are exact unions.
void expectValid(const Bvh& bvh, std::span<const Aabb> boxes, int leafSize) {
  std::vector<int> seen(boxes.size(), 0);
  for (std::size_t k = 0; k < bvh.nodes().size(); ++k) {
    const BvhNode& n = bvh.nodes()[k];
    Aabb sum;
    if (n.leaf()) {
      EXPECT_LE(n.count, leafSize);
      for (int i = n.first; i < n.first + n.count; ++i) {
        const int item = bvh.order()[i];
        ++seen[item];
        sum.add(boxes[item]);
      }
    } else {
      ASSERT_GT(n.left, static_cast<int>(k));
      ASSERT_GT(n.right, static_cast<int>(k));
      EXPECT_EQ(bvh.nodes()[n.left].depth, n.depth + 1);
      sum.add(bvh.nodes()[n.left].box);
      sum.add(bvh.nodes()[n.right].box);
    }
    EXPECT_EQ(n.box.lower, sum.lower);
    EXPECT_EQ(n.box.upper, sum.upper);
    EXPECT_LE(n.depth, bvh.depth());
  }
  for (const int n : seen) EXPECT_EQ(n, 1);
}

TEST(Bvh, IsAPartitionWithExactBoxesForAllSizes) {
  Random random(1);
  for (const int count : {1, 2, 3, 4, 5, 17, 300, 5000}) {
    for (const int leafSize : {1, 4}) {
      const auto boxes = random.boxes(count, 1, 0.1);
      const Bvh bvh = Bvh::build(boxes, leafSize);
      expectValid(bvh, boxes, leafSize);
    }
  }
}

TEST(Bvh, OfNothingIsEmptyAndFindsNothing) {
  const Bvh bvh = Bvh::build({});
  EXPECT_TRUE(bvh.empty());
  bvh.overlapping({Vec3::Zero(), Vec3::Ones()}, [](int) { FAIL(); });
  Bvh::overlappingPairs(bvh, bvh, {}, 1, [](int, int) { FAIL(); });
  EXPECT_EQ(bvh.nearest(Vec3::Zero(), 5.0, [](int, double) { return 0.0; }), 5.0);
}

TEST(Bvh, StaysShallowWhenCentresAreEqualOrGrowGeometrically) {
  const std::vector<Aabb> equal(4096, Aabb{Vec3::Zero(), Vec3::Ones()});
  const Bvh flat = Bvh::build(equal, 1);
  expectValid(flat, equal, 1);
  EXPECT_LE(flat.depth(), 12);

  // Each box is half the one before: equal-width bins part off only a few boxes at a time.
  std::vector<Aabb> shrinking;
  for (int i = 0; i < 900; ++i) shrinking.push_back({Vec3::Zero(), Vec3::Constant(std::ldexp(1.0, -i))});
  const Bvh deep = Bvh::build(shrinking, 1);
  expectValid(deep, shrinking, 1);
  EXPECT_LE(deep.depth(), 80);
  int found = 0;
  deep.overlapping({Vec3::Zero(), Vec3::Zero()}, [&](int) { ++found; });
  EXPECT_EQ(found, 900);
}

TEST(Bvh, TakesInfiniteAndEmptyBoxes) {
  Random random(2);
  auto boxes = random.boxes(50, 1, 0.1);
  const double inf = std::numeric_limits<double>::infinity();
  boxes[7] = {Vec3::Constant(-inf), Vec3(inf, inf, 0)};
  boxes[9] = Aabb{};
  const Bvh bvh = Bvh::build(boxes, 2);
  expectValid(bvh, boxes, 2);
  std::set<int> found;
  bvh.overlapping({Vec3(100, 100, -5), Vec3(101, 101, -4)}, [&](int i) { found.insert(i); });
  EXPECT_EQ(found, std::set<int>{7});
}

TEST(Bvh, FindsTheSameBoxesAsALoop) {
  Random random(3);
  int hits = 0, misses = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const double s = std::pow(10.0, random.uniform(-3, 3));
    const auto boxes = random.boxes(400, s, 0.3 * s);
    const Bvh bvh = Bvh::build(boxes);
    const Aabb query = random.boxes(1, s, 0.4 * s)[0];
    const double margin = trial % 2 == 0 ? 0 : 0.05 * s;
    std::vector<int> found, expected;
    bvh.overlapping(
        query, [&](int i) { found.push_back(i); }, margin);
    for (int i = 0; i < 400; ++i) {
      if (boxes[i].overlaps(query.grown(margin))) expected.push_back(i);
    }
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, expected);
    hits += static_cast<int>(expected.size());
    misses += 400 - static_cast<int>(expected.size());
  }
  EXPECT_GT(hits, 100);
  EXPECT_GT(misses, 100);
}

// The squared distance between two boxes of different frames, by alternating projection between convex sets, which
// converges to it from above.
double boxDistance(const Aabb& a_A, const Aabb& b_B, const Transform& X_AB) {
  const Transform X_BA = X_AB.inverse();
  Vec3 p = a_A.center();
  double d = 0;
  for (int k = 0; k < 3000; ++k) {
    const Vec3 q_B = (X_BA * p).cwiseMax(b_B.lower).cwiseMin(b_B.upper);
    const Vec3 q = X_AB * q_B;
    const Vec3 r = q.cwiseMax(a_A.lower).cwiseMin(a_A.upper);
    d = (r - q).norm();
    if ((r - p).norm() <= 1e-15 * a_A.size()) break;
    p = r;
  }
  return d;
}

TEST(Bvh, PairsOfTwoTreesMissNoneWithinTheMarginAndTakeFewBeyond) {
  Random random(4);
  int near = 0, reported = 0, all = 0;
  for (int trial = 0; trial < 30; ++trial) {
    const double s = std::pow(10.0, random.uniform(-3, 3));
    const auto a = random.boxes(90, s, 0.4 * s);
    const auto b = random.boxes(70, s, 0.4 * s);
    const Transform X_AB = random.pose(0.7 * s);
    const double margin = trial % 2 == 0 ? 0 : 0.05 * s;
    Pairs found;
    Bvh::overlappingPairs(Bvh::build(a), Bvh::build(b), X_AB, margin, [&](int i, int j) {
      EXPECT_TRUE(found.insert({i, j}).second) << "a pair came twice";
    });
    for (int i = 0; i < 90; ++i) {
      for (int j = 0; j < 70; ++j) {
        ++all;
        // Alternating projection may stop short of the minimum: it can only err towards "far", which is not checked.
        if (boxDistance(a[i], b[j], X_AB) <= margin) {
          ++near;
          EXPECT_TRUE(found.contains({i, j})) << i << ' ' << j;
        }
      }
    }
    reported += static_cast<int>(found.size());
  }
  EXPECT_GT(near, 1000);
  EXPECT_LT(reported, all / 2);
  EXPECT_LT(reported, 1.5 * near);
}

TEST(Bvh, TouchingBoxesCountAsAPairAtAnyScaleAndPose) {
  Random random(5);
  for (int trial = 0; trial < 2000; ++trial) {
    const double s = std::pow(10.0, random.uniform(-3, 3));
    const Aabb a{Vec3::Zero(), Vec3::Constant(s)};
    const Aabb b{Vec3::Zero(), Vec3::Constant(s)};
    // The corner at b's origin sits on a random point of a's boundary; b leans away from it.
    const Transform X_AB{random.rotation(), Vec3(random.uniform(0, s), random.uniform(0, s), s)};
    int pairs = 0;
    Bvh::overlappingPairs(Bvh::build(std::vector<Aabb>{a}), Bvh::build(std::vector<Aabb>{b}), X_AB, 0,
                          [&](int, int) { ++pairs; });
    EXPECT_EQ(pairs, 1);
  }
}

TEST(Bvh, RefitGivesTheBoxesOfARebuild) {
  Random random(6);
  const auto before = random.boxes(500, 1, 0.1);
  const auto after = random.boxes(500, 3, 0.2);
  Bvh bvh = Bvh::build(before);
  bvh.refit(after);
  expectValid(bvh, after, 4);
  const Bvh fresh = Bvh::build(after);
  EXPECT_EQ(bvh.bounds().lower, fresh.bounds().lower);
  EXPECT_EQ(bvh.bounds().upper, fresh.bounds().upper);
  for (int trial = 0; trial < 20; ++trial) {
    const Aabb query = random.boxes(1, 3, 1)[0];
    std::set<int> a, b;
    bvh.overlapping(query, [&](int i) { a.insert(i); });
    fresh.overlapping(query, [&](int i) { b.insert(i); });
    EXPECT_EQ(a, b);
  }
}

TEST(Bvh, NearestIsTheNearestOfALoop) {
  Random random(7);
  for (int trial = 0; trial < 200; ++trial) {
    const auto boxes = random.boxes(300, 1, 0.05);
    const Bvh bvh = Bvh::build(boxes);
    const Vec3 p = random.inCube(2);
    const double limit = trial % 4 == 0 ? 0.01 : std::numeric_limits<double>::infinity();
    int visits = 0;
    const double found = bvh.nearest(p, limit, [&](int i, double best) {
      ++visits;
      return std::min(best, boxes[i].squaredDistance(p));
    });
    double expected = limit;
    for (const Aabb& b : boxes) expected = std::min(expected, b.squaredDistance(p));
    EXPECT_EQ(found, expected);
    EXPECT_LT(visits, 150);
  }
}

}  // namespace
}  // namespace passung::collision

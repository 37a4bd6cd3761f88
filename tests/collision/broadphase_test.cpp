// SPDX-License-Identifier: Apache-2.0
#include "collision/broadphase/broadphase.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "collision/broadphase/broadphase_tree.h"
#include "core/error.h"
#include "random_geometry.h"

namespace passung::collision {
namespace {

using test::Random;
constexpr double kInf = std::numeric_limits<double>::infinity();

std::vector<BodyPair> bruteForce(std::span<const Aabb> boxes, const PairFilter& filter = {}) {
  std::vector<BodyPair> pairs;
  for (int a = 0; a < static_cast<int>(boxes.size()); ++a) {
    for (int b = a + 1; b < static_cast<int>(boxes.size()); ++b) {
      if (boxes[a].empty() || boxes[b].empty() || !boxes[a].overlaps(boxes[b])) continue;
      if (!filter || filter(a, b)) pairs.push_back({a, b});
    }
  }
  return pairs;
}

class BroadphaseTest : public testing::TestWithParam<std::string_view> {
 protected:
  std::unique_ptr<Broadphase> broadphase_ = makeBroadphase(GetParam());
};

TEST_P(BroadphaseTest, AgreesWithALoopWhileBodiesDriftJumpGrowComeAndGo) {
  Random random(1);
  std::size_t pairs = 0;
  for (const double s : {1e-3, 1.0, 1e3}) {
    std::vector<Aabb> boxes = random.boxes(150, s, 0.3 * s);
    for (int step = 0; step < 120; ++step) {
      for (Aabb& b : boxes) {
        if (b.empty() || !b.lower.allFinite()) continue;
        const Vec3 drift = random.inCube(random.below(30) == 0 ? s : 0.003 * s);
        const double grow = random.below(50) == 0 ? random.uniform(0.05, 3) : 1;
        b = {b.lower + drift, b.lower + drift + grow * b.extent()};
      }
      if (step % 10 == 3) boxes.resize(boxes.size() - 7);
      if (step % 10 == 6) {
        for (const Aabb& b : random.boxes(7, s, 0.3 * s)) boxes.push_back(b);
      }
      if (step % 20 == 8) boxes[random.below(100)] = {Vec3::Constant(-kInf), Vec3(kInf, kInf, 0)};
      if (step % 20 == 9) boxes[random.below(100)] = Aabb{};
      if (step % 20 == 15) boxes[random.below(100)] = random.boxes(1, s, s)[0];
      broadphase_->update(boxes);
      const auto expected = bruteForce(boxes);
      ASSERT_EQ(broadphase_->findPairs(), expected) << "step " << step << " scale " << s;
      pairs += expected.size();
    }
  }
  EXPECT_GT(pairs, 10000U);
}

TEST_P(BroadphaseTest, AppliesTheFilter) {
  Random random(2);
  const auto boxes = random.boxes(100, 1, 0.6);
  const PairFilter odd = [](int a, int b) { return (a + b) % 2 == 1; };
  broadphase_->update(boxes);
  const auto expected = bruteForce(boxes, odd);
  EXPECT_EQ(broadphase_->findPairs(odd), expected);
  EXPECT_GT(expected.size(), 20U);
  EXPECT_LT(expected.size(), bruteForce(boxes).size());
}

TEST_P(BroadphaseTest, CountsTouchingBoxesAndTakesNone) {
  broadphase_->update({});
  EXPECT_TRUE(broadphase_->findPairs().empty());
  const std::vector<Aabb> boxes{
      {Vec3(0, 0, 0), Vec3(1, 1, 1)}, {Vec3(1, 1, 1), Vec3(2, 2, 2)}, {Vec3(2.5, 0, 0), Vec3(3, 1, 1)}};
  broadphase_->update(boxes);
  EXPECT_EQ(broadphase_->findPairs(), (std::vector<BodyPair>{{0, 1}}));
  broadphase_->update({});
  EXPECT_TRUE(broadphase_->findPairs().empty());
}

TEST_P(BroadphaseTest, FollowsAPermutationOfTheBodies) {
  Random random(3);
  auto boxes = random.boxes(80, 1, 0.5);
  broadphase_->update(boxes);
  std::set<std::pair<int, int>> before;
  for (const BodyPair& p : broadphase_->findPairs()) before.insert({p.a, p.b});
  std::reverse(boxes.begin(), boxes.end());
  broadphase_->update(boxes);
  std::set<std::pair<int, int>> after;
  for (const BodyPair& p : broadphase_->findPairs()) after.insert({79 - p.b, 79 - p.a});
  EXPECT_EQ(before, after);
}

TEST_P(BroadphaseTest, ShowsABoxAroundEveryBody) {
  Random random(4);
  const auto boxes = random.boxes(30, 1, 0.5);
  broadphase_->update(boxes);
  std::set<int> seen;
  for (const LevelBox& b : broadphase_->boxes()) {
    if (b.body < 0) continue;
    EXPECT_TRUE(seen.insert(b.body).second);
    EXPECT_TRUE(b.box.contains(boxes[b.body]));
  }
  EXPECT_EQ(seen.size(), 30U);
}

INSTANTIATE_TEST_SUITE_P(All, BroadphaseTest, testing::Values("tree", "all-pairs"), [](const auto& info) {
  std::string name(info.param);
  std::erase(name, '-');
  return name;
});

TEST(BroadphaseTree, ChangesOnlyWhereBodiesMoveAndStaysGood) {
  Random random(5);
  std::vector<Aabb> boxes = random.boxes(1000, 10, 0.5);
  BroadphaseTree tree;
  tree.update(boxes);
  EXPECT_EQ(tree.insertions(), 1000);
  tree.update(boxes);
  EXPECT_EQ(tree.insertions(), 1000);
  boxes[17] = {boxes[17].lower + Vec3::Ones(), boxes[17].upper + Vec3::Ones()};
  tree.update(boxes);
  EXPECT_EQ(tree.insertions(), 1001);

  // Sorted insertion is the worst order for a tree; a balanced tree of n boxes in a row has a quality near log2(n).
  std::vector<Aabb> row;
  for (int i = 0; i < 1024; ++i) row.push_back({Vec3(i, 0, 0), Vec3(i + 0.5, 0.5, 0.5)});
  BroadphaseTree line;
  line.update(row);
  EXPECT_LT(line.quality(), 20);
  int deepest = 0;
  for (const LevelBox& b : line.boxes()) deepest = std::max(deepest, b.level);
  EXPECT_LT(deepest, 40);
}

TEST(BroadphaseRegistry, ListsNamesThatMakeThemselvesAndRefusesOthers) {
  for (const BroadphaseEntry& e : broadphases()) EXPECT_EQ(e.make()->name(), e.name);
  EXPECT_THROW(static_cast<void>(makeBroadphase("gird")), InputError);
}

}  // namespace
}  // namespace passung::collision

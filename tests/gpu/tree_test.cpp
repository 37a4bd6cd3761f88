// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "gpu/trees/kd_tree.h"
#include "gpu/trees/octree.h"
#include "gpu/trees/radix_sort.h"
#include "tests/gpu/sample_clouds.h"

namespace passung::gpu {
namespace {

using collision::test::Random;
using test::CloudKind;
using test::kCloudKinds;
using test::randomCloud;
using test::rounded;

// Interleaved bit by bit.
std::uint64_t slowMorton(std::uint64_t x, std::uint64_t y, std::uint64_t z, int bits) {
  std::uint64_t key = 0;
  for (int k = 0; k < bits; ++k) {
    key |= (x >> k & 1) << (3 * k) | (y >> k & 1) << (3 * k + 1) | (z >> k & 1) << (3 * k + 2);
  }
  return key;
}

TEST(Morton, InterleavesEveryTenBitNumberRightly) {
  for (std::uint32_t m = 0; m < 1024; ++m) {
    EXPECT_EQ(morton30(m, 0, 0), slowMorton(m, 0, 0, 10));
    EXPECT_EQ(morton30(0, m, 0), slowMorton(0, m, 0, 10));
    EXPECT_EQ(morton30(1023 - m, m ^ 0x155U, m), slowMorton(1023 - m, m ^ 0x155U, m, 10));
  }
}

TEST(Morton, InterleavesTwentyOneBits) {
  Random random(21);
  constexpr int kPast = 1 << 21;
  for (int n = 0; n < 20000; ++n) {
    const auto x = static_cast<std::uint64_t>(random.below(kPast));
    const auto y = static_cast<std::uint64_t>(random.below(kPast));
    const auto z = static_cast<std::uint64_t>(random.below(kPast));
    ASSERT_EQ(morton63(x, y, z), slowMorton(x, y, z, 21));
  }
  EXPECT_EQ(morton63(kPast - 1, kPast - 1, kPast - 1), (std::uint64_t{1} << 63) - 1);
}

TEST(Morton, PutsPointsOutsideTheRootIntoTheCellsAtItsBorder) {
  const MortonGrid g{{0, 0, 0}, 1, 1024, 10};
  EXPECT_EQ(mortonKey(g, {-5, -1e30F, -0.0F}), 0U);
  EXPECT_EQ(mortonKey(g, {2, 1e30F, 1}), morton30(1023, 1023, 1023));
  EXPECT_EQ(mortonKey(g, {0.5F, -1, 2}), morton30(512, 0, 1023));
}

template <class Key>
void expectSortsStably(Random& random, int count, std::uint64_t mask) {
  std::vector<Key> keys;
  std::vector<int> values;
  for (int i = 0; i < count; ++i) {
    const auto low = static_cast<std::uint64_t>(random.below(1 << 30));
    const auto high = static_cast<std::uint64_t>(random.below(1 << 30));
    keys.push_back(static_cast<Key>((low | high << 33) & mask));
    values.push_back(i);
  }
  std::vector<int> order = values;
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return keys[a] < keys[b]; });
  std::vector<Key> expected;
  for (const int i : order) expected.push_back(keys[i]);
  std::vector<Key> alone = keys;
  radixSort(keys, values);
  radixSort(alone);
  EXPECT_EQ(keys, expected);
  EXPECT_EQ(values, order);
  EXPECT_EQ(alone, expected);
}

TEST(RadixSort, AgreesWithAStableSort) {
  Random random(22);
  for (const int count : {0, 1, 2, 255, 256, 1000, 20000}) {
    // All bits; few values, so many equal keys; a hole in the middle; all equal.
    for (const std::uint64_t mask :
         {~std::uint64_t{0}, std::uint64_t{3}, std::uint64_t{0x700000ff000000ff}, std::uint64_t{0}}) {
      expectSortsStably<std::uint64_t>(random, count, mask);
      expectSortsStably<std::uint32_t>(random, count, mask);
    }
  }
}

std::set<int> byLoop(const SampleCloud& cloud, Float3 p, float radius) {
  std::set<int> faces;
  for (std::size_t i = 0; i < cloud.points.size(); ++i) {
    if (pointNear(cloud.points[i], p, radius)) faces.insert(cloud.faces[i]);
  }
  return faces;
}

// Each point in exactly one leaf, children adjacent and after their parent, exact boxes, faces adjacent within leaves.
void expectSound(const TreeView& tree, std::span<const int> parents, const SampleCloud& cloud) {
  std::vector<int> seen(cloud.points.size(), 0);
  int leafEnd = 0;
  for (int k = 0; k < tree.nodeCount; ++k) {
    const TreeNode& n = tree.nodes[k];
    ASSERT_GT(n.count, 0);
    for (int i = n.first; i < n.first + n.count; ++i) {
      const TreePoint& q = tree.points[i];
      const float p[3] = {q.x, q.y, q.z};
      for (int a = 0; a < 3; ++a) {
        EXPECT_LE(n.lower[a], p[a]);
        EXPECT_GE(n.upper[a], p[a]);
      }
      EXPECT_GE(n.reach, q.reach);
    }
    int childEnd = n.first;
    for (int c = n.child; c < n.child + n.childCount; ++c) {
      ASSERT_GT(c, k);
      EXPECT_EQ(parents[c], k);
      EXPECT_EQ(tree.nodes[c].level, n.level + 1);
      EXPECT_EQ(tree.nodes[c].first, childEnd);
      childEnd += tree.nodes[c].count;
    }
    if (n.childCount > 0) {
      EXPECT_EQ(childEnd, n.first + n.count);
      continue;
    }
    leafEnd += n.count;
    for (int i = n.first; i < n.first + n.count; ++i) {
      ++seen[i];
      EXPECT_TRUE(i == n.first || tree.faces[i - 1] <= tree.faces[i]);
    }
  }
  EXPECT_EQ(leafEnd, static_cast<int>(cloud.points.size()));
  EXPECT_TRUE(std::all_of(seen.begin(), seen.end(), [](int n) { return n == 1; }));

  // The same points with the same faces, in another order.
  const auto lines = [](const TreePoint* p, const int* f, std::size_t count) {
    std::multiset<std::array<float, 5>> set;
    for (std::size_t i = 0; i < count; ++i) set.insert({p[i].x, p[i].y, p[i].z, p[i].reach, static_cast<float>(f[i])});
    return set;
  };
  EXPECT_EQ(lines(tree.points, tree.faces, cloud.points.size()),
            lines(cloud.points.data(), cloud.faces.data(), cloud.points.size()));
}

class Trees : public testing::TestWithParam<int> {};

TEST_P(Trees, FindTheFacesThatALoopFinds) {
  const auto kind = static_cast<CloudKind>(GetParam());
  Random random(30U + static_cast<unsigned>(GetParam()));
  int none = 0;
  int some = 0;
  int far = 0;
  for (const int count : {1, 2, 31, 32, 33, 200, 3000}) {
    const SampleCloud cloud = randomCloud(random, kind, count);
    const Octree coarse(cloud, {MortonBits::k10, 32, 0.05});
    const Octree fine(cloud, {MortonBits::k21, 8, 0});
    const KdTree kd(cloud, 16);
    expectSound(coarse.view().tree, coarse.parents(), cloud);
    expectSound(fine.view().tree, fine.parents(), cloud);
    expectSound(kd.view().tree, kd.parents(), cloud);
    for (int n = 0; n < 150; ++n) {
      Vec3 p = random.inCube(1.2);
      if (n % 5 == 0) p *= 100;  // far outside the root
      if (n % 5 == 1) {          // at a sample
        const TreePoint& q = cloud.points[static_cast<std::size_t>(random.below(count))];
        p = Vec3(q.x, q.y, q.z);
      }
      const auto radius = static_cast<float>(n % 5 == 0 ? p.norm() + random.uniform(-2, 2)
                                                        : std::pow(10, random.uniform(-4, 0.3)) * (n % 7 == 0 ? 0 : 1));
      if (radius < 0) continue;
      const std::set<int> expected = byLoop(cloud, rounded(p), radius);
      std::set<int> found[3];
      octreeSearch(coarse.view().tree, 0, rounded(p), radius, [&](int f) { found[0].insert(f); });
      octreeSearch(fine.view().tree, 0, rounded(p), radius, [&](int f) { found[1].insert(f); });
      kdSearch(kd.view().tree, 0, rounded(p), radius, [&](int f) { found[2].insert(f); });
      for (const std::set<int>& f : found) ASSERT_EQ(f, expected);
      ++(expected.empty() ? none : some);
      if (n % 5 == 0 && !expected.empty()) ++far;
    }
  }
  EXPECT_GT(none, 100);
  EXPECT_GT(some, 200);
  EXPECT_GT(far, 20);
}

INSTANTIATE_TEST_SUITE_P(Clouds, Trees, testing::Range(0, kCloudKinds));

TEST(Octree, KeepsLeavesSmallUnlessTheyAreAtTheBottom) {
  Random random(40);
  for (int kind = 0; kind < kCloudKinds; ++kind) {
    const SampleCloud cloud = randomCloud(random, static_cast<CloudKind>(kind), 4000);
    for (const double leafLength : {0.0, 0.3}) {
      const Octree tree(cloud, {MortonBits::k10, 32, leafLength});
      for (const TreeNode& n : tree.nodes()) {
        EXPECT_TRUE(n.childCount > 0 || n.count <= 32 || n.level == tree.bottomLevel());
        EXPECT_LE(n.level, tree.bottomLevel());
      }
      // Of a cube of edge 2, 2 / 2^3 is the first edge below 0.3.
      if (kind == 0) {
        EXPECT_EQ(tree.bottomLevel(), leafLength > 0 ? 3 : 10);
      }
    }
  }
}

// The node that a sample's key leads to holds the sample.
TEST(Octree, LeadsEverySampleToItsLeaf) {
  Random random(41);
  for (int kind = 0; kind < kCloudKinds; ++kind) {
    const SampleCloud cloud = randomCloud(random, static_cast<CloudKind>(kind), 2000);
    const Octree tree(cloud, {kind % 2 == 0 ? MortonBits::k10 : MortonBits::k21, 32, 0});
    for (int i = 0; i < 2000; ++i) {
      const TreePoint& q = tree.points()[static_cast<std::size_t>(i)];
      const TreeNode& n = tree.nodes()[static_cast<std::size_t>(octreeNodeOf(tree.view(), {q.x, q.y, q.z}))];
      EXPECT_EQ(n.childCount, 0);
      EXPECT_TRUE(n.first <= i && i < n.first + n.count);
    }
    // A point far outside is led somewhere, too.
    EXPECT_GE(octreeNodeOf(tree.view(), {1e9F, -1e9F, 0}), 0);
  }
}

TEST(KdTree, KeepsLeavesSmallAndTheDepthBelowItsStack) {
  Random random(42);
  for (int kind = 0; kind < kCloudKinds; ++kind) {
    const KdTree tree(randomCloud(random, static_cast<CloudKind>(kind), 5000), 1);
    int deepest = 0;
    for (const TreeNode& n : tree.nodes()) {
      EXPECT_TRUE(n.childCount == 2 || n.count == 1);
      deepest = std::max(deepest, n.level);
    }
    EXPECT_EQ(deepest, 13);  // 2^12 < 5000 <= 2^13
  }
}

TEST(KdTree, LeadsAPointToTheLeafOnItsSideOfEverySplit) {
  Random random(43);
  const SampleCloud cloud = randomCloud(random, CloudKind::kUniform, 3000);
  const KdTree tree(cloud, 8);
  for (int i = 0; i < 3000; ++i) {
    const TreePoint& q = tree.points()[static_cast<std::size_t>(i)];
    const TreeNode& n = tree.nodes()[static_cast<std::size_t>(kdLeafOf(tree.view(), {q.x, q.y, q.z}))];
    EXPECT_TRUE(n.first <= i && i < n.first + n.count);
  }
}

TEST(EmptyTrees, FindNothing) {
  const Octree octree(SampleCloud{});
  const KdTree kd(SampleCloud{});
  octreeSearch(octree.view().tree, 0, {0, 0, 0}, 1e9F, [](int) { FAIL(); });
  kdSearch(kd.view().tree, 0, {0, 0, 0}, 1e9F, [](int) { FAIL(); });
}

}  // namespace
}  // namespace passung::gpu

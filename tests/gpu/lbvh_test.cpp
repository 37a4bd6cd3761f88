// SPDX-License-Identifier: Apache-2.0
#include "gpu/references/lbvh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>

#include "core/error.h"
#include "tests/gpu/partition_meshes.h"

namespace passung::gpu {
namespace {

using test::Random;
using testing::Soup;

// Triangles everywhere; many on few places, so that keys are equal.
Soup faces(Random& random, int count, bool crowded) {
  Soup s = test::scattered(random, count, crowded ? 0 : 1, 0.1);
  if (!crowded) return s;
  for (int i = 0; i < count; ++i) {
    const Vec3 at = Vec3::Constant(random.below(3));
    for (int k = 0; k < 3; ++k) s.vertices[3 * i + k] = at + 0.01 * Vec3::Unit(k);
  }
  return s;
}

std::vector<int> shuffledItems(Random& random, int count) {
  std::vector<int> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  for (int i = count; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  return order;
}

bool sameBits(std::span<const LbvhNode> a, std::span<const LbvhNode> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

// Bit b (0 first) of a key followed by its place.
int bitOf(const Lbvh& tree, int place, int b) {
  return b < 64 ? static_cast<int>(tree.keys()[place] >> (63 - b) & 1U)
                : static_cast<int>(static_cast<std::uint64_t>(place) >> (127 - b) & 1U);
}

// The tree as the definition has it: a range is split where the first bit that is not common to all of it changes.
void expectSplitsOf(const Lbvh& tree, int node, int first, int last, int& visited) {
  const LbvhNode& n = tree.nodes()[node];
  ++visited;
  ASSERT_EQ(n.first, first);
  ASSERT_EQ(n.last, last);
  if (first == last) {
    ASSERT_TRUE(isLeaf(n));
    return;
  }
  ASSERT_FALSE(isLeaf(n));
  int bit = 0;
  while (bitOf(tree, first, bit) == bitOf(tree, last, bit)) ++bit;
  int split = first;
  while (bitOf(tree, split + 1, bit) == 0) ++split;
  for (const int child : {n.left, n.right}) ASSERT_EQ(tree.nodes()[child].parent, node);
  expectSplitsOf(tree, n.left, first, split, visited);
  expectSplitsOf(tree, n.right, split + 1, last, visited);
}

// Each node's box is the union of those of the faces below it, which hold the faces, and barely more.
void expectBoxesOf(const Lbvh& tree, const Soup& s) {
  for (const LbvhNode& n : tree.nodes()) {
    Aabb exact;
    for (int leaf = n.first; leaf <= n.last; ++leaf) {
      const int face = tree.nodes()[tree.faceCount() - 1 + leaf].right;
      for (const int v : s.triangles[face]) exact.add(s.vertices[v]);
    }
    for (int k = 0; k < 3; ++k) {
      const double low = exact.lower[k] - tree.origin_B()[k], high = exact.upper[k] - tree.origin_B()[k];
      EXPECT_LT(n.lower[k], low);
      EXPECT_GT(n.upper[k], high);
      EXPECT_GE(n.lower[k], low - 4e-7 * std::abs(low) - 1e-37);
      EXPECT_LE(n.upper[k], high + 4e-7 * std::abs(high) + 1e-37);
      EXPECT_LE(std::abs(n.lower[k]), tree.extent());
      EXPECT_LE(std::abs(n.upper[k]), tree.extent());
    }
  }
}

TEST(Lbvh, HoldsEachFaceOnceInTheRangesOfARecursiveSplit) {
  Random random(1);
  int equalKeys = 0;
  for (int run = 0; run < 120; ++run) {
    const int count = run < 40 ? run : 1 + random.below(400);
    const Soup s = faces(random, count, run % 3 == 0);
    const Lbvh tree(s.vertices, s.triangles);
    ASSERT_EQ(tree.nodes().size(), count > 0 ? 2U * count - 1 : 0U);
    if (count == 0) continue;
    ASSERT_TRUE(std::is_sorted(tree.keys().begin(), tree.keys().end()));
    equalKeys += std::adjacent_find(tree.keys().begin(), tree.keys().end()) != tree.keys().end();
    EXPECT_EQ(tree.nodes()[0].parent, -1);
    int visited = 0;
    expectSplitsOf(tree, 0, 0, count - 1, visited);
    EXPECT_EQ(visited, 2 * count - 1);

    std::vector<int> seen;
    for (int leaf = 0; leaf < count; ++leaf) seen.push_back(tree.nodes()[count - 1 + leaf].right);
    std::sort(seen.begin(), seen.end());
    for (int f = 0; f < count; ++f) ASSERT_EQ(seen[f], f);
    expectBoxesOf(tree, s);
  }
  EXPECT_GT(equalKeys, 30);
}

TEST(Lbvh, IsTheSameForAnyThreadsAndAnyOrderOfItems) {
  Random random(2);
  for (int run = 0; run < 12; ++run) {
    const Soup s = faces(random, 1 + random.below(6000), run % 3 == 0);
    const Lbvh expected(s.vertices, s.triangles);
    Jobs three(3);
    EXPECT_TRUE(sameBits(Lbvh(s.vertices, s.triangles, &three).nodes(), expected.nodes()));

    // The kernels one by one, each over its items in a random order.
    const int count = expected.faceCount();
    std::vector<LbvhNode> nodes(expected.nodes().size());
    std::vector<int> arrived(static_cast<std::size_t>(count - 1), 0);
    nodes[0].parent = -1;
    for (const int leaf : shuffledItems(random, count))
      lbvhLeaf(nodes.data(), count, leaf, expected.nodes()[count - 1 + leaf].right);
    for (const int i : shuffledItems(random, count - 1)) lbvhInnerNode(nodes.data(), expected.keys().data(), count, i);
    for (const int leaf : shuffledItems(random, count)) {
      const FaceBox box = lbvhFaceBox(s.vertices.data()->data(), s.triangles.data()->data(), expected.origin_B().data(),
                                      nodes[count - 1 + leaf].right);
      lbvhFit(nodes.data(), count, leaf, box, [&](int node) { return arrived[node]++ == 1; });
    }
    EXPECT_TRUE(sameBits(nodes, expected.nodes()));
    EXPECT_TRUE(std::all_of(arrived.begin(), arrived.end(), [](int n) { return n == 2; }));
  }
}

// A tree that was fitted to moved vertices has the boxes of these vertices, in the old shape; moved back it is as it
// was.
TEST(Lbvh, FitsBoxesToMovedVertices) {
  Random random(3);
  for (int run = 0; run < 20; ++run) {
    const Soup s = faces(random, 1 + random.below(500), run % 4 == 0);
    const Lbvh before(s.vertices, s.triangles);
    Lbvh tree(s.vertices, s.triangles);
    Soup moved = s;
    for (Vec3& p : moved.vertices) p += random.inCube(0.5);
    Jobs two(2);
    tree.refit(moved.vertices, run % 2 == 0 ? &two : nullptr);
    EXPECT_EQ(tree.fits(), 2);
    expectBoxesOf(tree, moved);
    int visited = 0;
    expectSplitsOf(tree, 0, 0, tree.faceCount() - 1, visited);
    tree.refit(s.vertices);
    EXPECT_TRUE(sameBits(tree.nodes(), before.nodes()));
  }
}

// Inner nodes are never smaller than their children: descent by the larger box opens nodes in one order.
TEST(Lbvh, HasNoNodeLargerThanItsParent) {
  Random random(4);
  const Soup s = faces(random, 5000, false);
  const Lbvh tree(s.vertices, s.triangles);
  for (const LbvhNode& n : tree.nodes()) {
    if (n.parent >= 0) {
      EXPECT_LE(n.size, tree.nodes()[n.parent].size);
    }
    EXPECT_EQ(n.size < 0, isLeaf(n));
  }
}

TEST(Lbvh, TakesFlatAndFarAndEqualTriangles) {
  Soup s;
  for (int i = 0; i < 9; ++i) {
    for (int k = 0; k < 3; ++k) s.vertices.push_back(Vec3(1e9, -1e9 + (i < 5 ? 0 : 1e-3 * k), 2));
    s.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  const Lbvh tree(s.vertices, s.triangles);
  expectBoxesOf(tree, s);
  int visited = 0;
  expectSplitsOf(tree, 0, 0, 8, visited);

  for (int axis = 0; axis < 3; ++axis) {
    for (const double bad : {2e15, -2e15, std::nan(""), std::numeric_limits<double>::infinity()}) {
      Soup lost = s;
      lost.vertices[4][axis] = bad;
      EXPECT_THROW(Lbvh(lost.vertices, lost.triangles), InputError);
    }
  }
  for (const int v : {-1, 27}) {
    Soup lost = s;
    lost.triangles[3][1] = v;
    EXPECT_THROW(Lbvh(lost.vertices, lost.triangles), InputError);
  }
}

// A refit that is refused leaves the tree as it is, with its bounds.
TEST(Lbvh, KeepsItselfWhenARefitIsRefused) {
  Random random(5);
  const Soup s = faces(random, 300, false);
  Lbvh tree(s.vertices, s.triangles);
  const Lbvh before = tree;
  const auto expectRefused = [&](const std::vector<Vec3>& vertices) {
    EXPECT_THROW(tree.refit(vertices), InputError);
    EXPECT_TRUE(sameBits(tree.nodes(), before.nodes()));
    EXPECT_EQ(tree.extent(), before.extent());
    EXPECT_EQ(tree.fits(), before.fits());
    EXPECT_EQ(tree.id(), before.id());
  };
  for (const std::size_t vertex : {std::size_t{0}, s.vertices.size() / 2, s.vertices.size() - 1}) {
    for (int axis = 0; axis < 3; ++axis) {
      for (const double bad : {2e15, std::nan(""), -std::numeric_limits<double>::infinity()}) {
        std::vector<Vec3> lost = s.vertices;
        for (Vec3& p : lost) p *= 0.5;
        lost[vertex][axis] = bad;
        expectRefused(lost);
      }
    }
  }
  expectRefused({s.vertices.begin(), s.vertices.end() - 1});
  expectRefused({});
  std::vector<Vec3> more = s.vertices;
  more.push_back(Vec3::Zero());
  expectRefused(more);
  tree.refit(s.vertices);
  EXPECT_TRUE(sameBits(tree.nodes(), before.nodes()));
}

// Whoever keeps something of a tree can tell whether it is still that tree, with these boxes.
TEST(Lbvh, HasANumberOfItsOwnForEveryFit) {
  Random random(6);
  const Soup s = faces(random, 20, false);
  Lbvh tree(s.vertices, s.triangles);
  const Lbvh other(s.vertices, s.triangles);
  EXPECT_NE(tree.id(), other.id());
  Lbvh copy = tree;
  EXPECT_EQ(copy.id(), tree.id());
  const std::uint64_t first = tree.id();
  tree.refit(s.vertices);
  copy.refit(s.vertices);
  EXPECT_NE(tree.id(), first);
  EXPECT_NE(copy.id(), first);
  EXPECT_NE(copy.id(), tree.id());
}

TEST(Lbvh, CountsLeadingZeros) {
  EXPECT_EQ(leadingZeros(0), 64);
  for (int b = 0; b < 64; ++b) {
    EXPECT_EQ(leadingZeros(std::uint64_t{1} << b), 63 - b);
    EXPECT_EQ(leadingZeros(~std::uint64_t{0} >> b), b);
  }
}

}  // namespace
}  // namespace passung::gpu

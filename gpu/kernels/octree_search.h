// SPDX-License-Identifier: Apache-2.0
// Searches in an octree: the leaf of a point by its Morton key, and the range search.
#pragma once

#include "gpu/kernels/morton.h"
#include "gpu/kernels/range_search.h"

namespace passung::gpu {

inline constexpr int kOctreeLevels = 21;
// Opening a node takes one from the stack and puts at most 8 on it; there are no more levels than bits of an axis.
inline constexpr int kOctreeStack = 7 * kOctreeLevels + 1;

struct OctreeView {
  TreeView tree;
  const std::uint64_t* keys;  // of the nodes: the first 3 * level bits of their points' keys
  MortonGrid grid;
};

// The deepest node whose cell holds p (the nearest cell at the border for a p outside the root): a leaf, or an inner
// node without a child in p's octant. Precondition: the tree is not empty.
PASSUNG_HD inline int octreeNodeOf(const OctreeView& o, Float3 p) {
  const std::uint64_t key = mortonKey(o.grid, p);
  int node = 0;
  for (;;) {
    const TreeNode& n = o.tree.nodes[node];
    if (n.childCount == 0) return node;
    const std::uint64_t wanted = key >> (3 * (o.grid.bits - 1 - n.level));
    int next = -1;
    for (int c = 0; c < n.childCount; ++c) {
      if (o.keys[n.child + c] == wanted) next = n.child + c;
    }
    if (next < 0) return node;
    node = next;
  }
}

template <class Visit>
PASSUNG_HD void octreeSearch(const TreeView& tree, int start, Float3 p, float radius, Visit&& visit) {
  rangeSearch<kOctreeStack>(tree, start, p, radius, visit);
}

}  // namespace passung::gpu

// SPDX-License-Identifier: Apache-2.0
// Searches in a k-d tree: the leaf of a point by one comparison a level, and the range search.
#pragma once

#include "gpu/kernels/range_search.h"

namespace passung::gpu {

// Each level halves the points, so 2^31 of them are reached within 31 levels. Opening a node takes one from the stack
// and puts at most 2 on it.
inline constexpr int kKdStack = 32;

struct KdSplit {
  float value;  // coordinates below it are left; the right half begins with it
  int axis;     // 0, 1, 2; -1 in a leaf
};
static_assert(sizeof(KdSplit) == 8);

struct KdView {
  TreeView tree;
  const KdSplit* splits;  // of the nodes
};

// The leaf on p's side of every split. Precondition: the tree is not empty.
PASSUNG_HD inline int kdLeafOf(const KdView& k, Float3 p) {
  int node = 0;
  while (k.tree.nodes[node].childCount > 0) {
    const KdSplit s = k.splits[node];
    const float x = s.axis == 0 ? p.x : (s.axis == 1 ? p.y : p.z);
    node = k.tree.nodes[node].child + (x < s.value ? 0 : 1);
  }
  return node;
}

template <class Visit>
PASSUNG_HD void kdSearch(const TreeView& tree, int start, Float3 p, float radius, Visit&& visit) {
  rangeSearch<kKdStack>(tree, start, p, radius, visit);
}

}  // namespace passung::gpu

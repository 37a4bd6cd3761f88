// SPDX-License-Identifier: Apache-2.0
// What both builds of a tree over samples, that of the host and that of a device, compute for a cell or a node: the
// same operations in the same order.
#pragma once

#include "gpu/kernels/morton.h"
#include "gpu/kernels/range_search.h"

namespace passung::gpu {

// The level of the cells that are not split: the first one of cells no longer than `leafLength` [m], or the last one.
PASSUNG_HD inline int firstLevelNotLonger(const MortonGrid& g, double leafLength) {
  int level = 0;
  double edge = g.edge;
  while (level < g.bits && g.scale > 0 && edge > leafLength) {
    edge *= 0.5;
    ++level;
  }
  return level;
}

// Whether a k-d tree splits a node, and how many samples come to its left.
PASSUNG_HD inline bool kdSplits(int count, int leafPoints) { return count > (leafPoints > 1 ? leafPoints : 1); }
PASSUNG_HD inline int kdHalf(int count) { return count - count / 2; }

PASSUNG_HD inline void clearFit(TreeNode& n) {
  for (int k = 0; k < 3; ++k) {
    n.lower[k] = INFINITY;
    n.upper[k] = -INFINITY;
  }
  n.reach = 0;
}

PASSUNG_HD inline void takeFit(TreeNode& n, const float* lower, const float* upper, float reach) {
  for (int k = 0; k < 3; ++k) {
    n.lower[k] = least(n.lower[k], lower[k]);
    n.upper[k] = greatest(n.upper[k], upper[k]);
  }
  n.reach = greatest(n.reach, reach);
}

// Box and reach from the samples of a leaf, or from the children.
PASSUNG_HD inline void fitLeaf(TreeNode& n, const TreePoint* points) {
  clearFit(n);
  for (int i = n.first; i < n.first + n.count; ++i) {
    const float p[3] = {points[i].x, points[i].y, points[i].z};
    takeFit(n, p, p, points[i].reach);
  }
}
PASSUNG_HD inline void fitInner(TreeNode& n, const TreeNode* nodes) {
  clearFit(n);
  for (int c = n.child; c < n.child + n.childCount; ++c) takeFit(n, nodes[c].lower, nodes[c].upper, nodes[c].reach);
}

}  // namespace passung::gpu

// SPDX-License-Identifier: Apache-2.0
// Problem: the faces that have a sample near a point, in a tree over samples.
// Method: each sample carries the covering radius of its face (reach), each node the exact box of its samples and their
//   largest reach. A sample counts when its distance is at most radius + reach; a node is left out when its box is
//   farther than radius + reach. Both trees share this walk; only their stacks differ.
// Exactness: subtraction, squaring, sums and max of floats are monotone, so the rounded distance of a box is never
// above
//   that of a sample in it, nor is radius + reach of a node below that of its samples: the walk finds to the bit what a
//   loop over all samples finds, whatever the tree.
// Cost: O(log n) nodes and the leaves that are met.
// Failure modes: none; a point outside the root is served as any other.
#pragma once

#include "gpu/kernels/device_types.h"

namespace passung::gpu {

struct TreePoint {
  float x, y, z;
  float reach;  // covering radius of the sample's face [m]
};

// A node: leaves hold points[first .. first + count), inner nodes cover that range of their children's points, too.
struct TreeNode {
  float lower[3], upper[3];  // the exact box of the points
  float reach;               // the largest of the points
  int first, count;
  int child, childCount;  // children are nodes[child .. child + childCount); childCount 0: a leaf
  int level;              // the root's is 0
};
static_assert(sizeof(TreePoint) == 16 && sizeof(TreeNode) == 48);

struct TreeView {
  const TreeNode* nodes;
  const TreePoint* points;
  const int* faces;  // of the points; equal ones are adjacent within a leaf
  int nodeCount;     // 0: empty
};

PASSUNG_HD inline bool pointNear(const TreePoint& q, Float3 p, float radius) {
  const float dx = q.x - p.x;
  const float dy = q.y - p.y;
  const float dz = q.z - p.z;
  const float within = radius + q.reach;
  return (dx * dx + dy * dy) + dz * dz <= within * within;
}

PASSUNG_HD inline bool nodeNear(const TreeNode& n, Float3 p, float radius) {
  const float dx = greatest(greatest(n.lower[0] - p.x, p.x - n.upper[0]), 0.0F);
  const float dy = greatest(greatest(n.lower[1] - p.y, p.y - n.upper[1]), 0.0F);
  const float dz = greatest(greatest(n.lower[2] - p.z, p.z - n.upper[2]), 0.0F);
  const float within = radius + n.reach;
  return (dx * dx + dy * dy) + dz * dz <= within * within;
}

// Calls visit(face) at least once for every face with a sample near p below the node `start`, once for each leaf that
// holds such samples. kStack: as many nodes as can wait at once in this kind of tree.
template <int kStack, class Visit>
PASSUNG_HD void rangeSearch(const TreeView& tree, int start, Float3 p, float radius, Visit&& visit) {
  if (tree.nodeCount == 0 || !nodeNear(tree.nodes[start], p, radius)) return;
  int stack[kStack];
  int top = 0;
  stack[top++] = start;
  while (top > 0) {
    const TreeNode& n = tree.nodes[stack[--top]];
    for (int c = 0; c < n.childCount; ++c) {
      if (nodeNear(tree.nodes[n.child + c], p, radius)) stack[top++] = n.child + c;
    }
    if (n.childCount > 0) continue;
    int found = -1;
    for (int k = n.first; k < n.first + n.count; ++k) {
      if (tree.faces[k] == found || !pointNear(tree.points[k], p, radius)) continue;
      found = tree.faces[k];
      visit(found);
    }
  }
}

}  // namespace passung::gpu

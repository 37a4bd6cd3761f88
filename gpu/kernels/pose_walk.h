// SPDX-License-Identifier: Apache-2.0
// Problem: one thread walks two hierarchies for one pose.
// Method: depth first with a stack of its own ("KernelA" of the study of parallel pose queries by Erbes et al., 2013:
// one
//   thread a pose).
// Cost: a box test a pair of nodes that is met; a stack of kTreeStack pairs.
// Failure modes: none; the stack holds what the deepest trees need.
#pragma once

#include "gpu/kernels/tree_walk.h"

namespace passung::gpu {

// Below the root there are no more levels than bits of a key and of a place: 63 + 31. Opening a pair takes one from the
// stack and puts at most two on it, each level of either tree once.
inline constexpr int kTreeStack = 2 * (63 + 31) + 2;

// Calls leaf(faceA, faceB) for each pair of leaves that is near; true ends the walk. Returns the box tests made.
template <class Leaf>
PASSUNG_HD long long walkTrees(const TreePlacement& o, Leaf&& leaf) {
  if (o.a.faceCount == 0 || o.b.faceCount == 0) return 0;
  NodePair stack[kTreeStack];
  int top = 0;
  stack[0] = {0, 0, 0};
  long long tests = 0;
  while (top >= 0) {
    const NodePair p = stack[top--];
    ++tests;
    if (!nodesNear(o, p.a, p.b)) continue;
    if (bothLeaves(o, p.a, p.b)) {
      if (leaf(o.a.nodes[p.a].right, o.b.nodes[p.b].right)) break;
      continue;
    }
    NodePair children[2];
    childPairs(o, p, children);
    stack[++top] = children[1];
    stack[++top] = children[0];
  }
  return tests;
}

}  // namespace passung::gpu

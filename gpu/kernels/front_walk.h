// SPDX-License-Identifier: Apache-2.0
// Problem: walk two hierarchies for a pose that is near the last one.
// Method: the pairs at which the last walk ended, its front, are kept (S. A. Ehmann and M. C. Lin, "Accurate and Fast
//   Proximity Queries between Polyhedra Using Convex Surface Decomposition", Eurographics 2001; generalised front
//   trees: M. Tang, D. Manocha, J. Lin and R. Tong, "Collision-Streams", I3D 2011). All pairs that a walk can meet form
//   one fixed tree (tree_walk.h), of which a front is a cut; one thread takes one item of it. An item whose boxes have
//   come near is replaced by the cut below it; two children that are apart, whose parent is apart as well, by their
//   parent. Beyond that: an item that was apart with a gap needs no test until the motion since then has used the gap
//   up. And a parent that was near is not asked again before the motion has undone by how much.
// Exactness: `motion` grows by a bound of the way of every point of B from pose to pose. The margin of a test holds its
//   roundings, so contents are farther apart than the distance by gap - margin at least, and stay so for that way.
// Cost: a box test for items without a gap left and for those below opened ones.
// Failure modes: after a large motion all items are tested: then it costs as much as a cold walk.
#pragma once

#include <cstring>

#include "gpu/kernels/pose_walk.h"

namespace passung::gpu {

struct FrontItem {
  int a, b;
  double apartUntil;       // total motion [m] up to which the pair is apart; below 0: a near pair of leaves
  double parentNearUntil;  // of a first child: up to which its parent is not worth a test
};
static_assert(sizeof(FrontItem) == 24);

inline constexpr double kNearLeaves = -1;

PASSUNG_HD inline FrontItem itemAt(int a, int b, float gap, float margin, double motion) {
  // Less a little, for the rounding of the sums.
  const double left = static_cast<double>(gap) - static_cast<double>(margin);
  return {a, b, motion + left * (1 - 0x1p-20), 0};
}

// The pair above one that is not that of the roots. Of the two nodes above, the smaller one was opened last, B's on a
// tie: the larger one is opened first, A's on a tie.
PASSUNG_HD inline NodePair parentOf(const TreePlacement& o, int a, int b) {
  const int aboveA = o.a.nodes[a].parent;
  const int aboveB = o.b.nodes[b].parent;
  if (aboveA < 0) return {0, a, aboveB};
  if (aboveB < 0) return {0, aboveA, b};
  if (o.b.nodes[aboveB].size > o.a.nodes[aboveA].size) return {0, aboveA, b};
  return {0, a, aboveB};
}

// Whether two items are the two children of one pair.
PASSUNG_HD inline bool siblings(const TreePlacement& o, const FrontItem& left, const FrontItem& right) {
  if (o.a.nodes[left.a].parent < 0 && o.b.nodes[left.b].parent < 0) return false;
  NodePair children[2];
  childPairs(o, parentOf(o, left.a, left.b), children);
  return children[0].a == left.a && children[0].b == left.b && children[1].a == right.a && children[1].b == right.b;
}

enum class FrontClimb : unsigned char {
  kNotAsked,
  kApart,  // the parent takes the place of both
  kNear,
};

// Whether the parent of two neighbours in a front takes their place; what it would be there.
PASSUNG_HD inline FrontClimb climbOf(const TreePlacement& o, const FrontItem& left, const FrontItem& right,
                                     double motion, FrontItem& parent) {
  if (left.apartUntil == kNearLeaves || right.apartUntil == kNearLeaves) return FrontClimb::kNotAsked;
  if (left.parentNearUntil > motion || !siblings(o, left, right)) return FrontClimb::kNotAsked;
  const NodePair p = parentOf(o, left.a, left.b);
  const float gap = nodesGap(o, p.a, p.b);
  parent = itemAt(p.a, p.b, gap, o.margin, motion);
  return gap > o.margin ? FrontClimb::kApart : FrontClimb::kNear;
}

// The least number above x >= 0.
PASSUNG_HD inline double nextAbove(double x) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &x, sizeof bits);
  ++bits;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

// The item of the next front in the place of one that was asked to climb.
PASSUNG_HD inline FrontItem afterClimb(const FrontItem& item, FrontClimb climb, const FrontItem& parent,
                                       double motion) {
  if (climb == FrontClimb::kApart) return parent;
  FrontItem kept = item;
  // Not asked again before it can be apart.
  if (climb == FrontClimb::kNear) kept.parentNearUntil = nextAbove(motion + (motion - parent.apartUntil));
  return kept;
}

// Calls visit(item) for the items of the new front below one of the old, first children first. Returns the tests made.
template <class Visit>
PASSUNG_HD int frontBelow(const TreePlacement& o, const FrontItem& item, double motion, Visit&& visit) {
  if (item.apartUntil > motion) {
    visit(item);
    return 0;
  }
  FrontItem stack[kTreeStack];  // of pairs not tested yet, apartUntil without meaning
  int top = 0;
  stack[0] = item;
  int tests = 0;
  while (top >= 0) {
    const FrontItem p = stack[top--];
    const float gap = nodesGap(o, p.a, p.b);
    ++tests;
    const bool near = gap <= o.margin;
    if (!near || bothLeaves(o, p.a, p.b)) {
      FrontItem next = itemAt(p.a, p.b, gap, o.margin, motion);
      if (near) next.apartUntil = kNearLeaves;
      next.parentNearUntil = p.parentNearUntil;
      visit(next);
      continue;
    }
    // By how much this pair is near has to be undone before it can be apart again.
    const double nearUntil = motion + (static_cast<double>(o.margin) - static_cast<double>(gap));
    NodePair children[2];
    childPairs(o, {0, p.a, p.b}, children);
    stack[++top] = {children[1].a, children[1].b, 0, 0};
    stack[++top] = {children[0].a, children[0].b, 0, nearUntil};
  }
  return tests;
}

}  // namespace passung::gpu

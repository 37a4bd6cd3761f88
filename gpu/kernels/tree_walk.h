// SPDX-License-Identifier: Apache-2.0
// Problem: walk two hierarchies of boxes together, in steps that need no stack: which children of a pair of nodes are
//   near each other.
// Method: boxes are compared along the 15 axes of a box and a rotated box (S. Gottschalk, M. C. Lin and D. Manocha,
//   "OBBTree", SIGGRAPH 1996, section 5). The larger node of a pair is opened (A's on a tie), which depends on the
//   trees only: so the pairs that any walk can meet form one fixed tree, in which every pair has one parent.
// Exactness: S bounds the coordinates of both trees and the way between them, u = 2^-24. The axes' terms err by less
// than
//   40 u S (17 for the placed centre along an axis, 8 for its own roundings, 12 for the half sides); 128 u S are added
//   to the distance. Products of axes are shorter than one, so gaps along them are too small, which is safe.
// Cost: 30 operations for pairs that the first axes tell apart, 200 for near ones.
// Failure modes: near an oblique corner boxes somewhat farther apart than the distance count as near.
#pragma once

#include "gpu/kernels/lbvh_build.h"

namespace passung::gpu {

// A pair of nodes of a pair of objects.
struct NodePair {
  int object, a, b;

  friend bool operator==(const NodePair&, const NodePair&) = default;
};
static_assert(sizeof(NodePair) == 12);

// A pair of objects as a walk sees it. Both frames are those of the hierarchies.
struct TreePlacement {
  LbvhView a, b;
  Placement bInA;
  float margin;  // the distance with the rounding, rounded outwards [m]
};

// Half sides and the middle of one box seen from the other's frame.
struct BoxView {
  float ha[3], hb[3], t[3];
};

PASSUNG_HD inline float magnitude(float x) { return x < 0 ? -x : x; }

PASSUNG_HD inline BoxView viewOf(const Placement& X, const LbvhNode& a, const LbvhNode& b) {
  BoxView v{};
  float c[3];
  for (int k = 0; k < 3; ++k) {
    v.ha[k] = 0.5F * (a.upper[k] - a.lower[k]);
    v.hb[k] = 0.5F * (b.upper[k] - b.lower[k]);
    c[k] = 0.5F * (b.lower[k] + b.upper[k]);
  }
  const Float3 p = place(X, {c[0], c[1], c[2]});
  v.t[0] = p.x - 0.5F * (a.lower[0] + a.upper[0]);
  v.t[1] = p.y - 0.5F * (a.lower[1] + a.upper[1]);
  v.t[2] = p.z - 0.5F * (a.lower[2] + a.upper[2]);
  return v;
}

// The gap of two boxes along axis k of the first (0 .. 2), of the second (3 .. 5) or along a product of axes (6 .. 14).
PASSUNG_HD inline float gapAlong(const float* R, const BoxView& v, int k) {
  if (k < 3) {
    const float r = v.ha[k] + ((magnitude(R[3 * k]) * v.hb[0] + magnitude(R[3 * k + 1]) * v.hb[1]) +
                               magnitude(R[3 * k + 2]) * v.hb[2]);
    return magnitude(v.t[k]) - r;
  }
  if (k < 6) {
    const int j = k - 3;
    const float s = (R[j] * v.t[0] + R[3 + j] * v.t[1]) + R[6 + j] * v.t[2];
    const float r =
        v.hb[j] + ((magnitude(R[j]) * v.ha[0] + magnitude(R[3 + j]) * v.ha[1]) + magnitude(R[6 + j]) * v.ha[2]);
    return magnitude(s) - r;
  }
  const int i = (k - 6) / 3;
  const int j = (k - 6) % 3;
  const int i1 = (i + 1) % 3;
  const int i2 = (i + 2) % 3;
  const int j1 = (j + 1) % 3;
  const int j2 = (j + 2) % 3;
  const float s = R[3 * i1 + j] * v.t[i2] - R[3 * i2 + j] * v.t[i1];
  const float r = (v.ha[i1] * magnitude(R[3 * i2 + j]) + v.ha[i2] * magnitude(R[3 * i1 + j])) +
                  (v.hb[j1] * magnitude(R[3 * i + j2]) + v.hb[j2] * magnitude(R[3 * i + j1]));
  return magnitude(s) - r;
}

// False only if the contents of the nodes are farther apart than the distance.
PASSUNG_HD inline bool nodesNear(const TreePlacement& o, int a, int b) {
  const BoxView v = viewOf(o.bInA, o.a.nodes[a], o.b.nodes[b]);
  PASSUNG_UNROLL
  for (int k = 0; k < 15; ++k) {
    if (gapAlong(o.bInA.R, v, k) > o.margin) return false;
  }
  return true;
}

// The largest gap of all axes: above the margin just when nodesNear() is false. Less the margin, a way that contents
// may move while they stay apart.
PASSUNG_HD inline float nodesGap(const TreePlacement& o, int a, int b) {
  const BoxView v = viewOf(o.bInA, o.a.nodes[a], o.b.nodes[b]);
  float gap = gapAlong(o.bInA.R, v, 0);
  for (int k = 1; k < 15; ++k) gap = greatest(gap, gapAlong(o.bInA.R, v, k));
  return gap;
}

PASSUNG_HD inline bool bothLeaves(const TreePlacement& o, int a, int b) {
  return isLeaf(o.a.nodes[a]) && isLeaf(o.b.nodes[b]);
}

// The two pairs below a pair, of which not both are leaves.
PASSUNG_HD inline void childPairs(const TreePlacement& o, const NodePair& p, NodePair (&children)[2]) {
  const LbvhNode& a = o.a.nodes[p.a];
  const LbvhNode& b = o.b.nodes[p.b];
  const bool openA = a.size >= b.size;
  children[0] = {p.object, openA ? a.left : p.a, openA ? p.b : b.left};
  children[1] = {p.object, openA ? a.right : p.a, openA ? p.b : b.right};
}

// Bit 0 and 1: whether the first and the second pair below are near.
PASSUNG_HD inline unsigned nearChildren(const TreePlacement& o, const NodePair& p) {
  NodePair c[2];
  childPairs(o, p, c);
  return (nodesNear(o, c[0].a, c[0].b) ? 1U : 0U) | (nodesNear(o, c[1].a, c[1].b) ? 2U : 0U);
}

}  // namespace passung::gpu

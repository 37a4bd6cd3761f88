// SPDX-License-Identifier: Apache-2.0
// Problem: a bounding volume hierarchy over triangles in which every node can be made by a thread of its own.
// Method: T. Karras, "Maximizing Parallelism in the Construction of BVHs, Octrees, and k-d Trees", High Performance
//   Graphics 2012. Leaves are the triangles in the order of the Morton keys of their boxes' centres. Inner node i spans
//   a range of leaves that begins or ends at i; range and split follow from the lengths of common prefixes alone
//   (section 4). Equal keys are told apart by the bits of their place (section 4, last paragraph). Boxes are fitted
//   from the leaves up: of two threads that arrive at a node the second goes on (section 5).
// Cost: O(log n) key comparisons a node; O(n) box unions.
// Failure modes: none; equal keys make a balanced subtree.
// Determinism: nodes depend on the sorted keys only, boxes on min and max, which do not depend on the order.
#pragma once

#include "gpu/kernels/device_types.h"
#include "gpu/kernels/face_search.h"

namespace passung::gpu {

// Of n > 0 leaves there are n - 1 inner nodes, first in the array; node 0 is the root.
struct LbvhNode {
  float lower[3], upper[3];
  float size;       // half the surface of the box; -1 in a leaf, so that no leaf is larger than an inner node
  int left, right;  // children; in a leaf -1 and the face
  int parent;       // -1 of the root
  int first, last;  // the leaves below, in the order of the keys, last one included
};
static_assert(sizeof(LbvhNode) == 48);

struct LbvhView {
  const LbvhNode* nodes;
  int faceCount;  // 0: empty
};

PASSUNG_HD inline bool isLeaf(const LbvhNode& n) { return n.left < 0; }

// Numbers not above and not below x, at least one float away.
PASSUNG_HD inline float roundedDown(double x) {
  const float f = static_cast<float>(x);
  return f - ((f < 0 ? -f : f) * 0x1p-23F + 0x1p-126F);
}
PASSUNG_HD inline float roundedUp(double x) {
  const float f = static_cast<float>(x);
  return f + ((f < 0 ? -f : f) * 0x1p-23F + 0x1p-126F);
}

// The box of a triangle less the origin, rounded outwards. vertices: three coordinates each; corners: three a face.
PASSUNG_HD inline FaceBox lbvhFaceBox(const double* vertices, const int* corners, const double* origin, int face) {
  FaceBox box{};
  for (int k = 0; k < 3; ++k) {
    double low = vertices[3 * corners[3 * face] + k];
    double high = low;
    for (int c = 1; c < 3; ++c) {
      const double x = vertices[3 * corners[3 * face + c] + k];
      low = x < low ? x : low;
      high = high < x ? x : high;
    }
    box.lower[k] = roundedDown(low - origin[k]);
    box.upper[k] = roundedUp(high - origin[k]);
  }
  return box;
}

PASSUNG_HD inline Float3 centreOf(const FaceBox& b) {
  return {0.5F * (b.lower[0] + b.upper[0]), 0.5F * (b.lower[1] + b.upper[1]), 0.5F * (b.lower[2] + b.upper[2])};
}

// Half the surface; monotone in floats, so no box is larger than one that holds it.
PASSUNG_HD inline float surfaceOf(const float* lower, const float* upper) {
  const float x = upper[0] - lower[0];
  const float y = upper[1] - lower[1];
  const float z = upper[2] - lower[2];
  return (x * y + y * z) + z * x;
}

// Bits before the highest one of m; 64 of zero.
PASSUNG_HD inline int leadingZeros(std::uint64_t m) {
  if (m == 0) return 64;
  int zeros = 0;
  for (int half = 32; half > 0; half /= 2) {
    if ((m >> (64 - half)) != 0) continue;
    zeros += half;
    m <<= half;
  }
  return zeros;
}

// The length of the common prefix of sorted keys i and j, each followed by its place; -1 where there is no key j.
PASSUNG_HD inline int commonPrefix(const std::uint64_t* keys, int count, int i, int j) {
  if (j < 0 || j >= count) return -1;
  const std::uint64_t differing = keys[i] ^ keys[j];
  if (differing != 0) return leadingZeros(differing);
  return 64 + leadingZeros(static_cast<std::uint64_t>(static_cast<std::uint32_t>(i) ^ static_cast<std::uint32_t>(j)));
}

struct LbvhRange {
  int first, last;  // leaves
  int split;        // the last leaf of the left child
};

// Algorithm "construct a binary radix tree" (figure 4 there) for inner node i of count - 1.
PASSUNG_HD inline LbvhRange lbvhRange(const std::uint64_t* keys, int count, int i) {
  // The side on which the range goes on, and a prefix that all of the range is beyond.
  const int towards = commonPrefix(keys, count, i, i + 1) > commonPrefix(keys, count, i, i - 1) ? 1 : -1;
  const int outside = commonPrefix(keys, count, i, i - towards);

  // Its other end: doubled steps until they are too long, then bisection. 64 bits, as steps may pass the last place.
  long long most = 2;
  const auto inside = [&](long long step) {
    const long long j = i + step * towards;
    return j >= 0 && j < count && commonPrefix(keys, count, i, static_cast<int>(j)) > outside;
  };
  while (inside(most)) most *= 2;
  long long length = 0;
  for (long long t = most / 2; t > 0; t /= 2) {
    if (inside(length + t)) length += t;
  }
  const int other = static_cast<int>(i + length * towards);

  // The last place that has more in common with i than both ends of the range have.
  const int node = commonPrefix(keys, count, i, other);
  long long way = 0;
  long long step = length;
  do {
    step = (step + 1) / 2;
    if (way + step < length && commonPrefix(keys, count, i, static_cast<int>(i + (way + step) * towards)) > node)
      way += step;
  } while (step > 1);
  const int split = static_cast<int>(i + way * towards) - (towards < 0 ? 1 : 0);
  return {towards > 0 ? i : other, towards > 0 ? other : i, split};
}

// Writes inner node i and its children's parent; boxes come later.
PASSUNG_HD inline void lbvhInnerNode(LbvhNode* nodes, const std::uint64_t* keys, int count, int i) {
  const LbvhRange r = lbvhRange(keys, count, i);
  const int firstLeaf = count - 1;
  const int left = r.split == r.first ? firstLeaf + r.split : r.split;
  const int right = r.split + 1 == r.last ? firstLeaf + r.split + 1 : r.split + 1;
  nodes[i].left = left;
  nodes[i].right = right;
  nodes[i].first = r.first;
  nodes[i].last = r.last;
  nodes[left].parent = i;
  nodes[right].parent = i;
}

PASSUNG_HD inline void lbvhLeaf(LbvhNode* nodes, int count, int leaf, int face) {
  LbvhNode& n = nodes[count - 1 + leaf];
  n.left = -1;
  n.right = face;
  n.first = leaf;
  n.last = leaf;
  n.size = -1;
}

// Takes the face's box into a leaf and fits the nodes above it that are complete then. arrive(node) says whether the
// other child of the node has arrived before, and makes its box visible then.
template <class Arrive>
PASSUNG_HD void lbvhFit(LbvhNode* nodes, int count, int leaf, const FaceBox& box, Arrive&& arrive) {
  int node = count - 1 + leaf;
  for (int k = 0; k < 3; ++k) {
    nodes[node].lower[k] = box.lower[k];
    nodes[node].upper[k] = box.upper[k];
  }
  for (node = nodes[node].parent; node >= 0 && arrive(node); node = nodes[node].parent) {
    LbvhNode& n = nodes[node];
    const LbvhNode& l = nodes[n.left];
    const LbvhNode& r = nodes[n.right];
    for (int k = 0; k < 3; ++k) {
      n.lower[k] = least(l.lower[k], r.lower[k]);
      n.upper[k] = greatest(l.upper[k], r.upper[k]);
    }
    n.size = surfaceOf(n.lower, n.upper);
  }
}

}  // namespace passung::gpu

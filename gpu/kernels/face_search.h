// SPDX-License-Identifier: Apache-2.0
// Problem: the faces of one conglomerate that may be within a distance of one face of another object.
// Method: if the face comes near the tree's root at all, each of its samples is placed in the other shell's frame and
//   asks the tree for faces with a sample within distance + both covering radii. Were two faces within the distance,
//   then so are samples of theirs within that sum; so no pair is missed (docs/point-shells.md). Of the faces found,
//   those whose boxes are farther than the distance are left out at once.
// Cost: a box test for most faces; for the others samples times O(log n).
// Failure modes: none; what cannot be written is counted (EmitBuffer).
#pragma once

#include "gpu/kernels/kd_search.h"
#include "gpu/kernels/octree_search.h"
#include "gpu/kernels/shell_view.h"

namespace passung::gpu {

// A pair of faces of a pair of objects.
struct FacePair {
  int object;  // index of the pair of objects
  int faceA, faceB;

  friend bool operator==(const FacePair&, const FacePair&) = default;
};
static_assert(sizeof(FacePair) == 12);

// Results of unknown number in memory of fixed size: everything is counted, what fits is kept. When `count` exceeds
// `capacity` the host grows the memory and has the work done again.
template <class Item>
struct EmitBuffer {
  Item* items;
  long long capacity;
  long long count;

  PASSUNG_HD void add(const Item& item) {
    if (count < capacity) items[count] = item;
    ++count;
  }
};

// Faces of a conglomerate that were found already, one bit each: `words` is scratch of the caller.
struct FaceSet {
  std::uint64_t* words;
  int wordCount;

  PASSUNG_HD void clear() {
    for (int w = 0; w < wordCount; ++w) words[w] = 0;
  }
  // True when the face was not in the set.
  PASSUNG_HD bool add(int face) {
    const std::uint64_t bit = std::uint64_t{1} << (face & 63);
    std::uint64_t& word = words[face >> 6];
    if ((word & bit) != 0) return false;
    word |= bit;
    return true;
  }
};

enum class TreeKind { kOctree, kKdTree };

// One side's question to a conglomerate of the other.
struct FaceQuestion {
  ShellView asking;
  Placement placement;  // of the asking shell's frame in the frame of the asked one
  float distance;       // the alarm distance and the rounding, rounded outwards [m]
  float rounding;       // of corners and samples by floats and by placing, rounded outwards [m]
  ShellView asked;
  const int* askedFaces;  // of the conglomerate; null: face k is k
  TreeKind kind;
  TreeView tree;  // over the conglomerate's samples; its face k is askedFaces[k]
};

// The box of a triangle, in floats.
struct FaceBox {
  float lower[3], upper[3];
};

PASSUNG_HD inline FaceBox boxOf(Float3 a, Float3 b, Float3 c) {
  return {{least(least(a.x, b.x), c.x), least(least(a.y, b.y), c.y), least(least(a.z, b.z), c.z)},
          {greatest(greatest(a.x, b.x), c.x), greatest(greatest(a.y, b.y), c.y), greatest(greatest(a.z, b.z), c.z)}};
}

// Whether two boxes come within a distance of each other on every axis.
PASSUNG_HD inline bool boxesWithin(const float* lowerA, const float* upperA, const float* lowerB, const float* upperB,
                                   float distance) {
  for (int k = 0; k < 3; ++k) {
    if (lowerA[k] - upperB[k] > distance || lowerB[k] - upperA[k] > distance) return false;
  }
  return true;
}

// False only if searchFace() would find nothing for any face of the asking conglomerate, whose root is given: most
// pairs of conglomerates are told apart at once where their boxes were not compared. The box of the root is placed with
// about 20 roundings, a corner with 11; `rounding` is 64.
PASSUNG_HD inline bool rootsWithin(const FaceQuestion& q, const TreeNode& asking) {
  if (q.tree.nodeCount == 0) return false;
  const TreeNode& asked = q.tree.nodes[0];
  float half[3];
  for (int k = 0; k < 3; ++k) half[k] = 0.5F * (asking.upper[k] - asking.lower[k]);
  const Float3 center =
      place(q.placement, {asking.lower[0] + half[0], asking.lower[1] + half[1], asking.lower[2] + half[2]});
  const float c[3] = {center.x, center.y, center.z};
  float lower[3];
  float upper[3];
  for (int k = 0; k < 3; ++k) {
    const float* R = q.placement.R + 3 * k;
    const float reach =
        (greatest(R[0], -R[0]) * half[0] + greatest(R[1], -R[1]) * half[1]) + greatest(R[2], -R[2]) * half[2];
    lower[k] = c[k] - reach;
    upper[k] = c[k] + reach;
  }
  return boxesWithin(lower, upper, asked.lower, asked.upper, q.distance + q.rounding);
}

// The deepest node below which every sample lies that a sample within `box` can find with the radius.
PASSUNG_HD inline int startOf(const TreeView& tree, const FaceBox& box, float radius) {
  int node = 0;
  for (;;) {
    const TreeNode& n = tree.nodes[node];
    int only = -1;
    for (int c = n.child; c < n.child + n.childCount; ++c) {
      const TreeNode& child = tree.nodes[c];
      if (!boxesWithin(box.lower, box.upper, child.lower, child.upper, radius + child.reach)) continue;
      if (only >= 0) return node;
      only = c;
    }
    if (only < 0) return node;
    node = only;
  }
}

PASSUNG_HD inline FaceBox placedBoxOf(const FaceQuestion& q, const FaceCorners& t) {
  return boxOf(place(q.placement, t.v0), place(q.placement, t.v1), place(q.placement, t.v2));
}

// Whether a face comes near the tree's root at all.
PASSUNG_HD inline bool comesNear(const FaceQuestion& q, int face) {
  if (q.tree.nodeCount == 0) return false;
  const FaceBox box = placedBoxOf(q, cornersOf(q.asking, face));
  // Corners are samples, so the root's box holds the faces themselves.
  return boxesWithin(box.lower, box.upper, q.tree.nodes[0].lower, q.tree.nodes[0].upper, q.distance);
}

// Calls visit(k) once for every face askedFaces[k] that may be within the distance of a face that comes near. `lanes`
// threads may share the work: each takes every lanes-th sample, and they share the set `seen`, which is empty at first.
// Returns the number of samples of the face.
template <class Set, class Visit>
PASSUNG_HD int searchSamples(const FaceQuestion& q, int face, Set seen, int lane, int lanes, Visit&& visit) {
  const FaceCorners t = cornersOf(q.asking, face);
  const FaceBox box = placedBoxOf(q, t);
  const auto found = [&](int k) {
    if (!seen.add(k)) return;
    const FaceCorners u = cornersOf(q.asked, q.askedFaces != nullptr ? q.askedFaces[k] : k);
    const FaceBox other = boxOf(u.v0, u.v1, u.v2);
    if (boxesWithin(box.lower, box.upper, other.lower, other.upper, q.distance)) visit(k);
  };
  const float radius = q.distance + q.asking.radii[face];
  const int start = startOf(q.tree, box, radius + q.rounding);
  int samples = 0;
  int turn = lane;
  forEachSample(t, q.asking.masks[face], q.asking.cells[face], q.asking.edgeSamples, [&](Float3 p_S) {
    ++samples;
    if (turn-- != 0) return;
    turn = lanes - 1;
    const Float3 p = place(q.placement, p_S);
    if (q.kind == TreeKind::kOctree) {
      octreeSearch(q.tree, start, p, radius, found);
    } else {
      kdSearch(q.tree, start, p, radius, found);
    }
  });
  return samples;
}

// The whole question for one face, by one thread. Returns the number of samples asked.
template <class Visit>
PASSUNG_HD int searchFace(const FaceQuestion& q, int face, FaceSet seen, Visit&& visit) {
  if (!comesNear(q, face)) return 0;
  seen.clear();
  return searchSamples(q, face, seen, 0, 1, visit);
}

}  // namespace passung::gpu

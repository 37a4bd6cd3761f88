// SPDX-License-Identifier: Apache-2.0
// Problem: build and refit a linear hierarchy (lbvh_build.h) where its mesh lies, as bodies that any number of threads
//   run in any order.
// Method: one list of items after the other; a sort by key, stable, so that equal keys stay in the order of the faces,
//   comes between the second and the third:
//
//     bounds  one thread a face: least and greatest centre of all boxes
//     keys    one thread a face: its Morton key
//     links   one thread a leaf: the leaf, and the inner node of the same number
//     fit     one thread a leaf: boxes from the leaves up (Karras 2012, section 5)
//
// Cost: a face's box is computed three times, which costs less than to store it.
// Failure modes: none.
// Determinism: bounds are least and greatest numbers; a zero of either sign gives the same keys. The rest:
// lbvh_build.h.
#pragma once

#include <cstring>

#include "gpu/kernels/lbvh_build.h"
#include "gpu/kernels/morton.h"
#include "gpu/kernels/unit_kernels.h"

namespace passung::gpu {

inline constexpr int kLbvhBits = 21;  // of a key, an axis

// A mesh in the memory of whoever runs the kernels: three coordinates a vertex, three corners a face.
struct TreeMesh {
  const double* vertices;
  const int* corners;
  int faceCount;
};

struct LbvhBuffers {
  TreeMesh mesh;  // of one face at least
  double origin[3];
  std::uint32_t* bounds;  // 6 ordered numbers; at first the three least ones are ~0, the three greatest ones 0
  std::uint64_t* keys;    // of the faces, in their order
  int* faces;             // 0, 1, ...
  const std::uint64_t* sortedKeys;
  const int* sortedFaces;
  LbvhNode* nodes;
  int* arrived;  // at inner nodes; 0 before each fit
};

// Numbers whose order is that of the floats; no NaN.
PASSUNG_HD inline std::uint32_t orderedBits(float x) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &x, sizeof bits);
  return (bits >> 31) != 0 ? ~bits : bits | 0x80000000U;
}
PASSUNG_HD inline float floatOf(std::uint32_t ordered) {
  const std::uint32_t bits = (ordered >> 31) != 0 ? ordered & 0x7fffffffU : ~ordered;
  float x = 0;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

// Leaves the lesser (greater) of both in a word that many threads share.
PASSUNG_HD inline void fetchLeast(std::uint32_t* word, std::uint32_t value) {
#if defined(__CUDA_ARCH__)
  atomicMin(word, value);
#else
  const std::atomic_ref<std::uint32_t> shared(*word);
  std::uint32_t seen = shared.load(std::memory_order_relaxed);
  while (value < seen && !shared.compare_exchange_weak(seen, value, std::memory_order_relaxed)) continue;
#endif
}
PASSUNG_HD inline void fetchGreatest(std::uint32_t* word, std::uint32_t value) {
#if defined(__CUDA_ARCH__)
  atomicMax(word, value);
#else
  const std::atomic_ref<std::uint32_t> shared(*word);
  std::uint32_t seen = shared.load(std::memory_order_relaxed);
  while (seen < value && !shared.compare_exchange_weak(seen, value, std::memory_order_relaxed)) continue;
#endif
}

PASSUNG_HD inline FaceBox lbvhBoxOf(const LbvhBuffers& b, int face) {
  return lbvhFaceBox(b.mesh.vertices, b.mesh.corners, b.origin, face);
}

PASSUNG_HD inline void lbvhBounds(const LbvhBuffers& b, Float3 lower, Float3 upper) {
  const float least[3] = {lower.x, lower.y, lower.z};
  const float most[3] = {upper.x, upper.y, upper.z};
  for (int k = 0; k < 3; ++k) {
    fetchLeast(&b.bounds[k], orderedBits(least[k]));
    fetchGreatest(&b.bounds[3 + k], orderedBits(most[k]));
  }
}

PASSUNG_HD inline void lbvhKey(const LbvhBuffers& b, int face) {
  const MortonGrid grid =
      mortonGridRound({floatOf(b.bounds[0]), floatOf(b.bounds[1]), floatOf(b.bounds[2])},
                      {floatOf(b.bounds[3]), floatOf(b.bounds[4]), floatOf(b.bounds[5])}, kLbvhBits);
  b.keys[face] = mortonKey(grid, centreOf(lbvhBoxOf(b, face)));
  b.faces[face] = face;
}

PASSUNG_HD inline void lbvhLinks(const LbvhBuffers& b, int i) {
  const int count = b.mesh.faceCount;
  if (i == 0) b.nodes[0].parent = -1;
  lbvhLeaf(b.nodes, count, i, b.sortedFaces[i]);
  if (i < count - 1) lbvhInnerNode(b.nodes, b.sortedKeys, count, i);
}

// How many have arrived at a node before; what those threads wrote is visible then.
PASSUNG_HD inline int arriveAt(int* arrived) {
#if defined(__CUDA_ARCH__)
  __threadfence();
  const int before = atomicAdd(arrived, 1);
  __threadfence();
  return before;
#else
  return std::atomic_ref<int>(*arrived).fetch_add(1, std::memory_order_acq_rel);
#endif
}

PASSUNG_HD inline void lbvhFitLeaf(const LbvhBuffers& b, int leaf) {
  const int count = b.mesh.faceCount;
  lbvhFit(b.nodes, count, leaf, lbvhBoxOf(b, b.nodes[count - 1 + leaf].right),
          [&](int node) { return arriveAt(&b.arrived[node]) == 1; });
}

}  // namespace passung::gpu

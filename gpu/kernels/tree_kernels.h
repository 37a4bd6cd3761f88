// SPDX-License-Identifier: Apache-2.0
// Problem: walk pairs of hierarchies by a queue, test what is found, and walk one pose a thread, as bodies that any
//   number of threads run in any order.
// Method: C. Lauterbach, Q. Mo and D. Manocha, "gProximity", Computer Graphics Forum 29(2), 2010 (tree_walk.h,
//   pose_walk.h):
//
//     roots   one thread a pair of objects: are the roots near?                          -> the queue of round 0
//     open    one thread an item of round r: which pairs of nodes below are near?        -> the queue of round r + 1,
//                                                                                           or candidates, if leaves
//     test    one thread a candidate                                                     -> contacts
//     meet    one thread a candidate of a round, where only meeting is asked             -> pairs of objects that meet
//     pose    one thread a pair of objects: depth first, instead of roots and open       -> candidates, or meeting
//
//   Lists grow by an atomic counter, one for each round, so a round needs no number from the host: rounds can be
//   launched one after the other before the first one has ended. A fixed tree of pairs is walked, so each list holds
//   the same items whatever the threads did, in an order of chance; contacts are sorted in the end.
// Cost: see the parts.
// Failure modes: a list that is full counts on; the host grows it and has the walk done again. Behind a queue that was
//   too small, rounds do nothing.
#pragma once

#include "gpu/kernels/lbvh_kernels.h"
#include "gpu/kernels/pose_walk.h"

namespace passung::gpu {

// Rounds that a walk can have: levels of both trees (pose_walk.h) and the roots, with room for rounds that are empty.
inline constexpr int kWalkRounds = 256;
// A list that is longer cannot be held.
inline constexpr std::uint32_t kMostWalkItems = 1U << 30;

struct WalkCounters {
  ItemCount items[kWalkRounds];   // of the queue of a round, also those that did not fit
  ItemCount leaves[kWalkRounds];  // candidates: of all rounds in leaves[0], where meeting is asked of each round
  ItemCount contacts, undecided;
  unsigned long long skipped;                // items of objects that were known to meet
  unsigned long long nodeTests, exactTests;  // of walks by pose
};
static_assert(sizeof(WalkCounters) == 16 * kWalkRounds + 40);

// A pair of objects: boxes, faces and pose.
struct WalkObject {
  TreePlacement placed;
  ExactPlacement exact;
  TreeMesh a, b;
};

struct WalkView {
  const WalkObject* objects;
  int objectCount;
  FaceKeys keys;
  NodePair* queues[2];  // of even and odd rounds
  FacePair* leaves;
  FacePair* undecided;  // where meeting is asked: pairs that the host has to decide
  DeviceContact* contacts;
  std::uint32_t queueRoom, leafRoom, undecidedRoom;  // contacts have leafRoom
  std::uint32_t* meets;                              // of the objects; null where contacts are asked
  WalkCounters* counters;
};

// The next place of a list. On a device the lanes of a warp that append to the same one ask once for all of them, as
// most threads of a round append to the same two lists.
PASSUNG_HD inline ItemCount nextPlace(ItemCount* count) {
#if defined(__CUDA_ARCH__)
  const unsigned here = __match_any_sync(__activemask(), reinterpret_cast<unsigned long long>(count));
  const unsigned lane = threadIdx.x % 32;
  const int first = __ffs(static_cast<int>(here)) - 1;
  ItemCount place = 0;
  if (lane == static_cast<unsigned>(first)) place = atomicAdd(count, static_cast<ItemCount>(__popc(here)));
  return __shfl_sync(here, place, first) + static_cast<ItemCount>(__popc(here & ((1U << lane) - 1U)));
#else
  return fetchAdd(count, ItemCount{1});
#endif
}

// Appends what fits, and counts the rest. Returns the place.
template <class Item>
PASSUNG_HD ItemCount append(const SharedList<Item>& list, const Item& item) {
  const ItemCount place = nextPlace(list.count);
  if (place < list.capacity) list.items[place] = item;
  return place;
}

PASSUNG_HD inline ItemCount* leafCount(const WalkView& w, int round) {
  return &w.counters->leaves[w.meets != nullptr ? round : 0];
}
PASSUNG_HD inline SharedList<FacePair> leavesOf(const WalkView& w, int round) {
  return {w.leaves, w.leafRoom, leafCount(w, round)};
}
PASSUNG_HD inline NodePair* queueOf(const WalkView& w, int round) {
  return (round & 1) != 0 ? w.queues[1] : w.queues[0];
}
// Items to open in a round: none when they did not fit.
PASSUNG_HD inline std::uint32_t itemsOf(const WalkView& w, int round) {
  const ItemCount count = w.counters->items[round];
  return count > w.queueRoom || *leafCount(w, round) > kMostWalkItems ? 0 : static_cast<std::uint32_t>(count);
}

// Takes a pair of nodes that are near into the queue of a round or, if they are leaves, to its candidates.
PASSUNG_HD inline void emitPair(const WalkView& w, int round, const TreePlacement& o, const NodePair& p) {
  if (bothLeaves(o, p.a, p.b)) {
    append(leavesOf(w, round), {p.object, o.a.nodes[p.a].right, o.b.nodes[p.b].right});
  } else {
    append(SharedList<NodePair>{queueOf(w, round), w.queueRoom, &w.counters->items[round]}, p);
  }
}

PASSUNG_HD inline void openRoots(const WalkView& w, int object) {
  const TreePlacement& o = w.objects[object].placed;
  if (o.a.faceCount == 0 || o.b.faceCount == 0) return;
  if (nodesNear(o, 0, 0)) emitPair(w, 0, o, {object, 0, 0});
}

PASSUNG_HD inline void openItem(const WalkView& w, int round, std::uint32_t i) {
  const NodePair p = queueOf(w, round)[i];
  if (w.meets != nullptr && w.meets[p.object] != 0) {
    fetchAdd(&w.counters->skipped, 1ULL);
    return;
  }
  const TreePlacement& o = w.objects[p.object].placed;
  const unsigned near = nearChildren(o, p);
  NodePair children[2];
  childPairs(o, p, children);
  if ((near & 1U) != 0) emitPair(w, round + 1, o, children[0]);
  if ((near & 2U) != 0) emitPair(w, round + 1, o, children[1]);
}

PASSUNG_HD inline TriangleCorners treeCorners(const TreeMesh& mesh, int face) {
  TriangleCorners t{};
  for (int k = 0; k < 3; ++k) {
    const double* p = mesh.vertices + 3LL * mesh.corners[3LL * face + k];
    t.v[k] = {p[0], p[1], p[2]};
  }
  return t;
}

PASSUNG_HD inline FilteredDistance testPair(const WalkObject& o, int faceA, int faceB) {
  return testFaces(o.exact, treeCorners(o.a, faceA), treeCorners(o.b, faceB));
}

// Contacts of the candidate at a place.
PASSUNG_HD inline void testLeaves(const WalkView& w, std::uint32_t i) {
  const FacePair p = w.leaves[i];
  const FilteredDistance d = testPair(w.objects[p.object], p.faceA, p.faceB);
  if (d.nearness == Nearness::kFarther) return;
  append(
      SharedList<DeviceContact>{w.contacts, w.leafRoom, &w.counters->contacts},
      {w.keys.keyOf(p.object, p.faceA, p.faceB), d.nearness == Nearness::kUndecided ? kUndecidedSquared : d.squared});
}

// Whether a pair of faces is known to meet; one that the host has to decide is listed.
PASSUNG_HD inline bool meetOrList(const WalkView& w, const FacePair& p) {
  const FilteredDistance d = testPair(w.objects[p.object], p.faceA, p.faceB);
  if (d.nearness == Nearness::kUndecided)
    append(SharedList<FacePair>{w.undecided, w.undecidedRoom, &w.counters->undecided}, p);
  return d.nearness == Nearness::kNear && d.squared == 0;
}

PASSUNG_HD inline void meetLeaves(const WalkView& w, std::uint32_t i) {
  const FacePair p = w.leaves[i];
  if (meetOrList(w, p)) fetchOr(&w.meets[p.object], 1U);
}

// Meeting: ends at the first faces that are known to meet. Contacts: all candidates.
PASSUNG_HD inline void walkPose(const WalkView& w, int object) {
  unsigned long long exactTests = 0;
  const long long nodeTests = walkTrees(w.objects[object].placed, [&](int faceA, int faceB) {
    const FacePair p{object, faceA, faceB};
    if (w.meets != nullptr) {
      ++exactTests;
      if (!meetOrList(w, p)) return false;
      w.meets[object] = 1;
      return true;
    }
    return append(leavesOf(w, 0), p) > kMostWalkItems;
  });
  fetchAdd(&w.counters->nodeTests, static_cast<unsigned long long>(nodeTests));
  if (exactTests > 0) fetchAdd(&w.counters->exactTests, exactTests);
}

}  // namespace passung::gpu

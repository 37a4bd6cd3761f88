// SPDX-License-Identifier: Apache-2.0
// Problem: the search and the exact test of one work unit, as bodies that any number of threads run in any order.
// Method: three steps, each a list that the step before has written:
//
//     gate    one thread an asking face: does it come near the root of the other's tree?     -> active faces
//     search  some lanes together an active face: each takes every lanes-th sample           -> candidates
//     exact   one thread a candidate                                                         -> contacts
//
//   Lists grow by an atomic counter, so their order is that of chance. Every entry is written at most once: a pair of
//   faces lies in one pair of conglomerates, of which one side asks, and a face set shared by the lanes of an asking
//   face reports each face found once. So sorting the contacts by key gives one order whatever the threads did.
// Cost: see the parts.
// Failure modes: a list that is full counts on (EmitBuffer's rule); the host grows it and has the unit searched again.
#pragma once

#if !defined(__CUDA_ARCH__)
#include <atomic>
#endif

#include "gpu/kernels/conglomerate_block.h"
#include "gpu/kernels/placed_pair.h"

namespace passung::gpu {

// Adds to a counter that many threads share; returns what was in it.
template <class Number>
PASSUNG_HD inline Number fetchAdd(Number* counter, Number amount) {
#if defined(__CUDA_ARCH__)
  return atomicAdd(counter, amount);
#else
  return std::atomic_ref<Number>(*counter).fetch_add(amount, std::memory_order_relaxed);
#endif
}

PASSUNG_HD inline std::uint32_t fetchOr(std::uint32_t* word, std::uint32_t bits) {
#if defined(__CUDA_ARCH__)
  return atomicOr(word, bits);
#else
  return std::atomic_ref<std::uint32_t>(*word).fetch_or(bits, std::memory_order_relaxed);
#endif
}

// A FaceSet for several lanes; `words` must be zero at first.
struct SharedFaceSet {
  std::uint32_t* words;

  // True for the one lane that adds a face that was not in the set.
  PASSUNG_HD bool add(int face) const {
    const std::uint32_t bit = std::uint32_t{1} << (face & 31);
    return (fetchOr(&words[face >> 5], bit) & bit) == 0;
  }
};

// How many items were emitted: 64 bits, so that it does not begin again at zero, which would write over items and give
// too small a number.
using ItemCount = unsigned long long;

// Items of unknown number, written by many threads.
template <class Item>
struct SharedList {
  Item* items;
  std::uint32_t capacity;
  ItemCount* count;  // of items emitted, also of those that did not fit

  PASSUNG_HD void add(const Item& item) const {
    const ItemCount place = fetchAdd(count, ItemCount{1});
    if (place < capacity) items[place] = item;
  }
  PASSUNG_HD std::uint32_t size() const { return *count < capacity ? static_cast<std::uint32_t>(*count) : capacity; }
};

// 64 bits whose order is that of (object, face of A, face of B).
struct FaceKeys {
  int firstObject = 0;       // of the unit
  int bitsA = 0, bitsB = 0;  // that face numbers take

  PASSUNG_HD std::uint64_t keyOf(int object, int faceA, int faceB) const {
    const auto o = static_cast<std::uint64_t>(object - firstObject);
    // Shifts by 64 have no meaning; a mesh of more than 2^31 faces does not exist, so each is below 32.
    return ((o << bitsA | static_cast<std::uint64_t>(faceA)) << bitsB) | static_cast<std::uint64_t>(faceB);
  }
  PASSUNG_HD FacePair pairOf(std::uint64_t key) const {
    const std::uint64_t maskA = (std::uint64_t{1} << bitsA) - 1;
    const std::uint64_t maskB = (std::uint64_t{1} << bitsB) - 1;
    return {static_cast<int>(key >> bitsB >> bitsA) + firstObject, static_cast<int>(key >> bitsB & maskA),
            static_cast<int>(key & maskB)};
  }
};

// A pair of conglomerates whose boxes are near.
struct PairTask {
  const ConglomerateBlock* a;
  const ConglomerateBlock* b;
  int object;
  int aAsks;  // 1: the faces of A ask
};
static_assert(sizeof(PairTask) == 24);

// A face of the asking side of a task.
struct AskingFace {
  int task, face;
};
// Faces of both sides of a task.
struct Candidate {
  int task, a, b;
};
// A pair of faces within the distance, or one whose distance the host has to decide: kUndecidedSquared.
struct DeviceContact {
  std::uint64_t key;
  double squared;  // [m^2]
};
inline constexpr double kUndecidedSquared = -1;
static_assert(sizeof(AskingFace) == 8 && sizeof(Candidate) == 12 && sizeof(DeviceContact) == 16);

struct UnitView {
  const PairTask* tasks;
  const int* firstAsking;  // of the tasks: place of their first asking face in the unit's line; one more at the end
  int taskCount;
  int askingCount;           // faces in the line; the first task may begin before it, the last end behind it
  const PlacedPair* placed;  // of the pairs of objects
  FaceKeys keys;
};

PASSUNG_HD inline FaceQuestion questionOf(const UnitView& u, const PairTask& t) {
  const PlacedPair& placed = u.placed[t.object];
  const bool aAsks = t.aAsks != 0;
  const ConglomerateBlock* asking = aAsks ? t.a : t.b;
  const ConglomerateBlock* asked = aAsks ? t.b : t.a;
  return {shellOf(asking), aAsks ? placed.aInB : placed.bInA,
          placed.distance, placed.rounding,
          shellOf(asked),  nullptr,
          asked->kind,     treeOf(asked)};
}

// The asking face at a place in the unit's line.
PASSUNG_HD inline AskingFace askingFaceAt(const UnitView& u, int place) {
  int low = 0;  // firstAsking[low] <= place < firstAsking[high]
  int high = u.taskCount;
  while (high - low > 1) {
    const int middle = low + (high - low) / 2;
    if (u.firstAsking[middle] <= place) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return {low, place - u.firstAsking[low]};
}

PASSUNG_HD inline void gateFace(const UnitView& u, int place, const SharedList<AskingFace>& active) {
  const AskingFace asking = askingFaceAt(u, place);
  if (comesNear(questionOf(u, u.tasks[asking.task]), asking.face)) active.add(asking);
}

// Lane `lane` of `lanes`, which share `seen`. Returns the number of samples of the face.
PASSUNG_HD inline int searchActive(const UnitView& u, const AskingFace& asking, SharedFaceSet seen, int lane, int lanes,
                                   const SharedList<Candidate>& candidates) {
  const PairTask& task = u.tasks[asking.task];
  return searchSamples(questionOf(u, task), asking.face, seen, lane, lanes, [&](int found) {
    candidates.add(task.aAsks != 0 ? Candidate{asking.task, asking.face, found}
                                   : Candidate{asking.task, found, asking.face});
  });
}

PASSUNG_HD inline std::uint64_t keyOf(const UnitView& u, const Candidate& c) {
  const PairTask& task = u.tasks[c.task];
  return u.keys.keyOf(task.object, numberOf(task.a, c.a), numberOf(task.b, c.b));
}

PASSUNG_HD inline void testCandidate(const UnitView& u, const Candidate& c, const SharedList<DeviceContact>& contacts) {
  const PairTask& task = u.tasks[c.task];
  const FilteredDistance d =
      testFaces(u.placed[task.object].exact, exactCornersOf(task.a, c.a), exactCornersOf(task.b, c.b));
  if (d.nearness == Nearness::kFarther) return;
  contacts.add({keyOf(u, c), d.nearness == Nearness::kUndecided ? kUndecidedSquared : d.squared});
}

}  // namespace passung::gpu

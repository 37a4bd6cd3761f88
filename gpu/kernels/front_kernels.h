// SPDX-License-Identifier: Apache-2.0
// Problem: move the front of a walk (front_walk.h) to the next pose, as bodies that any number of threads run in any
//   order.
// Method: a front is in order, as siblings are found by being next to each other. So places come from sums, not from a
//   counter: what an item becomes is counted, exclusive sums of the counts are its places, and it is written there.
//
//     count    one thread an item: how many items it becomes                      -> sums
//     descend  one thread an item: these items
//     climb    one thread an item: does its parent take its and its sibling's place?
//     keep     one thread an item: 0 where the sibling before takes its place     -> sums
//     take     one thread an item: itself or its parent
//     leaves   one thread an item: near pairs of leaves                           -> candidates of the walk
//
//   Climb, keep and take are done again until nothing climbs, level by level.
// Cost: an item that comes near is walked down twice, once to count and once to write; others cost a comparison.
// Failure modes: the sums tell the size before anything is written, so a list that is too small grows and no front is
//   lost.
// Determinism: items, their order and counts of work are those of the host's front.
#pragma once

#include "gpu/kernels/front_walk.h"
#include "gpu/kernels/tree_kernels.h"

namespace passung::gpu {

enum class FrontStep { kCount, kDescend, kClimb, kKeep, kTake, kLeaves };

struct FrontCounters {
  unsigned long long nodeTests, known, climbed;
};
static_assert(sizeof(FrontCounters) == 24);

struct FrontView {
  WalkView walk;                     // of one object; candidates go to its list
  double motion;                     // so far [m]
  const FrontItem* items;            // in order
  FrontItem* next;                   // what becomes of them
  FrontItem* parents;                // of the first ones of siblings
  FrontClimb* climbs;                // of the items
  unsigned long long* counts;        // one an item, and a zero
  const unsigned long long* places;  // their exclusive sums
  FrontCounters* counters;
};

// What item i of a step does.
template <FrontStep kStep>
PASSUNG_HD void frontItem(const FrontView& f, std::uint32_t i, std::uint32_t count) {
  const TreePlacement& o = f.walk.objects[0].placed;
  const FrontItem item = f.items[i];
  if constexpr (kStep == FrontStep::kCount) {
    unsigned long long below = 0;
    (void)frontBelow(o, item, f.motion, [&](const FrontItem&) { ++below; });
    f.counts[i] = below;
  } else if constexpr (kStep == FrontStep::kDescend) {
    unsigned long long place = f.places[i];
    const int tests = frontBelow(o, item, f.motion, [&](const FrontItem& below) { f.next[place++] = below; });
    if (tests == 0) {
      fetchAdd(&f.counters->known, 1ULL);
    } else {
      fetchAdd(&f.counters->nodeTests, static_cast<unsigned long long>(tests));
    }
  } else if constexpr (kStep == FrontStep::kClimb) {
    FrontItem parent{};
    const FrontClimb climb = i + 1 < count ? climbOf(o, item, f.items[i + 1], f.motion, parent) : FrontClimb::kNotAsked;
    f.climbs[i] = climb;
    if (climb == FrontClimb::kNotAsked) return;
    f.parents[i] = parent;
    fetchAdd(&f.counters->nodeTests, 1ULL);
    if (climb == FrontClimb::kApart) fetchAdd(&f.counters->climbed, 1ULL);
  } else if constexpr (kStep == FrontStep::kKeep) {
    f.counts[i] = i > 0 && f.climbs[i - 1] == FrontClimb::kApart ? 0 : 1;
  } else if constexpr (kStep == FrontStep::kTake) {
    if (i > 0 && f.climbs[i - 1] == FrontClimb::kApart) return;
    f.next[f.places[i]] = afterClimb(item, f.climbs[i], f.parents[i], f.motion);
  } else {
    static_assert(kStep == FrontStep::kLeaves);
    if (item.apartUntil == kNearLeaves)
      append(leavesOf(f.walk, 0), {0, o.a.nodes[item.a].right, o.b.nodes[item.b].right});
  }
}

}  // namespace passung::gpu

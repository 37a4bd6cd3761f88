// SPDX-License-Identifier: Apache-2.0
// The arrays of a machine that moves fronts. Array<T>: reserve(count) makes room, and forgets the content where it has
// to grow; data(); on a device or on the host.
#pragma once

#include <utility>

#include "gpu/kernels/front_kernels.h"

namespace passung::gpu {

// A front that waits for its next pose.
template <template <class> class Array>
struct StoredFront {
  Array<FrontItem> items;
};

// What is needed while one is moved, shared by all.
template <template <class> class Array>
struct FrontMemory {
  Array<FrontItem> next, parents;
  Array<FrontClimb> climbs;
  Array<unsigned long long> counts, places;
  Array<FrontCounters> counters;

  FrontMemory() { counters.reserve(1); }

  // Room for `count` items that are asked, and for what is known of each.
  void reserveItems(std::size_t count) {
    parents.reserve(count);
    climbs.reserve(count);
    counts.reserve(count + 1);
    places.reserve(count + 1);
  }
  // What has become of them is the front then.
  void swap(StoredFront<Array>& front) { std::swap(front.items, next); }

  [[nodiscard]] FrontView viewOf(StoredFront<Array>& front, const WalkView& walk, double motion) {
    return {walk,          motion,        front.items.data(), next.data(),    parents.data(),
            climbs.data(), counts.data(), places.data(),      counters.data()};
  }
};

}  // namespace passung::gpu

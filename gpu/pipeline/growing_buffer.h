// SPDX-License-Identifier: Apache-2.0
// Memory of a fixed size that a kernel fills, grown and filled anew when it was too small. Nothing is ever dropped, and
// every growth is counted. The size is kept for the next time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "core/error.h"
#include "gpu/kernels/face_search.h"

namespace passung::gpu {

// Of one kind, in one call: indices are ints.
inline constexpr long long kMostItems = 0x7fffffff;

// Throws InputError for more. what: is counted.
inline void checkItemCount(std::size_t count, const char* what) {
  if (count > static_cast<std::size_t>(kMostItems))
    throw InputError("", what, "there are 2^31 or more", "give a smaller distance or fewer objects");
}

struct BufferReport {
  int start = 0;          // items that a buffer of this kind holds at first
  long long used = 0;     // items in all buffers of this kind, this time
  long long largest = 0;  // items in the fullest one, this time
  int grown = 0;          // buffers that were too small, this time
};

template <class Item>
class GrowingBuffer {
 public:
  // fill(EmitBuffer<Item>&) emits the same items whenever it is called. Throws InputError for kMostItems and more.
  template <class Fill>
  void fill(int start, Fill&& fill) {
    grown_ = false;
    if (items_.size() < static_cast<std::size_t>(start)) items_.resize(static_cast<std::size_t>(start));
    for (;;) {
      EmitBuffer<Item> out{items_.data(), static_cast<long long>(items_.size()), 0};
      fill(out);
      count_ = out.count;
      if (out.count <= out.capacity) return;
      grown_ = true;
      if (out.count >= kMostItems)
        throw InputError("", "conglomerate pairs", "a slice finds 2^31 pairs or more",
                         "give a smaller distance or slices");
      items_.resize(std::max(static_cast<std::size_t>(out.count), 2 * items_.size()));
    }
  }

  [[nodiscard]] std::span<const Item> items() const {
    return std::span(items_).first(static_cast<std::size_t>(count_));
  }
  void reportTo(BufferReport& report) const {
    report.used += count_;
    report.largest = std::max(report.largest, count_);
    report.grown += grown_ ? 1 : 0;
  }

 private:
  std::vector<Item> items_;
  long long count_ = 0;
  bool grown_ = false;
};

}  // namespace passung::gpu

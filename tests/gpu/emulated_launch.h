// SPDX-License-Identifier: Apache-2.0
// What all emulated machines share: threads in an order of chance, several at once where jobs are given, memory that
// was never written, calls that fail, and sorts.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <vector>

#include "core/jobs.h"
#include "gpu/pipeline/pair_device.h"
#include "tests/collision/random_geometry.h"

namespace passung::gpu::test {

class EmulatedLaunch {
 public:
  explicit EmulatedLaunch(unsigned seed, Jobs* jobs = nullptr) : random_(seed), jobs_(jobs) {}

  // So many of the calls that follow these fail; null: none.
  int* fails = nullptr;
  int callsBeforeFailure = 0;

  void mayFail() {
    if (fails == nullptr || *fails == 0 || callsBeforeFailure-- > 0) return;
    callsBeforeFailure = 0;
    --*fails;
    throw DeviceError("emulated: the launch failed");
  }

  // Calls body(i) for all i below count, as threads of a device would come.
  template <class Body>
  void launch(std::uint32_t count, Body&& body) {
    const std::vector<std::uint32_t> order = shuffled(count);
    if (jobs_ != nullptr) {
      jobs_->parallelFor(static_cast<int>(count), [&](int i) { body(order[static_cast<std::size_t>(i)]); });
    } else {
      for (const std::uint32_t i : order) body(i);
    }
  }

  [[nodiscard]] std::vector<std::uint32_t> shuffled(std::uint32_t count) {
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0U);
    for (std::uint32_t i = count; i > 1; --i)
      std::swap(order[i - 1], order[static_cast<std::size_t>(random_.below(static_cast<int>(i)))]);
    return order;
  }

 private:
  collision::test::Random random_;
  Jobs* jobs_;
};

// Sorts by the lowest `bits` bits; equal keys keep their order. That is all that is asked of a device's sort.
inline void sortKeys(const std::uint64_t* keys, std::uint64_t* sortedKeys, const int* values, int* sortedValues,
                     int count, int bits) {
  const std::uint64_t mask = bits < 64 ? (std::uint64_t{1} << bits) - 1 : ~std::uint64_t{0};
  std::vector<int> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return (keys[a] & mask) < (keys[b] & mask); });
  for (int i = 0; i < count; ++i) {
    sortedKeys[i] = keys[order[static_cast<std::size_t>(i)]];
    sortedValues[i] = values[order[static_cast<std::size_t>(i)]];
  }
}

// Contacts by rising key, and the check that none was written twice.
struct SortedContacts {
  std::vector<std::uint64_t> keys;
  std::vector<double> squared;

  void take(std::vector<DeviceContact>& contacts) {
    std::sort(contacts.begin(), contacts.end(),
              [](const DeviceContact& p, const DeviceContact& q) { return p.key < q.key; });
    keys.clear();
    squared.clear();
    for (const DeviceContact& c : contacts) {
      keys.push_back(c.key);
      squared.push_back(c.squared);
    }
    EXPECT_TRUE(std::adjacent_find(keys.begin(), keys.end()) == keys.end()) << "a pair of faces was written twice";
  }
};

// Memory as a device gives it: a size of its own, and a content of no meaning.
template <class T>
class EmulatedArray {
 public:
  void reserve(std::size_t count) {
    if (count <= data_.size()) return;
    data_.resize(count);
    std::memset(static_cast<void*>(data_.data()), 0x5a, count * sizeof(T));
  }
  [[nodiscard]] T* data() { return data_.data(); }
  [[nodiscard]] const T* data() const { return data_.data(); }
  void assign(std::span<const T> items) {
    reserve(items.size());
    std::copy(items.begin(), items.end(), data_.begin());
  }
  [[nodiscard]] std::size_t capacity() const { return data_.size(); }

 private:
  std::vector<T> data_;
};

}  // namespace passung::gpu::test

// SPDX-License-Identifier: Apache-2.0
// Problem: sort unsigned keys, and what goes with them, in a time that does not depend on their order.
// Method: least significant digit first, one stable counting sort for each 8 bits (Knuth, "The Art of Computer
//   Programming" vol. 3, section 5.2.5); digits that all keys share are skipped.
// Cost: two passes over the keys for each digit that differs; as much memory again.
// Failure modes: none. Equal keys keep their order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace passung::gpu {

// Sorts keys; move(from, to) is told for each pass where every item goes, and done() when the pass is over.
template <class Key, class Move, class Done>
void radixPasses(std::vector<Key>& keys, Move&& move, Done&& done) {
  constexpr int kDigits = static_cast<int>(sizeof(Key));
  std::array<std::array<std::size_t, 256>, kDigits> counts{};
  for (const Key k : keys) {
    for (int d = 0; d < kDigits; ++d)
      ++counts[static_cast<std::size_t>(d)][static_cast<std::size_t>(k >> (8 * d) & 255U)];
  }
  std::vector<Key> other(keys.size());
  for (int d = 0; d < kDigits; ++d) {
    auto& places = counts[static_cast<std::size_t>(d)];
    if (keys.empty() || places[static_cast<std::size_t>(keys[0] >> (8 * d) & 255U)] == keys.size()) continue;
    std::size_t sum = 0;
    for (std::size_t& p : places) sum += std::exchange(p, sum);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const std::size_t to = places[static_cast<std::size_t>(keys[i] >> (8 * d) & 255U)]++;
      other[to] = keys[i];
      move(i, to);
    }
    keys.swap(other);
    done();
  }
}

template <class Key>
void radixSort(std::vector<Key>& keys) {
  radixPasses(
      keys, [](std::size_t, std::size_t) {}, [] {});
}

// Values move with their keys. Precondition: as many values as keys.
template <class Key, class Value>
void radixSort(std::vector<Key>& keys, std::vector<Value>& values) {
  std::vector<Value> other(values.size());
  radixPasses(
      keys, [&](std::size_t from, std::size_t to) { other[to] = values[from]; }, [&] { values.swap(other); });
}

}  // namespace passung::gpu

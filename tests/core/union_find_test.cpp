// SPDX-License-Identifier: Apache-2.0
#include "core/union_find.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

namespace passung {
namespace {

// Against the closure of the relation by a loop that repeats until nothing changes.
TEST(UnionFind, JoinsWhatPairsConnect) {
  std::mt19937 random(5);
  int alone = 0, together = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const int n = 1 + static_cast<int>(random() % 30);
    UnionFind sets(static_cast<std::size_t>(n));
    std::vector<int> least(static_cast<std::size_t>(n));
    std::iota(least.begin(), least.end(), 0);
    std::vector<std::pair<int, int>> pairs(random() % 30);
    for (auto& [i, j] : pairs) {
      i = static_cast<int>(random() % static_cast<unsigned>(n));
      j = static_cast<int>(random() % static_cast<unsigned>(n));
      sets.join(i, j);
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [i, j] : pairs) {
        int &a = least[static_cast<std::size_t>(i)], &b = least[static_cast<std::size_t>(j)];
        changed |= a != b;
        a = b = std::min(a, b);
      }
    }
    for (int i = 0; i < n; ++i) {
      EXPECT_EQ(sets.find(i), least[static_cast<std::size_t>(i)]);
      (sets.find(i) == i ? alone : together) += 1;
    }
  }
  EXPECT_GT(alone, 500);
  EXPECT_GT(together, 500);
}

}  // namespace
}  // namespace passung

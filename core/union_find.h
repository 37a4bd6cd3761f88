// SPDX-License-Identifier: Apache-2.0
// Disjoint sets of the numbers below n, with path halving (Tarjan and van Leeuwen, "Worst-case analysis of set union
// algorithms", 1984). Each set is named by its least number.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace passung {

class UnionFind {
 public:
  explicit UnionFind(std::size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0); }
  int find(int i) {
    while (parent_[static_cast<std::size_t>(i)] != i) {
      int& p = parent_[static_cast<std::size_t>(i)];
      p = parent_[static_cast<std::size_t>(p)];
      i = p;
    }
    return i;
  }
  void join(int i, int j) {
    i = find(i);
    j = find(j);
    if (i != j) parent_[static_cast<std::size_t>(std::max(i, j))] = std::min(i, j);
  }

 private:
  std::vector<int> parent_;
};

}  // namespace passung

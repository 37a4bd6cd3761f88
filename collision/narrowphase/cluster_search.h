// SPDX-License-Identifier: Apache-2.0
// The clusters near the groups of one company: the tree is walked once for all of them, each group then looks through
// the blocks that were found.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "collision/narrowphase/cluster_kernels.h"
#include "collision/narrowphase/cluster_tree.h"

namespace passung::collision {

inline constexpr std::size_t kCompany = 8;  // groups

class ClusterSearch {
 public:
  void begin() { count_ = 0; }
  Group& add() { return groups_[count_++]; }
  [[nodiscard]] std::span<const Group> groups() const { return {groups_.data(), count_}; }

  // Finds the blocks of clusters within `distance` [m] of any group.
  void meet(const ClusterTree& tree, float distance);
  // Those clusters whose boxes are within `distance` [m], at most the one given before and the group's rounding, of the
  // group's.
  [[nodiscard]] std::span<const int> near(const Group& group, float distance);

 private:
  const ClusterTree* tree_ = nullptr;
  std::array<Group, kCompany> groups_;
  std::size_t count_ = 0;
  std::vector<int> blocks_, near_;
  std::vector<std::uint8_t> hits_;
};

}  // namespace passung::collision

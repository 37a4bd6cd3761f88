// SPDX-License-Identifier: Apache-2.0
#include "collision/narrowphase/cluster_search.h"

#include <algorithm>

namespace passung::collision {

void ClusterSearch::meet(const ClusterTree& tree, float distance) {
  tree_ = &tree;
  blocks_.clear();
  if (count_ == 0) return;
  Float4 lower = groups_[0].lower, upper = groups_[0].upper;
  float rounding = groups_[0].rounding;
  for (std::size_t g = 1; g < count_; ++g) {
    lower = groups_[g].lower < lower ? groups_[g].lower : lower;
    upper = groups_[g].upper > upper ? groups_[g].upper : upper;
    rounding = std::max(rounding, groups_[g].rounding);
  }
  tree.near(lower, upper, distance + rounding, blocks_);
}

std::span<const int> ClusterSearch::near(const Group& group, float distance) {
  tree_->select(blocks_, group.lower, group.upper, distance, hits_, near_);
  return near_;
}

}  // namespace passung::collision

// SPDX-License-Identifier: Apache-2.0
#include "collision/narrowphase/cluster_search.h"

#include <algorithm>

namespace passung::collision {

void ClusterSearch::meet(const ClusterTree& tree, float distance) {
  tree_ = &tree;
  blockCount_ = 0;
  if (count_ == 0) return;
  Float4 lower = groups_[0].lower, upper = groups_[0].upper;
  float rounding = groups_[0].rounding;
  for (std::size_t g = 1; g < count_; ++g) {
    lower = groups_[g].lower < lower ? groups_[g].lower : lower;
    upper = groups_[g].upper > upper ? groups_[g].upper : upper;
    rounding = std::max(rounding, groups_[g].rounding);
  }
  if (blocks_.size() < tree.blocks().size()) {
    blocks_.resize(tree.blocks().size());
    boxes_.resize(tree.blocks().size() / kClusterLanes + 1);
  }
  blockCount_ = walk_->blocks(tree, lower, upper, distance + rounding, {blocks_.data(), boxes_.data()});
  if (looks_.size() < blockCount_ * kLooksOfBlock) looks_.resize(blockCount_ * kLooksOfBlock);
  if (ways_.size() < blockCount_ * kWaysOfBlock) ways_.resize(blockCount_ * kWaysOfBlock);
}

bool ClusterSearch::asks(const FreeSpace& space, Group& group, float distance, bool segments) const {
  group.asking = (1u << group.count) - 1;
  const auto middle = [](const Float8& x) { return 0.5f * (x[0] + x[kClusterLanes - 1]); };
  const FreePiece* piece = space.at(middle(group.x0), middle(group.y0), middle(group.z0));
  if (piece != nullptr) group.asking &= ~walk_->clear(*piece, group, distance + group.rounding, segments);
  return group.asking != 0;
}

void ClusterSearch::ready(Searched& in) {
  in.near = {tree_->blocks().data(), {blocks_.data(), boxes_.data()}, blockCount_};
}

std::span<const PointLook> ClusterSearch::trianglesNear(SearchedTriangles in, const Group& points, float distance,
                                                        bool ways) {
  ready(in);
  if (pointLooks_.size() < looks_.size() + 1) pointLooks_.resize(looks_.size() + 1);  // one is tried at the end
  const Found found = walk_->trianglesNear(in, points, distance, pointLooks_.data(), ways ? ways_.data() : nullptr);
  wayCount_ = found.ways;
  return {pointLooks_.data(), found.looks};
}

std::span<const Look> ClusterSearch::edgesNear(SearchedEdges in, const Group& segments, float distance) {
  ready(in);
  return {looks_.data(), walk_->edgesNear(in, segments, distance, looks_.data()).looks};
}

std::span<const Look> ClusterSearch::crossings(SearchedTriangles in, const Group& segments) {
  ready(in);
  return {looks_.data(), walk_->crossings(in, segments, looks_.data()).looks};
}

unsigned ClusterSearch::waysMeet(SearchedTriangles in, const Group& points, unsigned members) const {
  return walk_->waysMeet(in, points, {ways_.data(), wayCount_}, members);
}

}  // namespace passung::collision

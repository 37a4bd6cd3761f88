// SPDX-License-Identifier: Apache-2.0
#include "collision/narrowphase/cluster_search.h"

#include <algorithm>

namespace passung::collision {

void ClusterSearch::meet(const ClusterTree& tree, const FreeSpace& space, float distance, bool segments) {
  tree_ = &tree;
  // All pieces are called for before the first is looked at.
  std::array<const FreePiece*, kCompany> pieces;
  const auto middle = [](const Float8& x) { return 0.5f * (x[0] + x[kClusterLanes - 1]); };
  for (std::size_t g = 0; g < count_; ++g) {
    const Group& group = groups_[g];
    pieces[g] = &space.at(middle(group.x0), middle(group.y0), middle(group.z0));
    __builtin_prefetch(pieces[g]);
    __builtin_prefetch(reinterpret_cast<const char*>(pieces[g]) + 64);
  }
  askingCount_ = 0;
  for (std::size_t g = 0; g < count_; ++g) {
    Group& group = groups_[g];
    group.asking = ((1u << group.count) - 1) & ~walk_->clear(*pieces[g], group, distance + group.rounding, segments);
    asking_[askingCount_] = g;
    askingCount_ += group.asking != 0 ? 1 : 0;
  }
  nodeCount_ = 0;
  if (askingCount_ == 0) return;
  Float4 lower = group(0).lower, upper = group(0).upper;
  float rounding = group(0).rounding;
  for (std::size_t i = 1; i < askingCount_; ++i) {
    lower = group(i).lower < lower ? group(i).lower : lower;
    upper = group(i).upper > upper ? group(i).upper : upper;
    rounding = std::max(rounding, group(i).rounding);
  }
  if (nodes_.size() < tree.nodes().size() + 1) nodes_.resize(tree.nodes().size() + 1);
  nodeCount_ = walk_->nodes(tree, lower, upper, distance + rounding, nodes_.data());
  const std::size_t most = nodeCount_ * kLooksOfNode + kClusterLanes;
  if (looks_.size() >= most) return;
  looks_.resize(most);
  ways_.resize(most);
  for (auto& scratch : scratch_) scratch.resize(most);
}

void ClusterSearch::ready(Searched& in) {
  in.tree = tree_;
  in.nodes = nodes_.data();
  in.nodeCount = nodeCount_;
  in.scratch = {scratch_[0].data(), scratch_[1].data(), scratch_[2].data(), scratch_[3].data()};
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

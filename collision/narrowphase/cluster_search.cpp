// SPDX-License-Identifier: Apache-2.0
#include "collision/narrowphase/cluster_search.h"

#include <algorithm>

namespace passung::collision {

void ClusterSearch::meet(const Askers& askers, const Motion& motion, const Surroundings& around,
                         const ClusterTree& tree, float distance) {
  tree_ = &tree;
  nodeCount_ = 0;
  count_ = walk_->gather(askers, motion, around, distance, groups_.data());
  if (count_ == 0) return;
  Float4 lower = groups_[0].lower, upper = groups_[0].upper;
  for (const Group& group : groups().subspan(1)) {
    lower = group.lower < lower ? group.lower : lower;
    upper = group.upper > upper ? group.upper : upper;
  }
  float rounding = 0;
  for (const Group& group : groups()) rounding = std::max(rounding, group.rounding);
  if (nodes_.size() < tree.nodes().size() + kClusterLanes) {
    nodes_.resize(tree.nodes().size() + kClusterLanes);
    queue_.resize(nodes_.size());
  }
  nodeCount_ = walk_->nodes(tree, lower, upper, distance + rounding, queue_.data(), nodes_.data());
  const std::size_t most = nodeCount_ * kLooksOfNode + kClusterLanes;
  if (looks_.size() >= most) return;
  looks_.resize(most);
  ways_.resize(most);
  for (auto& scratch : scratch_) scratch.resize(most);
  hits_.resize(nodeCount_ * kClustersOfNode + 1);  // one is tried at the end
}

void ClusterSearch::ready(Searched& in) {
  in.tree = tree_;
  in.nodes = nodes_.data();
  in.nodeCount = nodeCount_;
  in.scratch = {scratch_[0].data(), scratch_[1].data(), hits_.data(), scratch_[2].data(), scratch_[3].data()};
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
  return {looks_.data(), walk_->edgesNear(in, segments, distance, looks_.data())};
}

std::span<const Look> ClusterSearch::crossings(SearchedTriangles in, const Group& segments) {
  ready(in);
  return {looks_.data(), walk_->crossings(in, segments, looks_.data())};
}

std::span<const Look> ClusterSearch::waysMeet(SearchedTriangles in, const Group& points, unsigned members) {
  return {looks_.data(), walk_->waysMeet(in, points, {ways_.data(), wayCount_}, members, looks_.data())};
}

}  // namespace passung::collision

// SPDX-License-Identifier: Apache-2.0
#include "collision/narrowphase/cluster_search.h"

#include <algorithm>

namespace passung::collision {
namespace {

template <class T>
void growTo(std::size_t most, std::vector<T>& list) {
  if (list.size() < most) list.resize(most + most / 2);
}

// Where what belongs to each group starts in a list by groups.
template <class T>
void findStarts(std::span<const T> all, std::array<std::size_t, kCompany + 1>& starts) {
  starts.fill(0);
  for (const T& one : all) ++starts[static_cast<std::size_t>(one.group) + 1];
  for (std::size_t g = 0; g < kCompany; ++g) starts[g + 1] += starts[g];
}

}  // namespace

void ClusterSearch::List::grow(std::size_t most, Listed& listed) {
  growTo(most, numbers);
  growTo(most, groups);
  listed.numbers = numbers.data();
  listed.groups = groups.data();
}

std::size_t ClusterSearch::gather(const Askers& askers, const Motion& motion, const Surroundings& around,
                                  float distance) {
  walked_.groups = groups_.data();
  walked_.around = around_.data();
  walked_.groupCount = walk_->gather(askers, motion, around, distance, groups_.data());
  walked_.rounding = groups_[0].rounding;
  walked_.reach = distance + walked_.rounding;
  return walked_.groupCount;
}

// To the clusters near, and room for what may be found of them.
void ClusterSearch::walkTo(const ClusterTree& tree) {
  growTo(tree.nodes().size() + kClusterLanes, nodes_);
  growTo(tree.nodes().size() + kClusterLanes, queue_);
  Float4 lower = groups_[0].lower, upper = groups_[0].upper;
  for (std::size_t g = 1; g < walked_.groupCount; ++g) {
    lower = groups_[g].lower < lower ? groups_[g].lower : lower;
    upper = groups_[g].upper > upper ? groups_[g].upper : upper;
  }
  walked_.nodes = {nodes_.data(), walk_->nodes(tree, lower, upper, walked_.reach, queue_.data(), nodes_.data())};
  blocks_.grow(walked_.groupCount * walked_.nodes.size() * kClusterLanes + kClusterLanes, walked_.blocks);
  walk_->blocks(tree, walked_);
  clusters_.grow((walked_.blocks.count + 1) * kClusterLanes, walked_.clusters);
  walk_->clusters(tree, walked_);
  growTo(walked_.clusters.count + 1, hits_);
  growTo(walked_.clusters.count + 1, ways_);
  growTo((walked_.clusters.count + 1) * kClusterLanes, pairHits_);
  growTo((walked_.clusters.count + 1) * kClusterLanes, pairMembers_);
  walked_.hits = hits_.data();
  walked_.way = ways_.data();
  walked_.pairHits = pairHits_.data();
  walked_.pairMembers = pairMembers_.data();
}

void ClusterSearch::trianglesNear(const SearchedTriangles& in, bool ways) {
  walkTo(*in.tree);
  walk_->pointPairs(in.boxes, ways, walked_);
  growTo(walked_.pairs + 1, pointLooks_);
  const std::size_t count = walk_->trianglesNear(in, walked_, pointLooks_.data());
  findStarts(std::span<const PointLook>(pointLooks_.data(), count), lookStarts_);
  if (ways) findStarts(std::span<const Way>(ways_.data(), walked_.ways), wayStarts_);
}

void ClusterSearch::edgesNear(const SearchedEdges& in) {
  walkTo(*in.tree);
  walk_->segmentPairs(in.boxes, walked_);
  growTo(walked_.pairs + 1, looks_);
  findStarts(std::span<const Look>(looks_.data(), walk_->edgesNear(in, walked_, looks_.data())), lookStarts_);
}

void ClusterSearch::crossings(const SearchedTriangles& in) {
  walkTo(*in.tree);
  walk_->segmentPairs(in.boxes, walked_);
  growTo(walked_.pairs + 1, looks_);
  findStarts(std::span<const Look>(looks_.data(), walk_->crossings(in, walked_, looks_.data())), lookStarts_);
}

std::span<const Look> ClusterSearch::waysMeet(const SearchedTriangles& in, const Group& group, unsigned members) {
  const std::span<const Way> ways = of(ways_, wayStarts_, group);
  growTo(ways.size() * kClusterLanes + 1, wayLooks_);
  return {wayLooks_.data(), walk_->waysMeet(in, group, ways, members, wayLooks_.data())};
}

}  // namespace passung::collision

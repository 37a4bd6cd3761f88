// SPDX-License-Identifier: Apache-2.0
// The clusters near the groups of one company: the tree is walked once for all of them, each group then looks through
// the blocks that were found.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "collision/narrowphase/cluster_kernels.h"
#include "collision/narrowphase/cluster_tree.h"
#include "collision/narrowphase/cluster_walk.h"

namespace passung::collision {

inline constexpr std::size_t kCompany = 8;  // groups

class ClusterSearch {
 public:
  explicit ClusterSearch(const ClusterWalk& walk = clusterWalk()) : walk_(&walk) {}

  void begin() { count_ = 0; }
  Group& add() { return groups_[count_++]; }
  void drop() { --count_; }  // the last
  // Leaves those members of the group asking that may be within `distance` [m] of a surface or inside it; whether any
  // is.
  [[nodiscard]] bool asks(const FreeSpace& space, Group& group, float distance, bool segments) const;
  [[nodiscard]] std::span<const Group> groups() const { return {groups_.data(), count_}; }

  // Finds the blocks of clusters within `distance` [m] of any group.
  void meet(const ClusterTree& tree, float distance);
  // What the walks of one group find there, at most within the distance given before and the group's rounding.
  std::span<const PointLook> trianglesNear(SearchedTriangles in, const Group& points, float distance, bool ways);
  std::span<const Look> edgesNear(SearchedEdges in, const Group& segments, float distance);
  std::span<const Look> crossings(SearchedTriangles in, const Group& segments);
  // Of the last trianglesNear() with ways.
  [[nodiscard]] unsigned waysMeet(SearchedTriangles in, const Group& points, unsigned members) const;

 private:
  void ready(Searched& in);

  const ClusterWalk* walk_;
  const ClusterTree* tree_ = nullptr;
  std::array<Group, kCompany> groups_;
  std::size_t count_ = 0;
  std::vector<int> blocks_;
  std::vector<ClusterTree::Boxes> boxes_;
  std::size_t blockCount_ = 0;
  std::vector<Look> looks_;
  std::vector<PointLook> pointLooks_;
  std::vector<Way> ways_;
  std::size_t wayCount_ = 0;
};

}  // namespace passung::collision

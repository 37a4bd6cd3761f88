// SPDX-License-Identifier: Apache-2.0
// The clusters near the groups of one company: the tree is walked once for all of them, each group then looks through
// the nodes that were found.
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
  // Leaves those members of the groups asking that may be within `distance` [m] of the surface or inside it, and finds
  // the nodes of the tree within that distance of them.
  void meet(const ClusterTree& tree, const FreeSpace& space, float distance, bool segments);
  // Groups of which some member asks.
  [[nodiscard]] std::size_t asking() const { return askingCount_; }
  [[nodiscard]] const Group& group(std::size_t i) const { return groups_[asking_[i]]; }

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
  std::array<std::size_t, kCompany> asking_{};
  std::size_t askingCount_ = 0;
  std::vector<int> nodes_;
  std::size_t nodeCount_ = 0;
  std::vector<int> scratch_[4];
  std::vector<Look> looks_;
  std::vector<PointLook> pointLooks_;
  std::vector<Way> ways_;
  std::size_t wayCount_ = 0;
};

}  // namespace passung::collision

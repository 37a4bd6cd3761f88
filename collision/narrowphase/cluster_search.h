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

class ClusterSearch {
 public:
  explicit ClusterSearch(const ClusterWalk& walk = clusterWalk()) : walk_(&walk) {}

  // Leaves those members of a company that may be within `distance` [m] of the surface or inside it, and finds the
  // nodes of the tree within that distance of them.
  void meet(const Askers& askers, const Motion& motion, const Surroundings& around, const ClusterTree& tree,
            float distance);
  // Groups of members that were left.
  [[nodiscard]] std::span<const Group> groups() const { return {groups_.data(), count_}; }

  // What the walks of one group find there, at most within the distance given before and the group's rounding.
  std::span<const PointLook> trianglesNear(SearchedTriangles in, const Group& points, float distance, bool ways);
  std::span<const Look> edgesNear(SearchedEdges in, const Group& segments, float distance);
  std::span<const Look> crossings(SearchedTriangles in, const Group& segments);
  // Of the last trianglesNear() with ways: triangles that the ways of these members (bits) may have met.
  std::span<const Look> waysMeet(SearchedTriangles in, const Group& points, unsigned members);

 private:
  void ready(Searched& in);

  const ClusterWalk* walk_;
  const ClusterTree* tree_ = nullptr;
  std::array<Group, kCompany> groups_;
  std::size_t count_ = 0;
  std::vector<int> nodes_, queue_;
  std::size_t nodeCount_ = 0;
  std::vector<int> scratch_[4];
  std::vector<Hit> hits_;
  std::vector<Look> looks_;
  std::vector<PointLook> pointLooks_;
  std::vector<Way> ways_;
  std::size_t wayCount_ = 0;
};

}  // namespace passung::collision

// SPDX-License-Identifier: Apache-2.0
// The clusters near the groups of one company: the tree is walked once for all of them, then the stages of a walk
// follow each other, each for all groups together.
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

  // Leaves those members of a company that may be within `distance` [m] of the surface or inside it. Returns in how
  // many groups.
  std::size_t gather(const Askers& askers, const Motion& motion, const Surroundings& around, float distance);
  [[nodiscard]] std::span<const Group> groups() const { return {groups_.data(), walked_.groupCount}; }

  // Walks for all groups that were left: what is within that distance of them, or what they meet.
  void trianglesNear(const SearchedTriangles& in, bool ways);
  void edgesNear(const SearchedEdges& in);
  void crossings(const SearchedTriangles& in);
  // What was found for one of the groups.
  [[nodiscard]] std::span<const PointLook> pointLooks(const Group& group) const {
    return of(pointLooks_, lookStarts_, group);
  }
  [[nodiscard]] std::span<const Look> looks(const Group& group) const { return of(looks_, lookStarts_, group); }
  // After trianglesNear() with ways: triangles that the ways of these members (bits) of a group may have met.
  std::span<const Look> waysMeet(const SearchedTriangles& in, const Group& group, unsigned members);

 private:
  using Starts = std::array<std::size_t, kCompany + 1>;
  template <class T>
  std::span<const T> of(const std::vector<T>& all, const Starts& starts, const Group& group) const {
    const auto g = static_cast<std::size_t>(&group - groups_.data());
    return {all.data() + starts[g], starts[g + 1] - starts[g]};
  }
  struct List {
    std::vector<int> numbers, groups;
    void grow(std::size_t most, Listed& listed);
  };
  void walkTo(const ClusterTree& tree);

  const ClusterWalk* walk_;
  std::array<Group, kCompany> groups_;
  std::array<Around, kCompany> around_;
  Walked walked_;
  std::vector<int> nodes_, queue_;
  List blocks_, clusters_;
  std::vector<int> pairHits_, pairMembers_;
  std::vector<Hit> hits_;
  std::vector<Way> ways_;
  std::vector<Look> looks_, wayLooks_;
  std::vector<PointLook> pointLooks_;
  Starts lookStarts_{}, wayStarts_{};
};

}  // namespace passung::collision

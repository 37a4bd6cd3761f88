// SPDX-License-Identifier: Apache-2.0
// Problem: which triangles or convex edges of a large mesh are near the points or edges of another, for thousands of
//   them a step, that move too far for their last neighbours to be of use.
// Method: features are kept in clusters of eight neighbours (cluster_kernels.h), and those that ask come in groups of
//   eight neighbours, too. A tree of boxes leads from a group to the clusters near it; a box along a
//   cluster's own axes, thin along its normal where a surface is smooth, leaves few members of the group to look at;
//   then one member and eight features are compared at once (cluster_walk.h).
// Cost: build O(n log^2 n); 70 bytes a triangle and as many an edge, besides its tree and free space, so that a mesh
// stays in the caches while thousands ask; some hundred
//   operations for eight features that are near.
// Failure modes: clusters of features of very different size have wide boxes and are looked at often.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "collision/narrowphase/cluster_kernels.h"
#include "collision/narrowphase/cluster_search.h"
#include "collision/narrowphase/cluster_tree.h"
#include "collision/narrowphase/free_space.h"
#include "collision/narrowphase/placement.h"
#include "core/aabb.h"

namespace passung::collision {

struct ContactGeometry;

class FeatureClusters {
 public:
  // Null where clusters would not pay (few triangles) or where there is no inside (open meshes).
  // `like`: clusters of a geometry that differs in its listed edges only, whose points and triangles are taken; or
  // null.
  static std::shared_ptr<const FeatureClusters> build(const ContactGeometry& geometry,
                                                      const FeatureClusters* like = nullptr);

  // Lists that reach farther [m] than this cost many times as much as several shorter ones.
  [[nodiscard]] double reach() const { return surface_->reach; }

  [[nodiscard]] const FreeSpace& freeSpace() const { return surface_->free; }

  // Calls visit(group, looks) for the points, placed at X in the frame of `target`, with all its triangles within
  // `distance` [m] of them and perhaps some others; members that are known to be outside and that far from its surface
  // are left out. With X_before, the search remembers their ways from there for waysMeet(). A visit that returns false
  // is the last, here and below.
  template <class Visit>
  void points(const Transform& X, const Transform* X_before, const FeatureClusters& target, double distance,
              ClusterSearch& search, Visit&& visit) const;
  // ... for the listed edges, with all listed edges of the target within the distance and perhaps some others.
  template <class Visit>
  void edges(const Transform& X, const FeatureClusters& target, double distance, ClusterSearch& search,
             Visit&& visit) const;
  // ... for the listed edges and others that connect all points of a component, with all triangles that they meet and
  // perhaps some others: where none of these pierces the target, all points of a component are on one side of it.
  template <class Visit>
  void edgesAcross(const Transform& X, const FeatureClusters& target, ClusterSearch& search, Visit&& visit) const;
  // Between which points the items of edgesAcross() lead; the listed edges come first.
  [[nodiscard]] std::span<const std::array<int, 2>> across() const { return across_; }
  // ... for one point of each component, with the triangles that its way from X_before meets.
  template <class Visit>
  void oneOfEach(const Transform& X, const Transform& X_before, const FeatureClusters& target, ClusterSearch& search,
                 Visit&& visit) const;

  [[nodiscard]] const ClusterBox& triangleBox(int cluster) const {
    return surface_->boxes[static_cast<std::size_t>(cluster)];
  }
  [[nodiscard]] const TriangleCluster& triangleCluster(int cluster) const {
    return surface_->clusters[static_cast<std::size_t>(cluster)];
  }
  // Relative to the middle of the mesh's box.
  [[nodiscard]] const EdgeCluster& edgeCluster(int cluster) const {
    return edgeClusters_[static_cast<std::size_t>(cluster)];
  }
  [[nodiscard]] const ClusterBox& edgeBox(int cluster) const { return edgeBoxes_[static_cast<std::size_t>(cluster)]; }
  // In a visit of points(), whose target this is: calls visit(member, triangle) for all that the ways of these members
  // (bits) met and perhaps some others.
  template <class Visit>
  void waysMeet(const Group& points, ClusterSearch& search, unsigned members, Visit&& visit) const {
    eachTriangle(search.waysMeet(searchedTriangles(), points, members), visit);
  }
  // Calls visit(member, triangle) or visit(member, edge) for all of looks at this.
  template <class Visit>
  void eachTriangle(std::span<const Look> looks, Visit&& visit) const {
    each(looks, surface_->clusters, visit);
  }
  template <class Visit>
  void eachEdge(std::span<const Look> looks, Visit&& visit) const {
    each(looks, edgeClusters_, visit);
  }

 private:
  struct Builder;
  // Points or edges that ask, in groups of at most eight, and these in companies of at most eight neighbours.
  struct Members {
    std::size_t each = 1;  // places of a group: one of points, two of edges
    std::size_t groups = 0;
    std::vector<int> items;  // eight of each group
    std::vector<Places> places;
    std::vector<Company> companies;
  };
  static Motion motionOf(const Transform& X0, const Transform& X1, const Vec3& middle);
  [[nodiscard]] Surroundings surroundings() const;
  // Calls visit() for each company of which members are left, placed in the target, in the search: edges at X0, points
  // there and, unless it is null, at X1; until it returns false.
  template <class Visit>
  static void gather(const Members& members, const Transform& X0, const Transform* X1, const FeatureClusters& target,
                     double distance, ClusterSearch& search, Visit&& visit);

  // Points and triangles: the same whichever edges are listed.
  struct Surface {
    Aabb bounds;
    Vec3 middle = Vec3::Zero();
    double reach = 0;
    Members points;
    std::vector<ClusterBox> boxes;
    std::vector<TriangleCluster> clusters;
    ClusterTree tree;
    FreeSpace free;
  };
  [[nodiscard]] SearchedTriangles searchedTriangles() const {
    return {&surface_->tree, surface_->boxes.data(), surface_->clusters.data()};
  }
  [[nodiscard]] SearchedEdges searchedEdges() const { return {&edgeTree_, edgeBoxes_.data(), edgeClusters_.data()}; }
  // Until one is false.
  template <class Visit>
  static bool eachGroup(const ClusterSearch& search, Visit&& visit) {
    return std::all_of(search.groups().begin(), search.groups().end(), visit);
  }
  // Those who visit may return whether they go on.
  template <class Visit, class Looks>
  static bool goesOn(Visit& visit, const Group& group, const Looks& looks) {
    if constexpr (std::is_same_v<decltype(visit(group, looks)), bool>) {
      return visit(group, looks);
    } else {
      visit(group, looks);
      return true;
    }
  }
  template <class Cluster, class Visit>
  static void each(std::span<const Look> looks, const std::vector<Cluster>& clusters, Visit& visit);

  std::shared_ptr<const Surface> surface_;
  Members edges_, edgesAcross_, oneOfEach_;
  std::vector<std::array<int, 2>> across_;  // the listed edges first
  std::vector<ClusterBox> edgeBoxes_;
  std::vector<EdgeCluster> edgeClusters_;
  ClusterTree edgeTree_;
};

template <class Visit>
void FeatureClusters::gather(const Members& members, const Transform& X0, const Transform* X1,
                             const FeatureClusters& target, double distance, ClusterSearch& search, Visit&& visit) {
  const Placement place(X0);
  const Surface& surface = *target.surface_;
  const Motion motion = motionOf(X0, X1 == nullptr ? X0 : *X1, surface.middle);
  const Surroundings around = target.surroundings();
  for (std::size_t c = 0; c < members.companies.size(); ++c) {
    const Company& company = members.companies[c];
    const Vec3 centre = place(company.centre);
    const double far = distance + company.reach;
    if (((centre - surface.bounds.lower).array() < -far).any()) continue;
    if (((centre - surface.bounds.upper).array() > far).any()) continue;
    const std::size_t first = c * kCompany;
    const Askers askers{&company, members.places.data() + members.each * first, members.each,
                        members.items.data() + kClusterLanes * first, X1 != nullptr};
    if (search.gather(askers, motion, around, static_cast<float>(distance)) > 0 && !visit()) return;
  }
}

template <class Visit>
void FeatureClusters::points(const Transform& X, const Transform* X_before, const FeatureClusters& target,
                             double distance, ClusterSearch& search, Visit&& visit) const {
  gather(surface_->points, X, X_before, target, distance, search, [&] {
    search.trianglesNear(target.searchedTriangles(), X_before != nullptr);
    return eachGroup(search, [&](const Group& group) { return goesOn(visit, group, search.pointLooks(group)); });
  });
}

template <class Visit>
void FeatureClusters::edges(const Transform& X, const FeatureClusters& target, double distance, ClusterSearch& search,
                            Visit&& visit) const {
  gather(edges_, X, nullptr, target, distance, search, [&] {
    search.edgesNear(target.searchedEdges());
    return eachGroup(search, [&](const Group& group) { return goesOn(visit, group, search.looks(group)); });
  });
}

template <class Visit>
void FeatureClusters::edgesAcross(const Transform& X, const FeatureClusters& target, ClusterSearch& search,
                                  Visit&& visit) const {
  gather(edgesAcross_, X, nullptr, target, 0, search, [&] {
    search.crossings(target.searchedTriangles());
    return eachGroup(search, [&](const Group& group) { return goesOn(visit, group, search.looks(group)); });
  });
}

template <class Visit>
void FeatureClusters::oneOfEach(const Transform& X, const Transform& X_before, const FeatureClusters& target,
                                ClusterSearch& search, Visit&& visit) const {
  gather(oneOfEach_, X, &X_before, target, 0, search, [&] {
    search.crossings(target.searchedTriangles());
    return eachGroup(search, [&](const Group& group) { return goesOn(visit, group, search.looks(group)); });
  });
}

template <class Cluster, class Visit>
void FeatureClusters::each(std::span<const Look> looks, const std::vector<Cluster>& clusters, Visit& visit) {
  for (const Look& look : looks) {
    const ClusterItems& items = clusters[static_cast<std::size_t>(look.cluster)].items;
    for (unsigned lanes = look.lanes; lanes != 0; lanes &= lanes - 1) {
      visit(static_cast<std::size_t>(look.member), items[static_cast<std::size_t>(std::countr_zero(lanes))]);
    }
  }
}

}  // namespace passung::collision

// SPDX-License-Identifier: Apache-2.0
// Problem: which triangles or convex edges of a large mesh are near the points or edges of another, for thousands of
//   them a step, that move too far for their last neighbours to be of use.
// Method: features are kept in clusters of eight neighbours (cluster_kernels.h), and those that ask come in groups of
//   eight neighbours, too. A tree of boxes leads from a group to the clusters near it; a cluster's box and its slab
//   (the extent along its mean normal, thin where a surface is smooth) leave few members of the group to look at; then
//   one member and eight features are compared at once (cluster_walk.h).
// Cost: build O(n log^2 n); 170 bytes a triangle, so that a mesh stays in the caches while thousands ask; some hundred
//   operations for eight features that are near.
// Failure modes: clusters of features of very different size have wide boxes and are looked at often.
#pragma once

#include <algorithm>
#include <bit>
#include <memory>
#include <span>
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

  // Calls visit(group) for the points, placed at X in the frame of `target`, on their way from X_before, to look for
  // trianglesNear(); for the listed edges, to look for edgesNear(); for the listed edges, to look for crossings().
  // Groups farther than `distance` [m] from the box of the target are left out, and those that are known to be outside
  // and that far from its surface.
  template <class Visit>
  void points(const Transform& X, const Transform& X_before, const FeatureClusters& target, double distance,
              ClusterSearch& search, Visit&& visit) const;
  template <class Visit>
  void edges(const Transform& X, const FeatureClusters& target, double distance, ClusterSearch& search,
             Visit&& visit) const;
  template <class Visit>
  void edgesAcross(const Transform& X, const FeatureClusters& target, ClusterSearch& search, Visit&& visit) const;

  // All pairs of a point and a triangle within `distance` [m] and perhaps some others. With `ways`, the search
  // remembers those of the group for waysMeet().
  [[nodiscard]] std::span<const PointLook> trianglesNear(const Group& points, double distance, ClusterSearch& search,
                                                         bool ways) const {
    const float reach = static_cast<float>(distance) + points.rounding;
    return search.trianglesNear(searchedTriangles(), points, reach, ways);
  }
  [[nodiscard]] const ClusterFrame& triangleFrame(int cluster) const {
    return surface_->frames[static_cast<std::size_t>(cluster)];
  }
  [[nodiscard]] const TriangleCluster& triangleCluster(int cluster) const {
    return surface_->clusters[static_cast<std::size_t>(cluster)];
  }
  // Those of `members` whose way may have met a triangle, as bits.
  [[nodiscard]] unsigned waysMeet(const Group& points, const ClusterSearch& search, unsigned members) const {
    return search.waysMeet(searchedTriangles(), points, members);
  }
  // Calls visit(member, edge) for all pairs within `distance` [m] and perhaps some others.
  template <class Visit>
  void edgesNear(const Group& segments, double distance, ClusterSearch& search, Visit&& visit) const;
  // Calls visit(member, triangle) for all pairs that meet and perhaps some others.
  template <class Visit>
  void crossings(const Group& segments, ClusterSearch& search, Visit&& visit) const;

 private:
  struct Builder;
  // Points or edges that ask, in groups of at most eight, and these in companies of at most eight neighbours.
  struct Members {
    struct Part {
      Vec3 centre = Vec3::Zero();  // of a sphere around it
      double radius = 0;
      std::size_t first = 0, count = 0;  // members of a group, groups of a company
    };
    std::vector<int> items;
    std::vector<Places> places;  // one of each group of points, two of each group of edges
    std::vector<Part> groups, companies;
  };
  [[nodiscard]] bool beside(const Members::Part& part, const Vec3& centre, double distance) const {
    const double far = distance + part.radius;
    return centre.x() >= surface_->bounds.lower.x() - far && centre.x() <= surface_->bounds.upper.x() + far &&
           centre.y() >= surface_->bounds.lower.y() - far && centre.y() <= surface_->bounds.upper.y() + far &&
           centre.z() >= surface_->bounds.lower.z() - far && centre.z() <= surface_->bounds.upper.z() + far;
  }
  // Calls visit(group) for all members, placed in the target whose tree this is, with the search made ready.
  template <class Visit>
  static void walk(const Members& members, const Transform& X0, const Transform& X1, const FeatureClusters& target,
                   const ClusterTree& tree, double distance, ClusterSearch& search, Visit&& visit);

  // Points and triangles: the same whichever edges are listed.
  struct Surface {
    Aabb bounds;
    Vec3 middle = Vec3::Zero();
    double reach = 0;
    Members points;
    std::vector<ClusterBox> boxes;
    std::vector<ClusterFrame> frames;
    std::vector<TriangleCluster> clusters;
    std::vector<TriangleSides> sides;
    ClusterTree tree;
    FreeSpace free;
  };
  [[nodiscard]] SearchedTriangles searchedTriangles() const {
    return {
        {nullptr, surface_->boxes.data(), surface_->frames.data()}, surface_->clusters.data(), surface_->sides.data()};
  }
  [[nodiscard]] SearchedEdges searchedEdges() const {
    return {{nullptr, edgeBoxes_.data(), edgeFrames_.data()}, edgeClusters_.data()};
  }
  template <class Visit>
  static void each(std::span<const Look> looks, const std::vector<ClusterFrame>& frames, Visit& visit);

  std::shared_ptr<const Surface> surface_;
  Members edges_;
  std::vector<ClusterBox> edgeBoxes_;
  std::vector<ClusterFrame> edgeFrames_;
  std::vector<EdgeCluster> edgeClusters_;
  ClusterTree edgeTree_;
};

template <class Visit>
void FeatureClusters::walk(const Members& members, const Transform& X0, const Transform& X1,
                           const FeatureClusters& target, const ClusterTree& tree, double distance,
                           ClusterSearch& search, Visit&& visit) {
  const Placement place(X0), placeOther(X1);
  const std::size_t each = members.groups.empty() ? 1 : members.places.size() / members.groups.size();
  for (const Members::Part& company : members.companies) {
    if (!target.beside(company, place(company.centre), distance)) continue;
    search.begin();
    for (std::size_t g = company.first; g < company.first + company.count; ++g) {
      const Members::Part& part = members.groups[g];
      if (!target.beside(part, place(part.centre), distance)) continue;
      Group& group = search.add();
      group.count = static_cast<int>(part.count);
      std::copy_n(members.items.begin() + static_cast<std::ptrdiff_t>(part.first), part.count, group.items.begin());
      placeGroup(members.places[each * g], place, members.places[each * g + each - 1], placeOther,
                 target.surface_->middle, group);
    }
    search.meet(tree, target.surface_->free, static_cast<float>(distance), each > 1);
    for (std::size_t i = 0; i < search.asking(); ++i) visit(search.group(i));
  }
}

template <class Visit>
void FeatureClusters::points(const Transform& X, const Transform& X_before, const FeatureClusters& target,
                             double distance, ClusterSearch& search, Visit&& visit) const {
  walk(surface_->points, X, X_before, target, target.surface_->tree, distance, search, visit);
}

template <class Visit>
void FeatureClusters::edges(const Transform& X, const FeatureClusters& target, double distance, ClusterSearch& search,
                            Visit&& visit) const {
  walk(edges_, X, X, target, target.edgeTree_, distance, search, visit);
}

template <class Visit>
void FeatureClusters::edgesAcross(const Transform& X, const FeatureClusters& target, ClusterSearch& search,
                                  Visit&& visit) const {
  walk(edges_, X, X, target, target.surface_->tree, 0, search, visit);
}

template <class Visit>
void FeatureClusters::each(std::span<const Look> looks, const std::vector<ClusterFrame>& frames, Visit& visit) {
  for (const Look& look : looks) {
    const ClusterFrame& frame = frames[static_cast<std::size_t>(look.cluster)];
    for (unsigned lanes = look.lanes; lanes != 0; lanes &= lanes - 1) {
      visit(static_cast<std::size_t>(look.member), frame.items[static_cast<std::size_t>(std::countr_zero(lanes))]);
    }
  }
}

template <class Visit>
void FeatureClusters::edgesNear(const Group& segments, double distance, ClusterSearch& search, Visit&& visit) const {
  const float reach = static_cast<float>(distance) + segments.rounding;
  each(search.edgesNear(searchedEdges(), segments, reach), edgeFrames_, visit);
}

template <class Visit>
void FeatureClusters::crossings(const Group& segments, ClusterSearch& search, Visit&& visit) const {
  each(search.crossings(searchedTriangles(), segments), surface_->frames, visit);
}

}  // namespace passung::collision

// SPDX-License-Identifier: Apache-2.0
// Problem: which triangles or convex edges of a large mesh are near the points or edges of another, for thousands of
//   them a step, that move too far for their last neighbours to be of use.
// Method: features are kept in clusters of eight neighbours (cluster_kernels.h), and those that ask come in groups of
//   eight neighbours, too. A tree of boxes leads from a group to the clusters near it; a cluster's box and its slab
//   (the extent along its mean normal, thin where a surface is smooth) leave few members of the group to look at; a
//   kernel then works on one member and eight features at once.
// Cost: build O(n log^2 n); 76 bytes a triangle, so that a mesh stays in the caches while thousands ask; some hundred
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

  // Calls visit(group) for the points, placed at X in the frame of `target`, on their way from X_before, to look for
  // trianglesNear(); for the listed edges, to look for edgesNear(); for the listed edges, to look for crossings().
  // Groups farther than `distance` [m] from the box of the target are left out.
  template <class Visit>
  void points(const Transform& X, const Transform& X_before, const FeatureClusters& target, double distance,
              ClusterSearch& search, Visit&& visit) const;
  template <class Visit>
  void edges(const Transform& X, const FeatureClusters& target, double distance, ClusterSearch& search,
             Visit&& visit) const;
  template <class Visit>
  void edgesAcross(const Transform& X, const FeatureClusters& target, ClusterSearch& search, Visit&& visit) const;

  // A cluster that the ways of these members of a group may have met.
  struct Way {
    int cluster;
    unsigned members;
  };
  // Calls visit(member, triangle) for all pairs within `distance` [m] and perhaps some others; `ways` is filled for
  // waysMeet().
  template <class Visit>
  void trianglesNear(const Group& points, double distance, ClusterSearch& search, std::vector<Way>& ways,
                     Visit&& visit) const;
  // Those of `members` whose way may have met a triangle, as bits.
  [[nodiscard]] unsigned waysMeet(const Group& points, std::span<const Way> ways, unsigned members) const;
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
    ClusterTree tree;
  };

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
  const Placement place(X0);
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
      placeGroup(members.places[each * g], X0, members.places[each * g + each - 1], X1, target.surface_->middle, group);
    }
    search.meet(tree, static_cast<float>(distance));
    for (const Group& group : search.groups()) visit(group);
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
void FeatureClusters::trianglesNear(const Group& points, double distance, ClusterSearch& search, std::vector<Way>& ways,
                                    Visit&& visit) const {
  const float reach = static_cast<float>(distance) + points.rounding;
  Squares squares;
  ways.clear();
  for (int id : search.near(points, reach)) {
    const auto c = static_cast<std::size_t>(id);
    NearMembers members = mayBeNear(surface_->boxes[c], points, reach, points.rounding);
    if (members.segments != 0) ways.push_back({id, members.segments});
    if (members.points == 0) continue;
    const ClusterFrame& frame = surface_->frames[c];
    const float limit = (reach + frame.pad) * (reach + frame.pad);
    for (; members.points != 0; members.points &= members.points - 1) {
      const auto m = static_cast<std::size_t>(std::countr_zero(members.points));
      if (!(squaredDistances(surface_->clusters[c], frame.local(points.p0(m)), squares) < limit)) continue;
      for (std::size_t l = 0; l < squares.size(); ++l) {
        if (squares[l] < limit) visit(m, frame.items[l]);
      }
    }
  }
}

template <class Visit>
void FeatureClusters::edgesNear(const Group& segments, double distance, ClusterSearch& search, Visit&& visit) const {
  const float reach = static_cast<float>(distance) + segments.rounding;
  Squares squares;
  for (int id : search.near(segments, reach)) {
    const auto c = static_cast<std::size_t>(id);
    unsigned members = mayBeNear(edgeBoxes_[c], segments, 0, reach).segments;
    if (members == 0) continue;
    const ClusterFrame& frame = edgeFrames_[c];
    for (; members != 0; members &= members - 1) {
      const auto m = static_cast<std::size_t>(std::countr_zero(members));
      const Eigen::Vector3f p0 = frame.local(segments.p0(m)), p1 = frame.local(segments.p1(m));
      const float limit = reach * reach + frame.edgePad((p1 - p0).norm());
      if (!(squaredDistances(edgeClusters_[c], p0, p1, squares) < limit)) continue;
      for (std::size_t l = 0; l < squares.size(); ++l) {
        if (squares[l] < limit) visit(m, frame.items[l]);
      }
    }
  }
}

template <class Visit>
void FeatureClusters::crossings(const Group& segments, ClusterSearch& search, Visit&& visit) const {
  for (int id : search.near(segments, segments.rounding)) {
    const auto c = static_cast<std::size_t>(id);
    unsigned members = mayBeNear(surface_->boxes[c], segments, 0, segments.rounding).segments;
    if (members == 0) continue;
    const ClusterFrame& frame = surface_->frames[c];
    for (; members != 0; members &= members - 1) {
      const auto m = static_cast<std::size_t>(std::countr_zero(members));
      unsigned lanes = mayMeet(surface_->clusters[c], frame.local(segments.p0(m)), frame.local(segments.p1(m)),
                               frame.pad + segments.rounding);
      for (; lanes != 0; lanes &= lanes - 1) {
        const int item = frame.items[static_cast<std::size_t>(std::countr_zero(lanes))];
        if (item >= 0) visit(m, item);
      }
    }
  }
}

}  // namespace passung::collision

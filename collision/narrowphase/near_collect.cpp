// SPDX-License-Identifier: Apache-2.0
// Fills a NearSet: by walks through the hierarchies of the two shapes, or by the clusters of large ones; from pairs of
// faces see near_from_faces.cpp.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "collision/narrowphase/feature_clusters.h"
#include "collision/narrowphase/near_features.h"
#include "collision/narrowphase/near_set.h"
#include "collision/queries/exact_triangle.h"
#include "collision/queries/mesh_queries.h"

namespace passung::collision {
namespace {

// A sphere or capsule against a mesh is exact by its points and edges; a sphere's single edge adds nothing.
bool usesEdges(const ContactGeometry& a, const ContactGeometry& b) {
  const bool sphereA = a.radius > 0 && a.points.size() == 1;
  const bool sphereB = b.radius > 0 && b.points.size() == 1;
  return !(sphereA && b.mesh) && !(sphereB && a.mesh);
}

Vec3 inDoubles(float x, float y, float z) { return Eigen::Vector3f(x, y, z).cast<double>(); }

// Which members of a group may have come inside on their ways. Where the last triangle that a way crosses is entered,
// it ends inside; or, if shells overlap, where more are entered than left.
class WaysTold {
 public:
  void add(std::size_t m, const WayCrossing& c) {
    const unsigned bit = 1U << m;
    if (c.pierces == Pierces::kUnsure) unsure_ |= bit;
    if (c.pierces != Pierces::kYes) return;
    entered_[m] += c.enters ? 1 : -1;
    more_ = entered_[m] > 0 ? more_ | bit : more_ & ~bit;
    if (c.at < last_[m]) return;
    last_[m] = c.at;
    inside_ = c.enters ? inside_ | bit : inside_ & ~bit;
  }
  [[nodiscard]] unsigned suspects() const { return inside_ | unsure_ | more_; }

 private:
  std::array<double, kClusterLanes> last_{};
  std::array<int, kClusterLanes> entered_{};
  unsigned inside_ = 0, unsure_ = 0, more_ = 0;
};

// By shelves, those on one in the order in which they are; `scratch` is overwritten.
template <class Entry, class Shelf>
void nearestFirst(std::vector<Entry>& entries, std::vector<Entry>& scratch, Shelf&& shelf) {
  std::array<std::size_t, NearSet::kShelves + 1> next{};
  for (const Entry& entry : entries) ++next[static_cast<std::size_t>(shelf(entry)) + 1];
  for (std::size_t k = 0; k < NearSet::kShelves; ++k) next[k + 1] += next[k];
  scratch.resize(entries.size());
  for (const Entry& entry : entries) scratch[next[static_cast<std::size_t>(shelf(entry))]++] = entry;
  entries.swap(scratch);
}

}  // namespace

// The tangent plane of the distance of a triangle at p. What touches has none: of the direction to its closest point
// only rounding is left.
NearSet::FoundTriangle NearSet::boundAt(int point, int triangle, const Vec3& p, const PointTriangle& c) const {
  const double distance = std::sqrt(c.squared);
  const auto bound = static_cast<float>(distance);
  if (!(distance > kTouching * reach_)) return {point, triangle, bound, Eigen::Vector3f::Zero()};
  return {point, triangle, bound, ((p - c.point) / distance).cast<float>()};
}

// The plane that touches the target's edge at Q, seen from the owner's edge p0 p1 with the closest point P.
NearSet::FoundEdge NearSet::boundAt(const SegmentSegment& c, const Vec3& p0, const Vec3& p1, const Vec3& middle,
                                    double far) {
  FoundEdge found;
  found.ends[0] = (p0 - middle).cast<float>();
  found.ends[1] = (p1 - middle).cast<float>();
  const double distance = std::sqrt(c.squared);
  if (!(distance > kTouching * far)) {
    found.bound[0] = found.bound[1] = -std::numeric_limits<double>::max();
    found.normal.setZero();
    return found;
  }
  found.normal = (c.pointP - c.pointQ) / distance;
  found.bound[0] = found.normal.dot(p0 - c.pointQ);
  found.bound[1] = found.normal.dot(p1 - c.pointQ);
  return found;
}

bool NearSet::byPoint(const FoundTriangle& x, const FoundTriangle& y) {
  return x.point != y.point ? x.point < y.point : x.triangle < y.triangle;
}

bool NearSet::nearer(const FoundTriangle& x, const FoundTriangle& y) { return x.bound < y.bound; }

void NearSet::collect(const Transform& X_WA, const Transform& X_WB, double reach, double depth,
                      const Transform* X_AB_free, double edgeMargin) {
  collectAt(X_WA.inverse() * X_WB, reach, depth, X_AB_free, std::max(edgeMargin, edgeMargin_));
}

void NearSet::collectAt(const Transform& X_AB, double reach, double depth, const Transform* X_AB_free,
                        double edgeMargin) {
  for (PointList& list : points_) {
    list.entries.clear();
    list.triangles.clear();
    list.bounds.clear();
  }
  edges_.entries.clear();
  for (LinearBounds& bounds : edges_.bounds) bounds.clear();
  planePoints_.clear();
  front_.cutoff = -1;
  reach_ = reach;
  listedMargin_ = edgeMargin;
  base_ = X_AB;
  collected_ = true;
  listCost_ = spent_ = 0;
  tooDeep_ = false;

  for (int side = 0; side < 2; ++side) {
    if (!geometry_[1 - side]->halfSpace) continue;
    collectPlane(side);
    return;
  }
  for (int side = 0; side < 2 && !tooDeep_; ++side) collectPoints(side, std::max(depth, reach), X_AB_free);
  if (tooDeep_) return;
  if (usesEdges(*geometry_[0], *geometry_[1])) collectEdges();
  listCost_ += 100;
}

void NearSet::collectPlane(int side) {
  const ContactGeometry& other = *geometry_[side];
  const Transform X_PO = side == 0 ? base_.inverse() : base_;
  for (int i = 0; i < static_cast<int>(other.points.size()); ++i) {
    const double d = (X_PO * other.points[static_cast<std::size_t>(i)]).z() - other.radius;
    if (d < reach_) planePoints_.push_back({d, i});
  }
  std::sort(planePoints_.begin(), planePoints_.end(), [](const PlaneEntry& x, const PlaneEntry& y) {
    return x.gap != y.gap ? x.gap < y.gap : x.point < y.point;
  });
  listCost_ = static_cast<double>(other.points.size());
}

void NearSet::collectPoints(int side, double depth, const Transform* X_AB_free) {
  const ContactGeometry& owner = *geometry_[side];
  const ContactGeometry& target = *geometry_[1 - side];
  if (!target.mesh) return;
  const Transform X_TP = side == 0 ? base_.inverse() : base_;
  Transform X_TP_free;
  if (X_AB_free != nullptr) X_TP_free = side == 0 ? X_AB_free->inverse() : *X_AB_free;

  found_.clear();
  PointList& list = points_[side];
  if (faces_ == nullptr && owner.clusters && target.clusters) {
    findByClusters(side, depth, X_TP, X_AB_free == nullptr ? nullptr : &X_TP_free);
  } else {
    if (faces_ != nullptr) {
      findByFaces(side, X_TP);
    } else {
      findByTrees(side, depth, X_TP);
    }
    for (std::size_t first = 0, last = 0; first < found_.size(); first = last) {
      while (last < found_.size() && found_[last].point == found_[first].point) ++last;
      addPoint(side, first, last, X_TP, X_AB_free == nullptr ? nullptr : &X_TP_free);
    }
  }
  listCost_ += static_cast<double>(found_.size());

  // Entries know their places in found_; now nearest first.
  nearestFirst(list.entries, sortedEntries_, [&](const PointEntry& entry) { return shelf(entry.bound, reach_); });
  std::size_t count = 0;
  for (const PointEntry& entry : list.entries) count += static_cast<std::size_t>(entry.count);
  list.triangles.resize(count);
  list.bounds.resize(count);
  const auto pad = static_cast<float>(1e-6 * reach_);
  std::size_t at = 0;
  for (PointEntry& entry : list.entries) {
    const auto first = static_cast<std::size_t>(entry.first);
    entry.first = static_cast<int>(at);
    for (std::size_t i = first; i < first + static_cast<std::size_t>(entry.count); ++i, ++at) {
      const FoundTriangle& found = found_[i];
      list.triangles[at] = found.triangle;
      list.bounds.set(at, found.bound - pad, found.normal, entry.p);
    }
  }
}

// Every triangle within the reach of a point, and all that may be closest to a point deeper inside.
void NearSet::findByTrees(int side, double depth, const Transform& X_TP) {
  const ContactGeometry& owner = *geometry_[side];
  const ContactGeometry& target = *geometry_[1 - side];
  const double far = depth + owner.radius;
  Bvh::overlappingPairs(target.triangleBvh, owner.pointBvh, X_TP, far, [&](int triangle, int point) {
    const Vec3 p = X_TP * owner.points[static_cast<std::size_t>(point)];
    const PointTriangle c = closestOn(target, triangle, p);
    ++listCost_;
    if (c.squared < far * far) found_.push_back(boundAt(point, triangle, p, c));
  });
  std::sort(found_.begin(), found_.end(), byPoint);
}

// Every triangle within the reach of a point. A point that is inside, deeper than the reach, has crossed the surface on
// its way from the earlier pose, or was inside there; without an earlier pose such points are not listed.
void NearSet::findByClusters(int side, double depth, const Transform& X_TP, const Transform* X_TP_free) {
  const ContactGeometry& owner = *geometry_[side];
  const ContactGeometry& target = *geometry_[1 - side];
  const FeatureClusters& clusters = *target.clusters;
  const Placement place(X_TP), before(X_TP_free == nullptr ? X_TP : *X_TP_free);
  owner.clusters->points(
      X_TP, X_TP_free, clusters, reach_, search_, [&](const Group& group, std::span<const PointLook> looks) {
        const unsigned listed = listGroup(side, depth, group, looks, place, X_TP_free != nullptr);
        if (X_TP_free == nullptr) return true;
        // Points that are listed have their side by now: only the ways of others that may be inside are of interest.
        WaysTold told;
        clusters.waysMeet(group, search_, ~(listed | group.outside), [&](std::size_t m, int triangle) {
          const Vec3& p = owner.points[static_cast<std::size_t>(group.items[m])];
          told.add(m, crossing(target, triangle, before(p), place(p)));
        });
        for (unsigned met = told.suspects(); met != 0 && !tooDeep_; met &= met - 1) {
          const int point = group.items[static_cast<std::size_t>(std::countr_zero(met))];
          listDeep(side, depth, point, place(owner.points[static_cast<std::size_t>(point)]));
        }
        return !tooDeep_;
      });
  listCost_ += static_cast<double>(owner.points.size()) / 10;
}

// Lists those points of a group that are near; returns which, as bits.
unsigned NearSet::listGroup(int side, double depth, const Group& group, std::span<const PointLook> looks,
                            const Placement& X_TP, bool ways) {
  const ContactGeometry& owner = *geometry_[side];
  const FeatureClusters& clusters = *geometry_[1 - side]->clusters;
  // By members.
  std::array<std::size_t, kClusterLanes + 1> starts{};
  for (const PointLook& look : looks) {
    starts[static_cast<std::size_t>(look.member) + 1] += static_cast<std::size_t>(look.count);
  }
  starts[0] = found_.size();
  for (std::size_t m = 0; m < kClusterLanes; ++m) starts[m + 1] += starts[m];
  found_.resize(starts[kClusterLanes]);
  listCost_ += static_cast<double>(starts[kClusterLanes] - starts[0]);
  // The plane of a triangle bounds the distance to it everywhere. A point above all that are near, and surely near one,
  // is outside.
  std::array<std::size_t, kClusterLanes + 1> next = starts;
  // Below none, but surely near none: outside, or farther inside than the reach, which only those who follow points
  // look for.
  unsigned near = following() || ways ? 0 : ~0U, below = 0;
  for (const PointLook& look : looks) {
    const TriangleCluster& c = clusters.triangleCluster(look.cluster);
    const ClusterBox& box = clusters.triangleBox(look.cluster);
    const float rounding = box.pad + group.rounding;
    const auto m = static_cast<std::size_t>(look.member);
    if (look.above != 0) near |= 1u << m;
    for (unsigned lanes = look.lanes; lanes != 0; lanes &= lanes - 1) {
      const int l = std::countr_zero(lanes);
      const float height = look.height[l];
      if (!(height > rounding)) below |= 1u << m;
      const auto along = [&](int k) {
        return box.axis[0][k] * c.n[0][l] + box.axis[1][k] * c.n[1][l] + box.axis[2][k] * c.n[2][l];
      };
      found_[next[m]++] = {
          group.items[m], c.items[static_cast<std::size_t>(l)], height - rounding, {along(0), along(1), along(2)}};
    }
  }
  unsigned listed = 0;
  for (std::size_t m = 0; m < kClusterLanes; ++m) {
    if (starts[m] == starts[m + 1]) continue;
    if ((near & ~below & 1u << m) != 0) {
      const int l = static_cast<int>(m);
      addOutside(side, starts[m], starts[m + 1], {group.x0[l], group.y0[l], group.z0[l]});
      listed |= 1u << m;
    } else if (listExactly(side, depth, X_TP(owner.points[static_cast<std::size_t>(group.items[m])]), starts[m],
                           starts[m + 1])) {
      listed |= 1u << m;
    }
  }
  return listed;
}

// Lists the point at p, whose triangles that may be near are found_[first, last), by exact tests; false if none is.
bool NearSet::listExactly(int side, double depth, const Vec3& p, std::size_t first, std::size_t last) {
  const ContactGeometry& target = *geometry_[1 - side];
  const int point = found_[first].point;
  PointTriangle nearest;
  nearest.squared = reach_ * reach_;
  int triangleOf = -1;
  for (std::size_t i = first; i < last; ++i) {
    const int triangle = found_[i].triangle;
    const PointTriangle c = closestOn(target, triangle, p);
    found_[i] = boundAt(point, triangle, p, c);
    if (!(c.squared < nearest.squared)) continue;
    nearest = c;
    triangleOf = triangle;
  }
  if (triangleOf < 0) return false;
  if (sideOf(target, triangleOf, p, nearest) > 0) {
    addOutside(side, first, last, fromMiddle(side, p));
  } else {
    listInside(side, depth, point, p, std::sqrt(nearest.squared));
  }
  return true;
}

// Lists a point at p, whose way has met the surface, if it is inside.
void NearSet::listDeep(int side, double depth, int point, const Vec3& p) {
  const ContactGeometry& target = *geometry_[1 - side];
  double squared = depth * depth;
  const int nearest = nearestTriangle(target, p, squared);
  if (nearest < 0 || !(sideOf(target, nearest, p) < 0)) return;
  tooDeep_ = squared > deepest_ * deepest_;
  if (!tooDeep_) listInside(side, depth, point, p, std::sqrt(squared));
}

// Lists a point at p that is inside or on the surface, at most `distance` deep, with all triangles that may be closest
// during the use of the list.
void NearSet::listInside(int side, double depth, int point, const Vec3& p, double distance) {
  const ContactGeometry& target = *geometry_[1 - side];
  const std::size_t first = found_.size();
  Aabb box;
  box.add(p);
  target.triangleBvh.overlapping(
      box,
      [&](int triangle) {
        ++listCost_;
        const PointTriangle c = closestOn(target, triangle, p);
        if (c.squared < depth * depth) found_.push_back(boundAt(point, triangle, p, c));
      },
      std::min(depth, distance + 2 * reach_));
  if (found_.size() == first) return;
  std::sort(found_.begin() + static_cast<std::ptrdiff_t>(first), found_.end(), byPoint);
  const auto nearest = std::min_element(found_.begin() + static_cast<std::ptrdiff_t>(first), found_.end(), nearer);
  if (sideOf(target, nearest->triangle, p) < 0) {
    addInside(side, first, found_.size(), fromMiddle(side, p));
  } else {
    addOutside(side, first, found_.size(), fromMiddle(side, p));
  }
}

// Lists the point whose triangles are found_[first, last) as one that is outside.
void NearSet::addOutside(int side, std::size_t first, std::size_t last, const Eigen::Vector3f& p, int sheetSide) {
  float least = found_[first].bound;
  for (std::size_t i = first + 1; i < last; ++i) least = std::min(least, found_[i].bound);
  const double bound = static_cast<double>(least) - geometry_[side]->radius;
  if (!(bound < reach_)) return;
  points_[side].entries.push_back({bound, found_[first].point, static_cast<int>(first), static_cast<int>(last - first),
                                   p, static_cast<signed char>(sheetSide), false});
}

// ... as one that is inside: no distance from the surface makes it free.
void NearSet::addInside(int side, std::size_t first, std::size_t last, const Eigen::Vector3f& p, int sheetSide) {
  float least = found_[first].bound;
  for (std::size_t i = first; i < last; ++i) {
    least = std::min(least, found_[i].bound);
    found_[i].bound = -std::numeric_limits<float>::max();
    found_[i].normal.setZero();
  }
  points_[side].entries.push_back({-static_cast<double>(least) - geometry_[side]->radius, found_[first].point,
                                   static_cast<int>(first), static_cast<int>(last - first), p,
                                   static_cast<signed char>(sheetSide), true});
}

// Lists a point that hierarchies found.
void NearSet::addPoint(int side, std::size_t first, std::size_t last, const Transform& X_TP,
                       const Transform* X_TP_free) {
  const ContactGeometry& owner = *geometry_[side];
  const ContactGeometry& target = *geometry_[1 - side];
  const auto nearest = std::min_element(found_.begin() + static_cast<std::ptrdiff_t>(first),
                                        found_.begin() + static_cast<std::ptrdiff_t>(last), nearer);
  const Vec3& p_P = owner.points[static_cast<std::size_t>(nearest->point)];
  const Vec3 p_T = X_TP * p_P;
  int here = sideOf(target, nearest->triangle, p_T), sheetSide = 0;
  if (target.twoSided) {
    sheetSide = here;
    if (X_TP_free != nullptr) {
      const Vec3 free = *X_TP_free * p_P;
      double squared = std::numeric_limits<double>::infinity();
      sheetSide = sideOf(target, nearestTriangle(target, free, squared), free);
    }
    here *= sheetSide;
  }
  if (here < 0) {
    addInside(side, first, last, fromMiddle(side, p_T), sheetSide);
  } else {
    addOutside(side, first, last, fromMiddle(side, p_T), sheetSide);
  }
}

void NearSet::collectEdges() {
  const ContactGeometry& a = *geometry_[0];
  const ContactGeometry& b = *geometry_[1];
  const double radii = a.radius + b.radius;
  const double far = reach_ + listedMargin_ + radii;
  foundEdges_.clear();
  // The shape with fewer edges asks the clusters of the other.
  edges_.owner = b.edges.size() <= a.edges.size() ? 1 : 0;
  if (faces_ != nullptr) {
    findEdgesByFaces(far);
  } else if (a.clusters && b.clusters) {
    findEdgesByClusters(far);
  } else {
    findEdgesByTrees(far);
  }
  listCost_ += static_cast<double>(foundEdges_.size());

  const auto least = [](const FoundEdge& x) { return std::min(x.bound[0], x.bound[1]); };
  nearestFirst(foundEdges_, sortedEdges_, [&](const FoundEdge& x) { return shelf(least(x) - radii, far); });
  const auto pad = static_cast<float>(1e-6 * far);
  const Mat3 R_AB = base_.R();
  edges_.far = far;
  edges_.entries.resize(foundEdges_.size());
  for (LinearBounds& bounds : edges_.bounds) bounds.resize(foundEdges_.size());
  for (std::size_t i = 0; i < foundEdges_.size(); ++i) {
    const FoundEdge& f = foundEdges_[i];
    const ContactEdge& e = a.edges[static_cast<std::size_t>(f.edgeA)];
    const ContactEdge& g = b.edges[static_cast<std::size_t>(f.edgeB)];
    const Vec3 m_A = edges_.owner == 0 ? Vec3(R_AB * -f.normal) : f.normal;
    edges_.entries[i] = {least(f) - radii, f.edgeA, f.edgeB, listedMargin_ > 0 && staysApart(e, g, m_A, R_AB)};
    const Eigen::Vector3f n = f.normal.cast<float>();
    for (int k = 0; k < 2; ++k) edges_.bounds[k].set(i, static_cast<float>(f.bound[k]) - pad, n, f.ends[k]);
  }
}

void NearSet::findEdgesByTrees(double far) {
  const ContactGeometry& a = *geometry_[0];
  const ContactGeometry& b = *geometry_[1];
  const Transform X_BA = base_.inverse();
  edges_.owner = 0;
  Bvh::overlappingPairs(a.edgeBvh, b.edgeBvh, base_, far, [&](int i, int j) {
    ++listCost_;
    const ContactEdge& e = a.edges[static_cast<std::size_t>(i)];
    SegmentSegment c = closestOn(a, e, b, b.edges[static_cast<std::size_t>(j)], base_);
    if (!(c.squared < far * far)) return;
    c.pointP = X_BA * c.pointP;
    c.pointQ = X_BA * c.pointQ;
    FoundEdge found = boundAt(c, X_BA * a.points[static_cast<std::size_t>(e.v0)],
                              X_BA * a.points[static_cast<std::size_t>(e.v1)], b.bounds.center(), far);
    found.edgeA = i;
    found.edgeB = j;
    foundEdges_.push_back(found);
  });
}

// By the places that clusters have: those of the meshes themselves are farther away in memory than it takes to measure
// the distance. Bounds and distances are smaller by what these are rounded.
void NearSet::findEdgesByClusters(double far) {
  const ContactGeometry& owner = *geometry_[edges_.owner];
  const FeatureClusters& clusters = *geometry_[1 - edges_.owner]->clusters;
  const Transform X_TO = edges_.owner == 0 ? base_.inverse() : base_;
  owner.clusters->edges(X_TO, clusters, far, search_, [&](const Group& group, std::span<const Look> looks) {
    for (const Look& look : looks) {
      const EdgeCluster& c = clusters.edgeCluster(look.cluster);
      const double rounding = static_cast<double>(group.rounding + clusters.edgeBox(look.cluster).pad);
      const int m = look.member, own = group.items[static_cast<std::size_t>(m)];
      const Vec3 p0 = inDoubles(group.x0[m], group.y0[m], group.z0[m]);
      const Vec3 p1 = inDoubles(group.x1[m], group.y1[m], group.z1[m]);
      for (unsigned lanes = look.lanes; lanes != 0; lanes &= lanes - 1) {
        ++listCost_;
        const int l = std::countr_zero(lanes), other = c.items[static_cast<std::size_t>(l)];
        const Vec3 q0 = inDoubles(c.ax[l], c.ay[l], c.az[l]), q1 = q0 + inDoubles(c.dx[l], c.dy[l], c.dz[l]);
        const SegmentSegment nearest = closestSegmentSegment(p0, p1, q0, q1);
        if (!(nearest.squared < (far + rounding) * (far + rounding))) continue;
        FoundEdge& found = foundEdges_.emplace_back(boundAt(nearest, p0, p1, Vec3::Zero(), far));
        for (double& bound : found.bound) bound -= rounding;
        found.edgeA = edges_.owner == 0 ? own : other;
        found.edgeB = edges_.owner == 0 ? other : own;
      }
    }
  });
  listCost_ += static_cast<double>(owner.edges.size()) / 10;
}

bool NearSet::edgesPierce(const Transform& X_WA, const Transform& X_WB) {
  const Transform X_AB = X_WA.inverse() * X_WB;
  bool pierced = false;
  // Lists end with the mesh that is asked first here, and begin with the one that is asked last: it is still in the
  // cache then.
  for (int side = 1; side >= 0 && !pierced; --side) {
    const ContactGeometry& owner = *geometry_[side];
    const ContactGeometry& target = *geometry_[1 - side];
    if (!owner.clusters || !target.clusters) continue;
    const Transform X_TO = side == 0 ? X_AB.inverse() : X_AB;
    const Placement place(X_TO);
    const std::span<const std::array<int, 2>> across = owner.clusters->across();
    owner.clusters->edgesAcross(X_TO, *target.clusters, search_, [&](const Group& group, std::span<const Look> looks) {
      for (const Look& look : looks) {
        const ClusterItems& triangles = target.clusters->triangleCluster(look.cluster).items;
        const int item = group.items[static_cast<std::size_t>(look.member)];
        const auto [v0, v1] = across[static_cast<std::size_t>(item)];
        const Vec3 p0 = place(owner.points[static_cast<std::size_t>(v0)]);
        const Vec3 p1 = place(owner.points[static_cast<std::size_t>(v1)]);
        for (unsigned lanes = look.lanes; lanes != 0 && !pierced; lanes &= lanes - 1) {
          const int triangle = triangles[static_cast<std::size_t>(std::countr_zero(lanes))];
          if (!segmentIntersectsTriangle(p0, p1, corners(*target.mesh, triangle))) continue;
          // Blunt edges that are not listed may overlap a little while all that is listed is apart.
          pierced = item < static_cast<int>(owner.edges.size()) || isInside(target, p0) || isInside(target, p1);
        }
      }
      return !pierced;
    });
  }
  return pierced;
}

bool NearSet::pointsEntered(const Transform& X_WA0, const Transform& X_WB0, const Transform& X_WA1,
                            const Transform& X_WB1) {
  if (!clustered()) return false;
  const Transform X_AB0 = X_WA0.inverse() * X_WB0, X_AB1 = X_WA1.inverse() * X_WB1;
  bool entered = false;
  for (int side = 0; side < 2 && !entered; ++side) {
    const ContactGeometry& owner = *geometry_[side];
    const ContactGeometry& target = *geometry_[1 - side];
    const Transform X_TP0 = side == 0 ? X_AB0.inverse() : X_AB0, X_TP1 = side == 0 ? X_AB1.inverse() : X_AB1;
    const Placement before(X_TP0), place(X_TP1);
    const FeatureClusters& clusters = *target.clusters;
    owner.clusters->oneOfEach(X_TP1, X_TP0, clusters, search_, [&](const Group& group, std::span<const Look> looks) {
      const auto point = [&](std::size_t m) -> const Vec3& {
        return owner.points[static_cast<std::size_t>(group.items[m])];
      };
      WaysTold told;
      clusters.eachTriangle(looks, [&](std::size_t m, int triangle) {
        told.add(m, crossing(target, triangle, before(point(m)), place(point(m))));
      });
      for (unsigned met = told.suspects(); met != 0 && !entered; met &= met - 1) {
        const Vec3 p = place(point(static_cast<std::size_t>(std::countr_zero(met))));
        entered = isInside(target, p);
      }
      return !entered;
    });
  }
  return entered;
}

bool NearSet::mayBeWithin(const Transform& X_WA, const Transform& X_WB, double distance) const {
  const ContactGeometry& a = *geometry_[0];
  const ContactGeometry& b = *geometry_[1];
  if (a.halfSpace || b.halfSpace) return true;
  bool within = false;
  const Transform X_AB = X_WA.inverse() * X_WB;
  const Bvh& treeA = a.mesh ? a.triangleBvh : a.edgeBvh;
  const Bvh& treeB = b.mesh ? b.triangleBvh : b.edgeBvh;
  Bvh::overlappingPairs(treeA, treeB, X_AB, distance + a.radius + b.radius, [&](int, int) {
    within = true;
    return true;
  });
  return within;
}

}  // namespace passung::collision

// SPDX-License-Identifier: Apache-2.0
// Fills a NearSet: by walks through the hierarchies of the two shapes, or by questions to the grid of a large one.
#include <algorithm>
#include <cmath>

#include "collision/narrowphase/near_features.h"
#include "collision/narrowphase/near_set.h"
#include "collision/narrowphase/surface_grid.h"
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

}  // namespace

// The tangent plane of the distance of a triangle at p.
NearSet::FoundTriangle NearSet::boundAt(int point, int triangle, const Vec3& p, const PointTriangle& c) {
  const double distance = std::sqrt(c.squared);
  if (!(distance > 0)) return {point, triangle, 0, Vec3::Zero(), false};
  return {point, triangle, distance, (p - c.point) / distance, false};
}

void NearSet::collect(const Transform& X_WA, const Transform& X_WB, double reach, double depth,
                      const Transform* X_AB_free) {
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
  base_ = X_WA.inverse() * X_WB;
  collected_ = true;
  listCost_ = spent_ = 0;

  for (int side = 0; side < 2; ++side) {
    if (!geometry_[1 - side]->halfSpace) continue;
    collectPlane(side);
    return;
  }
  for (int side = 0; side < 2; ++side) collectPoints(side, std::max(depth, reach), X_AB_free);
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
  if (target.grid && reach_ + owner.radius <= target.grid->reach()) {
    findByGrid(side, depth, X_TP);
  } else {
    findByTrees(side, depth, X_TP);
  }
  listCost_ += static_cast<double>(found_.size());

  PointList& list = points_[side];
  for (std::size_t first = 0, last = 0; first < found_.size(); first = last) {
    while (last < found_.size() && found_[last].point == found_[first].point) ++last;
    addPoint(side, first, last, X_TP, X_AB_free == nullptr ? nullptr : &X_TP_free);
  }
  // addPoint() noted the places in found_; now nearest first.
  std::sort(list.entries.begin(), list.entries.end(), [](const PointEntry& x, const PointEntry& y) {
    return x.bound != y.bound ? x.bound < y.bound : x.point < y.point;
  });
  const Vec3 centre = target.bounds.center();
  const double pad = 1e-6 * reach_;
  for (PointEntry& entry : list.entries) {
    const Vec3 p = X_TP * owner.points[static_cast<std::size_t>(entry.point)] - centre;
    const auto first = static_cast<std::size_t>(entry.first);
    entry.first = static_cast<int>(list.triangles.size());
    for (std::size_t i = first; i < first + static_cast<std::size_t>(entry.count); ++i) {
      list.triangles.push_back(found_[i].triangle);
      list.bounds.add(found_[i].bound, found_[i].normal, p, pad);
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
  std::sort(found_.begin(), found_.end(), [](const FoundTriangle& x, const FoundTriangle& y) {
    return x.point != y.point ? x.point < y.point : x.triangle < y.triangle;
  });
}

void NearSet::findByGrid(int side, double depth, const Transform& X_TP) {
  const ContactGeometry& owner = *geometry_[side];
  const ContactGeometry& target = *geometry_[1 - side];
  const double near = reach_ + owner.radius;
  const double far = depth + owner.radius;
  // Only points beside the other shape.
  const Aabb beside = transformed(target.bounds, X_TP.inverse()).grown(near);
  const Mat3 R = X_TP.R();
  owner.pointBvh.overlapping(beside, [&](int point) {
    const Vec3 p = R * owner.points[static_cast<std::size_t>(point)] + X_TP.p;
    const std::size_t first = found_.size();
    const auto where = target.grid->triangles(p, near, [&](int triangle, double bound, const Vec3& n) {
      found_.push_back({point, triangle, bound, n, true});
    });
    if (where == SurfaceGrid::Where::kOutside) return;
    if (where == SurfaceGrid::Where::kUnknown) {
      // The way from the cell's centre can only cross triangles whose bound is not positive.
      const auto centre = target.grid->centreOf(p);
      bool inside = centre.inside, sure = true;
      for (std::size_t i = first; i < found_.size() && sure; ++i) {
        if (found_[i].bound > 0) continue;
        const Pierces c = crosses(target, found_[i].triangle, centre.place, p);
        if (c == Pierces::kUnsure) sure = false;
        if (c == Pierces::kYes) inside = !inside;
      }
      if (sure && !inside) return;
    }
    // Inside, perhaps deeper than the grid looked: all triangles that may be closest during the use of the list.
    found_.resize(first);
    double best = far * far;
    const auto test = [&](int triangle) {
      ++listCost_;
      const PointTriangle c = closestOn(target, triangle, p);
      if (!(c.squared < far * far)) return;
      best = std::min(best, c.squared);
      found_.push_back(boundAt(point, triangle, p, c));
    };
    const double sure = target.grid->cellTriangles(p, test);
    const double needed = std::min(far, std::sqrt(best) + 2 * reach_);
    if (needed > sure) {
      found_.resize(first);
      Aabb box;
      box.add(p);
      target.triangleBvh.overlapping(box, test, needed);
    }
  });
  listCost_ += static_cast<double>(owner.points.size()) / 10;
}

void NearSet::addPoint(int side, std::size_t first, std::size_t last, const Transform& X_TP,
                       const Transform* X_TP_free) {
  const ContactGeometry& owner = *geometry_[side];
  const ContactGeometry& target = *geometry_[1 - side];
  const auto nearest = std::min_element(
      found_.begin() + static_cast<std::ptrdiff_t>(first), found_.begin() + static_cast<std::ptrdiff_t>(last),
      [](const FoundTriangle& x, const FoundTriangle& y) { return x.bound < y.bound; });
  PointEntry entry{
      nearest->bound - owner.radius, nearest->point, static_cast<int>(first), static_cast<int>(last - first), 0, false};
  const Vec3& p_P = owner.points[static_cast<std::size_t>(entry.point)];

  const auto sideAt = [&](const Vec3& p, int triangle) {
    const PointTriangle c = closestOn(target, triangle, p);
    const double s = (p - c.point).dot(featureNormal(target, triangle, c));
    return s > 0 ? 1 : (s < 0 ? -1 : 0);
  };
  if (!nearest->outside) {
    const Vec3 p = X_TP * p_P;
    int here = sideAt(p, nearest->triangle);
    if (target.twoSided) {
      entry.sheetSide = static_cast<signed char>(here);
      if (X_TP_free != nullptr) {
        const Vec3 free = *X_TP_free * p_P;
        int triangle = nearest->triangle;
        (void)target.triangleBvh.nearest(free, std::numeric_limits<double>::infinity(), [&](int t, double best) {
          const double squared = closestOn(target, t, free).squared;
          if (squared < best) triangle = t;
          return std::min(squared, best);
        });
        entry.sheetSide = static_cast<signed char>(sideAt(free, triangle));
      }
      here *= entry.sheetSide;
    }
    if (here < 0) {
      // Inside: no distance from the surface makes it free.
      entry.bound = -nearest->bound - owner.radius;
      entry.inside = true;
      for (std::size_t i = first; i < last; ++i) {
        found_[i].bound = -std::numeric_limits<double>::max();
        found_[i].normal.setZero();
      }
    }
  }
  if (entry.bound < reach_) points_[side].entries.push_back(entry);
}

void NearSet::collectEdges() {
  const ContactGeometry& a = *geometry_[0];
  const ContactGeometry& b = *geometry_[1];
  const double radii = a.radius + b.radius;
  const double far = reach_ + radii;
  foundEdges_.clear();
  // The shape with fewer edges asks the grid of the other.
  const bool ofA = a.grid && (!b.grid || b.edges.size() <= a.edges.size());
  const ContactGeometry& target = ofA ? a : b;
  edges_.owner = ofA ? 1 : 0;
  if (target.grid && far <= target.grid->reach()) {
    findEdgesByGrid(far);
  } else {
    findEdgesByTrees(far);
  }
  listCost_ += static_cast<double>(foundEdges_.size());

  const auto least = [](const FoundEdge& x) { return std::min(x.bound[0], x.bound[1]); };
  std::sort(foundEdges_.begin(), foundEdges_.end(), [&](const FoundEdge& x, const FoundEdge& y) {
    if (least(x) != least(y)) return least(x) < least(y);
    return x.edgeA != y.edgeA ? x.edgeA < y.edgeA : x.edgeB < y.edgeB;
  });
  const ContactGeometry& owner = *geometry_[edges_.owner];
  const Transform X_TO = edges_.owner == 0 ? base_.inverse() : base_;
  const Vec3 centre = geometry_[1 - edges_.owner]->bounds.center();
  const double pad = 1e-6 * reach_;
  for (const FoundEdge& f : foundEdges_) {
    edges_.entries.push_back({least(f) - radii, f.edgeA, f.edgeB});
    const ContactEdge& edge = owner.edges[static_cast<std::size_t>(edges_.owner == 0 ? f.edgeA : f.edgeB)];
    const Vec3 p0 = X_TO * owner.points[static_cast<std::size_t>(edge.v0)] - centre;
    const Vec3 p1 = X_TO * owner.points[static_cast<std::size_t>(edge.v1)] - centre;
    edges_.bounds[0].add(f.bound[0], f.normal, p0, pad);
    edges_.bounds[1].add(f.bound[1], f.normal, p1, pad);
  }
}

void NearSet::findEdgesByTrees(double far) {
  const ContactGeometry& a = *geometry_[0];
  const ContactGeometry& b = *geometry_[1];
  Bvh::overlappingPairs(a.edgeBvh, b.edgeBvh, base_, far, [&](int i, int j) {
    ++listCost_;
    const SegmentSegment c =
        closestOn(a, a.edges[static_cast<std::size_t>(i)], b, b.edges[static_cast<std::size_t>(j)], base_);
    if (!(c.squared < far * far)) return;
    // A's edge lies beyond the plane that touches B's edge; in B's frame.
    const double distance = std::sqrt(c.squared);
    const bool apart = distance > 1e-9 * far;
    const Vec3 n = apart ? Vec3(base_.q.conjugate() * ((c.pointP - c.pointQ) / distance)) : Vec3(Vec3::Zero());
    const double bound = apart ? distance : -std::numeric_limits<double>::max();
    foundEdges_.push_back({i, j, {bound, bound}, n});
    if (!apart) return;
    const ContactEdge& e = a.edges[static_cast<std::size_t>(i)];
    const Vec3 q = base_.inverse() * c.pointQ;
    const Transform X_BA = base_.inverse();
    foundEdges_.back().bound[0] = n.dot(X_BA * a.points[static_cast<std::size_t>(e.v0)] - q);
    foundEdges_.back().bound[1] = n.dot(X_BA * a.points[static_cast<std::size_t>(e.v1)] - q);
  });
  edges_.owner = 0;
}

void NearSet::findEdgesByGrid(double far) {
  const ContactGeometry& owner = *geometry_[edges_.owner];
  const ContactGeometry& target = *geometry_[1 - edges_.owner];
  const Transform X_TO = edges_.owner == 0 ? base_.inverse() : base_;
  const Mat3 R = X_TO.R();
  const Aabb beside = transformed(target.bounds, X_TO.inverse()).grown(far);
  owner.edgeBvh.overlapping(beside, [&](int e) {
    const ContactEdge& edge = owner.edges[static_cast<std::size_t>(e)];
    const Vec3 p0 = R * owner.points[static_cast<std::size_t>(edge.v0)] + X_TO.p;
    const Vec3 p1 = R * owner.points[static_cast<std::size_t>(edge.v1)] + X_TO.p;
    const int parts = std::max(1, static_cast<int>(std::ceil((p1 - p0).norm() / target.grid->cell())));
    const std::size_t first = foundEdges_.size();
    for (int i = 0; i < parts; ++i) {
      const Vec3 q0 = p0 + (static_cast<double>(i) / parts) * (p1 - p0);
      const Vec3 q1 = p0 + (static_cast<double>(i + 1) / parts) * (p1 - p0);
      target.grid->edges(q0, q1, far, [&](int f, double bound, const Vec3& n) {
        const double b0 = bound - n.dot(q0 - p0);
        FoundEdge found{e, f, {b0, b0 + n.dot(p1 - p0)}, n};
        if (edges_.owner == 1) std::swap(found.edgeA, found.edgeB);
        foundEdges_.push_back(found);
      });
    }
    if (parts == 1) return;
    // The same pair from several parts of one edge: one bound is enough.
    const auto begin = foundEdges_.begin() + static_cast<std::ptrdiff_t>(first);
    const auto key = [](const FoundEdge& x) { return std::pair(x.edgeA, x.edgeB); };
    std::stable_sort(begin, foundEdges_.end(), [&](const auto& x, const auto& y) { return key(x) < key(y); });
    foundEdges_.erase(
        std::unique(begin, foundEdges_.end(), [&](const auto& x, const auto& y) { return key(x) == key(y); }),
        foundEdges_.end());
  });
  listCost_ += static_cast<double>(owner.edges.size()) / 10;
}

bool NearSet::edgesPierce(const Transform& X_WA, const Transform& X_WB) const {
  const Transform X_AB = X_WA.inverse() * X_WB;
  bool pierced = false;
  for (int side = 0; side < 2; ++side) {
    const ContactGeometry& owner = *geometry_[side];
    const ContactGeometry& target = *geometry_[1 - side];
    if (!target.grid || owner.radius > 0) continue;
    const Transform X_TO = side == 0 ? X_AB.inverse() : X_AB;
    const Mat3 R = X_TO.R();
    owner.edgeBvh.overlapping(transformed(target.bounds, X_TO.inverse()), [&](int e) {
      if (pierced) return;
      const ContactEdge& edge = owner.edges[static_cast<std::size_t>(e)];
      const Vec3 p0 = R * owner.points[static_cast<std::size_t>(edge.v0)] + X_TO.p;
      const Vec3 p1 = R * owner.points[static_cast<std::size_t>(edge.v1)] + X_TO.p;
      const int parts = std::max(1, static_cast<int>(std::ceil((p1 - p0).norm() / target.grid->cell())));
      bool may = false;
      for (int i = 0; i < parts && !may; ++i) {
        may = target.grid->mayCross(p0 + (static_cast<double>(i) / parts) * (p1 - p0),
                                    p0 + (static_cast<double>(i + 1) / parts) * (p1 - p0));
      }
      if (!may) return;
      Aabb box;
      box.add(p0);
      box.add(p1);
      target.triangleBvh.overlapping(
          box, [&](int t) { pierced = pierced || segmentIntersectsTriangle(p0, p1, corners(*target.mesh, t)); });
    });
  }
  return pierced;
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

// SPDX-License-Identifier: Apache-2.0
#include "collision/narrowphase/near_set.h"

#include <algorithm>
#include <cmath>

#include "collision/queries/closest.h"

namespace passung::collision {
namespace {

enum Kind : std::uint64_t { kPointOfA = 0, kPointOfB = 1, kEdges = 2, kPlane = 3 };

std::uint64_t featureId(Kind kind, int i, int j) {
  return (static_cast<std::uint64_t>(kind) << 62) | (static_cast<std::uint64_t>(i) << 31) |
         static_cast<std::uint64_t>(j);
}

// A sphere or capsule against a mesh is exact by its points and edges; a sphere's single edge adds nothing.
bool usesEdges(const ContactGeometry& a, const ContactGeometry& b) {
  const bool sphereA = a.radius > 0 && a.points.size() == 1;
  const bool sphereB = b.radius > 0 && b.points.size() == 1;
  return !(sphereA && b.mesh) && !(sphereB && a.mesh);
}

// m is in the outward normal cone of a convex edge (m perpendicular to the edge).
bool inCone(const ContactEdge& e, const Vec3& m) {
  constexpr double kSlack = 1e-9;  // rounding of unit vectors
  return m.dot(e.t0) <= kSlack && m.dot(e.t1) <= kSlack;
}

// Pseudo-normal of the feature of a triangle on which a closest point lies.
const Vec3& featureNormal(const ContactGeometry& g, int triangle, const PointTriangle& c) {
  const auto t = static_cast<std::size_t>(triangle);
  const auto k = static_cast<std::size_t>(indexOf(c.feature));
  if (isVertex(c.feature)) return g.mesh->vertexNormals()[static_cast<std::size_t>(g.mesh->triangles()[t][k])];
  if (isEdge(c.feature)) return g.edgeNormals[static_cast<std::size_t>(g.mesh->triangleEdges()[t][k])];
  return g.mesh->faceNormals()[t];
}

PointTriangle closestOn(const ContactGeometry& g, int triangle, const Vec3& p) {
  const Triangle& t = g.mesh->triangles()[static_cast<std::size_t>(triangle)];
  return closestPointTriangle(p, g.points[static_cast<std::size_t>(t[0])], g.points[static_cast<std::size_t>(t[1])],
                              g.points[static_cast<std::size_t>(t[2])]);
}

}  // namespace

NearSet::NearSet(std::shared_ptr<const ContactGeometry> a, std::shared_ptr<const ContactGeometry> b)
    : geometry_{std::move(a), std::move(b)} {}

void NearSet::collect(const Transform& X_WA, const Transform& X_WB, double reach) {
  points_.clear();
  triangles_.clear();
  edges_.clear();
  planePoints_.clear();
  pointDistance_.clear();
  edgeDistance_.clear();
  planeDistance_.clear();
  reach_ = reach;
  collectedAt_ = base_ = X_WA.inverse() * X_WB;
  collected_ = true;

  for (int side = 0; side < 2; ++side) {
    if (!geometry_[1 - side]->halfSpace) continue;
    const ContactGeometry& other = *geometry_[side];
    const Transform X_PO = side == 0 ? collectedAt_.inverse() : collectedAt_;
    for (int i = 0; i < static_cast<int>(other.points.size()); ++i) {
      const double d = (X_PO * other.points[static_cast<std::size_t>(i)]).z() - other.radius;
      if (d >= reach) continue;
      planePoints_.push_back(i);
      planeDistance_.push_back(d);
    }
    return;
  }
  collectPoints(0, collectedAt_, reach);
  collectPoints(1, collectedAt_, reach);
  if (usesEdges(*geometry_[0], *geometry_[1])) collectEdges(collectedAt_, reach);
}

void NearSet::collectPoints(int side, const Transform& X_AB, double reach) {
  const ContactGeometry& owner = *geometry_[side];
  const ContactGeometry& target = *geometry_[1 - side];
  if (!target.mesh) return;
  const Transform X_TP = side == 0 ? X_AB.inverse() : X_AB;

  found_.clear();
  const double far = reach + owner.radius;
  Bvh::overlappingPairs(target.triangleBvh, owner.pointBvh, X_TP, far, [&](int triangle, int point) {
    const Vec3 p = X_TP * owner.points[static_cast<std::size_t>(point)];
    const double squared = closestOn(target, triangle, p).squared;
    if (squared < far * far) found_.push_back({squared, point, triangle});
  });
  std::sort(found_.begin(), found_.end(), [](const Found& x, const Found& y) {
    if (x.point != y.point) return x.point < y.point;
    return x.squared != y.squared ? x.squared < y.squared : x.triangle < y.triangle;
  });

  for (std::size_t i = 0; i < found_.size();) {
    const int point = found_[i].point;
    const double nearest = std::sqrt(found_[i].squared);
    PointEntry entry{point, static_cast<int>(triangles_.size()), 0, static_cast<signed char>(side), 0};
    const Vec3 p = X_TP * owner.points[static_cast<std::size_t>(point)];
    const PointTriangle c = closestOn(target, found_[i].triangle, p);
    const double s = (p - c.point).dot(featureNormal(target, found_[i].triangle, c));
    if (target.twoSided) entry.sheetSide = static_cast<signed char>(s > 0 ? 1 : (s < 0 ? -1 : 0));
    const double sign = !target.twoSided && s < 0 ? -1.0 : 1.0;

    // A triangle can become the closest one only if it is now within twice the motion that the list is good for.
    const double last = nearest + 2 * reach;
    for (; i < found_.size() && found_[i].point == point; ++i) {
      if (found_[i].squared <= last * last) triangles_.push_back({found_[i].triangle, std::sqrt(found_[i].squared)});
    }
    entry.count = static_cast<int>(triangles_.size()) - entry.first;
    points_.push_back(entry);
    pointDistance_.push_back(sign * nearest - owner.radius);
  }
}

void NearSet::collectEdges(const Transform& X_AB, double reach) {
  const ContactGeometry& a = *geometry_[0];
  const ContactGeometry& b = *geometry_[1];
  const double radii = a.radius + b.radius;
  const double far = reach + radii;
  Bvh::overlappingPairs(a.edgeBvh, b.edgeBvh, X_AB, far, [&](int i, int j) {
    const ContactEdge& e = a.edges[static_cast<std::size_t>(i)];
    const ContactEdge& f = b.edges[static_cast<std::size_t>(j)];
    const SegmentSegment c = closestSegmentSegment(
        a.points[static_cast<std::size_t>(e.v0)], a.points[static_cast<std::size_t>(e.v1)],
        X_AB * b.points[static_cast<std::size_t>(f.v0)], X_AB * b.points[static_cast<std::size_t>(f.v1)]);
    if (!(c.squared < far * far)) return;
    edges_.push_back({i, j});
    edgeDistance_.push_back(std::sqrt(c.squared) - radii);
  });
}

// At rest a few shells of spare reach, so that the list lasts; in motion a little more than the motion.
double NearSet::spareReach(double move, double cutoff) { return cutoff + std::max(4 * cutoff, 1.2 * move); }

bool NearSet::prepare(const Transform& X_WA0, const Transform& X_WB0, const Transform& X_WA1, const Transform& X_WB1,
                      double cutoff, double motionLimit) {
  if (covers(motion(X_WA1, X_WB1), cutoff)) return true;
  double move = displacement(X_WA0.inverse() * X_WB0, X_WA1.inverse() * X_WB1);
  if (!(move <= motionLimit)) return false;
  collect(X_WA0, X_WB0, spareReach(move, cutoff));
  // The reach enters the bound of the motion of a turning body: once more if need be.
  move = motion(X_WA1, X_WB1);
  if (!covers(move, cutoff)) collect(X_WA0, X_WB0, cutoff + 2 * move);
  return covers(motion(X_WA1, X_WB1), cutoff);
}

double NearSet::motion(const Transform& X_WA, const Transform& X_WB) const {
  return displacement(collectedAt_, X_WA.inverse() * X_WB);
}

double NearSet::displacement(const Transform& X_AB0, const Transform& X_AB1) const {
  // A rigid displacement is a convex function of the place, so its maximum over a box is at a corner. The displacement
  // of A's points seen from B is the same field; points beside B's box are covered by growing it by the reach.
  const int small =
      geometry_[0]->size > 0 && (geometry_[1]->size == 0 || geometry_[0]->size < geometry_[1]->size) ? 0 : 1;
  const ContactGeometry& g = *geometry_[small];
  const Aabb box = g.bounds.grown(g.radius + reach_);
  const Transform X0 = small == 1 ? X_AB0 : X_AB0.inverse();
  const Transform X1 = small == 1 ? X_AB1 : X_AB1.inverse();
  const Mat3 dR = X1.R() - X0.R();
  const Vec3 dp = X1.p - X0.p;
  double squared = 0;
  for (int i = 0; i < 8; ++i) {
    const Vec3 corner((i & 1) ? box.upper.x() : box.lower.x(), (i & 2) ? box.upper.y() : box.lower.y(),
                      (i & 4) ? box.upper.z() : box.lower.z());
    squared = std::max(squared, (dR * corner + dp).squaredNorm());
  }
  return std::sqrt(squared);
}

void NearSet::evaluate(const Transform& X_WA, const Transform& X_WB, double cutoff, double depthLimit,
                       std::vector<ContactTerm>& terms) {
  const Transform X_AB = X_WA.inverse() * X_WB;
  const double motion = displacement(base_, X_AB);
  const double last = cutoff + motion;
  const auto within = [last](const std::vector<double>& d) {
    return std::count_if(d.begin(), d.end(), [last](double x) { return x <= last; });
  };
  const std::size_t total = pointDistance_.size() + edgeDistance_.size() + planeDistance_.size();
  const auto needed = static_cast<std::size_t>(within(pointDistance_) + within(edgeDistance_) + within(planeDistance_));
  // A new base pays where little could be skipped from the old one.
  const bool rebase = motion > cutoff && 4 * needed > total;

  for (std::size_t i = 0; i < planePoints_.size(); ++i) {
    if (!rebase && planeDistance_[i] > last) continue;
    const double d = evaluatePlane(planePoints_[i], X_WA, X_WB, cutoff, terms);
    if (rebase) planeDistance_[i] = d;
  }
  const Transform X_WG[2] = {X_WA, X_WB};
  const Transform X_TP[2] = {X_AB.inverse(), X_AB};  // owner's points into the target's frame
  for (std::size_t i = 0; i < points_.size(); ++i) {
    if (!rebase && pointDistance_[i] > last) continue;
    const double d = evaluatePoint(points_[i], X_WG, X_TP, cutoff, motion, rebase, terms);
    if (rebase) pointDistance_[i] = d;
  }
  for (std::size_t i = 0; i < edges_.size(); ++i) {
    if (!rebase && edgeDistance_[i] > last) continue;
    const double d = evaluateEdges(edges_[i], X_WA, X_AB, cutoff, depthLimit, terms);
    if (rebase) edgeDistance_[i] = d;
  }
  if (rebase) base_ = X_AB;
}

double NearSet::evaluatePlane(int point, const Transform& X_WA, const Transform& X_WB, double cutoff,
                              std::vector<ContactTerm>& terms) const {
  const int side = geometry_[1]->halfSpace ? 0 : 1;
  const ContactGeometry& g = *geometry_[side];
  const Transform& X_WP = side == 0 ? X_WB : X_WA;
  const Vec3 p_W = (side == 0 ? X_WA : X_WB) * g.points[static_cast<std::size_t>(point)];
  const Vec3 up = X_WP.q * Vec3::UnitZ();
  const double gap = up.dot(p_W - X_WP.p) - g.radius;
  if (gap >= cutoff) return gap;
  terms.push_back({.gap = gap,
                   .n_W = side == 0 ? Vec3(-up) : up,
                   .p_W = p_W - up * (g.radius + 0.5 * gap),
                   .feature = featureId(kPlane, point, 0)});
  return gap;
}

double NearSet::evaluatePoint(const PointEntry& entry, const Transform X_WG[2], const Transform X_TP[2], double cutoff,
                              double motion, bool rebase, std::vector<ContactTerm>& terms) {
  const int side = entry.side;
  const ContactGeometry& owner = *geometry_[side];
  const ContactGeometry& target = *geometry_[1 - side];
  const Vec3 p = X_TP[side] * owner.points[static_cast<std::size_t>(entry.point)];

  PointTriangle best;
  best.squared = std::numeric_limits<double>::infinity();
  double bestDistance = std::numeric_limits<double>::infinity();
  int triangle = -1;
  for (int i = entry.first; i < entry.first + entry.count; ++i) {
    Candidate& candidate = triangles_[static_cast<std::size_t>(i)];
    if (!rebase && candidate.distance - motion > bestDistance) continue;
    const PointTriangle c = closestOn(target, candidate.triangle, p);
    if (rebase) candidate.distance = std::sqrt(c.squared);
    if (c.squared < best.squared) {
      best = c;
      bestDistance = std::sqrt(c.squared);
      triangle = candidate.triangle;
    }
  }

  const Vec3 offset = p - best.point;
  const double distance = bestDistance;
  const Vec3& normal = featureNormal(target, triangle, best);
  double sign = offset.dot(normal) >= 0 ? 1.0 : -1.0;
  if (target.twoSided) sign = entry.sheetSide == 0 ? 1.0 : sign * entry.sheetSide;
  const double gap = sign * distance - owner.radius;
  if (gap >= cutoff) return gap;

  // Too close for the offset to have a direction: the feature's own normal serves.
  const bool hasDirection = distance > 1e-12 * target.size;
  const double facing = target.twoSided && entry.sheetSide < 0 ? -1.0 : 1.0;
  const Vec3 outward = hasDirection ? Vec3(offset * (sign / distance)) : Vec3(facing * normal);
  const Vec3 surface = p - owner.radius * outward;
  const Vec3 outward_W = X_WG[1 - side].q * outward;
  terms.push_back({.gap = gap,
                   .n_W = side == 0 ? Vec3(-outward_W) : outward_W,
                   .p_W = X_WG[1 - side] * Vec3(0.5 * (surface + best.point)),
                   .feature = featureId(side == 0 ? kPointOfA : kPointOfB, entry.point, 0)});
  return gap;
}

double NearSet::evaluateEdges(const EdgeEntry& entry, const Transform& X_WA, const Transform& X_AB, double cutoff,
                              double depthLimit, std::vector<ContactTerm>& terms) const {
  const ContactGeometry& a = *geometry_[0];
  const ContactGeometry& b = *geometry_[1];
  const ContactEdge& e = a.edges[static_cast<std::size_t>(entry.edgeA)];
  const ContactEdge& f = b.edges[static_cast<std::size_t>(entry.edgeB)];
  const Vec3 p0 = a.points[static_cast<std::size_t>(e.v0)], p1 = a.points[static_cast<std::size_t>(e.v1)];
  const Vec3 q0 = X_AB * b.points[static_cast<std::size_t>(f.v0)], q1 = X_AB * b.points[static_cast<std::size_t>(f.v1)];
  const SegmentSegment c = closestSegmentSegment(p0, p1, q0, q1);
  const double radii = a.radius + b.radius;
  const double distance = std::sqrt(c.squared);
  const Vec3 offset = c.pointQ - c.pointP;  // from A to B

  double weight = 1;
  if (radii == 0) {
    const double lengths = (p1 - p0).squaredNorm() * (q1 - q0).squaredNorm();
    const double x = (p1 - p0).cross(q1 - q0).squaredNorm() / (1e-3 * lengths);
    if (x < 1) weight = x * (2 - x);
    if (!(weight > 0)) return distance;
  }

  double sign = 1;
  const bool interior = c.s > 0 && c.s < 1 && c.t > 0 && c.t < 1;
  if (e.cone && f.cone && interior && distance <= depthLimit && distance > 0) {
    // In A's frame; f's cone is turned into it. Crossed: A's outside points from B's edge to A's edge.
    const Vec3 m_A = offset / distance;
    const Vec3 m_B = X_AB.q.conjugate() * m_A;
    if (inCone(e, -m_A) && inCone(f, m_B)) sign = -1;
  }
  const double gap = sign * distance - radii;
  if (gap >= cutoff) return gap;

  Vec3 n;
  if (distance > 1e-12 * (a.size + b.size)) {
    n = offset * (sign / distance);
  } else {
    // The edges meet: their common perpendicular, on the side of A's cone.
    n = (p1 - p0).cross(q1 - q0);
    const double length = n.norm();
    if (!(length > 0)) return gap;
    n /= length;
    if (e.cone && !inCone(e, n)) n = -n;
  }
  terms.push_back({.gap = gap,
                   .weight = weight,
                   .n_W = X_WA.q * n,
                   .p_W = X_WA * Vec3(0.5 * (c.pointP + n * a.radius + c.pointQ - n * b.radius)),
                   .feature = featureId(kEdges, entry.edgeA, entry.edgeB)});
  return gap;
}

}  // namespace passung::collision

// SPDX-License-Identifier: Apache-2.0
// The distance terms of a NearSet at one pose: bounds select, exact closest points decide.
#include <algorithm>
#include <cmath>

#include "collision/narrowphase/near_features.h"
#include "collision/narrowphase/near_set.h"

namespace passung::collision {
namespace {

// The front reaches this share of the cutoff or of the list's reach beyond the cutoff: making it anew costs less than
// looking at what does not come near.
constexpr double kFrontCutoffs = 0.25, kFrontShare = 0.07;
// Bounds below this share of the distance are replaced.
constexpr double kTight = 0.98;
// What is held apart by the cutoff, and no more than this many times as far apart, has an angle of 62 degrees at most
// between its direction and the one that holds it; with room for a turn by 13 degrees.
constexpr double kApartDepth = 2.1, kApartSine = 0.2588, kApartCosine = 0.9659;  // of 15 degrees
// Both the pose where that was found and the one where it is used are within 6.5 degrees of the base.
constexpr double kTurned = 0.9984;  // cosine of half of that

enum Kind : std::uint64_t { kPointOfA = 0, kPointOfB = 1, kEdges = 2, kPlane = 3 };

std::uint64_t featureId(Kind kind, int i, int j) {
  return (static_cast<std::uint64_t>(kind) << 62) | (static_cast<std::uint64_t>(i) << 31) |
         static_cast<std::uint64_t>(j);
}

// m is in the outward normal cone of a convex edge (m perpendicular to the edge).
bool inCone(const ContactEdge& e, const Vec3& m) {
  constexpr double kSlack = 1e-9;  // rounding of unit vectors
  return m.dot(e.t0) <= kSlack && m.dot(e.t1) <= kSlack;
}

}  // namespace

void NearSet::evaluate(const Transform& X_WA, const Transform& X_WB, double cutoff, double depthLimit,
                       std::vector<ContactTerm>& terms) {
  const auto begin = static_cast<std::ptrdiff_t>(terms.size());
  const Transform X_AB = X_WA.inverse() * X_WB;
  const double moved = displacement(base_, X_AB);
  evaluatePlanes(X_WA, X_WB, cutoff, moved, terms);
  updateFront(X_AB, cutoff, depthLimit, moved);
  evaluatePoints(0, X_WB, X_AB, cutoff, moved, terms);
  evaluatePoints(1, X_WA, X_AB, cutoff, moved, terms);
  evaluateEdges(X_WA, X_AB, cutoff, depthLimit, moved, terms);
  std::sort(terms.begin() + begin, terms.end(),
            [](const ContactTerm& x, const ContactTerm& y) { return x.feature < y.feature; });
}

Displacement NearSet::displaced(int side, const Transform& X_AB) const {
  const Vec3 centre = geometry_[1 - side]->bounds.center();
  return side == 0 ? Displacement(base_.inverse(), X_AB.inverse(), centre) : Displacement(base_, X_AB, centre);
}

double NearSet::freeShare(const Transform& X_WA0, const Transform& X_WB0, const Transform& X_WA1,
                          const Transform& X_WB1, double rest, double keep) {
  const Transform X_AB0 = X_WA0.inverse() * X_WB0, X_AB1 = X_WA1.inverse() * X_WB1;
  const double last = rest + std::max(displacement(base_, X_AB0), displacement(base_, X_AB1));
  float share = 1;
  const auto limit = [&](const float* before, const float* after, std::size_t count, double radius) {
    const float least = LinearBounds::freeShare({before, count}, {after, count}, static_cast<float>(radius),
                                                static_cast<float>(rest), static_cast<float>(keep));
    share = std::min(share, least);
  };
  // Where the front serves both poses it has all that may come below `rest`.
  const bool front = front_.cutoff >= rest && displacement(front_.X_AB, X_AB0) <= front_.slack &&
                     displacement(front_.X_AB, X_AB1) <= front_.slack;
  for (int side = 0; side < 2; ++side) {
    const PointList& list = points_[side];
    const Displacement d0 = displaced(side, X_AB0), d1 = displaced(side, X_AB1);
    const double radius = geometry_[side]->radius;
    if (front) {
      const LinearBounds& bounds = front_.pointBounds[side];
      bounds.at(d0, bounds.size(), values_[0]);
      bounds.at(d1, bounds.size(), values_[1]);
      limit(values_[0].data(), values_[1].data(), bounds.size(), radius);
      continue;
    }
    const auto stop = std::partition_point(list.entries.begin(), list.entries.end(), [&](const PointEntry& entry) {
      return onShelves(entry.bound, last, reach_);
    });
    if (stop == list.entries.begin()) continue;
    const auto count = static_cast<std::size_t>((stop - 1)->first + (stop - 1)->count);
    list.bounds.at(d0, count, values_[0]);
    list.bounds.at(d1, count, values_[1]);
    limit(values_[0].data(), values_[1].data(), count, radius);
  }
  const Displacement d0 = displaced(edges_.owner, X_AB0), d1 = displaced(edges_.owner, X_AB1);
  std::size_t count = front_.edges.size();
  if (!front) {
    const auto stop = std::partition_point(edges_.entries.begin(), edges_.entries.end(), [&](const EdgeEntry& entry) {
      return onShelves(entry.bound, last, edges_.far);
    });
    count = static_cast<std::size_t>(stop - edges_.entries.begin());
  }
  for (int i = 0; i < 2; ++i) {
    const LinearBounds& bounds = front ? front_.edgeBounds[i] : edges_.bounds[i];
    bounds.at(d0, count, values_[i]);
    bounds.at(d1, count, values_[2 + i]);
  }
  for (std::size_t i = 0; i < count; ++i) {
    values_[0][i] = std::min(values_[0][i], values_[1][i]);
    values_[2][i] = std::min(values_[2][i], values_[3][i]);
  }
  limit(values_[0].data(), values_[2].data(), count, geometry_[0]->radius + geometry_[1]->radius);
  const int side = geometry_[1]->halfSpace ? 0 : 1;
  for (const PlaneEntry& entry : planePoints_) {
    if (entry.gap > last) break;
    const Vec3& p = geometry_[side]->points[static_cast<std::size_t>(entry.point)];
    const auto height = [&](const Transform& X_AB) {
      return static_cast<float>(((side == 0 ? X_AB.inverse() : X_AB) * p).z());
    };
    const float before = height(X_AB0), after = height(X_AB1);
    limit(&before, &after, 1, geometry_[side]->radius);
  }
  return static_cast<double>(share);
}

void NearSet::evaluatePlanes(const Transform& X_WA, const Transform& X_WB, double cutoff, double moved,
                             std::vector<ContactTerm>& terms) const {
  const int side = geometry_[1]->halfSpace ? 0 : 1;
  const ContactGeometry& g = *geometry_[side];
  const Transform& X_WP = side == 0 ? X_WB : X_WA;
  const Transform& X_WG = side == 0 ? X_WA : X_WB;
  const Vec3 up = X_WP.q * Vec3::UnitZ();
  for (const PlaneEntry& entry : planePoints_) {
    if (entry.gap > cutoff + moved) break;
    const Vec3 p_W = X_WG * g.points[static_cast<std::size_t>(entry.point)];
    const double gap = up.dot(p_W - X_WP.p) - g.radius;
    if (gap >= cutoff) continue;
    terms.push_back({.gap = gap,
                     .n_W = side == 0 ? Vec3(-up) : up,
                     .p_W = p_W - up * (g.radius + 0.5 * gap),
                     .feature = featureId(kPlane, entry.point, 0)});
  }
}

void NearSet::evaluatePoints(int side, const Transform& X_WT, const Transform& X_AB, double cutoff, double moved,
                             std::vector<ContactTerm>& terms) {
  const PointPoses poses{Placement(X_WT), Placement(side == 0 ? X_AB.inverse() : X_AB),
                         Placement(side == 0 ? base_.inverse() : base_)};
  // Bounds are floats of displacements: room for their rounding.
  const auto limit = static_cast<float>(cutoff + geometry_[side]->radius + 1e-6 * (cutoff + moved));
  const LinearBounds& bounds = front_.pointBounds[side];
  bounds.at(displaced(side, X_AB), bounds.size(), values_[0]);
  for (const Front::Point& at : front_.points[side]) {
    const float* value = values_[0].data() + at.first;
    const float bound = *std::min_element(value, value + at.count);
    if (bound < limit) evaluatePoint(side, at, poses, static_cast<double>(bound), cutoff, terms);
  }
}

void NearSet::updateFront(const Transform& X_AB, double cutoff, double depthLimit, double moved) {
  const double far = std::max(cutoff, depthLimit);
  if (front_.cutoff == cutoff && front_.far == far && displacement(front_.X_AB, X_AB) <= front_.slack) return;
  front_.X_AB = X_AB;
  front_.cutoff = cutoff;
  front_.far = far;
  front_.slack = std::max(kFrontCutoffs * cutoff, kFrontShare * (reach_ - cutoff));
  for (int side = 0; side < 2; ++side) {
    front_.points[side].clear();
    front_.pointBounds[side].clear();
    const PointList& list = points_[side];
    const double farthest = cutoff + front_.slack;
    const auto stop = std::partition_point(list.entries.begin(), list.entries.end(), [&](const PointEntry& entry) {
      return onShelves(entry.bound, farthest + moved, reach_);
    });
    if (stop == list.entries.begin()) continue;
    const auto count = static_cast<std::size_t>((stop - 1)->first + (stop - 1)->count);
    std::vector<float>& values = values_[0];
    list.bounds.at(displaced(side, X_AB), count, values);
    spent_ += 0.05 * static_cast<double>(count);
    const auto limit = static_cast<float>(farthest + geometry_[side]->radius + 1e-6 * (farthest + moved));
    // Which entries are near cannot be foretold, so nothing branches on it.
    auto& points = front_.points[side];
    const auto entries = static_cast<std::size_t>(stop - list.entries.begin());
    points.resize(entries);
    chosen_.resize(count);
    std::size_t kept = 0, used = 0;
    for (std::size_t e = 0; e < entries; ++e) {
      const auto first = static_cast<std::size_t>(list.entries[e].first);
      const auto own = static_cast<std::size_t>(list.entries[e].count);
      float least = values[first];
      for (std::size_t i = 0; i < own; ++i) {
        least = std::min(least, values[first + i]);
        chosen_[used + i] = first + i;
      }
      points[kept] = {e, used, own};
      kept += least < limit ? 1 : 0;
      used += least < limit ? own : 0;
    }
    points.resize(kept);
    chosen_.resize(used);
    front_.pointBounds[side].choose(list.bounds, chosen_);
  }
  front_.edges.clear();
  for (LinearBounds& bounds : front_.edgeBounds) bounds.clear();
  const double farthest = far + front_.slack;
  const auto stop = std::partition_point(edges_.entries.begin(), edges_.entries.end(), [&](const EdgeEntry& entry) {
    return onShelves(entry.bound, farthest + moved, edges_.far);
  });
  const auto count = static_cast<std::size_t>(stop - edges_.entries.begin());
  if (count == 0) return;
  const Displacement d = displaced(edges_.owner, X_AB);
  for (int i = 0; i < 2; ++i) edges_.bounds[i].at(d, count, values_[i]);
  spent_ += 0.1 * static_cast<double>(count);
  const auto limit =
      static_cast<float>(farthest + geometry_[0]->radius + geometry_[1]->radius + 1e-6 * (farthest + moved));
  front_.edges.resize(count);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < count; ++i) {
    front_.edges[kept] = i;
    kept += std::min(values_[0][i], values_[1][i]) < limit ? 1 : 0;
  }
  front_.edges.resize(kept);
  for (int k = 0; k < 2; ++k) front_.edgeBounds[k].choose(edges_.bounds[k], front_.edges);
}

bool NearSet::crossedSinceBase(int side, const PointEntry& entry, const Vec3& p) const {
  const ContactGeometry& target = *geometry_[1 - side];
  const Vec3 p0 =
      (side == 0 ? base_.inverse() : base_) * geometry_[side]->points[static_cast<std::size_t>(entry.point)];
  if ((p - p0).norm() < 1e-9 * reach_) return false;
  bool inside = false;
  for (int i = entry.first; i < entry.first + entry.count; ++i) {
    const Pierces c = crosses(target, points_[side].triangles[static_cast<std::size_t>(i)], p0, p);
    if (c == Pierces::kUnsure) return isInside(target, p);
    if (c == Pierces::kYes) inside = !inside;
  }
  return inside;
}

// The tangent planes at p, outside or beyond what is listed, as the bounds at every pose.
void NearSet::tightenPoint(int side, const Front::Point& at, const Vec3& p, const PointPoses& poses) {
  PointList& list = points_[side];
  const PointEntry& entry = list.entries[at.entry];
  const Vec3 p0 = poses.base(geometry_[side]->points[static_cast<std::size_t>(entry.point)]);
  const Vec3 place = p0 - geometry_[1 - side]->bounds.center();
  for (int i = 0; i < entry.count; ++i) {
    const PointTriangle& c = closest_[static_cast<std::size_t>(i)];
    const double length = std::sqrt(c.squared);
    if (!(length > kTouching * reach_)) continue;
    const Vec3 n = (p - c.point) / length;
    list.bounds.tighten(static_cast<std::size_t>(entry.first + i), n, c.point, p0, place, 1e-6 * reach_);
    front_.pointBounds[side].tighten(at.first + static_cast<std::size_t>(i), n, c.point, p0, place, 1e-6 * reach_);
  }
}

void NearSet::evaluatePoint(int side, const Front::Point& at, const PointPoses& poses, double bound, double cutoff,
                            std::vector<ContactTerm>& terms) {
  const ContactGeometry& owner = *geometry_[side];
  const ContactGeometry& target = *geometry_[1 - side];
  const PointList& list = points_[side];
  const PointEntry& entry = list.entries[at.entry];
  const Vec3 p = poses.X_TP(owner.points[static_cast<std::size_t>(entry.point)]);

  closest_.clear();

  PointTriangle best;
  best.squared = std::numeric_limits<double>::infinity();
  int triangle = -1;
  for (int i = entry.first; i < entry.first + entry.count; ++i) {
    const int candidate = list.triangles[static_cast<std::size_t>(i)];
    const PointTriangle c = closestOn(target, candidate, p);
    closest_.push_back(c);
    if (c.squared < best.squared || (c.squared == best.squared && candidate < triangle)) {
      best = c;
      triangle = candidate;
    }
  }

  const Vec3 offset = p - best.point;
  const double distance = std::sqrt(best.squared);
  const Vec3& normal = featureNormal(target, triangle, best);
  double sign = offset.dot(normal) >= 0 ? 1.0 : -1.0;
  if (target.twoSided) sign = entry.sheetSide == 0 ? 1.0 : sign * entry.sheetSide;
  // Triangles beyond the reach are not in the list: that a point is deep inside must show on its way from the base.
  const bool beyond = sign < 0 && !entry.inside && !target.twoSided && distance >= cutoff + owner.radius &&
                      !crossedSinceBase(side, entry, p);
  // Inside, where the bound is minus infinity, it stays so.
  if (!entry.inside && (sign > 0 || beyond) && bound < kTight * distance) tightenPoint(side, at, p, poses);
  if (beyond) return;
  const double gap = sign * distance - owner.radius;
  if (gap >= cutoff) return;

  // Over a face the normal is the face's own: that of the offset is rounded by 1e-12 at a gap of a micrometre, which a
  // landing's speed turns into a tangential speed beyond the one where friction sticks. So it is where points are too
  // close for the offset to have a direction.
  const bool overFace = best.feature == TriangleFeature::kFace && !target.twoSided;
  const bool hasDirection = !overFace && distance > 1e-12 * target.size;
  const double facing = target.twoSided && entry.sheetSide < 0 ? -1.0 : 1.0;
  const Vec3 outward = hasDirection ? Vec3(offset * (sign / distance)) : Vec3(facing * normal);
  const Vec3 surface = p - owner.radius * outward;
  const Vec3 outward_W = poses.X_WT.turn(outward);
  terms.push_back({.gap = gap,
                   .n_W = side == 0 ? Vec3(-outward_W) : outward_W,
                   .p_W = poses.X_WT(0.5 * (surface + best.point)),
                   .feature = featureId(side == 0 ? kPointOfA : kPointOfB, entry.point, 0)});
}

void NearSet::evaluateEdges(const Transform& X_WA, const Transform& X_AB, double cutoff, double depthLimit,
                            double moved, std::vector<ContactTerm>& terms) {
  // Crossed pairs count by their depth.
  const double far = std::max(cutoff, depthLimit);
  const Displacement d = displaced(edges_.owner, X_AB);
  const auto limit = static_cast<float>(far + geometry_[0]->radius + geometry_[1]->radius + 1e-6 * (far + moved));
  for (int k = 0; k < 2; ++k) front_.edgeBounds[k].at(d, front_.edges.size(), values_[k]);
  const EdgePoses poses{Placement(X_WA), Placement(X_AB), Placement(edges_.owner == 0 ? base_.inverse() : base_),
                        std::abs(base_.q.dot(X_AB.q)) < kTurned};
  const auto least =
      !poses.turned && far <= kApartDepth * cutoff
          ? static_cast<float>(cutoff + geometry_[0]->radius + geometry_[1]->radius + 1e-6 * (far + moved))
          : limit;
  for (std::size_t i = 0; i < front_.edges.size(); ++i) {
    const float bound = std::min(values_[0][i], values_[1][i]);
    if (bound < (edges_.entries[front_.edges[i]].apart ? least : limit))
      evaluateEdgePair(i, poses, static_cast<double>(bound), cutoff, depthLimit, terms);
  }
}

// They have crossed where -m is in the normal cone of e and m in that of f (evaluateEdgePair()). A cone reaches half
// the turn between its faces to both sides of its middle; m may turn by the angle whose sine and cosine, seen from 90
// degrees, are above.
bool NearSet::staysApart(const ContactEdge& e, const ContactEdge& f, const Vec3& m_A, const Mat3& R_AB) {
  if (!e.cone || !f.cone) return true;
  const auto outOfReach = [](const ContactEdge& edge, const Vec3& m) {
    // Beside a face without area the cone is not known.
    if (edge.t0.isZero(0) || edge.t1.isZero(0)) return false;
    const Vec3 middle = -(edge.t0 + edge.t1);
    const double length = middle.norm();  // twice the sine of half the turn
    if (!(length > 1e-3)) return false;
    const double sine = 0.5 * length, cosine = std::sqrt(std::max(0.0, 1 - sine * sine));
    // cos(75 degrees + half the turn)
    return m.dot(middle) < length * (kApartSine * cosine - kApartCosine * sine);
  };
  return m_A.squaredNorm() > 0.5 && (outOfReach(e, -m_A) || outOfReach(f, R_AB.transpose() * m_A));
}

// The plane that touches the target's edge at its closest point, as the bound at every pose.
void NearSet::tightenEdges(std::size_t at, const SegmentSegment& c, const EdgePoses& poses) {
  const std::size_t index = front_.edges[at];
  const ContactGeometry& owner = *geometry_[edges_.owner];
  const bool ofA = edges_.owner == 0;  // the owner; A's frame otherwise is the target's
  const Vec3 away_A = ofA ? Vec3(c.pointP - c.pointQ) : Vec3(c.pointQ - c.pointP);
  const Vec3 n = (ofA ? poses.X_AB.turnBack(away_A) : away_A).normalized();
  const Vec3 touch = ofA ? poses.X_AB.back(c.pointQ) : c.pointP;
  EdgeEntry& entry = edges_.entries[index];
  const ContactEdge& e = geometry_[0]->edges[static_cast<std::size_t>(entry.edgeA)];
  const ContactEdge& f = geometry_[1]->edges[static_cast<std::size_t>(entry.edgeB)];
  entry.apart = listedMargin_ > 0 && !poses.turned &&
                staysApart(e, f, (ofA ? Vec3(-away_A) : away_A).normalized(), poses.X_AB.rotation());
  const ContactEdge& edge = ofA ? e : f;
  const double pad = 1e-6 * reach_;
  for (int k = 0; k < 2; ++k) {
    const Vec3 p0 = poses.base(owner.points[static_cast<std::size_t>(k == 0 ? edge.v0 : edge.v1)]);
    const Vec3 place = p0 - geometry_[1 - edges_.owner]->bounds.center();
    edges_.bounds[k].tighten(index, n, touch, p0, place, pad);
    front_.edgeBounds[k].tighten(at, n, touch, p0, place, pad);
  }
}

void NearSet::evaluateEdgePair(std::size_t at, const EdgePoses& poses, double known, double cutoff, double depthLimit,
                               std::vector<ContactTerm>& terms) {
  const int edgeA = edges_.entries[front_.edges[at]].edgeA, edgeB = edges_.entries[front_.edges[at]].edgeB;
  const ContactGeometry& a = *geometry_[0];
  const ContactGeometry& b = *geometry_[1];
  const ContactEdge& e = a.edges[static_cast<std::size_t>(edgeA)];
  const ContactEdge& f = b.edges[static_cast<std::size_t>(edgeB)];
  const Vec3 p0 = a.points[static_cast<std::size_t>(e.v0)], p1 = a.points[static_cast<std::size_t>(e.v1)];
  const Vec3 q0 = poses.X_AB(b.points[static_cast<std::size_t>(f.v0)]);
  const Vec3 q1 = poses.X_AB(b.points[static_cast<std::size_t>(f.v1)]);
  const SegmentSegment c = closestSegmentSegment(p0, p1, q0, q1);
  const double radii = a.radius + b.radius;
  const double distance = std::sqrt(c.squared);
  const Vec3 offset = c.pointQ - c.pointP;  // from A to B
  if (distance > kTouching * reach_ && known < kTight * distance) tightenEdges(at, c, poses);

  double weight = 1;
  if (radii == 0) {
    const double lengths = (p1 - p0).squaredNorm() * (q1 - q0).squaredNorm();
    const double x = (p1 - p0).cross(q1 - q0).squaredNorm() / (1e-3 * lengths);
    if (x < 1) weight = x * (2 - x);
    if (!(weight > 0)) return;
  }

  double sign = 1;
  const bool interior = c.s > 0 && c.s < 1 && c.t > 0 && c.t < 1;
  if (e.cone && f.cone && interior && distance <= depthLimit && distance > 0) {
    // In A's frame; f's cone is turned into it. Crossed: A's outside points from B's edge to A's edge.
    const Vec3 m_A = offset / distance;
    const Vec3 m_B = poses.X_AB.turnBack(m_A);
    if (inCone(e, -m_A) && inCone(f, m_B)) sign = -1;
  }
  const double gap = sign * distance - radii;
  if (gap >= cutoff) return;

  Vec3 n;
  if (distance > 1e-12 * (a.size + b.size)) {
    n = offset * (sign / distance);
  } else {
    // The edges meet: their common perpendicular, on the side of A's cone.
    n = (p1 - p0).cross(q1 - q0);
    const double length = n.norm();
    if (!(length > 0)) return;
    n /= length;
    if (e.cone && !inCone(e, n)) n = -n;
  }
  terms.push_back({.gap = gap,
                   .weight = weight,
                   .n_W = poses.X_WA.turn(n),
                   .p_W = poses.X_WA(0.5 * (c.pointP + n * a.radius + c.pointQ - n * b.radius)),
                   .feature = featureId(kEdges, edgeA, edgeB)});
}

}  // namespace passung::collision

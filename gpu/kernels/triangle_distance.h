// SPDX-License-Identifier: Apache-2.0
// Problem: the squared distance of two triangles, when it is below a limit, and whether they meet, on host and device.
// Method: that of collision::closestTriangles (collision/queries/mesh_distance.h) in plain doubles: the normals tell
//   far pairs apart, then 6 corners against the other triangle and 9 pairs of edges (Ericson, "Real-Time Collision
//   Detection", 2005, sections 5.1.5 and 5.1.9), then whether an edge runs through the inside of the other triangle, by
//   the signs of orientations (Guigue and Devillers, 2003). An orientation within its error bound (Shewchuk, 1997) is
//   not decided here: the pair is then `undecided`, and the host asks the exact predicates. Whatever is decided here is
//   what they would say.
// Exactness: the operations and their order are those of closestTriangles, sums as (x + y) + z, so results have the
//   same bits wherever Eigen adds so (its packets of two doubles: x86-64, ARM64), which a test asserts; elsewhere they
//   differ by roundings.
// Cost: 100 operations for pairs that a plane separates, some 2000 for others.
// Failure modes: pairs that touch, or nearly do, are undecided: work for the host. Coordinates whose products of three
//   leave the range of doubles lose the guarantee, as with the exact predicates.
#pragma once

#include <cmath>

#include "core/host_device.h"

namespace passung::gpu {

struct Double3 {
  double x, y, z;
};
static_assert(sizeof(Double3) == 24);

PASSUNG_HD inline Double3 operator+(Double3 p, Double3 q) { return {p.x + q.x, p.y + q.y, p.z + q.z}; }
PASSUNG_HD inline Double3 operator-(Double3 p, Double3 q) { return {p.x - q.x, p.y - q.y, p.z - q.z}; }
PASSUNG_HD inline Double3 operator*(double s, Double3 p) { return {s * p.x, s * p.y, s * p.z}; }
PASSUNG_HD inline double dot(Double3 p, Double3 q) { return (p.x * q.x + p.y * q.y) + p.z * q.z; }
PASSUNG_HD inline double squaredNorm(Double3 p) { return dot(p, p); }
PASSUNG_HD inline Double3 cross(Double3 p, Double3 q) {
  return {p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x};
}
PASSUNG_HD inline double least(double a, double b) { return b < a ? b : a; }
PASSUNG_HD inline double greatest(double a, double b) { return a < b ? b : a; }

struct TriangleCorners {
  Double3 v[3];
};

// A rigid pose in doubles: x_A = R x_B + p, R by rows.
struct Pose {
  double R[9];
  double p[3];
};
static_assert(sizeof(Pose) == 96);

// The one place where a corner of B is rounded into the frame of A.
PASSUNG_HD inline Double3 placed(const Pose& X, Double3 q) {
  return {((X.R[0] * q.x + X.R[1] * q.y) + X.R[2] * q.z) + X.p[0],
          ((X.R[3] * q.x + X.R[4] * q.y) + X.R[5] * q.z) + X.p[1],
          ((X.R[6] * q.x + X.R[7] * q.y) + X.R[8] * q.z) + X.p[2]};
}

// A lower bound of the squared distance: that of the triangles' boxes.
PASSUNG_HD inline double boxesSquaredDistance(const TriangleCorners& a, const TriangleCorners& b) {
  const auto gap = [](double a0, double a1, double a2, double b0, double b1, double b2) {
    const double lowerA = least(least(a0, a1), a2);
    const double upperA = greatest(greatest(a0, a1), a2);
    const double lowerB = least(least(b0, b1), b2);
    const double upperB = greatest(greatest(b0, b1), b2);
    return greatest(greatest(lowerA - upperB, lowerB - upperA), 0.0);
  };
  return squaredNorm({gap(a.v[0].x, a.v[1].x, a.v[2].x, b.v[0].x, b.v[1].x, b.v[2].x),
                      gap(a.v[0].y, a.v[1].y, a.v[2].y, b.v[0].y, b.v[1].y, b.v[2].y),
                      gap(a.v[0].z, a.v[1].z, a.v[2].z, b.v[0].z, b.v[1].z, b.v[2].z)});
}

// Whether a plane across a diagonal of two axes (x + y, x - y, ...) has one triangle on either side. Exact: rounding is
// monotone, so that rounded sums in strict order are sums of the true coordinates in that order.
PASSUNG_HD inline bool apartAlongDiagonals(const TriangleCorners& a, const TriangleCorners& b) {
  const auto apart = [](double a0, double a1, double a2, double b0, double b1, double b2) {
    return greatest(greatest(a0, a1), a2) < least(least(b0, b1), b2) ||
           greatest(greatest(b0, b1), b2) < least(least(a0, a1), a2);
  };
  const auto pair = [&](double Double3::*i, double Double3::*j) {
    return apart(a.v[0].*i + a.v[0].*j, a.v[1].*i + a.v[1].*j, a.v[2].*i + a.v[2].*j, b.v[0].*i + b.v[0].*j,
                 b.v[1].*i + b.v[1].*j, b.v[2].*i + b.v[2].*j) ||
           apart(a.v[0].*i - a.v[0].*j, a.v[1].*i - a.v[1].*j, a.v[2].*i - a.v[2].*j, b.v[0].*i - b.v[0].*j,
                 b.v[1].*i - b.v[1].*j, b.v[2].*i - b.v[2].*j);
  };
  return pair(&Double3::x, &Double3::y) || pair(&Double3::x, &Double3::z) || pair(&Double3::y, &Double3::z);
}

enum class Side { kBelow = -1, kUndecided = 0, kAbove = 1 };

// The sign of (b - a) x (c - a) . (d - a) where rounding cannot have changed it (collision/queries/exact_predicates.h).
PASSUNG_HD inline Side filteredSide(Double3 a, Double3 b, Double3 c, Double3 d) {
  constexpr double kEps = 0x1p-53;
  constexpr double kBound = (7 + 56 * kEps) * kEps;
  const Double3 u = b - a;
  const Double3 v = c - a;
  const Double3 w = d - a;
  const double vw = v.x * w.y;
  const double wv = w.x * v.y;
  const double wu = w.x * u.y;
  const double uw = u.x * w.y;
  const double uv = u.x * v.y;
  const double vu = v.x * u.y;
  const double det = u.z * (vw - wv) + v.z * (wu - uw) + w.z * (uv - vu);
  const double permanent = (std::fabs(vw) + std::fabs(wv)) * std::fabs(u.z) +
                           (std::fabs(wu) + std::fabs(uw)) * std::fabs(v.z) +
                           (std::fabs(uv) + std::fabs(vu)) * std::fabs(w.z);
  const double bound = kBound * permanent;
  if (det > bound) return Side::kAbove;
  if (det < -bound) return Side::kBelow;
  return Side::kUndecided;
}

enum class Meeting { kNo, kYes, kUndecided };

// Sides of t's corners against the plane of `plane`; true when all are decided and the same.
PASSUNG_HD inline bool strictlyOneSide(const TriangleCorners& plane, const TriangleCorners& t, Side sides[3]) {
  for (int k = 0; k < 3; ++k) sides[k] = filteredSide(plane.v[0], plane.v[1], plane.v[2], t.v[k]);
  return sides[0] != Side::kUndecided && sides[0] == sides[1] && sides[1] == sides[2];
}

// Whether an edge of a, with its corners on these sides of t's plane, meets t.
PASSUNG_HD inline Meeting edgesMeet(const TriangleCorners& a, const Side sides[3], const TriangleCorners& t) {
  Meeting result = Meeting::kNo;
  for (int k = 0; k < 3; ++k) {
    const int n = (k + 1) % 3;
    const bool decided = sides[k] != Side::kUndecided && sides[n] != Side::kUndecided;
    if (decided && sides[k] == sides[n]) continue;
    const Side s0 = filteredSide(a.v[k], a.v[n], t.v[0], t.v[1]);
    const Side s1 = filteredSide(a.v[k], a.v[n], t.v[1], t.v[2]);
    const Side s2 = filteredSide(a.v[k], a.v[n], t.v[2], t.v[0]);
    // The line passes outside; it does not lie in the plane, or no side would be decided.
    const bool above = s0 == Side::kAbove || s1 == Side::kAbove || s2 == Side::kAbove;
    const bool below = s0 == Side::kBelow || s1 == Side::kBelow || s2 == Side::kBelow;
    if (above && below) continue;
    if (decided && s0 != Side::kUndecided && s0 == s1 && s1 == s2) return Meeting::kYes;
    result = Meeting::kUndecided;
  }
  return result;
}

// Whether the triangles have a point in common, as collision::trianglesIntersect says.
PASSUNG_HD inline Meeting filteredMeeting(const TriangleCorners& a, const TriangleCorners& b) {
  Side sidesB[3];
  Side sidesA[3];
  if (strictlyOneSide(a, b, sidesB) || strictlyOneSide(b, a, sidesA)) return Meeting::kNo;
  const Meeting byA = edgesMeet(a, sidesA, b);
  if (byA == Meeting::kYes) return Meeting::kYes;
  const Meeting byB = edgesMeet(b, sidesB, a);
  if (byB == Meeting::kYes) return Meeting::kYes;
  return byA == Meeting::kNo && byB == Meeting::kNo ? Meeting::kNo : Meeting::kUndecided;
}

// True only if the triangles are at least as far apart as the limit along the normal of `own`. The normal is rounded,
// and that of a sliver points anywhere; so its own triangle is measured along it, too (collision/queries/
// mesh_distance.cpp).
PASSUNG_HD inline bool beyondAlongNormal(const TriangleCorners& own, const TriangleCorners& other,
                                         double limitSquared) {
  constexpr double kEps = 0x1p-52;
  const Double3 n = cross(own.v[1] - own.v[0], own.v[2] - own.v[0]);
  double reach = 0;
  const auto along = [&](Double3 p) {
    const Double3 way = p - own.v[0];
    reach = greatest(reach, greatest(greatest(std::fabs(way.x), std::fabs(way.y)), std::fabs(way.z)));
    return dot(n, way);
  };
  const double e1 = along(own.v[1]);
  const double e2 = along(own.v[2]);
  const double d0 = along(other.v[0]);
  const double d1 = along(other.v[1]);
  const double d2 = along(other.v[2]);
  const double ownLow = least(least(e1, e2), 0.0);
  const double ownHigh = greatest(greatest(e1, e2), 0.0);
  const double pad = 16 * kEps * ((std::fabs(n.x) + std::fabs(n.y)) + std::fabs(n.z)) * reach;
  const double gap = greatest(least(least(d0, d1), d2) - ownHigh, ownLow - greatest(greatest(d0, d1), d2)) - pad;
  const double n2 = squaredNorm(n) * (1 + 16 * kEps);
  return gap > 0 && gap * gap >= limitSquared * n2 && n2 > 0;
}

// Below this squared sine of an angle, a normal has lost too many digits: flat or parallel; below the second, an
// interior solution is checked against the ends as well; below the third, a distance from the plane of a triangle is
// measured from its longest side (collision/queries/closest.cpp).
inline constexpr double kFlatSine = 1e-20;
inline constexpr double kNearlyParallelSine = 1e-8;
inline constexpr double kSliverSine = 1e-8;

PASSUNG_HD inline Double3 closestOnSegment(Double3 p, Double3 a, Double3 b) {
  const Double3 d = b - a;
  const double num = dot(d, p - a);
  const double den = squaredNorm(d);
  if (!(num > 0)) return a;
  if (num >= den) return b;
  return a + (num / den) * d;
}

PASSUNG_HD inline double squaredPointSegment(Double3 p, Double3 a, Double3 b) {
  return squaredNorm(p - closestOnSegment(p, a, b));
}

// The point of a triangle from which the distance of p from its plane is measured. longest: the square of the longest
// side; nn: that of twice the area.
PASSUNG_HD inline Double3 measuredFrom(Double3 p, Double3 a, Double3 b, Double3 c, double nn, double longest) {
  if (!(nn < kSliverSine * longest * longest)) return a;
  if (squaredNorm(b - a) == longest) return closestOnSegment(p, a, b);
  if (squaredNorm(c - a) == longest) return closestOnSegment(p, c, a);
  return closestOnSegment(p, b, c);
}

PASSUNG_HD inline double squaredPointTriangle(Double3 p, const TriangleCorners& t) {
  const Double3 a = t.v[0];
  const Double3 b = t.v[1];
  const Double3 c = t.v[2];
  const Double3 ab = b - a;
  const Double3 ac = c - a;
  const Double3 ap = p - a;
  const Double3 n = cross(ab, ac);
  const double nn = squaredNorm(n);
  const double longest = greatest(greatest(squaredNorm(ab), squaredNorm(ac)), squaredNorm(c - b));

  bool facing[3] = {true, true, true};  // sides ab, bc, ca that see the projection outside
  if (nn > kFlatSine * longest * longest) {
    const double wc = dot(n, cross(ab, ap));
    const double wb = dot(n, cross(ap, ac));
    const double wa = dot(n, cross(c - b, p - b));
    if (wa >= 0 && wb >= 0 && wc >= 0) {
      const double h = dot(n, p - measuredFrom(p, a, b, c, nn, longest));
      const double f = h / nn;
      return h * f;
    }
    facing[0] = wc < 0;
    facing[1] = wa < 0;
    facing[2] = wb < 0;
  }
  double best = -1;
  const Double3 corner[4] = {a, b, c, a};
  for (int k = 0; k < 3; ++k) {
    if (!facing[k]) continue;
    const double squared = squaredPointSegment(p, corner[k], corner[k + 1]);
    if (best < 0 || squared < best) best = squared;
  }
  return best;
}

PASSUNG_HD inline double squaredSegmentSegment(Double3 p0, Double3 p1, Double3 q0, Double3 q1) {
  const Double3 u = p1 - p0;
  const Double3 v = q1 - q0;
  const Double3 w = q0 - p0;
  const Double3 n = cross(u, v);
  const double nn = squaredNorm(n);
  const double scale = squaredNorm(u) * squaredNorm(v);
  double best = -1;
  if (nn > kFlatSine * scale) {
    const double s = dot(cross(w, v), n) / nn;
    const double t = dot(cross(w, u), n) / nn;
    if (s > 0 && s < 1 && t > 0 && t < 1) {
      best = squaredNorm((p0 + s * u) - (q0 + t * v));
      if (nn > kNearlyParallelSine * scale) return best;
    }
  }
  // One of the four ends takes part.
  const double ends[4] = {squaredPointSegment(p0, q0, q1), squaredPointSegment(p1, q0, q1),
                          squaredPointSegment(q0, p0, p1), squaredPointSegment(q1, p0, p1)};
  for (const double squared : ends) {
    if (best < 0 || squared < best) best = squared;
  }
  return best;
}

// The box of a segment.
struct SegmentBox {
  Double3 lower, upper;
};

PASSUNG_HD inline SegmentBox boxOf(Double3 p, Double3 q) {
  return {{least(p.x, q.x), least(p.y, q.y), least(p.z, q.z)},
          {greatest(p.x, q.x), greatest(p.y, q.y), greatest(p.z, q.z)}};
}

// True only if squaredSegmentSegment() of segments in these boxes gives more than `squared`. What it gives is the
// distance of two points that are on the segments but for some roundings of their coordinates, which are below
// 1e-10 of the gap here.
PASSUNG_HD inline bool farther(const SegmentBox& a, const SegmentBox& b, double squared) {
  const double x = greatest(greatest(a.lower.x - b.upper.x, b.lower.x - a.upper.x), 0.0);
  const double y = greatest(greatest(a.lower.y - b.upper.y, b.lower.y - a.upper.y), 0.0);
  const double z = greatest(greatest(a.lower.z - b.upper.z, b.lower.z - a.upper.z), 0.0);
  const double gap = (x * x + y * y) + z * z;
  if (gap * (1 - 1e-6) <= squared) return false;
  const double scale = greatest(greatest(greatest(std::fabs(a.lower.x), std::fabs(a.upper.x)),
                                         greatest(std::fabs(a.lower.y), std::fabs(a.upper.y))),
                                greatest(std::fabs(a.lower.z), std::fabs(a.upper.z))) +
                       greatest(greatest(greatest(std::fabs(b.lower.x), std::fabs(b.upper.x)),
                                         greatest(std::fabs(b.lower.y), std::fabs(b.upper.y))),
                                greatest(std::fabs(b.lower.z), std::fabs(b.upper.z)));
  return gap > 1e-10 * (scale * scale);
}

enum class Nearness { kFarther, kNear, kUndecided };

struct FilteredDistance {
  Nearness nearness;
  double squared;  // [m^2] of kNear, 0 when they meet; else without meaning
};

// kFarther: not nearer than the limit [m^2]. kUndecided: ask collision::closestTriangles. `apart`: the triangles' boxes
// are, so that they cannot meet.
PASSUNG_HD inline FilteredDistance filteredDistance(const TriangleCorners& a, const TriangleCorners& b,
                                                    double limitSquared, bool apart = false) {
  if (beyondAlongNormal(a, b, limitSquared) || beyondAlongNormal(b, a, limitSquared)) return {Nearness::kFarther, 0};
  double best = limitSquared;
  for (int k = 0; k < 3; ++k) {
    best = least(best, squaredPointTriangle(a.v[k], b));
    best = least(best, squaredPointTriangle(b.v[k], a));
  }
  SegmentBox edges[3];
  for (int l = 0; l < 3; ++l) edges[l] = boxOf(b.v[l], b.v[(l + 1) % 3]);
  for (int k = 0; k < 3; ++k) {
    const SegmentBox edge = boxOf(a.v[k], a.v[(k + 1) % 3]);
    for (int l = 0; l < 3; ++l) {
      if (farther(edge, edges[l], best)) continue;
      best = least(best, squaredSegmentSegment(a.v[k], a.v[(k + 1) % 3], b.v[l], b.v[(l + 1) % 3]));
    }
  }
  // The corners and edges know nothing of an edge that runs through the inside of the other triangle.
  if (best > 0 && !apart) {
    const Meeting meeting = filteredMeeting(a, b);
    if (meeting == Meeting::kUndecided && !apartAlongDiagonals(a, b)) return {Nearness::kUndecided, 0};
    if (meeting == Meeting::kYes) return {Nearness::kNear, 0};
  }
  if (best < limitSquared) return {Nearness::kNear, best};
  return {Nearness::kFarther, 0};
}

}  // namespace passung::gpu

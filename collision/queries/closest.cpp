// SPDX-License-Identifier: Apache-2.0
#include "collision/queries/closest.h"

#include <algorithm>

namespace passung::collision {
namespace {

// Slivers. Let L be the longest side, r L the height above it, u = 2^-53. The cross product of two sides is off by
// 7 u L^2 at most, so the normal is turned by t = 7 u / r. A distance from the plane, measured from a corner, errs by t
// times the way along the triangle, 7 u L / r: 8e-12 L at r = 1e-4, 8e-6 L at r = 1e-10. Measured from the closest
// point of the longest side, which is within r L of that of the triangle, it errs by t r L = 7 u L and, at a distance
// D, by D t^2 / 2: slivers are measured from there. Taken as its three sides alone, a triangle is too far by half its
// height at most, r L / 2. That is less than D t^2 / 2 at D = L below r^3 = (7 u)^2, r = 8e-11: there sides take over.
// Squares of r:
constexpr double kSliver = 1e-8;
constexpr double kFlat = 1e-20;  // too few digits to decide anything: flat or parallel
// Below this one, an interior solution is checked against the ends as well.
constexpr double kNearlyParallel = 1e-8;

}  // namespace

PointSegment closestPointSegment(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 d = b - a;
  const double num = d.dot(p - a);
  const double den = d.squaredNorm();
  if (!(num > 0)) return {0, a, (p - a).squaredNorm()};
  if (num >= den) return {1, b, (p - b).squaredNorm()};
  const double t = num / den;
  const Vec3 q = a + t * d;
  return {t, q, (p - q).squaredNorm()};
}

namespace {

// Of a point above the inside. longest: the square of the longest side.
PointTriangle closestOnSliver(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& n, double nn,
                              double longest) {
  const Vec3 from = (b - a).squaredNorm() == longest   ? closestPointSegment(p, a, b).point
                    : (c - a).squaredNorm() == longest ? closestPointSegment(p, c, a).point
                                                       : closestPointSegment(p, b, c).point;
  const double h = n.dot(p - from);
  const double f = h / nn;
  const Vec3 foot = p - f * n;
  // A foot farther from the side than the height is not on the triangle: the normal was turned too far for so distant
  // a point.
  const bool on = (foot - from).squaredNorm() * longest <= nn;
  return {on ? foot : from, h * f, TriangleFeature::kFace};
}

}  // namespace

PointTriangle closestPointTriangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 ab = b - a;
  const Vec3 ac = c - a;
  const Vec3 ap = p - a;
  const Vec3 n = ab.cross(ac);
  const double nn = n.squaredNorm();
  const double longest = std::max({ab.squaredNorm(), ac.squaredNorm(), (c - b).squaredNorm()});

  bool facing[3] = {true, true, true};  // sides ab, bc, ca that see the projection outside
  if (nn > kFlat * longest * longest) {
    // Twice the areas of the projection with each side, times |n|.
    const double wc = n.dot(ab.cross(ap));
    const double wb = n.dot(ap.cross(ac));
    const double wa = n.dot((c - b).cross(p - b));
    if (wa >= 0 && wb >= 0 && wc >= 0) {
      if (nn < kSliver * longest * longest) return closestOnSliver(p, a, b, c, n, nn, longest);
      const double h = n.dot(ap);
      const double f = h / nn;
      return {p - f * n, h * f, TriangleFeature::kFace};
    }
    facing[0] = wc < 0;
    facing[1] = wa < 0;
    facing[2] = wb < 0;
  }

  // The closest point lies on a side that faces the point.
  const Vec3* const corner[4] = {&a, &b, &c, &a};
  PointTriangle best;
  best.squared = -1;
  for (int k = 0; k < 3; ++k) {
    if (!facing[k]) continue;
    const PointSegment e = closestPointSegment(p, *corner[k], *corner[k + 1]);
    if (best.squared >= 0 && e.squared >= best.squared) continue;
    int feature = 3 + k;
    if (e.t == 0) feature = k;
    if (e.t == 1) feature = (k + 1) % 3;
    best = {e.point, e.squared, static_cast<TriangleFeature>(feature)};
  }
  return best;
}

SegmentSegment closestSegmentSegment(const Vec3& p0, const Vec3& p1, const Vec3& q0, const Vec3& q1) {
  const Vec3 u = p1 - p0;
  const Vec3 v = q1 - q0;
  const Vec3 w = q0 - p0;
  const Vec3 n = u.cross(v);
  const double nn = n.squaredNorm();
  const double scale = u.squaredNorm() * v.squaredNorm();

  SegmentSegment best;
  best.squared = -1;
  if (nn > kFlat * scale) {
    const double s = w.cross(v).dot(n) / nn;
    const double t = w.cross(u).dot(n) / nn;
    if (s > 0 && s < 1 && t > 0 && t < 1) {
      best = {s, t, p0 + s * u, q0 + t * v, 0};
      best.squared = (best.pointP - best.pointQ).squaredNorm();
      if (nn > kNearlyParallel * scale) return best;
    }
  }

  // One of the four ends takes part.
  const auto consider = [&best](const SegmentSegment& x) {
    if (best.squared < 0 || x.squared < best.squared) best = x;
  };
  const PointSegment a = closestPointSegment(p0, q0, q1);
  consider({0, a.t, p0, a.point, a.squared});
  const PointSegment b = closestPointSegment(p1, q0, q1);
  consider({1, b.t, p1, b.point, b.squared});
  const PointSegment c = closestPointSegment(q0, p0, p1);
  consider({c.t, 0, c.point, q0, c.squared});
  const PointSegment d = closestPointSegment(q1, p0, p1);
  consider({d.t, 1, d.point, q1, d.squared});
  return best;
}

}  // namespace passung::collision

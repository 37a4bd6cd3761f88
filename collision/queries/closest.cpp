// SPDX-License-Identifier: Apache-2.0
#include "collision/queries/closest.h"

#include <algorithm>

namespace passung::collision {
namespace {

// Below this squared sine of an angle, a normal has lost too many digits to decide anything: flat or parallel.
constexpr double kFlat = 1e-20;
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

// SPDX-License-Identifier: Apache-2.0
// Closest points on one triangle of a ContactGeometry, and the normals that give them a side.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "collision/narrowphase/contact_geometry.h"
#include "collision/queries/closest.h"

namespace passung::collision {

// Pseudo-normal of the feature of a triangle on which a closest point lies.
[[nodiscard]] inline const Vec3& featureNormal(const ContactGeometry& g, int triangle, const PointTriangle& c) {
  const auto t = static_cast<std::size_t>(triangle);
  const auto k = static_cast<std::size_t>(indexOf(c.feature));
  if (isVertex(c.feature)) return g.mesh->vertexNormals()[static_cast<std::size_t>(g.mesh->triangles()[t][k])];
  if (isEdge(c.feature)) return g.edgeNormals[static_cast<std::size_t>(g.mesh->triangleEdges()[t][k])];
  return g.mesh->faceNormals()[t];
}

[[nodiscard]] inline PointTriangle closestOn(const ContactGeometry& g, int triangle, const Vec3& p) {
  const PackedTriangle& packed = g.triangles[static_cast<std::size_t>(triangle)];
  const Vec3 r = p - packed.a;
  const double u = r.dot(packed.toB), v = r.dot(packed.toC);
  // Well inside the face; needles have u = v = 0.
  constexpr double kInside = 1e-9;
  if (u > kInside && v > kInside && u + v < 1 - kInside) {
    PointTriangle c;
    const Vec3 on = u * packed.ab + v * packed.ac;
    c.point = packed.a + on;
    c.squared = (r - on).squaredNorm();
    c.feature = TriangleFeature::kFace;
    return c;
  }
  const Triangle& t = g.mesh->triangles()[static_cast<std::size_t>(triangle)];
  return closestPointTriangle(p, packed.a, g.points[static_cast<std::size_t>(t[1])],
                              g.points[static_cast<std::size_t>(t[2])]);
}

// 1 outside, -1 inside, 0 on the triangle that is nearest to p.
[[nodiscard]] inline int sideOf(const ContactGeometry& target, int triangle, const Vec3& p, const PointTriangle& c) {
  const double s = (p - c.point).dot(featureNormal(target, triangle, c));
  return s > 0 ? 1 : (s < 0 ? -1 : 0);
}

[[nodiscard]] inline int sideOf(const ContactGeometry& target, int triangle, const Vec3& p) {
  return sideOf(target, triangle, p, closestOn(target, triangle, p));
}

// The triangle nearest to p within the root of `squared`, which becomes its squared distance; -1 if there is none.
[[nodiscard]] inline int nearestTriangle(const ContactGeometry& target, const Vec3& p, double& squared) {
  int nearest = -1;
  squared = target.triangleBvh.nearest(p, squared, [&](int t, double best) {
    const double d = closestOn(target, t, p).squared;
    if (d < best) nearest = t;
    return std::min(d, best);
  });
  return nearest;
}

[[nodiscard]] inline bool isInside(const ContactGeometry& target, const Vec3& p) {
  double squared = std::numeric_limits<double>::infinity();
  return sideOf(target, nearestTriangle(target, p, squared), p) < 0;
}

[[nodiscard]] inline SegmentSegment closestOn(const ContactGeometry& a, const ContactEdge& e, const ContactGeometry& b,
                                              const ContactEdge& f, const Transform& X_AB) {
  return closestSegmentSegment(a.points[static_cast<std::size_t>(e.v0)], a.points[static_cast<std::size_t>(e.v1)],
                               X_AB * b.points[static_cast<std::size_t>(f.v0)],
                               X_AB * b.points[static_cast<std::size_t>(f.v1)]);
}

enum class Pierces { kNo, kYes, kUnsure };

struct WayCrossing {
  Pierces pierces = Pierces::kNo;
  bool enters = false;  // against the triangle's normal
  double at = 0;        // the share of the way
};

// Where the way from a to b crosses the triangle. Unsure near its border and edge-on.
[[nodiscard]] inline WayCrossing crossing(const ContactGeometry& g, int triangle, const Vec3& a, const Vec3& b) {
  constexpr double kBorder = 1e-6, kRounding = 1e-14;
  const Triangle& t = g.mesh->triangles()[static_cast<std::size_t>(triangle)];
  const Vec3& p = g.points[static_cast<std::size_t>(t[0])];
  const Vec3 e1 = g.points[static_cast<std::size_t>(t[1])] - p, e2 = g.points[static_cast<std::size_t>(t[2])] - p;
  const Vec3 way = b - a, h = way.cross(e2), s = a - p, q = s.cross(e1);
  const double det = e1.dot(h);
  // In units of det: barycentric coordinates and the place along the way.
  const double u = det < 0 ? -s.dot(h) : s.dot(h), v = det < 0 ? -way.dot(q) : way.dot(q);
  const double x = det < 0 ? -e2.dot(q) : e2.dot(q), whole = std::abs(det);
  const double length = way.norm(), l1 = e1.norm(), l2 = e2.norm();
  if (!(whole > 1e-9 * length * l1 * l2)) return {Pierces::kUnsure, false, 0};
  const double border = std::max(kBorder * whole, kRounding * s.norm() * std::max(length, l1) * (l1 + l2));
  const double least = std::min({u, v, whole - u - v, x, whole - x});
  const Pierces pierces = least > border ? Pierces::kYes : (least < -border ? Pierces::kNo : Pierces::kUnsure);
  return {pierces, det > 0, x / whole};
}

[[nodiscard]] inline Pierces crosses(const ContactGeometry& g, int triangle, const Vec3& a, const Vec3& b) {
  return crossing(g, triangle, a, b).pierces;
}

}  // namespace passung::collision

// SPDX-License-Identifier: Apache-2.0
// Problem:  mass, centre of mass and inertia of a polyhedron or a thin surface.
// Method:   the solid is the signed sum of tetrahedra (reference point, a, b, c); the moments of a tetrahedron with one
//           corner at the origin and det = a . (b x c) are
//             volume          det / 6
//             first moment    det / 24  (a + b + c)
//             second moment   det / 120 (a a' + b b' + c c' + s s'),  s = a + b + c.
//           The reference point is the middle of the bounds, so that a mesh far from the origin loses no digits.
// Source:   B. Mirtich, "Fast and Accurate Computation of Polyhedral Mass Properties", 1996; D. Eberly, 2002.
// Cost:     one pass over the triangles.
// Failure:  the result means nothing when the triangles do not bound a solid; a volume of zero gives all zeros.
#include "core/mass_properties.h"

#include "core/aabb.h"

namespace passung {
namespace {

// Zeroth, first and second moments about the reference point.
struct Moments {
  double m = 0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
};

Vec3 middle(std::span<const Vec3> vertices, std::span<const Triangle> triangles) {
  Aabb box;
  for (const Triangle& t : triangles) {
    for (const int v : t) box.add(vertices[static_cast<std::size_t>(v)]);
  }
  return box.empty() ? Vec3::Zero() : box.center();
}

// The inertia tensor that belongs to a second-moment matrix.
Mat3 tensor(const Mat3& second) { return second.trace() * Mat3::Identity() - second; }

MassProperties fromMoments(const Moments& s, const Vec3& reference) {
  if (s.m == 0.0) return {0.0, reference, Mat3::Zero()};
  const Vec3 c = s.first / s.m;
  return {s.m, reference + c, tensor(s.second - s.m * c * c.transpose())};
}

}  // namespace

MassProperties solidMassProperties(std::span<const Vec3> vertices, std::span<const Triangle> triangles) {
  const Vec3 reference = middle(vertices, triangles);
  Moments sum;
  for (const Triangle& t : triangles) {
    const Vec3 a = vertices[static_cast<std::size_t>(t[0])] - reference;
    const Vec3 b = vertices[static_cast<std::size_t>(t[1])] - reference;
    const Vec3 c = vertices[static_cast<std::size_t>(t[2])] - reference;
    const double det = a.dot(b.cross(c));
    const Vec3 s = a + b + c;
    sum.m += det / 6.0;
    sum.first += det / 24.0 * s;
    sum.second += det / 120.0 * (a * a.transpose() + b * b.transpose() + c * c.transpose() + s * s.transpose());
  }
  return fromMoments(sum, reference);
}

MassProperties shellMassProperties(std::span<const Vec3> vertices, std::span<const Triangle> triangles) {
  const Vec3 reference = middle(vertices, triangles);
  Moments sum;
  for (const Triangle& t : triangles) {
    const Vec3 a = vertices[static_cast<std::size_t>(t[0])] - reference;
    const Vec3 b = vertices[static_cast<std::size_t>(t[1])] - reference;
    const Vec3 c = vertices[static_cast<std::size_t>(t[2])] - reference;
    const double area = 0.5 * (b - a).cross(c - a).norm();
    const Vec3 s = a + b + c;
    sum.m += area;
    sum.first += area / 3.0 * s;
    sum.second += area / 12.0 * (a * a.transpose() + b * b.transpose() + c * c.transpose() + s * s.transpose());
  }
  return fromMoments(sum, reference);
}

MassProperties joined(const MassProperties& a, const MassProperties& b) {
  const double mass = a.mass + b.mass;
  if (mass == 0.0) return {0.0, 0.5 * (a.com + b.com), a.inertia + b.inertia};
  // Relative to a, so that two bodies far from the origin lose no digits.
  const Vec3 com = a.com + (b.mass / mass) * (b.com - a.com);
  MassProperties sum{mass, com, Mat3::Zero()};
  for (const MassProperties* part : {&a, &b}) {
    const Vec3 d = part->com - com;
    sum.inertia += part->inertia + part->mass * tensor(d * d.transpose());
  }
  return sum;
}

MassProperties transformed(const MassProperties& m_B, const Transform& X_AB) {
  const Mat3 R = X_AB.R();
  return {m_B.mass, X_AB * m_B.com, R * m_B.inertia * R.transpose()};
}

}  // namespace passung

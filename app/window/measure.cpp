// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/measure.h"

#include <algorithm>
#include <cmath>

namespace passung::app {

namespace {

constexpr double kParallel = 1e-4;  // [rad]

Vec3 onAxis(const PlacedSnap& axis, const Vec3& q) { return axis.p + axis.direction.dot(q - axis.p) * axis.direction; }
Vec3 onPlane(const PlacedSnap& plane, const Vec3& q) { return q - plane.direction.dot(q - plane.p) * plane.direction; }

// Where two lines that are not parallel are nearest.
std::pair<Vec3, Vec3> nearestOfLines(const PlacedSnap& a, const PlacedSnap& b) {
  const Vec3 w = a.p - b.p;
  const double c = a.direction.dot(b.direction), d = a.direction.dot(w), e = b.direction.dot(w);
  const double s = (c * e - d) / (1 - c * c), t = (e - c * d) / (1 - c * c);
  return {a.p + s * a.direction, b.p + t * b.direction};
}

}  // namespace

PlacedSnap placedAt(const Snap& s, const Transform& X_WB) {
  return {s.kind, X_WB * s.p, X_WB.q * s.direction, s.radius, s.halfLength};
}

Measurement measureBetween(const PlacedSnap& a, const PlacedSnap& b) {
  using Kind = Snap::Kind;
  using Between = Measurement::Between;
  // An edge that was clicked is a place on it; only two edges, or an edge and an axis, have an angle as lines.
  const auto isLine = [](const PlacedSnap& s) { return s.kind == Kind::kAxis; };
  const auto isPlane = [](const PlacedSnap& s) { return s.kind == Kind::kPlane; };
  Measurement m{.a = a.p, .b = b.p};
  const double cosine = std::min(1.0, std::abs(a.direction.dot(b.direction)));
  const double sine = a.direction.cross(b.direction).norm();
  if (isLine(a) && isLine(b)) {
    m.between = Between::kAxes;
    m.angle = std::atan2(sine, cosine);
    if (sine < kParallel) {
      m.b = onAxis(b, a.p);
    } else {
      std::tie(m.a, m.b) = nearestOfLines(a, b);
    }
  } else if (isPlane(a) && isPlane(b)) {
    m.between = Between::kPlanes;
    m.angle = std::atan2(sine, cosine);
    if (sine < kParallel) m.b = onPlane(b, a.p);
  } else if ((isLine(a) && isPlane(b)) || (isPlane(a) && isLine(b))) {
    m.between = Between::kAxisAndPlane;
    m.angle = std::atan2(cosine, sine);
    if (*m.angle < kParallel) (isPlane(b) ? m.b : m.a) = isPlane(b) ? onPlane(b, a.p) : onPlane(a, b.p);
  } else if (isLine(a) || isLine(b)) {
    m.between = Between::kPointAndAxis;
    (isLine(b) ? m.b : m.a) = isLine(b) ? onAxis(b, a.p) : onAxis(a, b.p);
  } else if (isPlane(a) || isPlane(b)) {
    m.between = Between::kPointAndPlane;
    (isPlane(b) ? m.b : m.a) = isPlane(b) ? onPlane(b, a.p) : onPlane(a, b.p);
  } else if (a.kind == Kind::kEdge && b.kind == Kind::kEdge) {
    m.angle = std::atan2(sine, cosine);
  }
  m.distance = (m.b - m.a).norm();
  return m;
}

}  // namespace passung::app

// SPDX-License-Identifier: Apache-2.0
// Axis-aligned bounding box in double precision.
#pragma once

#include <limits>

#include "core/math.h"

namespace passung {

// Empty when any lower corner exceeds the upper one, as after construction.
struct Aabb {
  Vec3 lower = Vec3::Constant(std::numeric_limits<double>::infinity());
  Vec3 upper = Vec3::Constant(-std::numeric_limits<double>::infinity());

  [[nodiscard]] bool empty() const { return (lower.array() > upper.array()).any(); }
  [[nodiscard]] Vec3 center() const { return 0.5 * (lower + upper); }
  [[nodiscard]] Vec3 extent() const { return upper - lower; }
  // Length of the diagonal [m]; 0 when empty.
  [[nodiscard]] double size() const { return empty() ? 0.0 : extent().norm(); }
  [[nodiscard]] double area() const {
    if (empty()) return 0.0;
    const Vec3 e = extent();
    return 2.0 * (e.x() * e.y() + e.y() * e.z() + e.z() * e.x());
  }
  void add(const Vec3& p) {
    lower = lower.cwiseMin(p);
    upper = upper.cwiseMax(p);
  }
  void add(const Aabb& b) {
    lower = lower.cwiseMin(b.lower);
    upper = upper.cwiseMax(b.upper);
  }
  [[nodiscard]] Aabb grown(double margin) const {
    return {lower - Vec3::Constant(margin), upper + Vec3::Constant(margin)};
  }
  [[nodiscard]] bool overlaps(const Aabb& b) const {
    return lower.x() <= b.upper.x() && upper.x() >= b.lower.x() && lower.y() <= b.upper.y() &&
           upper.y() >= b.lower.y() && lower.z() <= b.upper.z() && upper.z() >= b.lower.z();
  }
  [[nodiscard]] bool contains(const Aabb& b) const {
    return (lower.array() <= b.lower.array()).all() && (upper.array() >= b.upper.array()).all();
  }
  [[nodiscard]] bool contains(const Vec3& p) const {
    return (lower.array() <= p.array()).all() && (upper.array() >= p.array()).all();
  }
  // Squared distance [m^2] from p to the box; 0 inside.
  [[nodiscard]] double squaredDistance(const Vec3& p) const {
    return (lower - p).cwiseMax(p - upper).cwiseMax(0.0).squaredNorm();
  }
  // Squared distance [m^2] between two boxes; 0 when they overlap.
  [[nodiscard]] double squaredDistance(const Aabb& b) const {
    return (lower - b.upper).cwiseMax(b.lower - upper).cwiseMax(0.0).squaredNorm();
  }
};

// The box of a box moved by X_WB: encloses every point of it.
inline Aabb transformed(const Aabb& box_B, const Transform& X_WB) {
  if (box_B.empty()) return box_B;
  const Vec3 c = X_WB * box_B.center();
  const Vec3 h = X_WB.R().cwiseAbs() * (0.5 * box_B.extent());
  return {c - h, c + h};
}

}  // namespace passung

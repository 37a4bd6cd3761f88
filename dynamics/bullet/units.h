// SPDX-License-Identifier: Apache-2.0
// Conversion between the scene's SI units and the units Bullet calculates in.
//
// Bullet holds absolute constants (margins, slops, speed thresholds) that suit objects of size 1 and mass 1. Lengths
// and masses are multiplied on the way in and divided on the way out; times and angles stay. Speeds and accelerations
// go with the length factor, inertias with mass times length squared, forces and linear impulses with mass times
// length.
#pragma once

#include <LinearMath/btTransform.h>

#include "core/math.h"

namespace passung::dynamics {

struct BulletUnits {
  double length = 1;  // Bullet lengths per metre
  double mass = 1;    // Bullet masses per kilogram

  [[nodiscard]] btVector3 in(const Vec3& lengthLike) const {
    return {length * lengthLike.x(), length * lengthLike.y(), length * lengthLike.z()};
  }
  [[nodiscard]] Vec3 out(const btVector3& lengthLike) const {
    return Vec3(lengthLike.x(), lengthLike.y(), lengthLike.z()) / length;
  }
  [[nodiscard]] btTransform in(const Transform& X) const {
    return btTransform(btQuaternion(X.q.x(), X.q.y(), X.q.z(), X.q.w()), in(X.p));
  }
  [[nodiscard]] Transform out(const btTransform& X) const {
    const btQuaternion q = X.getRotation();
    return {Quat(q.w(), q.x(), q.y(), q.z()).normalized(), out(X.getOrigin())};
  }
  [[nodiscard]] btVector3 inForce(const Vec3& f) const { return in(Vec3(mass * f)); }
  [[nodiscard]] Vec3 outForce(const btVector3& f) const { return out(f) / mass; }
};

[[nodiscard]] inline btVector3 plain(const Vec3& v) { return {v.x(), v.y(), v.z()}; }
[[nodiscard]] inline Vec3 plain(const btVector3& v) { return {v.x(), v.y(), v.z()}; }

}  // namespace passung::dynamics

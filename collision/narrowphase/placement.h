// SPDX-License-Identifier: Apache-2.0
// A transform written out as matrix and sums, for the thousands of points that are placed in a step.
#pragma once

#include "core/math.h"

namespace passung::collision {

class Placement {
 public:
  explicit Placement(const Transform& X) : R_(X.R()), p_(X.p) {}

  [[nodiscard]] Vec3 operator()(const Vec3& v) const { return turn(v) + p_; }
  [[nodiscard]] Vec3 turn(const Vec3& v) const {
    return {R_(0, 0) * v.x() + R_(0, 1) * v.y() + R_(0, 2) * v.z(),
            R_(1, 0) * v.x() + R_(1, 1) * v.y() + R_(1, 2) * v.z(),
            R_(2, 0) * v.x() + R_(2, 1) * v.y() + R_(2, 2) * v.z()};
  }
  [[nodiscard]] Vec3 turnBack(const Vec3& v) const {
    return {R_(0, 0) * v.x() + R_(1, 0) * v.y() + R_(2, 0) * v.z(),
            R_(0, 1) * v.x() + R_(1, 1) * v.y() + R_(2, 1) * v.z(),
            R_(0, 2) * v.x() + R_(1, 2) * v.y() + R_(2, 2) * v.z()};
  }
  [[nodiscard]] const Mat3& rotation() const { return R_; }
  [[nodiscard]] const Vec3& origin() const { return p_; }
  [[nodiscard]] Vec3 back(const Vec3& v) const { return turnBack(v - p_); }

 private:
  Mat3 R_;
  Vec3 p_;
};

}  // namespace passung::collision

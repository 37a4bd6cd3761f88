// SPDX-License-Identifier: GPL-3.0-or-later
// Where a thread or a face of bearing carries its load: the mean distance of contacts from an axis, weighted by force.
#pragma once

#include <cmath>
#include <optional>

#include "dynamics/engine.h"

namespace passung::app {

class ContactRadius {
 public:
  // The axis: through `center`, along the unit vector `axis`.
  void add(const dynamics::Contact& contact, const Vec3& center, const Vec3& axis) {
    const double force = std::abs(contact.f_W.dot(contact.n_W));
    const Vec3 arm = contact.p_W - center;
    weighted_ += force * (arm - arm.dot(axis) * axis).norm();
    weight_ += force;
  }
  // [m]; empty while nothing carried force.
  [[nodiscard]] std::optional<double> mean() const {
    if (!(weight_ > 0)) return std::nullopt;
    return weighted_ / weight_;
  }

 private:
  double weighted_ = 0, weight_ = 0;
};

}  // namespace passung::app

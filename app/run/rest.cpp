// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/rest.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/run/body_points.h"

namespace passung::app {

RestTracker::RestTracker(const Aabb& box_B, const Vec3& com_B, double gravity) : box_B_(box_B), com_B_(com_B) {
  const double size = box_B.size();
  speedLimit_ = 1e-3 * std::sqrt(gravity * size);
  quietTime_ = gravity > 0 ? std::sqrt(size / gravity) : std::numeric_limits<double>::infinity();
}

double RestTracker::pointSpeed(const dynamics::BodyState& state) const {
  double largest = state.v_WC.norm();
  if (box_B_.empty()) return largest;
  for (int k = 0; k < 8; ++k) {
    const Vec3 r_W = state.X_WB.q * (corner(box_B_, k) - com_B_);
    largest = std::max(largest, (state.v_WC + state.w_WB.cross(r_W)).norm());
  }
  return largest;
}

void RestTracker::extend(Stretch& stretch, const dynamics::BodyState& state, double speed) const {
  stretch.maxSpeed = std::max(stretch.maxSpeed, speed);
  // Poses equal in every bit are the common case of a sleeping or fixed body.
  if (state.X_WB.p == stretch.X_WB.p && state.X_WB.q.coeffs() == stretch.X_WB.q.coeffs()) return;
  const double origin = (state.X_WB.p - stretch.X_WB.p).norm();
  stretch.drift = std::max({stretch.drift, origin, largestMotion(box_B_, stretch.X_WB, state.X_WB)});
  const Quat change = stretch.X_WB.q.conjugate() * state.X_WB.q;
  stretch.tilt = std::max(stretch.tilt, 2.0 * std::atan2(change.vec().norm(), std::abs(change.w())));
}

void RestTracker::add(const dynamics::BodyState& state, double time, bool half) {
  const double speed = pointSpeed(state);
  const Stretch fresh{.X_WB = state.X_WB, .since = time, .maxSpeed = speed};
  if (!half_) start_ = time;
  end_ = time;

  if (!half_ || half) {
    half_ = fresh;
  } else {
    extend(*half_, state, speed);
  }
  // Without gravity the limit is zero; then only a body that does not move at all is quiet.
  if (!(speed < speedLimit_ || speed == 0)) {
    quiet_.reset();
  } else if (!quiet_) {
    quiet_ = fresh;
  } else {
    extend(*quiet_, state, speed);
  }
}

RestReport RestTracker::report() const {
  const bool atRest = quiet_ && end_ - quiet_->since >= std::min(quietTime_, 0.5 * (end_ - start_));
  const Stretch stretch = atRest ? *quiet_ : half_.value_or(Stretch{});
  return {.atRest = atRest,
          .since = stretch.since,
          .drift = stretch.drift,
          .tiltChange = stretch.tilt,
          .maxSpeed = stretch.maxSpeed};
}

}  // namespace passung::app

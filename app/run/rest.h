// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a body came to rest, since when, and how far it still crept.
#pragma once

#include <optional>

#include "core/aabb.h"
#include "dynamics/engine.h"

namespace passung::app {

struct RestReport {
  bool atRest = false;
  double since = 0;       // [s] start of the quiet stretch that lasts to the end; half time when never at rest
  double drift = 0;       // [m] largest distance of a point of the body, or of its origin, from its place at `since`
  double tiltChange = 0;  // [rad] largest rotation from the pose at `since`
  double maxSpeed = 0;    // [m/s] largest speed of a point of the body from `since` to the end
};

// A body is quiet while every point of it is slower than 1e-3 sqrt(g L), L the diagonal of its bounding box: a
// thousandth of the speed it would gain by falling through about its own size, so the rule follows any scale. It is at
// rest when it has been quiet up to the end for at least min(sqrt(L / g), half the run): a body at the top of its
// flight is quiet too, but only for a five-hundredth of that time. "Every point" is bounded by the corners of the
// bounding box: speed and displacement are convex functions of the point.
class RestTracker {
 public:
  // box_B: bounds in B, may be empty; com_B: centre of mass in B; gravity [m/s^2] >= 0.
  RestTracker(const Aabb& box_B, const Vec3& com_B, double gravity);

  // The state at `time` [s], in order; the first call gives the start. At half time `half` is set once.
  void add(const dynamics::BodyState& state, double time, bool half);
  [[nodiscard]] RestReport report() const;

  [[nodiscard]] double speedLimit() const { return speedLimit_; }
  // Largest speed [m/s] of a point of the body, its origin left out.
  [[nodiscard]] double pointSpeed(const dynamics::BodyState& state) const;

 private:
  struct Stretch {
    Transform X_WB;
    double since = 0, drift = 0, tilt = 0, maxSpeed = 0;
  };
  void extend(Stretch& stretch, const dynamics::BodyState& state, double speed) const;

  Aabb box_B_;
  Vec3 com_B_;
  double speedLimit_ = 0;  // [m/s]
  double quietTime_ = 0;   // [s], infinite without gravity
  double start_ = 0, end_ = 0;
  std::optional<Stretch> quiet_;  // since the body became quiet, while it is
  std::optional<Stretch> half_;   // since half time, or the start before that
};

}  // namespace passung::app

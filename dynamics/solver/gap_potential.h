// SPDX-License-Identifier: Apache-2.0
// The elastic energy of a thin shell around every surface, as a function of the gap d of one pair of closest features.
//
//   d >= r0      : 0
//   t < d < r0   : k/2 (r0 - d)^2
//   d1 < d <= t  : -k2 ln(d/t) + k/2 (r0 - t)^2,  k2 = k t (r0 - t), t = r0/2    (joined with equal slope and
//   curvature) d <= d1      : the second-order Taylor polynomial at d1 = r0/100, so that Newton's method can pass
//   through an
//                  overlapping iterate and come back; no step ends there (see ImplicitSolver).
//
// A soft part that catches light touches without stiff equations, and a barrier that no load overcomes.
#pragma once

#include <cmath>

namespace passung::dynamics {

struct GapForce {
  double energy = 0;  // E(d) [J]
  double force = 0;   // -dE/dd >= 0 [N]
  double slope = 0;   // d2E/dd2 >= 0 [N/m]
};

struct GapPotential {
  double r0 = 0;  // shell radius [m], > 0
  double k = 0;   // stiffness [N/m], > 0
  static constexpr double kTail = 0.01;
  double tail = kTail;  // where the logarithm ends, as a share of r0

  [[nodiscard]] GapForce at(double d) const {
    if (!(d < r0)) return {};
    const double t = 0.5 * r0;
    const double x = r0 - d;
    if (d > t) return {0.5 * k * x * x, k * x, k};
    const double k2 = k * t * (r0 - t);
    const double e0 = 0.5 * k * (r0 - t) * (r0 - t);
    const double d1 = tail * r0;
    if (d > d1) return {e0 - k2 * std::log(d / t), k2 / d, k2 / (d * d)};
    const double f1 = k2 / d1;
    const double s1 = k2 / (d1 * d1);
    const double y = d - d1;
    return {e0 - k2 * std::log(d1 / t) - f1 * y + 0.5 * s1 * y * y, f1 - s1 * y, s1};
  }
};

}  // namespace passung::dynamics

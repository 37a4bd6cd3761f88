// SPDX-License-Identifier: Apache-2.0
// Problem: velocities that lead bodies into each other; which ones next to them do not?
// Method: the least change by its kinetic energy that parts two places each by some speed at least: a convex quadratic
//   program, min du' M du / 2 so that n . (change at B - change at A) >= parting, solved by sequential impulses without
//   friction (projected Gauss-Seidel on its dual; Jean, "The non-smooth contact dynamics method", 1999).
// Cost: sweeps x hindrances. What is left after so many sweeps is not reported: the result is where a search starts.
#pragma once

#include <Eigen/Dense>
#include <span>

#include "core/math.h"

namespace passung::dynamics {

// Two bodies, by their indices (-1: one that does not give way), whose places at these arms from their centres of mass
// have to part.
struct Hindrance {
  Vec3 n_W = Vec3::UnitZ();  // from A to B
  int a = -1, b = -1;
  Vec3 ra = Vec3::Zero(), rb = Vec3::Zero();
  double parting = 0;  // along n_W, at least [m/s]
};

struct Inertia {
  double m = 0;                 // [kg]
  Mat3 inverse = Mat3::Zero();  // of the inertia, in W [1/(kg m^2)]
};

// The change of linear and angular velocities, six numbers for each of `bodies` [m/s, rad/s].
[[nodiscard]] Eigen::VectorXd leastChange(std::span<const Hindrance> hindrances, std::span<const Inertia> bodies,
                                          int sweeps);

}  // namespace passung::dynamics

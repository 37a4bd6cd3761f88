// SPDX-License-Identifier: Apache-2.0
// Problem: jointed bodies that swing freely, out of contact, should keep their energy: velocities of an implicit step
//   belong to its middle and poses to its end, so that their sum of energies trembles by h/2 times the power of
//   gravity.
// Method: RATTLE, a symmetric and symplectic step of second order. With F the loads and springs, J the constraints,
//       p = M v0 + h/2 F(x0) + J(x0)' lambda,   x1 = free flight of momentum p over h,   c(x1) = 0,
//       M v1 = p + h/2 F(x1) + J(x1)' mu,       J(x1) v1 = 0.
//   Free flight is exact for rotations, too (freeRotation). lambda by a Newton method that keeps the matrix at x1 of
//   each iterate; redundant rows by least norm. Stiff springs and fast turns take equal substeps.
// Source: Andersen, "Rattle: a 'velocity' version of the SHAKE algorithm", J. Comp. Phys. 52 (1983); for rigid bodies
//   Hairer, Lubich and Wanner, "Geometric Numerical Integration", section VII.5.
// Cost: three to five dense factorisations of the constraints per substep. Failure modes: none is written and false
//   returned where a limit is reached, springs are too stiff for 16 substeps, or lambda is not found; the implicit step
//   then serves.
#pragma once

#include <span>

#include "dynamics/joints/joint.h"

namespace passung::dynamics {

// Whether the joints have no motors and no friction, which are not part of this method.
[[nodiscard]] bool conservative(std::span<Joint* const> joints);

// Advances `moving` (indices of dynamic bodies) by dt. All other bodies of `joints` are fixed or kinematic. Returns the
// iterations, 0 where the method does not serve.
[[nodiscard]] int advanceByRattle(std::span<RigidBody> bodies, std::span<const int> moving,
                                  std::span<Joint* const> joints, const Vec3& gravity, double dt);

}  // namespace passung::dynamics

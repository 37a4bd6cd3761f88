// SPDX-License-Identifier: Apache-2.0
// Problem: the rotation of a torque-free rigid body over one step, without gaining energy from the gyroscopic torque.
// Method: the angular momentum L in W is constant by construction; only the attitude is integrated, dq/dt = 1/2 w q
// with
//   w = R I^-1 R' L, by the classical fourth-order Runge-Kutta method in substeps of at most kMaxAngle.
// Cost: four inertia products a substep; the energy error is of fifth order in the angle per substep, about 1e-9 a
// turn. Failure modes: none for finite input; the work grows with |w| h.
#pragma once

#include "core/math.h"

namespace passung::dynamics {

// The attitude after time h [s]. inverse_B: the inverse inertia about the centre of mass, body axes [1/(kg m^2)]. L_W
// [kg m^2/s].
[[nodiscard]] Quat freeRotation(const Quat& q_WB, const Vec3& L_W, const Mat3& inverse_B, double h);

}  // namespace passung::dynamics

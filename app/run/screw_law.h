// SPDX-License-Identifier: GPL-3.0-or-later
// Closed forms of a screw thread, to judge simulations by.
//
// A thread of pitch P touched at radius r is an inclined plane of slope tan l = P / (2 pi r), whose faces lean by the
// half angle a of the flanks. In the section normal to the thread that angle is a_n, tan a_n = tan a cos l, and
// friction mu on the leaning face acts like mu / cos a_n on a plane without lean. Source: any text on power screws; for
// instance Shigley, Mechanical Engineering Design, chapter on screws.
#pragma once

namespace passung::app {

struct ThreadContact {
  double pitch = 0;      // P [m], > 0
  double radius = 0;     // r, where the flanks touch [m], > 0
  double halfAngle = 0;  // a, of the flanks in the axial section [rad]
};

// a_n [rad].
[[nodiscard]] double normalHalfAngle(const ThreadContact& thread);

// The friction at which a nut under its own weight stops sliding: P cos a_n / (2 pi r).
[[nodiscard]] double selfLockFriction(const ThreadContact& thread);

// Acceleration along the axis [m/s^2] of a frictionless nut under `along` [m/s^2] of gravity: it must turn to move, so
// its inertia about the axis counts as I / p^2 of mass, p = P / (2 pi).
[[nodiscard]] double screwAcceleration(double along, double mass, double inertia, double pitch);

// Clamp force [N] of a nut that a torque T [N m] has tightened: T = F (r tan(l + rho) + mu_b r_b),
// tan rho = mu / cos a_n, with friction mu_b at radius r_b of the face that bears the load.
[[nodiscard]] double clampForce(double torque, const ThreadContact& thread, double friction, double bearingRadius,
                                double bearingFriction);

}  // namespace passung::app

// SPDX-License-Identifier: GPL-3.0-or-later
// A spring between a point of a body and the cursor, as when the user drags a part by hand.
#pragma once

#include <optional>

#include "dynamics/engine.h"

namespace passung::app {

struct Pull {
  int body = -1;
  Vec3 p_BG = Vec3::Zero();   // grasped point G in the frame of the body [m]
  Vec3 p_WT = Vec3::Zero();   // target T: where the user wants it [m]
  std::optional<Vec3> f_W{};  // this force instead of the spring's [N]
  bool push = false;          // it presses on the surface at G: its arrow ends there
};

// The force on the body at its grasped point [N].
//
// Problem: pull a body by one point without shaking it and without the user tuning a spring. Method: the point sees the
// body as the 3x3 inertia M = (1/m - S(r) J^-1 S(r))^-1 (r from the centre of mass to the point, J the inertia in W),
// so F = M (w^2 (p_WT - p_WG) - 2 w v_WG) makes its motion a critically damped oscillator of frequency w in every
// direction. w is the stiffest of: sag under gravity below 2 % of `size`, but w dt <= 0.2 so that the explicit force
// stays stable. The force is cut at 30 weights, so that a part is not torn through another. Cost: one 3x3 inverse.
[[nodiscard]] Vec3 pullForce(const dynamics::WorldDef& def, const MassProperties& mass_B,
                             const dynamics::BodyState& state, double size, const Pull& pull);

}  // namespace passung::app

// SPDX-License-Identifier: GPL-3.0-or-later
// Energy of the bodies of an engine, for the display.
#pragma once

#include <span>

#include "dynamics/engine.h"

namespace passung::app {

struct Energy {
  double kinetic = 0, potential = 0, shell = 0;  // [J]
  [[nodiscard]] double total() const { return kinetic + potential + shell; }
};

// Of all dynamic bodies, `masses` in B, one a body. The potential of gravity is zero at `ground` [m], the height
// (against gravity) that lowestPoint() gives for the start of the scene.
[[nodiscard]] Energy energyOf(const dynamics::WorldDef& def, std::span<const MassProperties> masses,
                              std::span<const dynamics::BodyState> states, double shell, double ground);

// The lowest height of any body's bounds along -gravity, at the start [m]; 0 without gravity or finite bodies.
[[nodiscard]] double lowestPoint(const dynamics::WorldDef& def);

}  // namespace passung::app

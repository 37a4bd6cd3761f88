// SPDX-License-Identifier: GPL-3.0-or-later
// The Open Dynamics Engine on the exact meshes, as a peer in benchmarks.
#pragma once

#include <memory>

#include "dynamics/engine.h"

namespace passung::app {

// Trimesh geometries as ODE ships them, its quick-step solver, its own defaults for error reduction and softness; at
// most 64 contacts a pair of geometries, friction as a box of tangential limits mu N (its usual approximation).
// Restitution and scale are left out. Null in a build without ODE. One at a time: ODE keeps global state.
[[nodiscard]] std::unique_ptr<dynamics::Engine> makeOdeEngine(const dynamics::WorldDef& def);

}  // namespace passung::app

// SPDX-License-Identifier: Apache-2.0
// What drives a world, as it is set while the world runs.
#pragma once

#include <vector>

#include "dynamics/engine.h"

namespace passung::dynamics {

// The values of all drives and motors of joints, in place of those of a WorldDef.
struct Actuation {
  std::vector<DriveDef> drives;    // those of the def in its order, further ones after them
  std::vector<JointMotor> motors;  // one a joint of the def

  bool operator==(const Actuation&) const = default;
};
// As the def gives them.
[[nodiscard]] Actuation actuationOf(const WorldDef& def);
// Gives them to an engine, from its next step on; what is as the engine has it is left alone. Throws InputError where
// it cannot take one, with those before it taken.
void actuate(Engine& engine, const Actuation& actuation);
// Into the recipe, for engines yet to be made.
void actuate(WorldDef& def, const Actuation& actuation);

}  // namespace passung::dynamics

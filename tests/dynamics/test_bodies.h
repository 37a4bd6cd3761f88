// SPDX-License-Identifier: Apache-2.0
// Bodies and worlds that many tests start from.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "dynamics/world_def.h"

namespace passung::dynamics {

inline BodyDef bodyOf(const std::string& name, const collision::Shape& shape, const Vec3& p,
                      Motion motion = Motion::kDynamic) {
  BodyDef b;
  b.name = name;
  b.motion = motion;
  b.X_WB.p = p;
  b.colliders.push_back({shape, {}});
  return b;
}

// Awake, so that what is measured at rest is the solver's doing.
inline WorldDef worldOf(std::vector<BodyDef> bodies) {
  WorldDef def;
  def.bodies = std::move(bodies);
  def.solver.sleeping = false;
  return def;
}

}  // namespace passung::dynamics

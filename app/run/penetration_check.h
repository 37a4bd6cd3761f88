// SPDX-License-Identifier: GPL-3.0-or-later
// The seam to the exact check of how deep true meshes overlap, independent of any engine's own gaps.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "dynamics/engine.h"

namespace passung::app {

struct PairDepth {
  int bodyA = -1, bodyB = -1;  // bodyA < bodyB
  double depth = 0;            // [m] > 0
};

class PenetrationCheck {
 public:
  virtual ~PenetrationCheck() = default;
  // All pairs of bodies that overlap at these states, each with its depth, in order of the bodies.
  [[nodiscard]] virtual std::vector<PairDepth> check(std::span<const dynamics::BodyState> states) = 0;
};

// The exact check over the true meshes of all bodies of `def`, fixed ones included; pairs that can never touch
// (both fixed) are left out.
[[nodiscard]] std::unique_ptr<PenetrationCheck> makePenetrationCheck(const dynamics::WorldDef& def);

}  // namespace passung::app

// SPDX-License-Identifier: Apache-2.0
// One contact point of a pair at the start of a step, with what is remembered of it from step to step.
#pragma once

#include <cstdint>

#include "core/math.h"

namespace passung::dynamics {

struct ContactPoint {
  std::uint64_t feature = 0;  // the two closest features of the shapes
  double gap = 0;             // distance of the true surfaces along n [m], negative when overlapping
  Vec3 n_W = Vec3::UnitZ();   // unit, from A to B
  Vec3 p_W = Vec3::Zero();    // midpoint of the two closest points [m]
  Vec3 pA_C = Vec3::Zero();   // the closest point of A, in frame C of body A
  Vec3 pB_C = Vec3::Zero();   // that of B, in frame C of body B
  Vec3 nA_C = Vec3::UnitZ();  // n in frame C of body A
  int age = 0;                // steps since this point was first seen
  double normalForce = 0;     // of the last step [N]; forces rather than impulses, so that any solver takes them over
  Vec3 friction_W = Vec3::Zero();  // force on B [N]
  Vec3 stretch_W = Vec3::Zero();   // of the tangential spring, from anchor to contact [m]; penalty solver only
  bool registered = false;         // minimal solver only
  double damping = 1;              // share of critical damping in this touch; penalty solver only
};

}  // namespace passung::dynamics

// SPDX-License-Identifier: Apache-2.0
// The principal frame of a body: Bullet only knows diagonal inertias about the centre of mass.
#pragma once

#include "dynamics/world_def.h"

namespace passung::dynamics {

struct PrincipalFrame {
  Transform X_BP;               // origin in the centre of mass, axes along the principal axes of inertia
  Vec3 inertia = Vec3::Zero();  // principal moments [kg m^2]
};

// Keeps the axes of the first collider or of the body where they already are principal, so that simple shapes stay
// free of needless turns; else the eigenvectors of the inertia.
[[nodiscard]] PrincipalFrame principalFrame(const MassProperties& mass_B, const BodyDef& body);

}  // namespace passung::dynamics

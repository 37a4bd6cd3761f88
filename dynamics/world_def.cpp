// SPDX-License-Identifier: Apache-2.0
#include "dynamics/world_def.h"

namespace passung::dynamics {

MassProperties massProperties(const BodyDef& body) {
  if (body.mass) return *body.mass;
  MassProperties sum;
  bool first = true;
  for (const collision::Collider& c : body.colliders) {
    if (std::holds_alternative<collision::HalfSpace>(c.shape)) continue;
    const MassProperties m = transformed(collision::unitMass(c.shape).scaled(body.material.density), c.X_BG);
    sum = first ? m : joined(sum, m);
    first = false;
  }
  return sum;
}

Aabb localBounds(const BodyDef& body) {
  Aabb box;
  for (const collision::Collider& c : body.colliders) {
    if (!std::holds_alternative<collision::HalfSpace>(c.shape)) box.add(collision::bounds(c.shape, c.X_BG));
  }
  return box;
}

}  // namespace passung::dynamics

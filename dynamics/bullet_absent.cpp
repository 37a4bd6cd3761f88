// SPDX-License-Identifier: Apache-2.0
// Stands in for dynamics/bullet in a build without Bullet.
#include "dynamics/engine.h"

#ifndef PASSUNG_BULLET
namespace passung::dynamics {

std::unique_ptr<Engine> makeBulletEngine(const WorldDef& /*def*/, bool /*convex*/) { return nullptr; }

}  // namespace passung::dynamics
#endif

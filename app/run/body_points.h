// SPDX-License-Identifier: GPL-3.0-or-later
// Exact extents of a posed body, over its true shapes.
#pragma once

#include "core/aabb.h"
#include "dynamics/world_def.h"

namespace passung::app {

// Axis-aligned bounds in W of the body at X_WB, over mesh vertices and analytic shapes; half-spaces are left out.
// Empty when nothing else is there. Cost: all vertices.
[[nodiscard]] Aabb exactBounds(const dynamics::BodyDef& body, const Transform& X_WB);

// Largest distance [m] that a point of `box_B` moves from pose X_WB0 to X_WB1. The distance is a convex function of the
// point, so the corners decide; it bounds the motion of everything inside the box. 0 for an empty box.
[[nodiscard]] double largestMotion(const Aabb& box_B, const Transform& X_WB0, const Transform& X_WB1);

// The corner of a box with bit k of `index` choosing the upper side on axis k.
[[nodiscard]] inline Vec3 corner(const Aabb& box, int index) {
  return {(index & 1) != 0 ? box.upper.x() : box.lower.x(), (index & 2) != 0 ? box.upper.y() : box.lower.y(),
          (index & 4) != 0 ? box.upper.z() : box.lower.z()};
}

}  // namespace passung::app

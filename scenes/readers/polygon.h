// SPDX-License-Identifier: Apache-2.0
// Polygons to triangles.
#pragma once

#include <span>
#include <vector>

#include "core/mass_properties.h"

namespace passung::scenes {

// Triangulates a simple polygon, given by its corners in order, into corners.size() - 2 triangles of the same
// orientation. A convex one becomes a fan; a concave one is cut ear by ear in its mean plane. Where no ear is left (the
// polygon crosses itself) the rest becomes a fan.
[[nodiscard]] std::vector<Triangle> triangulated(std::span<const Vec3> corners);

}  // namespace passung::scenes

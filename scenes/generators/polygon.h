// SPDX-License-Identifier: Apache-2.0
// Triangulation of plane polygons with holes.
#pragma once

#include <span>
#include <vector>

#include "core/mass_properties.h"

namespace passung::scenes {

using Vec2 = Eigen::Vector2d;
// Corners of a closed polygon as indices of points, the last joined to the first.
using Loop = std::vector<int>;

// Triangles, counter-clockwise, of the region inside `loops[0]` (counter-clockwise) and outside the further loops
// (clockwise). `interior` points become vertices too; they lie inside the region, apart from its border. Every loop
// edge is an edge of one triangle. Loops are simple and do not touch one another; otherwise throws InputError.
[[nodiscard]] std::vector<Triangle> triangulate(std::span<const Vec2> points, std::span<const Loop> loops,
                                                std::span<const int> interior = {});

// Twice the signed area of the triangle a, b, c: positive when it turns to the left.
[[nodiscard]] inline double turn(const Vec2& a, const Vec2& b, const Vec2& c) {
  return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
}

}  // namespace passung::scenes

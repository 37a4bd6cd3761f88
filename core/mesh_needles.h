// SPDX-License-Identifier: Apache-2.0
// Triangles without area that hold a surface together.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/mass_properties.h"

namespace passung {

// A triangle (a, b, c) of zero area with b on the edge from a to c closes the gap between a neighbour that has a and c
// as corners and two others that also have b. Dropping it would open the surface. Instead the neighbour (a, c, d) is
// split at b: both become (a, b, d) and (b, c, d), which changes no point of the surface. Triangles that have no single
// such neighbour stay. Returns the number of triangles that were taken into a neighbour.
// Precondition: no triangle has two equal corners. hasNoArea(triangle) decides.
int splitNeighboursOfNeedles(std::span<const Vec3> vertices, std::vector<Triangle>& triangles,
                             const std::function<bool(const Triangle&)>& hasNoArea);

}  // namespace passung

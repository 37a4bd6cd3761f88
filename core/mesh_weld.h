// SPDX-License-Identifier: Apache-2.0
// One index for vertices that are the same point.
#pragma once

#include <span>
#include <vector>

#include "core/math.h"

namespace passung {

// For each vertex the index of the vertex that stands for it: the first one, in input order, with equal coordinates
// (tolerance 0; -0 equals 0) or within `tolerance` [m]. A representative stands for itself, so clusters never grow
// beyond the tolerance. All coordinates must be finite.
[[nodiscard]] std::vector<int> weldedIndices(std::span<const Vec3> vertices, double tolerance);

}  // namespace passung

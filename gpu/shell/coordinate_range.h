// SPDX-License-Identifier: Apache-2.0
// Which coordinates can be stored in floats round an origin.
#pragma once

#include "core/math.h"

namespace passung::gpu {

// Squares of larger numbers leave the range of floats [m].
inline constexpr double kLargestCoordinate = 1e15;

// False of a coordinate that is no number, too: the largest of several numbers need not be NaN where one of them is.
[[nodiscard]] inline bool inRange(const Vec3& p) {
  return p.allFinite() && p.cwiseAbs().maxCoeff() <= kLargestCoordinate;
}

}  // namespace passung::gpu

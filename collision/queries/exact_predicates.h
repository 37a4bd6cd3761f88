// SPDX-License-Identifier: Apache-2.0
// Problem: the side of a plane or line on which a point lies, decided without error.
// Method: the determinant in floating point with an error bound; where the bound cannot decide, exactly as an
// expansion,
//   a sum of doubles that do not overlap (Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust
//   Geometric Predicates", 1997). Only the first and the last of his stages are used.
// Cost: some 30 operations where the filter decides, some thousands where it does not.
// Failure modes: coordinates whose products of three leave the range of doubles (below some 1e-70 or above 1e100) lose
//   the guarantee. Needs round-to-nearest and no contraction of products and sums.
#pragma once

#include <Eigen/Core>

#include "core/math.h"

namespace passung::collision {

using Vec2 = Eigen::Vector2d;

// The sign (-1, 0, 1) of (b - a) x (c - a) . (d - a): positive where d lies on the side from which a, b, c run
// counter-clockwise, 0 exactly when the four points lie in a plane.
[[nodiscard]] int orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

// The sign of the area of (a, b, c): positive when counter-clockwise, 0 exactly when they lie on a line.
[[nodiscard]] int orient2d(const Vec2& a, const Vec2& b, const Vec2& c);

}  // namespace passung::collision

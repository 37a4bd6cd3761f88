// SPDX-License-Identifier: Apache-2.0
// Motions within a step, made from the poses at its ends, and boxes swept along them.
//
// What is interpolated is the pose of B in the frame of A. Where both move, that is their relative motion; it meets
// both poses at the ends, as every interpolation does.
#pragma once

#include "gpu/conglomerates/conglomerate_boxes.h"
#include "gpu/kernels/rigid_motion.h"

namespace passung::gpu {

// The point c_B of B moves straight, B turns about it the shorter way. Throws InputError unless both poses are finite
// and their quaternions of length one.
[[nodiscard]] RigidMotion straightMotion(const Transform& X_AB0, const Transform& X_AB1, const Vec3& c_B);

// The screw motion (M. Chasles, 1830): a turn about an axis with a way along it. Below a turn of kLeastScrew the axis
// is lost, and the middle of the ends' way moves straight instead: c_B does.
[[nodiscard]] RigidMotion screwMotion(const Transform& X_AB0, const Transform& X_AB1, const Vec3& c_B = Vec3::Zero());
inline constexpr double kLeastScrew = 1e-6;  // [rad]

// The pose of B in A at time t.
[[nodiscard]] Transform transformAt(const RigidMotion& m, double t);

// Bounds every coordinate on the way, for roundings: of a body whose points are within `extent` of the origin of B [m].
[[nodiscard]] double lengthOf(const RigidMotion& m, double extent);

// The largest reach (rigid_motion.h) of the points of a box of B.
[[nodiscard]] double reachOf(const RigidMotion& m, const OrientedBox& box_B);

// Holds all points of a box of B at all times from t0 to t1, in the frame of A. The box round the box at both ends,
// along its axes at the middle of the time, grown by the bound of how far a point's path leaves the chord:
// (angle (t1 - t0))^2 rho / 8.
[[nodiscard]] OrientedBox sweptBox(const RigidMotion& m, const OrientedBox& box_B, double t0, double t1);

}  // namespace passung::gpu

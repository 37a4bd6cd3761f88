// SPDX-License-Identifier: Apache-2.0
// Placing what is stored in floats round an origin of its own, and the bounds of the rounding that this brings.
#pragma once

#include <cstddef>

#include "core/math.h"
#include "gpu/kernels/device_types.h"

namespace passung::gpu {

// Things stored in floats, relative to an origin near their middle. B is the mesh's frame.
struct FloatFrame {
  Vec3 origin_B = Vec3::Zero();
  double extent = 0;  // bounds |coordinate| from the origin [m]
};

// The pose with its quaternion of length one to the last digits: its rotation, its inverse and its products must agree.
// Throws InputError unless distance and way are within 1e15 m (squares of larger lengths leave the range of floats) and
// the pose is finite with a quaternion of length 1 within 1e-9. index: which of the caller's pairs of objects it is.
[[nodiscard]] Transform checkedPlacement(const Transform& X_AB, double distance, std::size_t index);

// The placement in the frame `to` of what `from` holds; X_TF is that of the meshes.
[[nodiscard]] Placement placementOf(const Transform& X_TF, const FloatFrame& from, const FloatFrame& to);

// Bounds what rounding to floats does to the distance of points of two frames [m]: each was rounded once, and place()
// adds 11 roundings of numbers not above the farthest point and the way between the frames; 64 are taken.
[[nodiscard]] double placingError(const FloatFrame& from, const FloatFrame& to, const Placement& X);

// Bounds the rounding of doubles where a coordinate of B is placed in the frame of A [m].
[[nodiscard]] double placingTolerance(const FloatFrame& a, const FloatFrame& b, const Transform& X_AB);

}  // namespace passung::gpu

// SPDX-License-Identifier: Apache-2.0
// The small plain types that kernels read, with the sizes that both sides of an upload agree on.
#pragma once

#include <cmath>
#include <cstdint>

#include "core/host_device.h"

namespace passung::gpu {

struct Float3 {
  float x, y, z;
};
struct Int3 {
  int a, b, c;
};
static_assert(sizeof(Float3) == 12 && sizeof(Int3) == 12);

PASSUNG_HD inline Float3 operator+(Float3 p, Float3 q) { return {p.x + q.x, p.y + q.y, p.z + q.z}; }
PASSUNG_HD inline Float3 operator-(Float3 p, Float3 q) { return {p.x - q.x, p.y - q.y, p.z - q.z}; }
PASSUNG_HD inline Float3 operator*(float s, Float3 p) { return {s * p.x, s * p.y, s * p.z}; }
PASSUNG_HD inline float dot(Float3 p, Float3 q) { return (p.x * q.x + p.y * q.y) + p.z * q.z; }

PASSUNG_HD inline float least(float a, float b) { return b < a ? b : a; }
PASSUNG_HD inline float greatest(float a, float b) { return a < b ? b : a; }

// A rigid placement in floats: x_T = R x_Q + p, R by rows.
struct Placement {
  float R[9];
  float p[3];
};
static_assert(sizeof(Placement) == 48);

PASSUNG_HD inline Float3 place(const Placement& X, Float3 q) {
  return {((X.R[0] * q.x + X.R[1] * q.y) + X.R[2] * q.z) + X.p[0],
          ((X.R[3] * q.x + X.R[4] * q.y) + X.R[5] * q.z) + X.p[1],
          ((X.R[6] * q.x + X.R[7] * q.y) + X.R[8] * q.z) + X.p[2]};
}

// A float that is not less than x >= 0 [m], with room for the rounding of the few float operations of a distance test
// (below 4 * 2^-24 of it). The attometre keeps its square out of the range where floats lose their digits.
PASSUNG_HD inline float roundedOutwards(double x) { return static_cast<float>(x * (1.0 + 0x1p-20) + 1e-18); }

}  // namespace passung::gpu

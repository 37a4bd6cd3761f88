// SPDX-License-Identifier: Apache-2.0
// Problem: one number whose order follows the cells of an octree.
// Method: the bits of three quantised coordinates are interleaved, x lowest (Morton, "A Computer Oriented Geodetic Data
//   Base", 1966). 10 bits an axis make a 30-bit key, 21 bits a 63-bit key. A key of a cell of level l is the first 3 l
//   bits; the level must be stored beside it, as octant 000 is a valid one.
// Cost: some 15 operations.
// Failure modes: points nearer than a cell of the last level share their key.
#pragma once

#include "gpu/kernels/device_types.h"

namespace passung::gpu {

// Moves bit k of a number below 2^10 to bit 3 k.
PASSUNG_HD inline std::uint32_t spread10(std::uint32_t m) {
  m = (m ^ (m << 16)) & 0xff0000ffU;
  m = (m ^ (m << 8)) & 0x0300f00fU;
  m = (m ^ (m << 4)) & 0x030c30c3U;
  m = (m ^ (m << 2)) & 0x09249249U;
  return m;
}

// Moves bit k of a number below 2^21 to bit 3 k.
PASSUNG_HD inline std::uint64_t spread21(std::uint64_t m) {
  m = (m ^ (m << 32)) & 0x001f00000000ffffULL;
  m = (m ^ (m << 16)) & 0x001f0000ff0000ffULL;
  m = (m ^ (m << 8)) & 0x100f00f00f00f00fULL;
  m = (m ^ (m << 4)) & 0x10c30c30c30c30c3ULL;
  m = (m ^ (m << 2)) & 0x1249249249249249ULL;
  return m;
}

PASSUNG_HD inline std::uint32_t morton30(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  return spread10(x) | spread10(y) << 1 | spread10(z) << 2;
}
PASSUNG_HD inline std::uint64_t morton63(std::uint64_t x, std::uint64_t y, std::uint64_t z) {
  return spread21(x) | spread21(y) << 1 | spread21(z) << 2;
}

// The root cube of an octree and the number of cells along its edge, 2^bits.
struct MortonGrid {
  Float3 lower;
  float edge;   // of the cube [m]
  float scale;  // cells per metre; 0 when the cube has no size: every point is then in cell 0
  int bits;     // an axis: 10 or 21
};

// The cube from the least coordinates on that holds all points up to the greatest ones.
PASSUNG_HD inline MortonGrid mortonGridRound(Float3 lower, Float3 upper, int bits) {
  MortonGrid g{lower, greatest(greatest(upper.x - lower.x, upper.y - lower.y), upper.z - lower.z), 0, bits};
  if (g.edge > 1e-30F) g.scale = static_cast<float>(1 << bits) / g.edge;
  return g;
}

// Coordinates outside the cube fall into the cells at its border.
PASSUNG_HD inline std::uint32_t quantised(float x, float lower, float scale, int bits) {
  const float last = static_cast<float>((1 << bits) - 1);
  return static_cast<std::uint32_t>(least(greatest((x - lower) * scale, 0.0F), last));
}

PASSUNG_HD inline std::uint64_t mortonKey(const MortonGrid& g, Float3 p) {
  const std::uint32_t x = quantised(p.x, g.lower.x, g.scale, g.bits);
  const std::uint32_t y = quantised(p.y, g.lower.y, g.scale, g.bits);
  const std::uint32_t z = quantised(p.z, g.lower.z, g.scale, g.bits);
  return g.bits == 10 ? morton30(x, y, z) : morton63(x, y, z);
}

// The octant (0..7) into which a key falls below a cell of the given level.
PASSUNG_HD inline int octantBelow(std::uint64_t key, int level, int bits) {
  return static_cast<int>(key >> (3 * (bits - 1 - level)) & 7U);
}

}  // namespace passung::gpu

// SPDX-License-Identifier: Apache-2.0
// Problem: the line of all asking faces in units that a device can hold: each with no more asking faces than wanted,
//   whose conglomerates fit its memory together, and whose pairs of faces have keys of 64 bits.
// Method: box pairs are taken in order into the present unit until one of the three would be exceeded; a box pair of
//   too many asking faces is cut within.
// Cost: linear in the number of box pairs and units.
// Failure modes: a box pair whose two conglomerates alone exceed the memory cannot be planned: refused with its bytes.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "gpu/kernels/unit_kernels.h"
#include "gpu/pipeline/box_stage.h"
#include "gpu/pipeline/residency.h"

namespace passung::gpu {

struct WorkUnit {
  std::size_t firstPair = 0, endPair = 0;  // box pairs
  long long begin = 0, end = 0;            // asking faces, in the line of all
  FaceKeys keys;
};

// Of the two meshes of a pair of objects.
struct FaceCounts {
  int a = 0, b = 0;
};

struct UnitLimits {
  int faces = 1 << 20;          // asking faces in a unit
  long long bytes = 1LL << 30;  // of the conglomerates of a unit
};

// items: of the box pairs, their conglomerates of A and B. Throws InputError when two of them do not fit together.
[[nodiscard]] std::vector<WorkUnit> planUnits(std::span<const BoxPair> pairs, std::span<const long long> firstAsking,
                                              std::span<const std::array<ResidentItem, 2>> items,
                                              std::span<const FaceCounts> objects, const UnitLimits& limits);

}  // namespace passung::gpu

// SPDX-License-Identifier: Apache-2.0
// Times of the trees over samples of all conglomerates of a mesh, on the processor and on the device.
#pragma once

#include <span>

#include "tests/benchmark/tree_benchmark.h"

namespace passung::gpu {

// Prints a table in ms: medians, on a device by its clock and as the caller sees it. False when the device and the
// processor differ in a bit.
[[nodiscard]] bool benchmarkForests(std::span<const TreeScene> scenes, int runs);

}  // namespace passung::gpu

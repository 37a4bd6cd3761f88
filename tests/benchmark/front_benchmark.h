// SPDX-License-Identifier: Apache-2.0
// Times of fronts that follow a motion, on the processor and on the device.
#pragma once

#include <span>

#include "tests/benchmark/tree_benchmark.h"

namespace passung::gpu {

// Prints a table in ms: medians of calls at poses turned by 1 mrad each; on a device by its clock and as the caller
// sees it. False when the device and the processor differ in a bit.
[[nodiscard]] bool benchmarkFronts(std::span<const TreeScene> scenes, int threads, int runs);

}  // namespace passung::gpu

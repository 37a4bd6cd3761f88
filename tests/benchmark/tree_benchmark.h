// SPDX-License-Identifier: Apache-2.0
// Times of linear hierarchies: build, refit and all contacts of two meshes at rest, on the processor and on the device.
#pragma once

#include <memory>
#include <span>

#include "core/math.h"
#include "core/triangle_mesh.h"

namespace passung::gpu {

struct TreeScene {
  const char* name;
  std::shared_ptr<const TriangleMesh> a, b;
  Transform X_AB;
  double distance = 0;  // [m]
};

// Prints a table; times are medians in ms. False when the device and the processor differ in a bit.
[[nodiscard]] bool benchmarkTrees(std::span<const TreeScene> scenes, int threads, int runs);

}  // namespace passung::gpu

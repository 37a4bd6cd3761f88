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

// Prints a table in ms: build, refit and query are medians, the query as the caller sees it; its stages are those of
// the last call, on a device by its clock, as are build and refit. False when the device and the processor differ in a
// bit.
[[nodiscard]] bool benchmarkTrees(std::span<const TreeScene> scenes, int threads, int runs);

}  // namespace passung::gpu

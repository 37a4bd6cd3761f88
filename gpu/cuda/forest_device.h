// SPDX-License-Identifier: Apache-2.0
// The launches that build trees over samples. Plain C++ for those who call them; all work is queued on the stream.
#pragma once

#include <cuda_runtime_api.h>

#include "gpu/kernels/forest_types.h"

namespace passung::gpu::cuda {

// All items below `count` of a step; level: of the k-d tree's steps. All pointers of the view are of the device.
[[nodiscard]] cudaError_t launchForest(const ForestView& f, ForestStep step, int count, int level, cudaStream_t stream);

}  // namespace passung::gpu::cuda

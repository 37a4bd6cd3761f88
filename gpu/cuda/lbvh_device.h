// SPDX-License-Identifier: Apache-2.0
// The launches that build and fit a linear hierarchy. Plain C++ for those who call them; all work is queued on the
// stream.
#pragma once

#include <cuda_runtime_api.h>

#include "gpu/kernels/lbvh_kernels.h"

namespace passung::gpu::cuda {

// Memory of the device that a build needs.
struct LbvhMemory {
  LbvhBuffers buffers;  // of the device; sortedKeys and sortedFaces are those below
  std::uint64_t* sortedKeys;
  int* sortedFaces;
  void* scratch;  // of keySortScratch()
  std::size_t scratchBytes;
};

[[nodiscard]] cudaError_t launchBuild(const LbvhMemory& m, int processors, cudaStream_t stream);
[[nodiscard]] cudaError_t launchFit(const LbvhBuffers& b, cudaStream_t stream);

}  // namespace passung::gpu::cuda

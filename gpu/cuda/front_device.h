// SPDX-License-Identifier: Apache-2.0
// The launches that move a front, and sums of counts. Plain C++ for those who call them; all work is queued on the
// stream.
#pragma once

#include <cuda_runtime_api.h>

#include "gpu/kernels/front_kernels.h"

namespace passung::gpu::cuda {

// All items below `count` of a step. All pointers of the view are of the device.
[[nodiscard]] cudaError_t launchFront(const FrontView& f, FrontStep step, std::uint32_t count, cudaStream_t stream);

// places[i] = counts[0] + .. + counts[i - 1], for `count` of them (place_sum.cu).
[[nodiscard]] cudaError_t placeSumScratch(std::uint32_t count, std::size_t& bytes);
[[nodiscard]] cudaError_t launchPlaceSum(const unsigned long long* counts, unsigned long long* places,
                                         std::uint32_t count, void* scratch, std::size_t scratchBytes,
                                         cudaStream_t stream);

}  // namespace passung::gpu::cuda

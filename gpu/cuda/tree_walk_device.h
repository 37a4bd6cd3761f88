// SPDX-License-Identifier: Apache-2.0
// The launches of walks by hierarchies. Plain C++ for those who call them; all work is queued on the stream, and all
// pointers of the view are of the device.
#pragma once

#include <cuda_runtime_api.h>

#include "gpu/kernels/tree_kernels.h"

namespace passung::gpu::cuda {

// Compares the roots: fills the queue of round 0.
[[nodiscard]] cudaError_t launchRoots(const WalkView& w, int processors, cudaStream_t stream);
// Opens the queue of a round, whose length the device knows; where meeting is asked, tests what it finds.
[[nodiscard]] cudaError_t launchRound(const WalkView& w, int round, int processors, cudaStream_t stream);
[[nodiscard]] cudaError_t launchPoses(const WalkView& w, cudaStream_t stream);
// Tests the candidates, which all fitted.
[[nodiscard]] cudaError_t launchTests(const WalkView& w, std::uint32_t candidates, cudaStream_t stream);

}  // namespace passung::gpu::cuda

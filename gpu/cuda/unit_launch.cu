// SPDX-License-Identifier: Apache-2.0
// Indices and launches only: what a thread does is in kernels/unit_kernels.h. Each kernel walks its list with a stride
// of the whole grid, as the length of most lists is known on the device alone.
#include <algorithm>

#include "gpu/cuda/unit_launch.h"

namespace passung::gpu::cuda {
namespace {

constexpr int kThreads = 256;
constexpr int kExactThreads = 128;  // it takes some 160 registers a thread
constexpr int kLanes = 32;
constexpr int kBlocksPerProcessor = 16;  // a grid that fills the device, whatever the length of its list
constexpr int kSharedBytes = 48 * 1024;  // every device has it

__global__ void __launch_bounds__(kThreads) gateKernel(UnitBuffers b) {
  const SharedList<AskingFace> active{b.active, static_cast<std::uint32_t>(b.view.askingCount), &b.counters->active};
  const int stride = static_cast<int>(gridDim.x * blockDim.x);
  for (int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); i < b.view.askingCount; i += stride)
    gateFace(b.view, i, active);
}

// A warp an active face.
__global__ void __launch_bounds__(kThreads) searchKernel(UnitBuffers b, int seenWords) {
  extern __shared__ std::uint32_t words[];
  const SharedList<Candidate> candidates{b.candidates, b.capacity, &b.counters->candidates};
  const std::uint32_t warps = blockDim.x / kLanes;
  const std::uint32_t warp = threadIdx.x / kLanes;
  const int lane = static_cast<int>(threadIdx.x % kLanes);
  const SharedFaceSet seen{words + warp * static_cast<std::uint32_t>(seenWords)};
  unsigned long long samples = 0;
  for (std::uint32_t i = blockIdx.x * warps + warp; i < b.counters->active; i += gridDim.x * warps) {
    for (int w = lane; w < seenWords; w += kLanes) seen.words[w] = 0;
    __syncwarp();
    samples += static_cast<unsigned long long>(searchActive(b.view, b.active[i], seen, lane, kLanes, candidates));
    __syncwarp();
  }
  if (lane == 0 && samples > 0) fetchAdd(&b.counters->samples, samples);
}

__global__ void __launch_bounds__(kExactThreads) exactKernel(UnitBuffers b) {
  const SharedList<Candidate> candidates{b.candidates, b.capacity, &b.counters->candidates};
  const SharedList<DeviceContact> contacts{b.contacts, b.capacity, &b.counters->contacts};
  const std::uint32_t count = candidates.size();
  for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    testCandidate(b.view, b.candidates[i], contacts);
}

}  // namespace

cudaError_t launchGate(const UnitBuffers& b, int processors, cudaStream_t stream) {
  const int blocks = std::min((b.view.askingCount + kThreads - 1) / kThreads, processors * kBlocksPerProcessor);
  gateKernel<<<blocks, kThreads, 0, stream>>>(b);
  return cudaGetLastError();
}

cudaError_t launchSearch(const UnitBuffers& b, int mostFaces, int processors, cudaStream_t stream) {
  const int seenWords = (mostFaces + 31) / 32;
  const int seenBytes = seenWords * static_cast<int>(sizeof(std::uint32_t));
  const int warps = std::clamp(kSharedBytes / std::max(seenBytes, 1), 1, kThreads / kLanes);
  const int blocks = std::min((b.view.askingCount + warps - 1) / warps, processors * kBlocksPerProcessor);
  searchKernel<<<blocks, warps * kLanes, static_cast<std::size_t>(warps) * seenBytes, stream>>>(b, seenWords);
  return cudaGetLastError();
}

cudaError_t launchExact(const UnitBuffers& b, int processors, cudaStream_t stream) {
  exactKernel<<<processors * kBlocksPerProcessor, kExactThreads, 0, stream>>>(b);
  return cudaGetLastError();
}

cudaError_t checkKernels() {
  cudaFuncAttributes attributes;
  return cudaFuncGetAttributes(&attributes, searchKernel);
}

}  // namespace passung::gpu::cuda

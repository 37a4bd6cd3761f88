// SPDX-License-Identifier: Apache-2.0
// Indices and launches only: what a thread does is in kernels/tree_kernels.h. Kernels of a round walk their list with a
// stride of the whole grid, as its length is known on the device alone.
#include <algorithm>

#include "gpu/cuda/tree_walk_device.h"

namespace passung::gpu::cuda {
namespace {

constexpr int kThreads = 256;
constexpr int kExactThreads = 128;
constexpr int kPoseThreads = 64;        // poses are few, and their threads long
constexpr int kBlocksPerProcessor = 4;  // a grid that fills the device

__device__ std::uint32_t thisItem() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ std::uint32_t allItems() { return gridDim.x * blockDim.x; }

__global__ void __launch_bounds__(kThreads) rootsKernel(WalkView w) {
  for (std::uint32_t i = thisItem(); i < static_cast<std::uint32_t>(w.objectCount); i += allItems())
    openRoots(w, static_cast<int>(i));
}

__global__ void __launch_bounds__(kThreads) openKernel(WalkView w, int round) {
  const std::uint32_t count = itemsOf(w, round);
  for (std::uint32_t i = thisItem(); i < count; i += allItems()) openItem(w, round, i);
}

__global__ void __launch_bounds__(kExactThreads) meetKernel(WalkView w, int round) {
  const std::uint32_t count = leavesOf(w, round).size();
  for (std::uint32_t i = thisItem(); i < count; i += allItems()) meetLeaves(w, i);
}

__global__ void __launch_bounds__(kPoseThreads) posesKernel(WalkView w) {
  const std::uint32_t i = thisItem();
  if (i < static_cast<std::uint32_t>(w.objectCount)) walkPose(w, static_cast<int>(i));
}

__global__ void __launch_bounds__(kExactThreads) testKernel(WalkView w, std::uint32_t count) {
  const std::uint32_t i = thisItem();
  if (i < count) testLeaves(w, i);
}

std::uint32_t blocksFor(std::uint32_t count, int threads) {
  return (count - 1) / static_cast<std::uint32_t>(threads) + 1;
}

cudaError_t launchMeet(const WalkView& w, int round, int processors, cudaStream_t stream) {
  meetKernel<<<processors * kBlocksPerProcessor, kExactThreads, 0, stream>>>(w, round);
  return cudaGetLastError();
}

}  // namespace

cudaError_t launchRoots(const WalkView& w, int processors, cudaStream_t stream) {
  if (w.objectCount == 0) return cudaSuccess;
  const std::uint32_t blocks = std::min(blocksFor(static_cast<std::uint32_t>(w.objectCount), kThreads),
                                        static_cast<std::uint32_t>(processors * kBlocksPerProcessor));
  rootsKernel<<<blocks, kThreads, 0, stream>>>(w);
  const cudaError_t error = cudaGetLastError();
  return error == cudaSuccess && w.meets != nullptr ? launchMeet(w, 0, processors, stream) : error;
}

cudaError_t launchRound(const WalkView& w, int round, int processors, cudaStream_t stream) {
  openKernel<<<processors * kBlocksPerProcessor, kThreads, 0, stream>>>(w, round);
  const cudaError_t error = cudaGetLastError();
  return error == cudaSuccess && w.meets != nullptr ? launchMeet(w, round + 1, processors, stream) : error;
}

cudaError_t launchPoses(const WalkView& w, cudaStream_t stream) {
  if (w.objectCount == 0) return cudaSuccess;
  posesKernel<<<blocksFor(static_cast<std::uint32_t>(w.objectCount), kPoseThreads), kPoseThreads, 0, stream>>>(w);
  return cudaGetLastError();
}

cudaError_t launchTests(const WalkView& w, std::uint32_t candidates, cudaStream_t stream) {
  if (candidates == 0) return cudaSuccess;
  testKernel<<<blocksFor(candidates, kExactThreads), kExactThreads, 0, stream>>>(w, candidates);
  return cudaGetLastError();
}

}  // namespace passung::gpu::cuda

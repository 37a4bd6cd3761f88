// SPDX-License-Identifier: Apache-2.0
// Indices and launches only: what a thread does is in kernels/forest_build.h.
#include "gpu/cuda/forest_device.h"
#include "gpu/kernels/forest_build.h"

namespace passung::gpu::cuda {
namespace {

constexpr int kThreads = 256;

template <ForestStep kStep>
__global__ void __launch_bounds__(kThreads) forestKernel(ForestView f, int count, int level) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < static_cast<std::uint32_t>(count)) forestItem<kStep>(f, static_cast<int>(i), level);
}

template <ForestStep kStep>
void launchOne(const ForestView& f, int count, int level, cudaStream_t stream) {
  forestKernel<kStep><<<(count - 1) / kThreads + 1, kThreads, 0, stream>>>(f, count, level);
}

using Launch = void (*)(const ForestView&, int, int, cudaStream_t);

Launch launchOf(ForestStep step) {
  switch (step) {
    case ForestStep::kClearBounds:
      return launchOne<ForestStep::kClearBounds>;
    case ForestStep::kTreeBounds:
      return launchOne<ForestStep::kTreeBounds>;
    case ForestStep::kGrids:
      return launchOne<ForestStep::kGrids>;
    case ForestStep::kCellKeys:
      return launchOne<ForestStep::kCellKeys>;
    case ForestStep::kTreeKeys:
      return launchOne<ForestStep::kTreeKeys>;
    case ForestStep::kCells:
      return launchOne<ForestStep::kCells>;
    case ForestStep::kOctreeNodes:
      return launchOne<ForestStep::kOctreeNodes>;
    case ForestStep::kKdNodes:
      return launchOne<ForestStep::kKdNodes>;
    case ForestStep::kKdBounds:
      return launchOne<ForestStep::kKdBounds>;
    case ForestStep::kKdKeys:
      return launchOne<ForestStep::kKdKeys>;
    case ForestStep::kKdSplits:
      return launchOne<ForestStep::kKdSplits>;
    case ForestStep::kTakeNodes:
      return launchOne<ForestStep::kTakeNodes>;
    case ForestStep::kLinks:
      return launchOne<ForestStep::kLinks>;
    case ForestStep::kLeafKeys:
      return launchOne<ForestStep::kLeafKeys>;
    case ForestStep::kSamples:
      return launchOne<ForestStep::kSamples>;
    case ForestStep::kFit:
      return launchOne<ForestStep::kFit>;
  }
  return nullptr;
}

}  // namespace

cudaError_t launchForest(const ForestView& f, ForestStep step, int count, int level, cudaStream_t stream) {
  if (count == 0) return cudaSuccess;
  launchOf(step)(f, count, level, stream);
  return cudaGetLastError();
}

}  // namespace passung::gpu::cuda

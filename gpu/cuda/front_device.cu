// SPDX-License-Identifier: Apache-2.0
// Indices and launches only: what a thread does is in kernels/front_kernels.h.
#include "gpu/cuda/front_device.h"

namespace passung::gpu::cuda {
namespace {

constexpr int kThreads = 128;  // threads that walk have stacks of their own

template <FrontStep kStep>
__global__ void __launch_bounds__(kThreads) frontKernel(FrontView f, std::uint32_t count) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) frontItem<kStep>(f, i, count);
}

template <FrontStep kStep>
void launchOne(const FrontView& f, std::uint32_t count, cudaStream_t stream) {
  frontKernel<kStep><<<(count - 1) / kThreads + 1, kThreads, 0, stream>>>(f, count);
}

}  // namespace

cudaError_t launchFront(const FrontView& f, FrontStep step, std::uint32_t count, cudaStream_t stream) {
  if (count == 0) return cudaSuccess;
  switch (step) {
    case FrontStep::kCount:
      launchOne<FrontStep::kCount>(f, count, stream);
      break;
    case FrontStep::kDescend:
      launchOne<FrontStep::kDescend>(f, count, stream);
      break;
    case FrontStep::kClimb:
      launchOne<FrontStep::kClimb>(f, count, stream);
      break;
    case FrontStep::kKeep:
      launchOne<FrontStep::kKeep>(f, count, stream);
      break;
    case FrontStep::kTake:
      launchOne<FrontStep::kTake>(f, count, stream);
      break;
    case FrontStep::kLeaves:
      launchOne<FrontStep::kLeaves>(f, count, stream);
      break;
  }
  return cudaGetLastError();
}

}  // namespace passung::gpu::cuda

// SPDX-License-Identifier: Apache-2.0
// Indices and launches only: what a thread does is in kernels/lbvh_kernels.h.
#include <algorithm>

#include "gpu/cuda/key_sort.h"
#include "gpu/cuda/lbvh_device.h"

namespace passung::gpu::cuda {
namespace {

constexpr int kThreads = 256;
constexpr int kLanes = 32;
constexpr unsigned kAllLanes = 0xffffffffU;

__device__ int thisItem() { return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); }

__device__ Float3 leastOf(Float3 p, Float3 q) { return {least(p.x, q.x), least(p.y, q.y), least(p.z, q.z)}; }
__device__ Float3 greatestOf(Float3 p, Float3 q) {
  return {greatest(p.x, q.x), greatest(p.y, q.y), greatest(p.z, q.z)};
}
__device__ Float3 ofLane(Float3 p, int way) {
  return {__shfl_xor_sync(kAllLanes, p.x, way), __shfl_xor_sync(kAllLanes, p.y, way),
          __shfl_xor_sync(kAllLanes, p.z, way)};
}

// Each warp folds what its lanes have seen, so that few atomic operations are left.
__global__ void __launch_bounds__(kThreads) boundsKernel(LbvhBuffers b) {
  // Threads beyond the last face take that one, too.
  const int last = b.mesh.faceCount - 1;
  const int stride = static_cast<int>(gridDim.x * blockDim.x);
  Float3 lower = centreOf(lbvhBoxOf(b, min(thisItem(), last)));
  Float3 upper = lower;
  for (long long face = static_cast<long long>(thisItem()) + stride; face <= last; face += stride) {
    const Float3 c = centreOf(lbvhBoxOf(b, static_cast<int>(face)));
    lower = leastOf(lower, c);
    upper = greatestOf(upper, c);
  }
  for (int way = kLanes / 2; way > 0; way /= 2) {
    lower = leastOf(lower, ofLane(lower, way));
    upper = greatestOf(upper, ofLane(upper, way));
  }
  if (threadIdx.x % kLanes == 0) lbvhBounds(b, lower, upper);
}

__global__ void __launch_bounds__(kThreads) keysKernel(LbvhBuffers b) {
  if (thisItem() < b.mesh.faceCount) lbvhKey(b, thisItem());
}

__global__ void __launch_bounds__(kThreads) linksKernel(LbvhBuffers b) {
  if (thisItem() < b.mesh.faceCount) lbvhLinks(b, thisItem());
}

__global__ void __launch_bounds__(kThreads) fitKernel(LbvhBuffers b) {
  if (thisItem() < b.mesh.faceCount) lbvhFitLeaf(b, thisItem());
}

int blocksFor(const LbvhBuffers& b) { return (b.mesh.faceCount - 1) / kThreads + 1; }

}  // namespace

cudaError_t launchBuild(const LbvhMemory& m, int processors, cudaStream_t stream) {
  const LbvhBuffers& b = m.buffers;
  const int blocks = blocksFor(b);
  cudaError_t error = cudaMemsetAsync(b.bounds, 0xff, 3 * sizeof(std::uint32_t), stream);
  if (error == cudaSuccess) error = cudaMemsetAsync(b.bounds + 3, 0, 3 * sizeof(std::uint32_t), stream);
  if (error != cudaSuccess) return error;
  boundsKernel<<<std::min(blocks, 2 * processors), kThreads, 0, stream>>>(b);
  keysKernel<<<blocks, kThreads, 0, stream>>>(b);
  error = cudaGetLastError();
  const KeySort sort{b.keys, m.sortedKeys, b.faces, m.sortedFaces, b.mesh.faceCount, 3 * kLbvhBits};
  if (error == cudaSuccess) error = launchKeySort(sort, m.scratch, m.scratchBytes, stream);
  if (error != cudaSuccess) return error;
  linksKernel<<<blocks, kThreads, 0, stream>>>(b);
  error = cudaGetLastError();
  return error == cudaSuccess ? launchFit(b, stream) : error;
}

cudaError_t launchFit(const LbvhBuffers& b, cudaStream_t stream) {
  const std::size_t inner = static_cast<std::size_t>(b.mesh.faceCount) - 1;
  if (inner > 0) {
    const cudaError_t error = cudaMemsetAsync(b.arrived, 0, inner * sizeof(int), stream);
    if (error != cudaSuccess) return error;
  }
  fitKernel<<<blocksFor(b), kThreads, 0, stream>>>(b);
  return cudaGetLastError();
}

}  // namespace passung::gpu::cuda

// SPDX-License-Identifier: Apache-2.0
// The order of contacts on the device: CUB's radix sort, here alone, since it takes long to compile.
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_select.cuh>

#include "gpu/cuda/unit_launch.h"

namespace passung::gpu::cuda {
namespace {

constexpr int kThreads = 256;

__global__ void splitKernel(const DeviceContact* contacts, std::uint32_t count, std::uint64_t* keys, double* squared) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  keys[i] = contacts[i].key;
  squared[i] = contacts[i].squared;
}

}  // namespace

cudaError_t sortScratch(std::uint32_t count, std::size_t& bytes) {
  const SortBuffers none{};
  std::size_t sort = 0;
  cudaError_t error = cub::DeviceRadixSort::SortPairs(nullptr, sort, none.keys[0], none.keys[1], none.squared[0],
                                                      none.squared[1], count);
  std::size_t unique = 0;
  if (error == cudaSuccess)
    error = cub::DeviceSelect::UniqueByKey(nullptr, unique, none.keys[1], none.squared[1], none.keys[0],
                                           none.squared[0], none.unique, count);
  bytes = sort > unique ? sort : unique;
  return error;
}

cudaError_t launchSort(const SortBuffers& b, std::uint32_t count, int keyBits, cudaStream_t stream) {
  splitKernel<<<(count + kThreads - 1) / kThreads, kThreads, 0, stream>>>(b.contacts, count, b.keys[0], b.squared[0]);
  cudaError_t error = cudaGetLastError();
  std::size_t bytes = b.scratchBytes;
  if (error == cudaSuccess)
    error = cub::DeviceRadixSort::SortPairs(b.scratch, bytes, b.keys[0], b.keys[1], b.squared[0], b.squared[1], count,
                                            0, keyBits, stream);
  if (error == cudaSuccess)
    error = cub::DeviceSelect::UniqueByKey(b.scratch, bytes, b.keys[1], b.squared[1], b.keys[0], b.squared[0], b.unique,
                                           count, stream);
  return error;
}

}  // namespace passung::gpu::cuda

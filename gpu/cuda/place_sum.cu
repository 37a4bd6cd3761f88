// SPDX-License-Identifier: Apache-2.0
// CUB's sums, here alone, since they take long to compile.
#include <cub/device/device_scan.cuh>

#include "gpu/cuda/front_device.h"

namespace passung::gpu::cuda {

cudaError_t placeSumScratch(std::uint32_t count, std::size_t& bytes) {
  const unsigned long long* counts = nullptr;
  unsigned long long* places = nullptr;
  bytes = 0;
  return cub::DeviceScan::ExclusiveSum(nullptr, bytes, counts, places, count);
}

cudaError_t launchPlaceSum(const unsigned long long* counts, unsigned long long* places, std::uint32_t count,
                           void* scratch, std::size_t scratchBytes, cudaStream_t stream) {
  return cub::DeviceScan::ExclusiveSum(scratch, scratchBytes, counts, places, count, stream);
}

}  // namespace passung::gpu::cuda

// SPDX-License-Identifier: Apache-2.0
// CUB's radix sort, here alone, since it takes long to compile.
#include <cub/device/device_radix_sort.cuh>

#include "gpu/cuda/key_sort.h"

namespace passung::gpu::cuda {

cudaError_t keySortScratch(int count, std::size_t& bytes) {
  const KeySort none{};
  bytes = 0;
  return cub::DeviceRadixSort::SortPairs(nullptr, bytes, none.keys, none.sortedKeys, none.values, none.sortedValues,
                                         count);
}

cudaError_t launchKeySort(const KeySort& s, void* scratch, std::size_t scratchBytes, cudaStream_t stream) {
  return cub::DeviceRadixSort::SortPairs(scratch, scratchBytes, s.keys, s.sortedKeys, s.values, s.sortedValues, s.count,
                                         0, s.bits, stream);
}

}  // namespace passung::gpu::cuda

// SPDX-License-Identifier: Apache-2.0
// The sort of 64-bit keys with numbers on a device: stable, so equal keys keep their order. Plain C++ for those who
// call it.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace passung::gpu::cuda {

struct KeySort {
  const std::uint64_t* keys;
  std::uint64_t* sortedKeys;
  const int* values;
  int* sortedValues;
  int count;
  int bits;  // the lowest ones, by which is sorted
};

// Bytes of scratch for `count` keys.
[[nodiscard]] cudaError_t keySortScratch(int count, std::size_t& bytes);
[[nodiscard]] cudaError_t launchKeySort(const KeySort& s, void* scratch, std::size_t scratchBytes, cudaStream_t stream);

}  // namespace passung::gpu::cuda

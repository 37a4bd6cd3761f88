// SPDX-License-Identifier: Apache-2.0
// The order of a hierarchy's leaves on the device: CUB's radix sort, here alone, since it takes long to compile.
#include <cub/device/device_radix_sort.cuh>

#include "gpu/cuda/lbvh_device.h"

namespace passung::gpu::cuda {

cudaError_t keySortScratch(int count, std::size_t& bytes) {
  const LbvhMemory none{};
  bytes = 0;
  return cub::DeviceRadixSort::SortPairs(nullptr, bytes, none.buffers.keys, none.sortedKeys, none.buffers.faces,
                                         none.sortedFaces, count);
}

cudaError_t launchKeySort(const LbvhMemory& m, cudaStream_t stream) {
  std::size_t bytes = m.scratchBytes;
  return cub::DeviceRadixSort::SortPairs(m.scratch, bytes, m.buffers.keys, m.sortedKeys, m.buffers.faces, m.sortedFaces,
                                         m.buffers.mesh.faceCount, 0, 3 * kLbvhBits, stream);
}

}  // namespace passung::gpu::cuda

// SPDX-License-Identifier: Apache-2.0
// The launches of a unit's kernels. Plain C++ for those who call them; all work is queued on the stream.
#pragma once

#include <cuda_runtime_api.h>

#include "gpu/kernels/unit_kernels.h"

namespace passung::gpu::cuda {

// What the kernels of a unit count, in the device's memory.
struct UnitCounters {
  ItemCount active, candidates, contacts;
  unsigned long long samples;
};
static_assert(sizeof(UnitCounters) == 32);

// Memory of the device; `view` and all pointers are of the device.
struct UnitBuffers {
  UnitView view;
  UnitCounters* counters;
  AskingFace* active;  // room for view.askingCount
  Candidate* candidates;
  DeviceContact* contacts;
  std::uint32_t capacity;  // of candidates and of contacts
};

// A conglomerate of more faces than this cannot be searched: the set of faces found lies in shared memory.
inline constexpr int kMostFaces = 32 * 48 * 1024 / 4;

[[nodiscard]] cudaError_t launchGate(const UnitBuffers& b, int processors, cudaStream_t stream);
// mostFaces: in a conglomerate of the unit.
[[nodiscard]] cudaError_t launchSearch(const UnitBuffers& b, int mostFaces, int processors, cudaStream_t stream);
[[nodiscard]] cudaError_t launchExact(const UnitBuffers& b, int processors, cudaStream_t stream);
// Whether the program holds code for the present device.
[[nodiscard]] cudaError_t checkKernels();

// Keys and squares of `count` contacts, by rising key, each once.
struct SortBuffers {
  const DeviceContact* contacts;
  std::uint64_t* keys[2];  // room for `count`, twice
  double* squared[2];
  std::uint32_t* unique;  // one number: how many are left
  void* scratch;
  std::size_t scratchBytes;
};
// Bytes of scratch for `count` contacts.
[[nodiscard]] cudaError_t sortScratch(std::uint32_t count, std::size_t& bytes);
// keyBits: how many of the low bits of the keys differ. Leaves the result in keys[0] and squared[0].
[[nodiscard]] cudaError_t launchSort(const SortBuffers& b, std::uint32_t count, int keyBits, cudaStream_t stream);

}  // namespace passung::gpu::cuda

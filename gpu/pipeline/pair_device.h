// SPDX-License-Identifier: Apache-2.0
// The seam between the plan of a search (device_pairs.h) and the machine that runs its units: a CUDA device, or the
// host in tests, with the same kernel bodies (kernels/unit_kernels.h).
#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>

#include "gpu/kernels/unit_kernels.h"

namespace passung::gpu {

// A device that failed: what() is one line. Whoever runs it goes on without it.
class DeviceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Of a unit: indices are ints.
inline constexpr ItemCount kMostCandidates = 0x7fffffff;
// Throws DeviceError when a unit has emitted more.
inline void checkCandidates(ItemCount emitted) {
  if (emitted > kMostCandidates) throw DeviceError("a unit has 2^31 candidates or more; make units smaller");
}

// Bytes and times since the device was asked last (takeUsage()).
struct DeviceUsage {
  long long bytesUp = 0, bytesDown = 0;
  double search = 0, sort = 0, exact = 0;  // of kernels [s]
};

struct UnitInput {
  std::span<const PairTask> tasks;
  std::span<const int> firstAsking;  // see UnitView
  int askingCount = 0;
  int mostFaces = 0;  // in a conglomerate of the tasks
  FaceKeys keys;
  int candidatesStart = 1;  // room for candidates before it grows
};

struct UnitOutput {
  // Contacts by rising key, each once: keys[i] at squared[i], which may be kUndecidedSquared.
  std::span<const std::uint64_t> keys;
  std::span<const double> squared;
  long long candidates = 0;
  long long samples = 0;  // of the asking faces that came near
  int grown = 0;          // how often the room for candidates was too small
};

class PairDevice {
 public:
  PairDevice() = default;
  virtual ~PairDevice() = default;
  PairDevice(const PairDevice&) = delete;
  PairDevice& operator=(const PairDevice&) = delete;

  // All of these throw DeviceError; memory that is stored then has no meaning any more.

  // A copy of a block in the device's memory, until it is dropped.
  virtual const ConglomerateBlock* store(std::span<const std::byte> block) = 0;
  virtual void drop(const ConglomerateBlock* block) = 0;
  virtual void dropAll() = 0;
  // The placed pairs of objects of the units that follow.
  virtual void place(std::span<const PlacedPair> objects) = 0;
  // Searches and tests a unit. The answer lives until the next call.
  virtual const UnitOutput& run(const UnitInput& unit) = 0;
  virtual DeviceUsage takeUsage() = 0;
};

}  // namespace passung::gpu

// SPDX-License-Identifier: Apache-2.0
#include "gpu/pipeline/pair_backend.h"

#include "core/error.h"

#if defined(PASSUNG_HAVE_CUDA)
#include "gpu/cuda/cuda_device.h"
#include "gpu/pipeline/device_pairs.h"
#endif

namespace passung::gpu {
namespace {

constexpr const char* kInstead = "; the processor takes its place";

class CpuFinder final : public FacePairFinder {
 public:
  CpuFinder(const PairSettings& settings, Jobs& jobs) : pairs_(settings), jobs_(jobs) {}

  const PairResult& run(std::span<const ObjectPair> objects) override { return pairs_.run(objects, jobs_); }
  [[nodiscard]] Backend backend() const override { return Backend::kCpu; }

 private:
  ConglomeratePairs pairs_;
  Jobs& jobs_;
};

void check(const DeviceSettings& device) {
  if (device.unitFaces < 1 || device.candidatesStart < 1 || device.budgetBytes < 0)
    throw InputError("", "device", "a size is below one or the budget negative", "give sizes of one or more");
}

}  // namespace

#if defined(PASSUNG_HAVE_CUDA)

DeviceStatus deviceStatus() { return cuda::status(); }

FinderChoice makeFacePairFinder(Backend wanted, const PairSettings& settings, Jobs& jobs,
                                const DeviceSettings& device) {
  check(device);
  std::string why;
  if (wanted == Backend::kCuda) {
    const DeviceStatus status = deviceStatus();
    why = status.line;
    try {
      if (status.usable) {
        DeviceSettings settled = device;
        if (settled.budgetBytes == 0) settled.budgetBytes = cuda::freeBytes() / 2;
        return {std::make_unique<DevicePairs>(cuda::openDevice(), settings, settled, jobs), ""};
      }
    } catch (const DeviceError& error) {
      why = error.what();
    }
  }
  return {std::make_unique<CpuFinder>(settings, jobs), why.empty() ? "" : why + kInstead};
}

#else

DeviceStatus deviceStatus() { return {false, "no CUDA device: built without CUDA"}; }

FinderChoice makeFacePairFinder(Backend wanted, const PairSettings& settings, Jobs& jobs,
                                const DeviceSettings& device) {
  check(device);
  return {std::make_unique<CpuFinder>(settings, jobs), wanted == Backend::kCuda ? deviceStatus().line + kInstead : ""};
}

#endif

const char* nameOf(Backend backend) { return backend == Backend::kCuda ? "cuda" : "cpu"; }

}  // namespace passung::gpu

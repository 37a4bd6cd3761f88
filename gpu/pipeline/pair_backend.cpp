// SPDX-License-Identifier: Apache-2.0
#include "gpu/pipeline/pair_backend.h"

namespace passung::gpu {
namespace {

class CpuFinder final : public FacePairFinder {
 public:
  CpuFinder(const PairSettings& settings, Jobs& jobs) : pairs_(settings), jobs_(jobs) {}

  const PairResult& run(std::span<const ObjectPair> objects) override { return pairs_.run(objects, jobs_); }
  [[nodiscard]] Backend backend() const override { return Backend::kCpu; }

 private:
  ConglomeratePairs pairs_;
  Jobs& jobs_;
};

}  // namespace

DeviceStatus deviceStatus() { return {false, "no CUDA device: built without CUDA"}; }

FinderChoice makeFacePairFinder(Backend wanted, const PairSettings& settings, Jobs& jobs) {
  FinderChoice choice{std::make_unique<CpuFinder>(settings, jobs), ""};
  if (wanted == Backend::kCuda) choice.fallback = deviceStatus().line + "; the processor takes its place";
  return choice;
}

const char* nameOf(Backend backend) { return backend == Backend::kCuda ? "cuda" : "cpu"; }

}  // namespace passung::gpu

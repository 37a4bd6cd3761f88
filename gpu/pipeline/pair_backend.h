// SPDX-License-Identifier: Apache-2.0
// The seam between those who want pairs of faces and the processors that find them.
//
//   const FinderChoice choice = makeFacePairFinder(Backend::kCuda, {}, jobs);
//   if (!choice.fallback.empty()) say(choice.fallback);
//   const PairResult& result = choice.finder->run(objects);
//
// A backend that is not there, or fails while it runs, is replaced by the processor: same contacts to the bit, one line
// that says why, never an abort.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "core/jobs.h"
#include "gpu/pipeline/conglomerate_pairs.h"

namespace passung::gpu {

class FacePairFinder {
 public:
  FacePairFinder() = default;
  virtual ~FacePairFinder() = default;
  FacePairFinder(const FacePairFinder&) = delete;
  FacePairFinder& operator=(const FacePairFinder&) = delete;

  // Throws InputError when a distance is negative or a pose not a finite one. The result lives until the next call.
  virtual const PairResult& run(std::span<const ObjectPair> objects) = 0;
  // Where it runs unless something fails; result.report.backend says where a call did run.
  [[nodiscard]] virtual Backend backend() const = 0;
};

struct DeviceStatus {
  bool usable = false;
  std::string line;  // the device and its memory, or why there is none
};
// Asks the driver each time; some milliseconds, the first time up to a second.
[[nodiscard]] DeviceStatus deviceStatus();

struct DeviceSettings {
  int unitFaces = 1 << 20;        // asking faces in a unit: fewer mean more launches, and less room for candidates
  int candidatesStart = 1 << 18;  // room on the device for the candidates of a unit, before it grows
  long long budgetBytes = 0;      // of conglomerates on the device; 0: half of what is free there
  bool prefetch = true;           // send conglomerates ahead that objects move towards
};

struct FinderChoice {
  std::unique_ptr<FacePairFinder> finder;  // never null
  std::string fallback;                    // one line when it is not the wanted backend; else empty
};
// `jobs` must outlive the finder. Throws InputError when a setting is not positive.
[[nodiscard]] FinderChoice makeFacePairFinder(Backend wanted, const PairSettings& settings, Jobs& jobs,
                                              const DeviceSettings& device = {});

[[nodiscard]] const char* nameOf(Backend backend);  // "cpu", "cuda"

}  // namespace passung::gpu

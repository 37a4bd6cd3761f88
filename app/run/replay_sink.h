// SPDX-License-Identifier: GPL-3.0-or-later
// Compares a run with a recording, sample by sample, bit by bit.
#pragma once

#include "app/run/run_types.h"
#include "dynamics/recording.h"

namespace passung::app {

class ReplaySink : public RunSink {
 public:
  explicit ReplaySink(dynamics::Recording& recording) : recording_(recording) {}

  // Samples of the run that the recording does not hold are passed over.
  void sample(const RunSample& sample) override {
    while (next_ < recording_.sampleCount() && recording_.step(next_) < sample.step) ++next_;
    if (next_ >= recording_.sampleCount() || recording_.step(next_) != sample.step) return;
    ++compared_;
    const bool same = recording_.sample(next_).stateHash == dynamics::stateHash(sample.states);
    if (!same && !firstDifference_) firstDifference_ = sample.time;
  }

  // Matched: every sample of the recording was met, and none differs.
  [[nodiscard]] ReplayResult result() const {
    const auto recorded = static_cast<std::int64_t>(recording_.sampleCount());
    return {.matched = !firstDifference_ && compared_ == recorded && compared_ > 0,
            .samples = compared_,
            .firstDifference = firstDifference_};
  }

 private:
  dynamics::Recording& recording_;
  std::size_t next_ = 0;
  std::int64_t compared_ = 0;
  std::optional<double> firstDifference_;
};

}  // namespace passung::app

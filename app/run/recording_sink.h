// SPDX-License-Identifier: GPL-3.0-or-later
// Samples into a recording.
#pragma once

#include "app/run/run_types.h"
#include "dynamics/recording.h"

namespace passung::app {

class RecordingSink : public RunSink {
 public:
  RecordingSink(const std::string& path, const dynamics::RecordingHeader& header) : writer_(path, header) {}
  void sample(const RunSample& sample) override {
    writer_.add(sample.step, sample.time, sample.states, sample.contacts);
  }
  void finish() override { writer_.finish(); }

 private:
  dynamics::RecordingWriter writer_;
};

}  // namespace passung::app

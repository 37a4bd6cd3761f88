// SPDX-License-Identifier: GPL-3.0-or-later
// The scene's monitors, judged during a run.
#pragma once

#include <span>
#include <vector>

#include "app/run/monitors/judge.h"

namespace passung::app {

// To add a monitor type: its name and fields in scenes/scene.h, scenes/description (monitor_reader, scale) and the
// schema, a judge in app/run/monitors/ with a line in judge.cpp, a row in docs/scene-format.md, and a test that passes
// and one that fails.
class MonitorSet {
 public:
  // Throws InputError when a monitor names a body that is not there. `world` must outlive this.
  MonitorSet(const std::vector<scenes::Monitor>& monitors, const JudgedWorld& world);

  // Whether step() looks at contacts; they are only asked for when it does.
  [[nodiscard]] bool needsContacts() const { return needsContacts_; }

  // After every step, and once at the start.
  void step(std::span<const dynamics::BodyState> states, std::span<const dynamics::Contact> contacts, double time);
  // At every sample, after step().
  void sample(const RunSample& sample);
  // After the last sample.
  [[nodiscard]] std::vector<MonitorResult> finish(const RunFigures& figures) const;

 private:
  std::vector<JudgePtr> judges_;
  bool needsContacts_ = false;
};

}  // namespace passung::app

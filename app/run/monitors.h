// SPDX-License-Identifier: GPL-3.0-or-later
// The scene's monitors, judged during a run.
#pragma once

#include <span>
#include <vector>

#include "app/run/run_types.h"
#include "scenes/scene.h"

namespace passung::app {

// What the judgement at the end needs from the statistics.
struct RunFigures {
  std::span<const RestReport> rest;  // one a body
  EnergyReport energy;
};

// To add a monitor type: its condition in MonitorJudge::step, sample or finish (monitors.cpp), its JSON form in scenes,
// a row in docs/scene-format.md, and a test that passes and one that fails.
class MonitorSet {
 public:
  // Throws InputError when a monitor names a body that is not there.
  MonitorSet(const std::vector<scenes::Monitor>& monitors, const dynamics::WorldDef& def);
  ~MonitorSet();

  // Whether step() looks at contacts; they are only asked for when it does.
  [[nodiscard]] bool needsContacts() const { return needsContacts_; }

  // After every step, and once at the start.
  void step(std::span<const dynamics::BodyState> states, std::span<const dynamics::Contact> contacts, double time);
  // At every sample, after step().
  void sample(const RunSample& sample);
  // After the last sample.
  [[nodiscard]] std::vector<MonitorResult> finish(const RunFigures& figures) const;

 private:
  class Judge;
  std::vector<Judge> judges_;
  bool needsContacts_ = false;
};

}  // namespace passung::app

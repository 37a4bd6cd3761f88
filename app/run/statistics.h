// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of a run, gathered step by step from what any engine shows.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "app/run/monitors.h"
#include "app/run/run_types.h"

namespace passung::app {

class RunStatistics {
 public:
  // Reads the start from the engine, at whatever step that is; it and the scene must outlive this. `steps`: planned.
  RunStatistics(const scenes::Scene& scene, const dynamics::Engine& engine, std::int64_t steps);

  // Whether step() needs the engine's contacts.
  [[nodiscard]] bool needsContacts() const { return needsContacts_; }

  // After each step. `contacts` may be empty when needsContacts() is false. `work` [J]: done by the user in this step.
  void step(const dynamics::StepReport& report, std::span<const dynamics::Contact> contacts, double work);
  void sample(const RunSample& sample);
  // All figures but the times.
  [[nodiscard]] RunResult finish() const;
  // Only what the monitors say.
  [[nodiscard]] std::vector<MonitorResult> monitors() const;

 private:
  void stepJoints();
  [[nodiscard]] double now() const { return static_cast<double>(step_) * engine_.def().dt; }

  const scenes::Scene& scene_;
  const dynamics::Engine& engine_;
  std::vector<MassProperties> masses_;
  EnergyAccount energy_;
  std::vector<RestTracker> rest_;
  MonitorSet monitors_;
  bool kinematic_ = false, needsContacts_ = false;
  std::int64_t step_, planned_ = 0;
  bool finite_ = true;
  std::array<double, dynamics::kStageCount> stage_ms_{};
  std::int64_t stepsHalved_ = 0, bodiesHeld_ = 0, contactsSum_ = 0;
  int contactsMax_ = 0;
  double maxPenetration_ = 0;
  std::vector<JointResult> joints_;
  std::vector<DriveResult> drives_;
};

}  // namespace passung::app

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
  // Reads the start from the engine, which may have taken steps before; it and the scene must outlive this. `steps`:
  // planned.
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
  void addCurvePoint(const RunSample& sample);
  [[nodiscard]] double now() const { return static_cast<double>(first_ + step_) * engine_.def().dt; }

  const scenes::Scene& scene_;
  const dynamics::Engine& engine_;
  std::vector<MassProperties> masses_;
  EnergyAccount energy_;
  std::vector<RestTracker> rest_;
  MonitorSet monitors_;
  bool kinematic_ = false, needsContacts_ = false;
  std::int64_t first_ = 0, step_ = 0, planned_ = 0;  // steps of the engine before, taken since, planned
  bool finite_ = true;
  std::array<double, dynamics::kStageCount> stage_ms_{};
  std::int64_t stepsHalved_ = 0, bodiesHeld_ = 0, contactsSum_ = 0;
  int contactsMax_ = 0;
  double maxPenetration_ = 0;
  std::vector<CurvePoint> curve_;
  std::size_t curveStride_ = 1, curveSkipped_ = 0;  // every how many samples a point is kept
  std::vector<JointResult> joints_;
  std::vector<DriveResult> drives_;
};

}  // namespace passung::app

// SPDX-License-Identifier: GPL-3.0-or-later
// One run of an engine: step, measure, sample. The command line and the window share it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/run/run_types.h"
#include "scenes/scene.h"

namespace passung::app {

class RunMeasurement;

// A force of the user, acting during one step.
struct UserForce {
  int body = 0;
  Vec3 p_W = Vec3::Zero();  // [m] point of the body where it acts
  Vec3 f_W = Vec3::Zero();  // [N]
};

// Steps `engine` for options.duration and hands a sample to every sink at the start, every options.sample seconds and
// at the end. Only Engine::step() counts as wall time; all else of the loop counts as checks. One thread; `scene`,
// `engine` and the sinks must outlive the run.
class SimulationRun {
 public:
  // Throws InputError for times that are not finite, not positive or too many steps, and for bad monitors.
  SimulationRun(const scenes::Scene& scene, dynamics::Engine& engine, RunOptions options);
  ~SimulationRun();
  SimulationRun(const SimulationRun&) = delete;
  SimulationRun& operator=(const SimulationRun&) = delete;

  void addSink(RunSink& sink);
  // Acts in the next step; its work is not counted as gained energy.
  void applyForce(const UserForce& force);

  // One step with its checks; false when the run is over or cancelled. The first call samples the start as well.
  bool advance();
  // What the last step reported.
  [[nodiscard]] const dynamics::StepReport& lastReport() const { return report_; }
  [[nodiscard]] std::int64_t stepsDone() const { return step_; }
  [[nodiscard]] std::int64_t stepsPlanned() const { return planned_; }

  // Samples the last state where that is due, finishes the sinks and returns the figures. Call once.
  [[nodiscard]] RunResult finish();

 private:
  void begin();
  [[nodiscard]] double userWork() const;

  const scenes::Scene& scene_;
  dynamics::Engine& engine_;
  RunOptions options_;
  std::unique_ptr<RunMeasurement> measurement_;
  std::vector<RunSink*> sinks_;
  std::vector<UserForce> forces_;    // for the next step
  std::vector<Vec3> forcePoints_B_;  // where they act, in the bodies
  dynamics::StepReport report_;
  std::int64_t step_ = 0, planned_ = 0;
  double wall_ = 0, processor_ = 0, checks_ = 0, lastProgress_ = 0;
  bool begun_ = false, cancelled_ = false;
};

// advance() to the end, then finish().
[[nodiscard]] RunResult runAll(SimulationRun& run);

}  // namespace passung::app

// SPDX-License-Identifier: GPL-3.0-or-later
// What is measured of an engine while something else steps it: the figures of its run, with samples for the exact check
// and for sinks at a fixed interval. Runs of the command line and the comparison in the window share it.
#pragma once

#include <memory>
#include <vector>

#include "app/run/run_types.h"
#include "scenes/scene.h"

namespace passung::app {

class RunStatistics;

struct MeasurementOptions {
  std::int64_t steps = 0;        // planned; `rest` speaks of the second half of them
  double sample = 0.01;          // [s] between samples; at least one step
  bool checkPenetration = true;  // run the exact check at every sample
};

// One thread; `scene`, `engine` and the sinks must outlive it. Cost: the figures take a few hundred operations a body
// and step, the exact check what it takes at every sample.
class RunMeasurement {
 public:
  // The engine stands where the measuring begins. Throws InputError for bad monitors.
  RunMeasurement(const scenes::Scene& scene, const dynamics::Engine& engine, const MeasurementOptions& options);
  ~RunMeasurement();
  RunMeasurement(const RunMeasurement&) = delete;
  RunMeasurement& operator=(const RunMeasurement&) = delete;

  void addSink(RunSink& sink) { sinks_.push_back(&sink); }
  // After each step of the engine. `work` [J]: done by the user in it.
  void step(const dynamics::StepReport& report, double work);
  // Whether the time has reached the next multiple of the interval.
  [[nodiscard]] bool sampleDue() const;
  void sample(bool last);
  // Whether the state as it stands has been sampled.
  [[nodiscard]] bool sampled() const;
  [[nodiscard]] bool checksPenetration() const { return check_ != nullptr; }
  // What the monitors would say if the run ended here.
  [[nodiscard]] std::vector<MonitorResult> monitors() const;
  // The figures up to now, all but the times.
  [[nodiscard]] RunResult result() const;

 private:
  [[nodiscard]] double now() const;

  const dynamics::Engine& engine_;
  double interval_;  // [s]
  std::unique_ptr<RunStatistics> statistics_;
  std::unique_ptr<PenetrationCheck> check_;
  std::vector<RunSink*> sinks_;
  std::int64_t sampledStep_ = -1, nextSample_ = 0;
};

}  // namespace passung::app

// SPDX-License-Identifier: GPL-3.0-or-later
// The monitors of a scene while one engine runs it in a session: what they would say if the run ended now. Those of a
// comparison are judged with its other figures, by RunMeasurement.
//
// They are judged as in `passung run`, step by step, but for two things: the depths of penetration are those that the
// engine sees, not those of the exact check, which is too slow to run along; and a run that was taken up again at an
// earlier state is judged from there on. Cost: as RunStatistics, a few hundred operations a body and step.
#pragma once

#include <memory>
#include <vector>

#include "app/run/run_types.h"
#include "scenes/scene.h"

namespace passung::app {

class RunStatistics;

class LiveMonitors {
 public:
  // From the state that the engine is in. It and the scene must outlive this. Throws InputError when a monitor names a
  // body that is not there.
  LiveMonitors(const scenes::Scene& scene, const dynamics::Engine& engine);
  ~LiveMonitors();
  LiveMonitors(const LiveMonitors&) = delete;
  LiveMonitors& operator=(const LiveMonitors&) = delete;

  // After each step; `work` [J]: done by the user in it.
  void step(const dynamics::StepReport& report, double work);
  [[nodiscard]] std::vector<MonitorResult> verdicts() const;

 private:
  void sample();

  const dynamics::Engine& engine_;
  std::unique_ptr<RunStatistics> statistics_;
  double nextSample_ = 0;  // [s]
};

}  // namespace passung::app

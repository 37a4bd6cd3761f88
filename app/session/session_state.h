// SPDX-License-Identifier: GPL-3.0-or-later
// What the session thread alone touches: the engines on one clock, what they owe, and what is measured of them. Session
// gives it commands and publishes it.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/run/run_measurement.h"
#include "app/session/live_monitors.h"
#include "app/session/session.h"

namespace passung::app {

struct Session::State {
  State(const SecondsClock& c, StepCosts& s) : clock(c), costs(s) {}

  const SecondsClock& clock;
  StepCosts& costs;
  std::shared_ptr<const scenes::Scene> scene;
  std::vector<Variant> variants;
  std::vector<std::unique_ptr<dynamics::Engine>> engines;
  std::shared_ptr<const std::vector<EngineInfo>> infos;
  std::vector<dynamics::StepReport> reports;
  std::unique_ptr<LiveMonitors> monitors;  // of one engine alone; null without monitors, and in a comparison
  std::vector<Probe> probes;
  ProbeNeeds needs;
  SampleRows rows;  // not yet published
  double publish_ms = 0;
  std::vector<std::vector<Vec3>> pullForces;  // of each engine, one a pull [N]
  std::vector<double> bodySizes;
  double ground = 0;
  std::uint64_t opened = 0;
  std::string error, refused;
  std::optional<Solver> solver;                  // chosen for this scene
  std::optional<dynamics::Actuation> actuation;  // as set for this scene
  std::vector<Pull> pulls;
  bool tree = false;                                  // frames hold the broad phase's
  std::unique_ptr<dynamics::RecordingWriter> writer;  // of the recording that runs
  std::int64_t written = 0;                           // states in it

  bool playing = false;
  double speed = 1;
  double owedTime = 0;         // accumulator: simulated time due but not stepped [s]
  std::int64_t owedSteps = 0;  // from step()
  // A step that the first engine has taken and the others may not have followed yet, because a batch was over. Nothing
  // is published before they have: a frame is one instant.
  struct Begun {
    StepCost cost;
    double work = 0;  // of the pull on the first engine [J]
  };
  std::optional<Begun> begun;
  bool behind = false;
  double last = clock();
  std::vector<std::shared_ptr<const dynamics::WorldSnapshot>> recorded;  // not yet in the history
  std::uint64_t publishedOpened = 0;
  std::int64_t publishedStep = -1;
  double keptAt = -1e300;  // clock at the last frame kept in the history

  // Means: sums since windowStart become the shown values when the window closes.
  double windowStart = clock();
  double windowSimulated = 0;
  std::int64_t windowSteps = 0;
  bool windowBehind = false;
  double realTimeFactor = 0;
  struct Times {
    std::int64_t steps = 0;
    double step = 0;  // [s] summed
    std::array<double, dynamics::kStageCount> stages{};
    double shownStep_ms = 0;
    std::array<double, dynamics::kStageCount> shownStages_ms{};
  };
  std::vector<Times> times;

  std::vector<std::uint64_t> tickets;  // syncs waiting for owed steps

  // Of a comparison: what is measured, one an engine.
  struct Measured {
    std::unique_ptr<RunMeasurement> run;
    double wall = 0, processor = 0, checks = 0;  // [s]
  };
  std::vector<Measured> measured;
  bool resultsStale = false;
  double resultsAt = -1e300;  // clock

  // Of the engine that sets the clock.
  [[nodiscard]] double dt() const { return engines.front()->def().dt; }

  // Takes over freshly made engines, at time 0.
  void adopt(std::vector<std::unique_ptr<dynamics::Engine>> made);
  // Begins to judge from where the engines are: the figures of a comparison, the monitors among them, or the monitors
  // alone of one engine.
  void measure();
  // What the monitors would say of an engine's run if it ended here; null where that is not known.
  [[nodiscard]] std::shared_ptr<const std::vector<MonitorResult>> verdicts(std::size_t engine) const;
  // One an engine; empty while there is one alone.
  [[nodiscard]] std::vector<RunResult> results() const;
  // Gives the chosen solver to every engine that takes one, and judges them anew. False where none does; `refused` then
  // says why.
  bool chooseSolver();
  // Puts every engine to where it was in a frame. Nothing is changed where one of them cannot count back.
  bool goBack(const SessionFrame& frame);
  void restartClock();
  // One step of the engine that sets the clock; the others follow to the step nearest to its time. False where the
  // batch was over before they all had: the next call goes on.
  bool stepAll(const std::function<bool()>& over);
  // Gives the drives that were set to every engine that takes them; `refused` says why one does not.
  void actuateAll();
  void letGo(int body);  // of a pull; -1: of all
  // The first engine's state into the recording, if there is one.
  void recordStep();
  void endRecording();
  // Where a pull grasps its body, in W.
  [[nodiscard]] static Vec3 grasped(const dynamics::Engine& engine, const Pull& pull);
  // Returns the work of the pulls [J].
  double stepEngine(std::size_t i, StepCost& cost);
  // What is plotted, after a step.
  void sampleProbes(const StepCost& cost);
  [[nodiscard]] Energy energyNow(std::size_t i) const;
  // Steps what is owed, for a short stretch of wall time at most, even where one step of the clock is many of another
  // engine. Whether a step of all was completed. An engine's exception stops the run with its text.
  bool stepBatch();
  // Wall time that has passed becomes owed simulated time, up to the catch-up limit.
  void advanceClock();
  bool closeWindow();
};

}  // namespace passung::app

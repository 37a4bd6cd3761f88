// SPDX-License-Identifier: GPL-3.0-or-later
// Checks of the physics that built-in scenes are there to show: what a check is, and what it reports.
//
// To add a check: a function that runs scenes and emits rows, in a file of its own, and its line in checks.cpp.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/run/run_types.h"
#include "app/run/simulation_run.h"
#include "scenes/scene.h"

namespace passung::app {

enum class Verdict {
  kPassed,
  kFailed,
  kSlow,     // right, but slower than asked for: depends on the machine
  kFigure,   // nothing is asked for
  kSkipped,  // could not be run; `detail` says why
};
[[nodiscard]] const char* verdictName(Verdict verdict);

// One line of the table.
struct CheckRow {
  std::string check{}, scene{}, shows{};
  std::optional<double> expected{}, measured{}, limit{};  // in `unit`; a limit is not to be exceeded
  std::string unit{};
  Verdict verdict = Verdict::kFigure;
  std::string detail{};
  // Of the run that gave the figure, where one did.
  std::optional<double> drift{}, gainShare{}, penetration{}, realTimeFactor{};
  bool finite = true;
};

// What to run. A solver that is empty is the scene's own, a duration of 0 likewise.
struct CheckRun {
  std::string scene{}, engine = "native", solver{};
  std::vector<scenes::Override> settings{};
  double duration = 0, dt = 0, sample = 0.02;  // [s]
  std::vector<scenes::Monitor> monitors{};     // added to those of the scene
  bool oracle = true;                          // the exact check of penetration at every sample
  // Called before every step, to act on the run.
  std::function<void(SimulationRun&, dynamics::Engine&)> before{};
  // Called on a loaded scene, before the engine is made.
  std::function<void(scenes::Scene&)> change{};
};

struct CheckRunResult {
  RunResult result;
  std::size_t sceneMonitors = 0;            // how many of result.monitors are the scene's own
  std::vector<dynamics::Contact> contacts;  // at the end
  std::vector<dynamics::BodyState> states;  // at the end
  dynamics::WorldDef def;
  [[nodiscard]] const MonitorResult& added(std::size_t i) const { return result.monitors.at(sceneMonitors + i); }
  [[nodiscard]] const BodyResult& body(const std::string& name) const;
};

class CheckContext {
 public:
  bool full = false;  // long runs too
  int threads = 1;
  const std::atomic<bool>* cancel = nullptr;
  std::function<void(const std::string& label, double share)> progress{};
  std::function<void(const CheckRow&)> emit{};  // takes every row as soon as it is known
  std::string check{};                          // name of the one that runs now

  [[nodiscard]] bool cancelled() const { return cancel != nullptr && cancel->load(); }
  // Runs and returns the figures; empty when it was cancelled or cannot be run: then a row says why, for `shows`.
  [[nodiscard]] std::optional<CheckRunResult> run(const CheckRun& what, const std::string& shows);
  void skip(const std::string& scene, const std::string& shows, const std::string& why);

  // A row with the figures of the run, to be completed.
  [[nodiscard]] CheckRow rowOf(const CheckRunResult& run, const std::string& shows) const;
  // The row of one monitor of the run.
  // `judged`: else the row is a figure beside others.
  void emitMonitor(const CheckRunResult& run, const MonitorResult& monitor, const std::string& shows,
                   bool judged = true);
  // How much faster than real time the run was, by processor time, against `least`.
  void emitSpeed(const CheckRunResult& run, const std::string& shows, double least);
};

struct Check {
  const char* name;
  const char* purpose;
  bool slow;  // only run with `full`, or by its name
  void (*run)(CheckContext&);
};

// All checks, in the order of the table.
[[nodiscard]] const std::vector<Check>& checks();

[[nodiscard]] bool isBuiltinScene(const std::string& name);

// Monitors as code.
[[nodiscard]] scenes::Monitor bodyMonitor(scenes::Monitor::Type type, const std::string& body, double value = 0);

}  // namespace passung::app

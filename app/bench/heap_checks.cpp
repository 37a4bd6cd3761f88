// SPDX-License-Identifier: GPL-3.0-or-later
// Stacks and heaps, solver by solver, and all scenes at once.
#include <algorithm>

#include "app/bench/fit_checks.h"
#include "app/run/units.h"
#include "dynamics/solver/contact_solver.h"

namespace passung::app {
namespace {

using Type = scenes::Monitor::Type;

// A monitor for each moving body; its row shows the worst of them.
void emitWorst(CheckContext& context, const CheckRunResult& run, const std::string& shows, bool asked) {
  const MonitorResult* worst = nullptr;
  for (std::size_t i = run.sceneMonitors; i < run.result.monitors.size(); ++i) {
    const MonitorResult& one = run.result.monitors[i];
    if (worst == nullptr || one.measured.value_or(0) > worst->measured.value_or(0)) worst = &one;
  }
  if (worst == nullptr) return;
  CheckRow row = context.rowOf(run, shows);
  row.measured = worst->measured;
  row.limit = worst->limit;
  row.unit = worst->unit;
  row.detail = worst->detail;
  const bool rests = std::all_of(run.result.bodies.begin(), run.result.bodies.end(), [](const BodyResult& body) {
    return body.motion != dynamics::Motion::kDynamic || body.rest.atRest;
  });
  if (!rests) row.detail += "; not all bodies are at rest at the end";
  if (asked) row.verdict = worst->passed && rests ? Verdict::kPassed : Verdict::kFailed;
  context.emit(row);
}

// Adds the monitor for each moving body of the scene.
std::function<void(scenes::Scene&)> forEachBody(const scenes::Monitor& monitor) {
  return [monitor](scenes::Scene& scene) {
    for (const dynamics::BodyDef& body : scene.world.bodies) {
      if (body.motion != dynamics::Motion::kDynamic) continue;
      scene.monitors.push_back(monitor);
      scene.monitors.back().body = scene.monitors.back().name = body.name;
    }
  };
}

}  // namespace

void checkCubeStack(CheckContext& context) {
  for (const dynamics::SolverEntry& solver : dynamics::solvers()) {
    const std::string name(solver.name);
    const std::string shows = name + ": sideways shift";
    const auto run = context.run({.scene = "cube_stack_7",
                                  .solver = name,
                                  .settings = {{"solver.sleeping", "false"}},
                                  .sample = 0.05,
                                  .change = forEachBody(bodyMonitor(Type::kSidewaysShift, "", 1e-3))},
                                 shows);
    // Springs sway; that is what is to be seen of them.
    if (run) emitWorst(context, *run, shows, name != "penalty");
  }
}

void checkHeavyOnLight(CheckContext& context) {
  for (const dynamics::SolverEntry& solver : dynamics::solvers()) {
    const std::string name(solver.name);
    const std::string shows = name + ": sideways shift";
    const auto run = context.run({.scene = "heavy_on_light_stack",
                                  .solver = name,
                                  .settings = {{"solver.sleeping", "false"}},
                                  .sample = 0.05,
                                  .change = forEachBody(bodyMonitor(Type::kSidewaysShift, "", 1e-3))},
                                 shows);
    if (run) emitWorst(context, *run, shows, name == "implicit");
  }
}

// The pyramid in the solver made for many bodies, and the step time of both engines in the same run.
void checkPyramid(CheckContext& context) {
  const double duration = context.full ? 10 : 1;
  const std::string shows = "stands for " + plain(duration) + " s";
  std::optional<double> native;
  for (const char* engine : {"native", "bullet"}) {
    const bool ours = std::string(engine) == "native";
    scenes::Monitor stands = bodyMonitor(Type::kStands, "", 0);
    const auto run = context.run({.scene = "box_pyramid_5050",
                                  .engine = engine,
                                  .settings = {{"solver.sleeping", "false"}},
                                  .duration = duration,
                                  .sample = duration,
                                  .oracle = false,
                                  .change =
                                      [&](scenes::Scene& scene) {
                                        // Half a box: then each is still on the two that it was put on. A wall of
                                        // a hundred rows may sag.
                                        stands.value =
                                            0.5 * dynamics::localBounds(scene.world.bodies.back()).extent().z();
                                        scene.monitors.push_back(stands);
                                      }},
                                 std::string(engine) + ": " + shows);
    if (!run) continue;
    context.emitMonitor(*run, run->result.monitors.back(), std::string(engine) + ": " + shows, ours);
    const double step = run->result.wall / static_cast<double>(run->result.steps);
    CheckRow row = context.rowOf(*run, std::string(engine) + ": time per step");
    row.measured = step;
    row.unit = "s";
    if (ours) native = step;
    if (!ours && native) row.detail = "the native engine takes " + plain(*native / step, 3) + " times as long";
    context.emit(row);
  }
}

// Every built-in scene by its own monitors. The implicit solver is asked for all of them, for finite values, for no
// energy from nowhere; of the others, finite values are asked for and the rest is shown.
void checkEveryScene(CheckContext& context) {
  for (const scenes::BuiltinScene& scene : scenes::builtinScenes()) {
    for (const dynamics::SolverEntry& solver : dynamics::solvers()) {
      const bool implicit = solver.name == "implicit";
      if (!implicit && !context.full) continue;
      if (context.cancelled()) return;
      const std::string shows = std::string(solver.name) + ": its monitors";
      const auto run = context.run(
          {.scene = scene.name, .solver = std::string(solver.name), .settings = {{"solver.sleeping", "false"}}}, shows);
      if (!run) continue;
      CheckRow row = context.rowOf(*run, shows);
      int passed = 0;
      for (const MonitorResult& monitor : run->result.monitors) {
        if (monitor.passed) {
          ++passed;
        } else {
          row.detail += (row.detail.empty() ? "" : "; ") + monitor.name + ": " + monitor.detail;
        }
      }
      row.expected = static_cast<double>(run->result.monitors.size());
      row.measured = passed;
      row.unit = "of all";
      const bool good = run->result.finite && (!implicit || run->result.passed());
      row.verdict = good ? (implicit ? Verdict::kPassed : Verdict::kFigure) : Verdict::kFailed;
      context.emit(row);
    }
  }
}

}  // namespace passung::app

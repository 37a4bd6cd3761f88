// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/check.h"

#include <algorithm>
#include <memory>

#include "app/run/units.h"
#include "core/error.h"

namespace passung::app {

const char* verdictName(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPassed:
      return "passed";
    case Verdict::kFailed:
      return "FAILED";
    case Verdict::kSlow:
      return "slow";
    case Verdict::kFigure:
      return "-";
    case Verdict::kSkipped:
      return "skipped";
  }
  return "";
}

const BodyResult& CheckRunResult::body(const std::string& name) const {
  for (const BodyResult& body : result.bodies) {
    if (body.name == name) return body;
  }
  throw InputError(result.scene, "", "it has no body '" + name + "'");
}

bool isBuiltinScene(const std::string& name) {
  const auto scenes = scenes::builtinScenes();
  return std::any_of(scenes.begin(), scenes.end(), [&](const auto& scene) { return scene.name == name; });
}

scenes::Monitor bodyMonitor(scenes::Monitor::Type type, const std::string& body, double value) {
  scenes::Monitor monitor;
  monitor.type = type;
  monitor.body = body;
  monitor.value = value;
  return monitor;
}

void CheckContext::skip(const std::string& scene, const std::string& shows, const std::string& why) {
  emit({.check = check, .scene = scene, .shows = shows, .verdict = Verdict::kSkipped, .detail = why});
}

std::optional<CheckRunResult> CheckContext::run(const CheckRun& what, const std::string& shows) {
  if (cancelled()) return std::nullopt;
  if (!isBuiltinScene(what.scene)) {
    skip(what.scene, shows, "there is no such scene");
    return std::nullopt;
  }
  try {
    scenes::Scene scene = scenes::loadScene(what.scene, {.overrides = what.settings, .unit = {}});
    CheckRunResult done;
    done.sceneMonitors = scene.monitors.size();
    scene.monitors.insert(scene.monitors.end(), what.monitors.begin(), what.monitors.end());
    // What a solver that works contact by contact does in minutes takes the others days.
    constexpr std::size_t kManyBodies = 1000;
    if (scene.world.bodies.size() > kManyBodies && !what.solver.empty() && what.solver != scene.world.solver.name) {
      skip(what.scene, shows, "its many bodies are for the solver " + scene.world.solver.name);
      return std::nullopt;
    }
    if (!what.solver.empty()) scene.world.solver.name = what.solver;
    if (what.dt > 0) scene.world.dt = what.dt;
    if (what.duration > 0) scene.duration = what.duration;
    if (what.change) what.change(scene);

    const auto engine = dynamics::makeEngine(scene.world, {.engine = what.engine, .threads = threads});
    const std::string label = what.scene + (what.solver.empty() ? "" : " " + what.solver);
    SimulationRun simulation(scene, *engine,
                             {.duration = scene.duration,
                              .sample = what.sample,
                              .threads = threads,
                              .checkPenetration = what.oracle,
                              .cancel = cancel,
                              .progress = [&](double share) {
                                if (progress) progress(label, share);
                              }});
    do {
      if (what.before) what.before(simulation, *engine);
    } while (simulation.advance());
    done.result = simulation.finish();
    done.contacts = engine->contacts();
    done.states.assign(engine->states().begin(), engine->states().end());
    done.def = engine->def();
    if (done.result.cancelled) return std::nullopt;
    return done;
  } catch (const InputError& error) {
    skip(what.scene, shows, error.what());
    return std::nullopt;
  }
}

CheckRow CheckContext::rowOf(const CheckRunResult& run, const std::string& shows) const {
  const RunResult& r = run.result;
  CheckRow row{.check = check, .scene = r.scene, .shows = shows};
  row.penetration = r.maxPenetration;
  row.realTimeFactor = r.realTimeFactor();
  row.finite = r.finite;
  if (r.energy.potentialDrop > 0) row.gainShare = r.energy.maxGain / r.energy.potentialDrop;
  for (const BodyResult& body : r.bodies) {
    if (body.motion != dynamics::Motion::kDynamic || !body.rest.atRest) continue;
    row.drift = std::max(row.drift.value_or(0), body.rest.drift);
  }
  return row;
}

void CheckContext::emitMonitor(const CheckRunResult& run, const MonitorResult& monitor, const std::string& shows,
                               bool judged) {
  CheckRow row = rowOf(run, shows);
  row.expected = monitor.expected;
  row.measured = monitor.measured;
  row.limit = monitor.limit;
  row.unit = monitor.unit;
  row.verdict = monitor.passed ? Verdict::kPassed : Verdict::kFailed;
  if (!judged) row.verdict = Verdict::kFigure;
  row.detail = monitor.detail;
  emit(row);
}

void CheckContext::emitSpeed(const CheckRunResult& run, const std::string& shows, double least) {
  CheckRow row = rowOf(run, shows);
  row.expected = least;
  // By processor time: the wall clock also counts what else the machine does.
  const double cores = static_cast<double>(threads);
  row.measured = run.result.processor > 0 ? cores * run.result.simulated / run.result.processor : 0;
  row.unit = "x";
  row.verdict = *row.measured >= least ? Verdict::kPassed : Verdict::kSlow;
  row.detail = "simulated time over processor time per core, on " + std::to_string(threads) +
               (threads == 1 ? " core" : " cores") + "; by the wall clock " + plain(run.result.realTimeFactor(), 3) +
               " x";
  emit(row);
}

}  // namespace passung::app

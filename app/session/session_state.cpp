// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/session_state.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>

#include "app/run/clocks.h"

namespace passung::app {

namespace {

constexpr double kBatch = 0.012;   // [s] of steps between two looks at the commands: a 60 Hz display misses nothing
constexpr double kMeanOver = 0.4;  // [s] over which speeds and step times are averaged

}  // namespace

void Session::State::adopt(std::vector<std::unique_ptr<dynamics::Engine>> made) {
  engines = std::move(made);
  auto fresh = std::make_shared<std::vector<EngineInfo>>();
  for (const auto& engine : engines) {
    EngineInfo info{.name = engine->name(),
                    .solver = engine->solver(),
                    .variant = variants[fresh->size()],
                    .dt = engine->def().dt,
                    .masses = {},
                    .warnings = engine->warnings()};
    for (std::size_t i = 0; i < scene->world.bodies.size(); ++i)
      info.masses.push_back(engine->mass(static_cast<int>(i)));
    fresh->push_back(std::move(info));
  }
  infos = std::move(fresh);
  reports.assign(engines.size(), {});
  pullForces.assign(engines.size(), std::vector<Vec3>(pulls.size(), Vec3::Zero()));
  times.assign(engines.size(), {});
  owedSteps = 0;
  begun.reset();
  error.clear();
  costs.clear();
  restartClock();
  measure();
}

void Session::State::measure() {
  monitors.reset();
  measured.clear();
  resultsStale = true;
  resultsAt = -1e300;  // what was published is of another run
  try {
    if (engines.size() == 1) {
      if (!scene->monitors.empty()) monitors = std::make_unique<LiveMonitors>(*scene, *engines.front());
      return;
    }
    for (const auto& engine : engines) {
      const auto steps = static_cast<std::int64_t>(std::llround(scene->duration / engine->def().dt));
      measured.push_back({std::make_unique<RunMeasurement>(
          *scene, *engine, MeasurementOptions{.steps = std::max<std::int64_t>(steps, 1)})});
      measured.back().run->sample(false);
    }
  } catch (const std::exception& e) {
    measured.clear();
    refused = e.what();
  }
}

std::shared_ptr<const std::vector<MonitorResult>> Session::State::verdicts(std::size_t engine) const {
  if (scene->monitors.empty()) return nullptr;
  if (monitors && engine == 0) return std::make_shared<const std::vector<MonitorResult>>(monitors->verdicts());
  if (engine >= measured.size()) return nullptr;
  return std::make_shared<const std::vector<MonitorResult>>(measured[engine].run->monitors());
}

std::vector<RunResult> Session::State::results() const {
  std::vector<RunResult> all;
  for (std::size_t i = 0; i < measured.size(); ++i) {
    RunResult result = measured[i].run->result();
    result.settings = variantSettings(variants[i]);
    result.wall = measured[i].wall;
    result.processor = measured[i].processor;
    result.checks = measured[i].checks;
    all.push_back(std::move(result));
  }
  return all;
}

bool Session::State::chooseSolver() {
  if (!solver) return true;
  bool taken = false;
  std::string why;
  for (std::size_t i = 0; i < engines.size(); ++i) {
    if (engines.size() > 1 && !variants[i].solver.empty()) {
      why = "the variant " + variantTitle(variants[i]) + " keeps its solver; change it under Variants instead";
      continue;
    }
    try {
      engines[i]->setSolver(solver->name, solver->policy);
      taken = true;
    } catch (const std::exception& e) {
      why = e.what();
    }
  }
  if (!taken) {
    refused = why;
    return false;
  }
  auto fresh = std::make_shared<std::vector<EngineInfo>>(*infos);
  for (std::size_t i = 0; i < engines.size(); ++i) {
    (*fresh)[i].solver = engines[i]->solver();
    if (engines[i]->name() == "native") (*fresh)[i].policy = engines[i]->def().solver.contactPolicy;
  }
  infos = std::move(fresh);
  measure();
  return true;
}

bool Session::State::goBack(const SessionFrame& frame) {
  refused.clear();
  if (frame.opened != opened || frame.engines.size() != engines.size()) return false;
  std::vector<std::int64_t> before;
  for (std::size_t i = 0; i < engines.size(); ++i) {
    before.push_back(engines[i]->stepCount());
    if (engines[i]->setStepCount(frame.engines[i].snapshot->step)) continue;
    for (std::size_t k = 0; k < i; ++k) engines[k]->setStepCount(before[k]);
    refused = "the engine " + engines[i]->name() + " cannot go back to an earlier state; reset it instead";
    return false;
  }
  for (std::size_t i = 0; i < engines.size(); ++i) engines[i]->setStates(frame.engines[i].snapshot->states);
  begun.reset();
  reports.assign(engines.size(), {});
  letGo(-1);
  endRecording();
  error.clear();
  measure();
  return true;
}

void Session::State::restartClock() {
  owedTime = 0;
  behind = windowBehind = false;
  realTimeFactor = 0;
  last = windowStart = clock();
  windowSimulated = 0;
  windowSteps = 0;
  for (Times& t : times) t.steps = 0, t.step = 0, t.stages = {};
}

bool Session::State::stepAll(const std::function<bool()>& over) {
  if (!begun) {
    begun.emplace().cost.engines.resize(engines.size());
    begun->work = stepEngine(0, begun->cost);
  }
  const double now = static_cast<double>(engines.front()->stepCount()) * dt();
  for (std::size_t i = 1; i < engines.size(); ++i) {
    const dynamics::Engine& engine = *engines[i];
    while ((static_cast<double>(engine.stepCount()) + 0.5) * engine.def().dt <= now) {
      if (over()) return false;
      stepEngine(i, begun->cost);
    }
  }
  StepCost cost = std::move(begun->cost);
  const double work = begun->work;
  begun.reset();
  const double checks = steadySeconds();
  recordStep();
  if (monitors) monitors->step(reports.front(), work);
  const double curves = steadySeconds();
  sampleProbes(cost);
  cost.monitors += 1000 * (curves - checks);
  cost.curves = 1000 * (steadySeconds() - curves);
  costs.add(std::move(cost));
  windowSimulated += dt();
  ++windowSteps;
  return true;
}

void Session::State::actuateAll() {
  if (!actuation) return;
  for (const auto& engine : engines) {
    try {
      actuate(*engine, *actuation);
    } catch (const std::exception& e) {
      refused = e.what();
    }
  }
}

void Session::State::letGo(int body) {
  for (std::size_t k = pulls.size(); k-- > 0;) {
    if (body >= 0 && pulls[k].body != body) continue;
    pulls.erase(pulls.begin() + static_cast<std::ptrdiff_t>(k));
    for (auto& forces : pullForces) forces.erase(forces.begin() + static_cast<std::ptrdiff_t>(k));
  }
}

void Session::State::recordStep() {
  if (!writer) return;
  const dynamics::Engine& engine = *engines.front();
  try {
    writer->add(engine.stepCount(), static_cast<double>(engine.stepCount()) * dt(), engine.states(), engine.contacts());
    ++written;
  } catch (const std::exception& e) {
    refused = e.what();
    writer.reset();
  }
}

void Session::State::endRecording() {
  written = 0;
  if (!writer) return;
  try {
    writer->finish();
  } catch (const std::exception& e) {
    refused = e.what();
  }
  writer.reset();
}

Vec3 Session::State::grasped(const dynamics::Engine& engine, const Pull& pull) {
  return engine.states()[static_cast<std::size_t>(pull.body)].X_WB * pull.p_BG;
}

double Session::State::stepEngine(std::size_t i, StepCost& cost) {
  dynamics::Engine& engine = *engines[i];
  std::vector<Vec3> before;
  for (std::size_t k = 0; k < pulls.size(); ++k) {
    const Pull& pull = pulls[k];
    const auto b = static_cast<std::size_t>(pull.body);
    before.push_back(grasped(engine, pull));
    pullForces[i][k] = pullForce(engine.def(), engine.mass(pull.body), engine.states()[b], bodySizes[b], pull);
    engine.applyForce(pull.body, before.back(), pullForces[i][k]);
  }
  const double start = steadySeconds(), processor = threadSeconds();
  reports[i] = engine.step();
  const double wall = steadySeconds() - start;
  double work = 0;
  for (std::size_t k = 0; k < pulls.size(); ++k) work += pullForces[i][k].dot(grasped(engine, pulls[k]) - before[k]);
  times[i].step += wall;
  ++times[i].steps;
  ++cost.engines[i].steps;
  cost.engines[i].step += 1000 * wall;
  for (std::size_t k = 0; k < times[i].stages.size(); ++k) {
    times[i].stages[k] += reports[i].stage_ms[k];
    cost.engines[i].stages[k] += reports[i].stage_ms[k];
  }
  if (measured.empty()) return work;

  // This thread alone works in the engines.
  Measured& m = measured[i];
  m.wall += wall;
  m.processor += threadSeconds() - processor;
  m.run->step(reports[i], work);
  if (m.run->sampleDue()) m.run->sample(false);
  const double checks = steadySeconds() - start - wall;
  m.checks += checks;
  cost.monitors += 1000 * checks;
  resultsStale = true;
  return work;
}

void Session::State::sampleProbes(const StepCost& cost) {
  if (probes.empty()) return;
  rows.steps.push_back(engines.front()->stepCount());
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t i = 0; i < engines.size(); ++i) {
    const dynamics::Engine& engine = *engines[i];
    // Of an engine that took no step meanwhile, no time is known.
    const bool stepped = cost.engines[i].steps > 0;
    const EngineCost one = stepped ? cost.engines[i].ofOne() : EngineCost();
    const auto& masses = (*infos)[i].masses;
    const auto contacts = needs.contacts ? engine.contacts() : std::vector<dynamics::Contact>();
    const auto joints = needs.joints ? engine.jointStates() : std::vector<dynamics::JointState>();
    const ProbedState now{.states = engine.states(),
                          .masses = masses,
                          .contacts = contacts,
                          .joints = joints,
                          .energy = needs.energy ? energyNow(i) : Energy(),
                          .step_ms = stepped ? one.step : kUnknown,
                          .stage_ms = stepped ? std::span<const double>(one.stages) : std::span<const double>()};
    for (const Probe& probe : probes) rows.values.push_back(valueOf(probe, now));
  }
}

Energy Session::State::energyNow(std::size_t i) const {
  const dynamics::Engine& engine = *engines[i];
  return energyOf(engine.def(), (*infos)[i].masses, engine.states(), engine.shellEnergy(), ground);
}

bool Session::State::stepBatch() {
  const double start = steadySeconds();
  const auto over = [start] { return steadySeconds() - start > kBatch; };
  // A step of the clock that took more than one batch is shown before the next one begins: within a step there is no
  // instant to show.
  const bool carried = begun.has_value();
  bool stepped = false;
  try {
    while (begun || owedSteps > 0 || (playing && owedTime >= dt())) {
      if (!begun && owedSteps > 0) {
        --owedSteps;
      } else if (!begun) {
        owedTime -= dt();
      }
      if (!stepAll(over)) break;
      stepped = true;
      if (carried || over()) break;
    }
  } catch (const std::exception& e) {
    error = e.what();
    stepped = true;  // which is news, too
    playing = false;
    owedSteps = 0;
    begun.reset();
  }
  return stepped;
}

void Session::State::advanceClock() {
  const double now = clock();
  const double passed = now - last;
  last = now;
  if (!playing) return;
  owedTime += passed * speed;
  const double limit = std::max(kCatchUp * speed, dt());
  if (owedTime > limit) {
    owedTime = limit;
    windowBehind = true;
  }
}

bool Session::State::closeWindow() {
  const double wall = clock() - windowStart;
  if (wall < kMeanOver && windowSteps > 0 && times.front().shownStep_ms > 0) return false;
  if (wall < kMeanOver && windowSteps == 0) return false;
  if (windowSteps > 0) {
    for (Times& t : times) {
      if (t.steps == 0) continue;
      const auto n = static_cast<double>(t.steps);
      t.shownStep_ms = 1000 * t.step / n;
      for (std::size_t k = 0; k < t.stages.size(); ++k) t.shownStages_ms[k] = t.stages[k] / n;
    }
  }
  if (wall < kMeanOver) return true;  // the first batch: step times at once, speeds later
  realTimeFactor = playing ? windowSimulated / wall : 0;
  behind = playing && windowBehind;
  windowBehind = false;
  windowStart = clock();
  windowSimulated = 0;
  windowSteps = 0;
  for (Times& t : times) t.steps = 0, t.step = 0, t.stages = {};
  return true;
}

}  // namespace passung::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/session.h"

#include <time.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>

#include "app/run/run_measurement.h"
#include "app/session/live_monitors.h"

namespace passung::app {

namespace {

using Seconds = std::chrono::duration<double>;

constexpr double kBatch = 0.012;   // [s] of steps between two looks at the commands: a 60 Hz display misses nothing
constexpr double kMeanOver = 0.4;  // [s] over which speeds and step times are averaged
constexpr double kKeepEvery = 1.0 / 120;  // [s] between states kept in the history while playing
constexpr double kLongestNap = 0.008;     // [s] between batches while playing
constexpr double kResultsEvery = 0.25;    // [s] between two looks at the figures while playing

// Time that this thread, which alone works in the engines, has spent on processors.
double threadSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

std::unique_ptr<dynamics::Engine> makeEngineOf(const EngineFactory& factory, const scenes::Scene& scene,
                                               const Variant& variant) {
  dynamics::WorldDef def = scene.world;
  applyVariant(variant, def);
  return factory(def, variant.engine);
}

double steadySeconds() { return Seconds(std::chrono::steady_clock::now().time_since_epoch()).count(); }

struct Session::State {
  State(const SecondsClock& c, StepCosts& s) : clock(c), costs(s) {}

  const SecondsClock& clock;
  StepCosts& costs;
  std::shared_ptr<const scenes::Scene> scene;
  std::vector<Variant> variants;
  std::vector<std::unique_ptr<dynamics::Engine>> engines;
  std::shared_ptr<const std::vector<EngineInfo>> infos;
  std::vector<dynamics::StepReport> reports;
  std::unique_ptr<LiveMonitors> monitors;  // of the first engine; null without monitors
  std::vector<Probe> probes;
  ProbeNeeds needs;
  SampleRows rows;  // not yet published
  double publish_ms = 0;
  std::vector<Vec3> pullForces;
  std::vector<double> bodySizes;
  double ground = 0;
  std::uint64_t opened = 0;
  std::string error, refused;
  std::optional<Solver> solver;  // chosen for this scene
  std::optional<Pull> pull;

  bool playing = false;
  double speed = 1;
  double owedTime = 0;         // accumulator: simulated time due but not stepped [s]
  std::int64_t owedSteps = 0;  // from step()
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
  void adopt(std::vector<std::unique_ptr<dynamics::Engine>> made) {
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
    pullForces.assign(engines.size(), Vec3::Zero());
    times.assign(engines.size(), {});
    owedSteps = 0;
    error.clear();
    costs.clear();
    watch();
    restartClock();
    measure();
  }

  // Begins to measure from where the engines are.
  void measure() {
    measured.clear();
    resultsStale = true;
    if (engines.size() < 2) return;
    try {
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

  [[nodiscard]] std::shared_ptr<const Results> results() const {
    if (measured.empty()) return nullptr;
    auto all = std::make_shared<Results>();
    for (std::size_t i = 0; i < measured.size(); ++i) {
      RunResult result = measured[i].run->result();
      result.settings = variantSettings(variants[i]);
      result.wall = measured[i].wall;
      result.processor = measured[i].processor;
      result.checks = measured[i].checks;
      all->push_back(std::move(result));
    }
    return all;
  }

  // The monitors begin with the state the engines are in.
  void watch() {
    monitors.reset();
    if (scene->monitors.empty()) return;
    try {
      monitors = std::make_unique<LiveMonitors>(*scene, *engines.front());
    } catch (const std::exception& e) {
      refused = e.what();
    }
  }

  // Gives the chosen solver to every engine that takes one.
  void chooseSolver() {
    refused.clear();
    if (!solver) return;
    bool taken = false;
    for (std::size_t i = 0; i < engines.size(); ++i) {
      if (engines.size() > 1 && !variants[i].solver.empty()) {
        refused = "the variant " + variantTitle(variants[i]) + " keeps its solver; change it under Variants instead";
        continue;
      }
      try {
        engines[i]->setSolver(solver->name, solver->policy);
        taken = true;
      } catch (const std::exception& e) {
        refused = e.what();
      }
    }
    if (taken) refused.clear();
    auto fresh = std::make_shared<std::vector<EngineInfo>>(*infos);
    for (std::size_t i = 0; i < engines.size(); ++i) (*fresh)[i].solver = engines[i]->solver();
    infos = std::move(fresh);
    if (taken) measure();
  }

  // Puts every engine to where it was in a frame. Nothing is changed where one of them cannot count back.
  bool goBack(const SessionFrame& frame) {
    refused.clear();
    if (frame.opened != opened || frame.engines.size() != engines.size()) return false;
    for (std::size_t i = 0; i < engines.size(); ++i) {
      const std::int64_t now = engines[i]->stepCount();
      if (engines[i]->setStepCount(frame.engines[i].snapshot->step)) continue;
      for (std::size_t k = 0; k < i; ++k) engines[k]->setStepCount(now);
      refused = "the engine " + engines[i]->name() + " cannot go back to an earlier state; reset it instead";
      return false;
    }
    for (std::size_t i = 0; i < engines.size(); ++i) engines[i]->setStates(frame.engines[i].snapshot->states);
    reports.assign(engines.size(), {});
    pull.reset();
    pullForces.assign(engines.size(), Vec3::Zero());
    error.clear();
    watch();
    measure();
    return true;
  }

  void restartClock() {
    owedTime = 0;
    behind = windowBehind = false;
    realTimeFactor = 0;
    last = windowStart = clock();
    windowSimulated = 0;
    windowSteps = 0;
    for (Times& t : times) t.steps = 0, t.step = 0, t.stages = {};
  }

  // One step of the engine that sets the clock; the others follow to the step nearest to its time.
  void stepAll() {
    StepCost cost;
    cost.engines.resize(engines.size());
    const double work = stepEngine(0, cost);
    const double now = static_cast<double>(engines.front()->stepCount()) * dt();
    for (std::size_t i = 1; i < engines.size(); ++i) {
      const dynamics::Engine& engine = *engines[i];
      while ((static_cast<double>(engine.stepCount()) + 0.5) * engine.def().dt <= now) stepEngine(i, cost);
    }
    const double checks = steadySeconds();
    if (monitors) monitors->step(reports.front(), work);
    const double curves = steadySeconds();
    sampleProbes(cost);
    cost.monitors = 1000 * (curves - checks);
    cost.curves = 1000 * (steadySeconds() - curves);
    costs.add(std::move(cost));
    windowSimulated += dt();
    ++windowSteps;
  }

  // Where the pull grasps its body, in W.
  [[nodiscard]] Vec3 grasped(const dynamics::Engine& engine) const {
    return engine.states()[static_cast<std::size_t>(pull->body)].X_WB * pull->p_BG;
  }

  // Returns the work of the pull [J].
  double stepEngine(std::size_t i, StepCost& cost) {
    dynamics::Engine& engine = *engines[i];
    const Vec3 before = pull ? grasped(engine) : Vec3::Zero();
    if (pull) {
      const auto b = static_cast<std::size_t>(pull->body);
      pullForces[i] = pullForce(engine.def(), engine.mass(pull->body), engine.states()[b], bodySizes[b], *pull);
      engine.applyForce(pull->body, before, pullForces[i]);
    }
    const double start = steadySeconds(), processor = threadSeconds();
    reports[i] = engine.step();
    const double wall = steadySeconds() - start;
    const double work = pull ? pullForces[i].dot(grasped(engine) - before) : 0;
    times[i].step += wall;
    ++times[i].steps;
    cost.engines[i].step += 1000 * wall;
    for (std::size_t k = 0; k < times[i].stages.size(); ++k) {
      times[i].stages[k] += reports[i].stage_ms[k];
      cost.engines[i].stages[k] += reports[i].stage_ms[k];
    }
    if (measured.empty()) return work;

    Measured& m = measured[i];
    m.wall += wall;
    m.processor += threadSeconds() - processor;
    m.run->step(reports[i], work);
    if (m.run->sampleDue()) m.run->sample(false);
    m.checks += steadySeconds() - start - wall;
    resultsStale = true;
    return work;
  }

  // What is plotted, after a step.
  void sampleProbes(const StepCost& cost) {
    if (probes.empty()) return;
    rows.steps.push_back(engines.front()->stepCount());
    for (std::size_t i = 0; i < engines.size(); ++i) {
      const dynamics::Engine& engine = *engines[i];
      const auto& masses = (*infos)[i].masses;
      const auto contacts = needs.contacts ? engine.contacts() : std::vector<dynamics::Contact>();
      const auto joints = needs.joints ? engine.jointStates() : std::vector<dynamics::JointState>();
      const ProbedState now{.states = engine.states(),
                            .masses = masses,
                            .contacts = contacts,
                            .joints = joints,
                            .energy = needs.energy ? energyNow(i) : Energy(),
                            .step_ms = cost.engines[i].step,
                            .stage_ms = cost.engines[i].stages};
      for (const Probe& probe : probes) rows.values.push_back(valueOf(probe, now));
    }
  }

  [[nodiscard]] Energy energyNow(std::size_t i) const {
    const dynamics::Engine& engine = *engines[i];
    return energyOf(engine.def(), (*infos)[i].masses, engine.states(), engine.shellEnergy(), ground);
  }

  // Steps what is owed, for at most kBatch of wall time. An engine's exception stops the run with its text.
  bool stepBatch() {
    const double start = steadySeconds();
    bool stepped = false;
    try {
      while (owedSteps > 0 || (playing && owedTime >= dt())) {
        stepAll();
        stepped = true;
        if (owedSteps > 0) {
          --owedSteps;
        } else {
          owedTime -= dt();
        }
        if (steadySeconds() - start > kBatch) break;
      }
    } catch (const std::exception& e) {
      error = e.what();
      playing = false;
      owedSteps = 0;
    }
    return stepped;
  }

  // Wall time that has passed becomes owed simulated time, up to the catch-up limit.
  void advanceClock() {
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

  bool closeWindow() {
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
};

Session::Session(EngineFactory factory, SecondsClock clock)
    : factory_(std::move(factory)),
      clock_(std::move(clock)),
      frame_(std::make_shared<SessionFrame>()),
      thread_([this] { run(); }) {}

Session::~Session() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

void Session::send(Command command) {
  {
    const std::lock_guard lock(mutex_);
    commands_.push_back(std::move(command));
  }
  wake_.notify_all();
}

void Session::open(LoadedScene loaded, bool play) { send(Open{std::move(loaded), play}); }
void Session::play() { send(Play{}); }
void Session::pause() { send(Pause{}); }
void Session::step(std::int64_t count) { send(Step{std::max<std::int64_t>(count, 0)}); }
void Session::reset() { send(Reset{}); }
void Session::setSpeed(double factor) {
  if (std::isfinite(factor)) send(Speed{std::clamp(factor, 1e-3, 1e3)});
}
void Session::setSolver(std::string name, std::string policy) { send(Solver{std::move(name), std::move(policy)}); }
void Session::pull(const Pull& pull) { send(pull); }
void Session::release() { send(std::monostate{}); }
std::uint64_t Session::setProbes(std::vector<Probe> probes) {
  std::uint64_t id = 0;
  {
    const std::lock_guard lock(mutex_);
    id = ++probesId_;
    samples_ = {};
  }
  send(Probes{id, std::move(probes)});
  return id;
}

SampleRows Session::takeSamples() {
  const std::lock_guard lock(mutex_);
  SampleRows taken = std::move(samples_);
  samples_ = {.probesId = taken.probesId, .width = taken.width, .steps = {}, .values = {}};
  return taken;
}

void Session::resume(std::shared_ptr<const SessionFrame> past) {
  if (past) send(Resume{std::move(past)});
}

std::shared_ptr<const Session::Results> Session::results() const {
  const std::lock_guard lock(mutex_);
  return results_;
}

std::shared_ptr<const SessionFrame> Session::frame() const {
  const std::lock_guard lock(mutex_);
  return frame_;
}

void Session::sync() {
  std::uint64_t ticket = 0;
  {
    const std::lock_guard lock(mutex_);
    ticket = ++syncAsked_;
    commands_.emplace_back(Sync{ticket});
  }
  wake_.notify_all();
  std::unique_lock lock(mutex_);
  done_.wait(lock, [&] { return syncDone_ >= ticket; });
}

void Session::apply(State& s, Command& command) {
  if (auto* open = std::get_if<Open>(&command)) {
    s.scene = open->loaded.scene;
    s.variants = open->loaded.variants;
    s.bodySizes.clear();
    for (const dynamics::BodyDef& body : s.scene->world.bodies)
      s.bodySizes.push_back(dynamics::localBounds(body).size());
    s.ground = lowestPoint(s.scene->world);
    s.pull.reset();
    s.solver.reset();
    s.refused.clear();
    s.probes.clear();
    s.adopt(std::move(open->loaded.engines));
    s.playing = open->play;
    ++s.opened;
    s.recorded = std::move(open->loaded.recorded);
    return;
  }
  if (const auto* sync = std::get_if<Sync>(&command)) {
    s.tickets.push_back(sync->ticket);
    return;
  }
  if (const auto* speed = std::get_if<Speed>(&command)) {
    s.speed = speed->factor;
    s.restartClock();
    return;
  }
  if (!s.scene) return;  // nothing to play yet
  if (auto* probes = std::get_if<Probes>(&command)) {
    s.probes = std::move(probes->probes);
    s.needs = needsOf(s.probes);
    s.rows = {.probesId = probes->id, .width = s.probes.size() * s.engines.size(), .steps = {}, .values = {}};
    return;
  }
  if (std::holds_alternative<Play>(command)) {
    if (!s.playing) s.restartClock();
    s.playing = s.error.empty();
  } else if (std::holds_alternative<Pause>(command)) {
    s.playing = false;
    s.owedSteps = 0;
    s.restartClock();
  } else if (const auto* step = std::get_if<Step>(&command)) {
    if (s.playing) s.restartClock();
    s.playing = false;
    if (s.error.empty()) s.owedSteps += step->count;
  } else if (std::holds_alternative<Reset>(command)) {
    try {
      std::vector<std::unique_ptr<dynamics::Engine>> made;
      for (const Variant& variant : s.variants) made.push_back(makeEngineOf(factory_, *s.scene, variant));
      s.pull.reset();
      s.adopt(std::move(made));
      s.chooseSolver();
    } catch (const std::exception& e) {
      s.error = e.what();
      s.playing = false;
    }
  } else if (const auto* resume = std::get_if<Resume>(&command)) {
    s.playing = false;
    s.owedSteps = 0;
    s.restartClock();
    if (s.goBack(*resume->frame)) history_.cutAfter(resume->frame->step());
  } else if (const auto* solver = std::get_if<Solver>(&command)) {
    const std::optional<Solver> before = s.solver;
    s.solver = *solver;
    s.chooseSolver();
    if (!s.refused.empty()) s.solver = before;
  } else if (const auto* pull = std::get_if<Pull>(&command)) {
    const auto& bodies = s.scene->world.bodies;
    const auto b = static_cast<std::size_t>(pull->body);
    if (pull->body >= 0 && b < bodies.size() && bodies[b].motion == dynamics::Motion::kDynamic) s.pull = *pull;
  } else {
    s.pull.reset();
    s.pullForces.assign(s.engines.size(), Vec3::Zero());
  }
}

void Session::publish(State& s) {
  const double begun = steadySeconds();
  auto frame = std::make_shared<SessionFrame>();
  frame->opened = s.opened;
  frame->scene = s.scene;
  frame->infos = s.infos;
  frame->pull = s.pull;
  frame->playing = s.playing;
  frame->speed = s.speed;
  frame->realTimeFactor = s.realTimeFactor;
  frame->behind = s.behind;
  frame->error = s.error;
  frame->refused = s.refused;
  frame->publish_ms = s.publish_ms;
  if (s.monitors) frame->monitors = std::make_shared<const std::vector<MonitorResult>>(s.monitors->verdicts());
  for (std::size_t i = 0; i < s.engines.size(); ++i) {
    frame->engines.push_back(
        {.snapshot = std::make_shared<dynamics::WorldSnapshot>(dynamics::snapshotOf(*s.engines[i], s.reports[i])),
         .energy = s.energyNow(i),
         .step_ms = s.times[i].shownStep_ms,
         .stage_ms = s.times[i].shownStages_ms,
         .pullForce_W = s.pullForces[i]});
  }
  std::shared_ptr<const SessionFrame> published = std::move(frame);
  // Steps that are faster than any display are not all worth their memory.
  const double now = s.clock();
  const bool keep = !s.playing || now - s.keptAt >= kKeepEvery;
  if (keep) s.keptAt = now;
  // Engines that stand at the start of a recording are no new run.
  const bool stood = s.opened == s.publishedOpened && published->step() == s.publishedStep;
  s.publishedOpened = s.opened;
  s.publishedStep = published->step();
  if (!stood || history_.summary().last <= published->time()) history_.add(published, keep);
  for (auto& snapshot : s.recorded) {
    if (snapshot->states.size() != s.scene->world.bodies.size() || snapshot->step == 0) continue;
    auto past = std::make_shared<SessionFrame>(*published);
    past->monitors.reset();
    for (std::size_t i = 0; i < past->engines.size(); ++i) {
      // What contact shells held was not recorded.
      past->engines[i] = {.snapshot = snapshot,
                          .energy = energyOf(s.scene->world, (*s.infos)[i].masses, snapshot->states, 0, s.ground)};
    }
    history_.add(past);
  }
  s.recorded.clear();
  std::shared_ptr<const Results> results;
  const bool halted = !s.playing && s.owedSteps == 0;
  const bool renew = s.resultsStale && (halted || now - s.resultsAt >= kResultsEvery);
  if (renew) {
    results = s.results();
    s.resultsAt = now;
    s.resultsStale = false;
  }
  {
    const std::lock_guard lock(mutex_);
    frame_.swap(published);
    if (s.rows.probesId == probesId_ && !s.rows.steps.empty()) {
      samples_.probesId = s.rows.probesId;
      samples_.width = s.rows.width;
      samples_.steps.insert(samples_.steps.end(), s.rows.steps.begin(), s.rows.steps.end());
      samples_.values.insert(samples_.values.end(), s.rows.values.begin(), s.rows.values.end());
    }
    if (renew) results_.swap(results);
  }
  s.rows.steps.clear();
  s.rows.values.clear();
  s.publish_ms = 1000 * (steadySeconds() - begun);
  // The old frame, if nobody else holds it, is freed here, outside the lock.
}

void Session::run() {
  State state(clock_, costs_);
  std::deque<Command> batch;
  for (;;) {
    // 1. Commands, or a nap until the next step is due.
    {
      std::unique_lock lock(mutex_);
      const auto woken = [&] { return stop_ || !commands_.empty(); };
      if (state.owedSteps > 0) {
        // no nap
      } else if (state.playing) {
        const double due = (state.dt() - state.owedTime) / state.speed;
        wake_.wait_for(lock, Seconds(std::clamp(due, 0.0, kLongestNap)), woken);
      } else {
        wake_.wait(lock, woken);
      }
      if (stop_) return;
      batch.swap(commands_);
    }
    const bool changed = !batch.empty();
    for (Command& command : batch) apply(state, command);
    batch.clear();

    // 2. Steps, and what they showed.
    bool stepped = false, measured = false;
    if (state.scene) {
      state.advanceClock();
      stepped = state.stepBatch();
      measured = state.closeWindow();
    }
    if (changed || stepped || measured) publish(state);

    // 3. Whoever waits in sync().
    if (state.owedSteps == 0 && !state.tickets.empty()) {
      {
        const std::lock_guard lock(mutex_);
        syncDone_ = std::max(syncDone_, state.tickets.back());
      }
      state.tickets.clear();
      done_.notify_all();
    }
  }
}

}  // namespace passung::app

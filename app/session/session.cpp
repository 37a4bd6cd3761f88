// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/session.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>

#include "app/run/narrow_phase.h"
#include "app/run/units.h"
#include "app/session/session_state.h"
#include "core/error.h"

namespace passung::app {

namespace {

using Seconds = std::chrono::duration<double>;

constexpr int kSearchThreads = 1;         // of conglomerates; the window draws meanwhile
constexpr double kKeepEvery = 1.0 / 120;  // [s] between states kept in the history while playing
constexpr double kLongestNap = 0.008;     // [s] between batches while playing
constexpr double kResultsEvery = 0.25;    // [s] between two looks at the figures while playing

// A recorded state as one of an engine whose steps may be of another length.
std::shared_ptr<const dynamics::WorldSnapshot> countedIn(
    double dt, const std::shared_ptr<const dynamics::WorldSnapshot>& recorded) {
  const auto step = static_cast<std::int64_t>(std::llround(recorded->time / dt));
  if (step == recorded->step) return recorded;
  auto counted = std::make_shared<dynamics::WorldSnapshot>(*recorded);
  counted->step = step;
  return counted;
}

}  // namespace

std::unique_ptr<dynamics::Engine> makeEngineOf(const EngineFactory& factory, const scenes::Scene& scene,
                                               const Variant& variant) {
  dynamics::WorldDef def = scene.world;
  applyVariant(variant, def);
  return factory(def, {.engine = variant.engine, .facePairs = makeFacePairs(variant, kSearchThreads)});
}

void checkClock(const scenes::Scene& scene, const std::vector<Variant>& variants) {
  const auto stepOf = [&](const Variant& variant) { return variant.dt.value_or(scene.world.dt); };
  for (const Variant& variant : variants) {
    const double first = stepOf(variants.front()), own = stepOf(variant);
    if (first <= kMostStepsAStep * own) continue;
    throw InputError("", "variant " + variantTitle(variant),
                     "its time step is " + plain(first / own, 3) + " times shorter than that of the first variant",
                     "at most " + plain(kMostStepsAStep) + " times, or make it the first");
  }
}

const Pull* SessionFrame::pullOf(int body) const {
  const auto found = std::find_if(pulls.begin(), pulls.end(), [body](const Pull& p) { return p.body == body; });
  return found == pulls.end() ? nullptr : &*found;
}

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
void Session::setActuation(dynamics::Actuation actuation) { send(std::move(actuation)); }
void Session::showTree(bool on) { send(Tree{on}); }
void Session::pull(const Pull& pull) { send(pull); }
void Session::release(int body) { send(Release{body}); }
void Session::record(std::unique_ptr<dynamics::RecordingWriter> writer) { send(Record{std::move(writer)}); }
void Session::stopRecording() { send(Record{}); }
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
    s.refused.clear();
    s.endRecording();
    s.pulls.clear();
    s.solver.reset();
    s.actuation.reset();
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
  if (const auto* tree = std::get_if<Tree>(&command)) {
    s.tree = tree->on;
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
      s.pulls.clear();
      s.refused.clear();
      s.endRecording();
      s.adopt(std::move(made));
      s.chooseSolver();
      s.actuateAll();
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
    s.refused.clear();
    if (!s.chooseSolver()) s.solver = before;
  } else if (const auto* pull = std::get_if<Pull>(&command)) {
    const auto& bodies = s.scene->world.bodies;
    const auto b = static_cast<std::size_t>(pull->body);
    if (pull->body < 0 || b >= bodies.size() || bodies[b].motion != dynamics::Motion::kDynamic) return;
    const auto same = std::find_if(s.pulls.begin(), s.pulls.end(), [&](const Pull& p) { return p.body == pull->body; });
    if (same != s.pulls.end()) {
      *same = *pull;
      return;
    }
    s.pulls.push_back(*pull);
    for (auto& forces : s.pullForces) forces.push_back(Vec3::Zero());
  } else if (const auto* release = std::get_if<Release>(&command)) {
    s.letGo(release->body);
  } else if (auto* actuation = std::get_if<dynamics::Actuation>(&command)) {
    s.actuation = std::move(*actuation);
    s.refused.clear();
    s.actuateAll();
  } else if (auto* record = std::get_if<Record>(&command)) {
    s.refused.clear();
    s.endRecording();
    s.writer = std::move(record->writer);
    if (!s.begun) s.recordStep();  // else the step that is begun comes first
  }
}

void Session::publish(State& s) {
  const double begun = steadySeconds();
  auto frame = std::make_shared<SessionFrame>();
  frame->opened = s.opened;
  frame->scene = s.scene;
  frame->infos = s.infos;
  frame->pulls = s.pulls;
  if (s.writer) frame->recorded = s.written;
  frame->playing = s.playing;
  frame->speed = s.speed;
  frame->realTimeFactor = s.realTimeFactor;
  frame->behind = s.behind;
  frame->error = s.error;
  frame->refused = s.refused;
  frame->publish_ms = s.publish_ms;
  for (std::size_t i = 0; i < s.engines.size(); ++i) {
    frame->engines.push_back({.snapshot = std::make_shared<dynamics::WorldSnapshot>(
                                  dynamics::snapshotOf(*s.engines[i], s.reports[i], s.tree)),
                              .energy = s.energyNow(i),
                              .step_ms = s.times[i].shownStep_ms,
                              .stage_ms = s.times[i].shownStages_ms,
                              .pullForces_W = s.pullForces[i],
                              .monitors = s.verdicts(i)});
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
    for (std::size_t i = 0; i < past->engines.size(); ++i) {
      // What contact shells held was not recorded.
      past->engines[i] = {.snapshot = countedIn((*s.infos)[i].dt, snapshot),
                          .energy = energyOf(s.scene->world, (*s.infos)[i].masses, snapshot->states, 0, s.ground)};
    }
    history_.add(past);
  }
  s.recorded.clear();
  std::shared_ptr<const Results> results;
  const bool halted = !s.playing && s.owedSteps == 0;
  const bool renew = s.resultsStale && (halted || now - s.resultsAt >= kResultsEvery);
  if (renew) {
    if (!s.measured.empty()) results = std::make_shared<Results>(Results{s.results(), published});
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
  bool news = false;
  for (;;) {
    // 1. Commands, or a nap until the next step is due.
    {
      std::unique_lock lock(mutex_);
      const auto woken = [&] { return stop_ || !commands_.empty(); };
      if (state.owedSteps > 0 || state.begun) {
        // no nap
      } else if (state.playing) {
        const double due = (state.dt() - state.owedTime) / state.speed;
        wake_.wait_for(lock, Seconds(std::clamp(due, 0.0, kLongestNap)), woken);
      } else {
        wake_.wait(lock, woken);
      }
      if (stop_) break;
      batch.swap(commands_);
    }
    news = news || !batch.empty();
    for (Command& command : batch) apply(state, command);
    batch.clear();

    // 2. Steps, and what they showed.
    if (state.scene) {
      state.advanceClock();
      news = state.stepBatch() || news;
      news = state.closeWindow() || news;
    }
    if (news && !state.begun) {
      publish(state);
      news = false;
    }

    // 3. Whoever waits in sync().
    if (state.owedSteps == 0 && !state.begun && !state.tickets.empty()) {
      {
        const std::lock_guard lock(mutex_);
        syncDone_ = std::max(syncDone_, state.tickets.back());
      }
      state.tickets.clear();
      done_.notify_all();
    }
  }
  state.endRecording();
}

}  // namespace passung::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/simulation_run.h"

#include <cmath>
#include <utility>

#include "app/run/clocks.h"
#include "app/run/run_measurement.h"
#include "app/run/units.h"
#include "core/error.h"

namespace passung::app {
namespace {

constexpr double kMaxSteps = 1e12;
constexpr double kProgressInterval = 0.1;  // [s]

// Adds the time it lives to `sum`.
class Stopwatch {
 public:
  explicit Stopwatch(double& sum) : sum_(sum), start_(steadySeconds()) {}
  ~Stopwatch() { sum_ += steadySeconds() - start_; }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  double& sum_;
  double start_;
};

}  // namespace

SimulationRun::SimulationRun(const scenes::Scene& scene, dynamics::Engine& engine, RunOptions options)
    : scene_(scene), engine_(engine), options_(std::move(options)) {
  const double dt = engine.def().dt;
  if (!(std::isfinite(dt) && dt > 0)) {
    throw InputError(scene.source, "time step", "it is " + plain(dt) + " s", "it must be positive");
  }
  if (!(std::isfinite(options_.duration) && options_.duration >= 0)) {
    throw InputError(scene.source, "duration", "it is " + plain(options_.duration) + " s", "it must not be negative");
  }
  if (!(std::isfinite(options_.sample) && options_.sample > 0)) {
    throw InputError(scene.source, "sample interval", "it is " + plain(options_.sample) + " s", "it must be positive");
  }
  const double steps = std::round(options_.duration / dt);
  if (steps > kMaxSteps) {
    throw InputError(scene.source, "duration", "it takes " + plain(steps) + " steps",
                     "take a longer step or a shorter duration");
  }
  if (steps == 0 && options_.duration > 0) {
    throw InputError(scene.source, "duration",
                     "it is " + plain(options_.duration) + " s, and one step " + plain(dt) + " s",
                     "take a shorter step, or the duration 0 for the start alone");
  }
  planned_ = static_cast<std::int64_t>(steps);
  Stopwatch watch(checks_);
  measurement_ = std::make_unique<RunMeasurement>(
      scene, engine,
      MeasurementOptions{.steps = planned_, .sample = options_.sample, .checkPenetration = options_.checkPenetration});
}

SimulationRun::~SimulationRun() = default;

void SimulationRun::addSink(RunSink& sink) {
  measurement_->addSink(sink);
  sinks_.push_back(&sink);
}

void SimulationRun::applyForce(const UserForce& force) {
  engine_.applyForce(force.body, force.p_W, force.f_W);
  forces_.push_back(force);
  forcePoints_B_.push_back(engine_.states()[static_cast<std::size_t>(force.body)].X_WB.inverse() * force.p_W);
}

// A force acts at a point of the body, so its work is force times the way of that point.
double SimulationRun::userWork() const {
  double work = 0;
  for (std::size_t i = 0; i < forces_.size(); ++i) {
    const Transform& X_WB = engine_.states()[static_cast<std::size_t>(forces_[i].body)].X_WB;
    work += forces_[i].f_W.dot(X_WB * forcePoints_B_[i] - forces_[i].p_W);
  }
  return work;
}

void SimulationRun::begin() {
  begun_ = true;
  Stopwatch watch(checks_);
  measurement_->sample(planned_ == 0);
}

bool SimulationRun::advance() {
  if (!begun_) begin();
  if (options_.cancel != nullptr && options_.cancel->load(std::memory_order_relaxed)) {
    cancelled_ = cancelled_ || step_ < planned_;
  }
  if (step_ >= planned_ || cancelled_) return false;

  {
    Stopwatch watch(wall_);
    const double before = processSeconds();
    report_ = engine_.step();
    processor_ += processSeconds() - before;
  }

  Stopwatch watch(checks_);
  ++step_;
  measurement_->step(report_, userWork());
  forces_.clear();
  forcePoints_B_.clear();

  if (step_ == planned_ || measurement_->sampleDue()) measurement_->sample(step_ == planned_);

  const double clock = steadySeconds();
  if (options_.progress && clock - lastProgress_ > kProgressInterval) {
    lastProgress_ = clock;
    options_.progress(static_cast<double>(step_) / static_cast<double>(planned_));
  }
  return step_ < planned_;
}

RunResult SimulationRun::finish() {
  if (!begun_) begin();
  {
    Stopwatch watch(checks_);
    if (!measurement_->sampled()) measurement_->sample(true);
    for (RunSink* sink : sinks_) sink->finish();
  }
  if (options_.progress) options_.progress(1.0);

  RunResult result = measurement_->result();
  result.load = options_.loadTime;
  result.wall = wall_;
  result.processor = processor_;
  result.checks = checks_;
  result.threads = options_.threads;
  result.cancelled = cancelled_ || step_ < planned_;
  if (result.cancelled) {
    result.warnings.push_back("cancelled after " + plain(result.simulated, 6) + " s of " + plain(options_.duration, 6) +
                              " s; the figures describe what was run");
  }
  return result;
}

RunResult runAll(SimulationRun& run) {
  while (run.advance()) {
  }
  return run.finish();
}

}  // namespace passung::app

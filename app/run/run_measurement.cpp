// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/run_measurement.h"

#include <cmath>

#include "app/run/statistics.h"

namespace passung::app {

RunMeasurement::RunMeasurement(const scenes::Scene& scene, const dynamics::Engine& engine,
                               const MeasurementOptions& options)
    : engine_(engine),
      interval_(options.sample),
      statistics_(std::make_unique<RunStatistics>(scene, engine, options.steps)),
      check_(options.checkPenetration ? makePenetrationCheck(engine.def()) : nullptr) {}

RunMeasurement::~RunMeasurement() = default;

double RunMeasurement::now() const { return static_cast<double>(engine_.stepCount()) * engine_.def().dt; }

void RunMeasurement::step(const dynamics::StepReport& report, double work) {
  const bool all = statistics_->needsContacts();
  statistics_->step(report, all ? engine_.contacts() : std::vector<dynamics::Contact>{}, work);
}

// But for rounding.
bool RunMeasurement::sampleDue() const {
  return now() >= static_cast<double>(nextSample_) * interval_ - 1e-6 * engine_.def().dt;
}

void RunMeasurement::sample(bool last) {
  const std::vector<dynamics::Contact> contacts = engine_.contacts();
  const std::vector<PairDepth> depths = check_ ? check_->check(engine_.states()) : std::vector<PairDepth>{};
  const RunSample sample{.step = engine_.stepCount(),
                         .time = now(),
                         .last = last,
                         .states = engine_.states(),
                         .contacts = contacts,
                         .depths = depths};
  statistics_->sample(sample);
  for (RunSink* sink : sinks_) sink->sample(sample);
  sampledStep_ = sample.step;
  nextSample_ = static_cast<std::int64_t>(std::floor(sample.time / interval_ + 1e-6)) + 1;
}

bool RunMeasurement::sampled() const { return sampledStep_ == engine_.stepCount(); }

std::vector<MonitorResult> RunMeasurement::monitors() const { return statistics_->monitors(); }

RunResult RunMeasurement::result() const {
  RunResult result = statistics_->finish();
  if (!check_) result.warnings.emplace_back("the depth of penetration was not checked");
  return result;
}

}  // namespace passung::app

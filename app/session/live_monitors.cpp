// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/live_monitors.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "app/run/statistics.h"

namespace passung::app {

namespace {

constexpr double kSampleEvery = 0.01;  // [s], as `passung run` by default

// The deepest overlap of each pair among an engine's contacts.
std::vector<PairDepth> depthsOf(const std::vector<dynamics::Contact>& contacts) {
  std::map<std::pair<int, int>, double> deepest;
  for (const dynamics::Contact& c : contacts) {
    if (c.gap >= 0) continue;
    double& depth = deepest[{c.bodyA, c.bodyB}];
    depth = std::max(depth, -c.gap);
  }
  std::vector<PairDepth> depths;
  for (const auto& [pair, depth] : deepest) depths.push_back({pair.first, pair.second, depth});
  return depths;
}

}  // namespace

LiveMonitors::LiveMonitors(const scenes::Scene& scene, const dynamics::Engine& engine)
    : engine_(engine),
      statistics_(std::make_unique<RunStatistics>(
          scene, engine, static_cast<std::int64_t>(std::llround(scene.duration / engine.def().dt)))) {
  sample();
}

LiveMonitors::~LiveMonitors() = default;

void LiveMonitors::step(const dynamics::StepReport& report, double work) {
  const bool all = statistics_->needsContacts();
  statistics_->step(report, all ? engine_.contacts() : std::vector<dynamics::Contact>{}, work);
  const double dt = engine_.def().dt;
  if (static_cast<double>(engine_.stepCount()) * dt >= nextSample_ - 1e-6 * dt) sample();
}

void LiveMonitors::sample() {
  const double time = static_cast<double>(engine_.stepCount()) * engine_.def().dt;
  const std::vector<dynamics::Contact> contacts = engine_.contacts();
  const std::vector<PairDepth> depths = depthsOf(contacts);
  statistics_->sample(
      {.step = engine_.stepCount(), .time = time, .states = engine_.states(), .contacts = contacts, .depths = depths});
  nextSample_ = kSampleEvery * (std::floor(time / kSampleEvery + 1e-6) + 1);
}

std::vector<MonitorResult> LiveMonitors::verdicts() const { return statistics_->monitors(); }

}  // namespace passung::app

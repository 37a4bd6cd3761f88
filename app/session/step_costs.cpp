// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/step_costs.h"

#include <algorithm>
#include <utility>

namespace passung::app {

EngineCost EngineCost::ofOne() const {
  const double n = steps;
  EngineCost one{.steps = 1, .step = step / n, .stages = stages};
  for (double& stage : one.stages) stage /= n;
  return one;
}

void StepCosts::clear() {
  const std::lock_guard lock(mutex_);
  costs_.clear();
}

void StepCosts::add(StepCost cost) {
  const std::lock_guard lock(mutex_);
  costs_.push_back(std::move(cost));
  if (costs_.size() > kMost) costs_.pop_front();
}

std::vector<StepCost> StepCosts::last(std::size_t count) const {
  const std::lock_guard lock(mutex_);
  const std::size_t n = std::min(count, costs_.size());
  return {costs_.end() - static_cast<std::ptrdiff_t>(n), costs_.end()};
}

Spread spreadOf(std::vector<double> figures) {
  if (figures.empty()) return {};
  std::sort(figures.begin(), figures.end());
  const std::size_t n = figures.size();
  return {.min = figures.front(), .median = 0.5 * (figures[(n - 1) / 2] + figures[n / 2]), .max = figures.back()};
}

}  // namespace passung::app

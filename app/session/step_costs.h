// SPDX-License-Identifier: GPL-3.0-or-later
// What the last steps cost, one entry a step, in bounded memory; for the profiler.
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <mutex>
#include <vector>

#include "dynamics/engine.h"

namespace passung::app {

// Wall times of one engine during one step of the engine that sets the clock [ms]. An engine with another time step
// takes several steps meanwhile, or none.
struct EngineCost {
  int steps = 0;
  double step = 0;  // of all its steps, stages included
  std::array<double, dynamics::kStageCount> stages{};

  // Of one of its steps, their mean. Call only where there are steps.
  [[nodiscard]] EngineCost ofOne() const;
};

// Of one step of the engine that sets the clock.
struct StepCost {
  std::vector<EngineCost> engines;
  double monitors = 0;  // judging the monitors of the scene; in a comparison, measuring every engine [ms]
  double curves = 0;    // sampling what is plotted [ms]
};

// Safe to use from several threads.
class StepCosts {
 public:
  static constexpr std::size_t kMost = 10000;

  void clear();
  void add(StepCost cost);
  // The last `count` steps, or as many as there are, oldest first.
  [[nodiscard]] std::vector<StepCost> last(std::size_t count) const;

 private:
  mutable std::mutex mutex_;  // guards what follows
  std::deque<StepCost> costs_;
};

// The smallest, the middle and the largest of some figures; of an even number the mean of the middle two. Zeros of
// none.
struct Spread {
  double min = 0, median = 0, max = 0;
};
[[nodiscard]] Spread spreadOf(std::vector<double> figures);

}  // namespace passung::app

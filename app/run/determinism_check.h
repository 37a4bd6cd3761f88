// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a scene gives the same bits with any number of threads: two engines of one recipe, with different numbers of
// threads, take each step one after the other, and all poses and velocities are compared after each.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "dynamics/engine.h"

namespace passung::app {

struct DeterminismOptions {
  std::int64_t steps = 1000;
  std::array<int, 2> threads{1, 0};  // of the two engines; 0: all cores, at least two
};

struct DeterminismResult {
  std::int64_t steps = 0;  // compared, the last one included
  std::array<int, 2> threads{};
  std::array<std::uint64_t, 2> hashes{};  // of all states after the last step
  bool cancelled = false;                 // by the progress; what was compared until then stands
  // The first step after which a state differs, and the first body of it.
  struct Difference {
    std::int64_t step = 0;
    double time = 0;  // [s]
    int body = -1;
    double distance = 0;  // [m] between the places of the body's origin; 0 where only bits differ that it does not show
  };
  std::optional<Difference> difference{};

  [[nodiscard]] bool same() const { return !difference; }
};

// Makes the engine with a number of threads.
using ThreadedFactory = std::function<std::unique_ptr<dynamics::Engine>(int threads)>;
// Called a few times a second with the steps done; false ends the check.
using DeterminismProgress = std::function<bool(std::int64_t done)>;

// Stops at the first difference. Throws what the factory and the engines throw.
[[nodiscard]] DeterminismResult checkDeterminism(const ThreadedFactory& make, const DeterminismOptions& options,
                                                 const DeterminismProgress& progress = {});

// "the same bits over 500 steps with 1 and 8 threads", or the first step and body that differ.
[[nodiscard]] std::string describe(const DeterminismResult& result, const dynamics::WorldDef& def);

}  // namespace passung::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/determinism_check.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "app/run/units.h"

namespace passung::app {

namespace {

constexpr auto kProgressEvery = std::chrono::milliseconds(100);

// The first body whose state differs in a bit; -1: none does.
int firstDifferent(std::span<const dynamics::BodyState> a, std::span<const dynamics::BodyState> b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (dynamics::stateHash(a.subspan(i, 1)) != dynamics::stateHash(b.subspan(i, 1))) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace

DeterminismResult checkDeterminism(const ThreadedFactory& make, const DeterminismOptions& options,
                                   const DeterminismProgress& progress) {
  DeterminismResult result;
  std::array<std::unique_ptr<dynamics::Engine>, 2> engines;
  for (std::size_t i = 0; i < engines.size(); ++i) {
    const int cores = std::max(2, static_cast<int>(std::thread::hardware_concurrency()));
    result.threads[i] = options.threads[i] > 0 ? options.threads[i] : cores;
    engines[i] = make(result.threads[i]);
  }
  const auto states = [&](std::size_t i) { return engines[i]->states(); };
  // The start counts as step 0: engines that are made differently differ there.
  auto told = std::chrono::steady_clock::now();
  for (;;) {
    for (std::size_t i = 0; i < engines.size(); ++i) result.hashes[i] = dynamics::stateHash(states(i));
    if (result.hashes[0] != result.hashes[1]) {
      const int body = firstDifferent(states(0), states(1));
      const auto b = static_cast<std::size_t>(std::max(body, 0));
      result.difference = {.step = result.steps,
                           .time = static_cast<double>(result.steps) * engines[0]->def().dt,
                           .body = body,
                           .distance = (states(0)[b].X_WB.p - states(1)[b].X_WB.p).norm()};
      return result;
    }
    const auto now = std::chrono::steady_clock::now();
    if (progress && now - told > kProgressEvery) {
      told = now;
      if (!progress(result.steps)) {
        result.cancelled = result.steps < options.steps;
        return result;
      }
    }
    if (result.steps >= options.steps) return result;
    for (const auto& engine : engines) engine->step();
    ++result.steps;
  }
}

std::string describe(const DeterminismResult& result, const dynamics::WorldDef& def) {
  const std::string threads =
      std::to_string(result.threads[0]) + " and " + std::to_string(result.threads[1]) + " threads";
  if (!result.difference) {
    return "the same bits over " + std::to_string(result.steps) + (result.steps == 1 ? " step" : " steps") + " with " +
           threads + (result.cancelled ? "; cancelled then" : "");
  }
  const DeterminismResult::Difference& d = *result.difference;
  const std::string name = d.body < 0 ? "a body" : "'" + def.bodies[static_cast<std::size_t>(d.body)].name + "'";
  return "differs with " + threads + ": first after step " + std::to_string(d.step) + " (" + plain(d.time, 6) +
         " s), " + name + (d.distance > 0 ? ", by " + readable(d.distance, "m") : ", in its last bits or its velocity");
}

}  // namespace passung::app

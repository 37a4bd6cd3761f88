// SPDX-License-Identifier: GPL-3.0-or-later
// Times of the search for pairs of faces by conglomerates, stage by stage, beside hierarchies on the same poses.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/bench/conglomerate_setups.h"
#include "gpu/pipeline/pair_backend.h"

namespace passung::app {

struct ConglomerateOptions {
  gpu::Backend backend = gpu::Backend::kCpu;
  gpu::Partitioner partitioner = gpu::Partitioner::kConvex;
  gpu::PartitionLimits limits{};
  gpu::ModelSettings model{};
  int threads = 1;
  int steps = 0;  // iterations; 0: those of the set-up
  const std::atomic<bool>* cancel = nullptr;
  std::function<void(double share)> progress{};
};

struct Spread {
  double median = 0, mean = 0, max = 0;
};
[[nodiscard]] Spread spreadOf(const std::vector<double>& values);

struct JudgedAim {
  PairAim aim;
  std::optional<double> measured{};  // none: nothing was measured, so nothing is judged
  [[nodiscard]] bool met() const { return measured && *measured <= aim.limit; }
};

struct ConglomerateTimes {
  std::string name, group, shows;
  std::vector<std::size_t> faces{};  // of each mesh, shared ones once
  std::vector<int> conglomerates{};  // the same
  std::size_t objectPairs = 0;
  int iterations = 0;
  double distance = 0;           // [m]
  std::set<gpu::Backend> ran{};  // where calls ran
  std::string fallback{};        // why the backend is not the one asked for; else empty
  Spread boxes{}, search{}, sort{}, exact{}, transfers{}, all{}, reduction{};
  Spread processor{};  // [s] of processor time a call, all threads together
  // [s] of calls with one pair of bodies each, of which boxes of conglomerates are near; all poses together.
  Spread onePairSearch{}, onePairExact{};
  std::size_t onePairCalls = 0;
  Spread touchingPairs{};                                                 // pairs of bodies with contacts
  Spread bytes{};                                                         // to and from a device
  Spread boxPairs{}, candidates{}, contacts{}, ownContacts{}, patches{};  // a call
  double partition = 0, build = 0;  // [s] of all meshes, once: conglomerates; boxes, shells and trees
  gpu::ModelMemory memory{};        // of all models
  int compared = 0;                 // calls that were repeated by hierarchies
  Spread hierarchies{};             // [s] a call
  double hierarchyBuild = 0;        // [s]
  bool equal = true;                // contacts are those of the hierarchies, to the bit, in all calls compared
  std::vector<JudgedAim> aims{};
};

// Judges one aim of a set-up; `contactTime` is of all stages and the reduction. Not judged is what was interrupted
// before the first call, and a time of zero, which is none.
[[nodiscard]] JudgedAim judge(const PairAim& aim, const ConglomerateTimes& times, const Spread& contactTime);

// Runs a set-up: once for the memory to grow, then as often as it says.
[[nodiscard]] ConglomerateTimes timeConglomerates(const PairSetup& setup, const ConglomerateOptions& options);

}  // namespace passung::app

// SPDX-License-Identifier: GPL-3.0-or-later
// Times of the search for pairs of faces by conglomerates, stage by stage, beside hierarchies on the same poses.
#pragma once

#include <atomic>
#include <functional>
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
  double measured = 0;
  [[nodiscard]] bool met() const { return measured <= aim.limit; }
};

struct ConglomerateTimes {
  std::string name, group, shows;
  std::vector<std::size_t> faces{};  // of each mesh, shared ones once
  std::vector<int> conglomerates{};  // the same
  std::size_t objectPairs = 0;
  int iterations = 0;
  double distance = 0;     // [m]
  std::string fallback{};  // why the backend is not the one asked for; else empty
  Spread boxes{}, search{}, sort{}, exact{}, transfers{}, all{}, reduction{};
  Spread processor{};                      // [s] of processor time a call, all threads together
  Spread searchPerPair{}, exactPerPair{};  // [s] over the pairs of bodies that have candidates
  Spread nearPairs{},
      bytes{};  // pairs of bodies with candidates; bytes to and from a device                      // [s] a call
  Spread boxPairs{}, candidates{}, contacts{}, ownContacts{}, patches{};  // a call
  double partition = 0, build = 0;  // [s] of all meshes, once: conglomerates; boxes, shells and trees
  gpu::ModelMemory memory{};        // of all models
  int compared = 0;                 // calls that were repeated by hierarchies
  Spread hierarchies{};             // [s] a call
  double hierarchyBuild = 0;        // [s]
  bool equal = true;                // contacts are those of the hierarchies, to the bit
  std::vector<JudgedAim> aims{};
};

// Runs a set-up: once for the memory to grow, then as often as it says.
[[nodiscard]] ConglomerateTimes timeConglomerates(const PairSetup& setup, const ConglomerateOptions& options);

}  // namespace passung::app

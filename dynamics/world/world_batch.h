// SPDX-License-Identifier: Apache-2.0
// Problem: many independent worlds of the same kind (copies of an assembly with start poses of their own) step
// together. Method: each world steps as it does alone, in two parts: all of them list what they have to know of near
// faces; one
//   search finds it for all; all of them gather contacts and solve. Worlds run side by side, each on one thread. What
//   contacts see of a mesh is shared.
// Cost: that of the worlds, over all threads; one search a step.
// Failure modes: a step takes as long as the slowest world where there are no more worlds than threads.
// Determinism: a world of a batch has the bits of the same world alone, for any number of worlds and threads.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/jobs.h"
#include "dynamics/engine.h"

namespace passung::dynamics {

class World;

struct BatchReport {
  StepReport sum;                                   // of all worlds; stage times are those of all threads together
  double begin_ms = 0, find_ms = 0, finish_ms = 0;  // wall times: until the search, in it, and after it
  std::size_t queries = 0;                          // pairs of meshes in the search
};

class WorldBatch {
 public:
  // Native engine. facePairs: see EngineOptions; null: every world looks by its own hierarchies. Throws InputError as
  // makeEngine() does, and for an empty batch.
  WorldBatch(std::span<const WorldDef> defs, int threads, std::shared_ptr<collision::FacePairSource> facePairs);
  ~WorldBatch();
  WorldBatch(const WorldBatch&) = delete;
  WorldBatch& operator=(const WorldBatch&) = delete;

  BatchReport step();
  [[nodiscard]] std::size_t count() const { return worlds_.size(); }
  [[nodiscard]] const Engine& world(std::size_t k) const;

 private:
  Jobs jobs_;
  std::shared_ptr<collision::FacePairSource> facePairs_;
  std::vector<std::unique_ptr<World>> worlds_;
  std::vector<collision::FacePairQuery> queries_;                 // of all worlds
  std::vector<std::span<const collision::FacePairQuery>> asked_;  // by each
  std::vector<std::size_t> first_;                                // of each in queries_
  std::vector<StepReport> reports_;
};

}  // namespace passung::dynamics

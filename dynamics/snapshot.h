// SPDX-License-Identifier: Apache-2.0
// An immutable copy of a world between two steps, for viewers, plots and recordings.
#pragma once

#include <cstdint>
#include <vector>

#include "dynamics/engine.h"

namespace passung::dynamics {

struct WorldSnapshot {
  std::int64_t step = 0;
  double time = 0;  // step * dt [s]
  std::vector<BodyState> states;
  std::vector<Contact> contacts;
  std::vector<Aabb> broadphaseBoxes;
  std::vector<JointState> joints{};  // in the order of WorldDef::joints; empty where the engine has none
  std::vector<DriveState> drives{};
  std::vector<collision::LevelBox> broadphaseLevels{};
  std::vector<SolveState> solves{};  // one a body; empty where the engine does not tell
  StepReport report;
};

// `tree`: with the tree of the broad phase, which is as large as the states of its bodies.
[[nodiscard]] inline WorldSnapshot snapshotOf(const Engine& engine, const StepReport& report, bool tree = true) {
  const auto states = engine.states();
  const auto solves = engine.solveStates();
  return {.step = engine.stepCount(),
          .time = static_cast<double>(engine.stepCount()) * engine.def().dt,
          .states = {states.begin(), states.end()},
          .contacts = engine.contacts(),
          .broadphaseBoxes = engine.broadphaseBoxes(),
          .joints = engine.jointStates(),
          .drives = engine.driveStates(),
          .broadphaseLevels = tree ? engine.broadphaseLevels() : std::vector<collision::LevelBox>(),
          .solves = {solves.begin(), solves.end()},
          .report = report};
}

}  // namespace passung::dynamics

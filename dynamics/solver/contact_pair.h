// SPDX-License-Identifier: Apache-2.0
// Two colliders that may touch, with the constants of their contact and the memory that lasts over steps.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "collision/narrowphase/near_set.h"
#include "dynamics/contacts/contact_point.h"
#include "dynamics/engine.h"
#include "dynamics/solver/gap_potential.h"

namespace passung::dynamics {

// Crossed edges are looked for as deep as this many shells in an implicit substep: as deep as points are listed, at
// most. Deeper ones are left to the alarm. In a careful pair as deep as the motion of the substep.
inline constexpr double kCrossingDepth = 1;
// ... in lists for a whole step, and while overlap at the start is relaxed.
inline constexpr double kListedCrossing = 2;

struct ContactPair {
  explicit ContactPair(collision::NearSet set) : near(std::move(set)) {}

  int bodyA = 0, bodyB = 0, partA = 0, partB = 0;
  GapPotential potential;
  double friction = 0, restitution = 0;
  double play = 0;                    // at the start, see World::measureFits() [m]
  double tail = GapPotential::kTail;  // where the barrier ends, as a share of the shell radius
  double offset = 0;                  // overlap at the start that could not be resolved: gaps count from there [m]
  double motionLimit = 0;             // largest relative motion per substep [m]
  double step = 0;                    // the substep that the pair's constants are made for [s]
  collision::NearSet near;
  bool seen = false;    // by the broad phase of this step
  bool swept = false;   // may be met within the step although nothing is near where the step is expected to end
  bool joined = false;  // its bodies are solved together although nothing was near at the start of the step
  std::vector<std::pair<std::uint64_t, int>> ages;  // features in touch and since how many steps, sorted
  std::vector<Contact> contacts;                    // of the last step
  double shellEnergy = 0;                           // at the end of the last step [J]

  // Of solvers that gather contacts once a step.
  std::vector<ContactPoint> points;  // at the start of the step, with their memory
  bool gathered = false;             // `points` is up to date for poses that have not changed since
  double depth = 0;                  // deepest overlap at the last look [m]

  // Gaps below this carry force or may be overlap that the pair keeps [m].
  [[nodiscard]] double cutoff() const { return potential.r0 + offset; }
  // Crossings are looked for where a step ends. (Overlap that is kept would always be one.)
  [[nodiscard]] bool watched() const { return !near.careful() && !(offset > 0); }
  // Nothing of the two parts can touch in this step.
  [[nodiscard]] bool apart() const { return near.empty() && points.empty(); }
};

}  // namespace passung::dynamics

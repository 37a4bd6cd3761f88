// SPDX-License-Identifier: GPL-3.0-or-later
// What touches what in a scene: clashes, contacts and clearances of all pairs of bodies, the worst first.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "collision/queries/clearance.h"
#include "dynamics/engine.h"

namespace passung::app {

struct ClashOptions {
  std::optional<double> limit;      // [m] pairs farther apart are left out; empty: kLimitShare of the assembly's size
  std::optional<double> tolerance;  // [m] see collision::ClearanceSettings
  int threads = 1;
};

inline constexpr double kLimitShare = 0.01;

struct ClashReport {
  double size = 0;                           // [m] diagonal of the bounds of all bodies, half-spaces left out
  double limit = 0;                          // [m] as used
  std::vector<collision::Clearance> pairs;   // clashes by depth, contacts by depth, then the others by gap
  std::vector<collision::BodyPair> joined;   // left out: a joint keeps them from colliding, so they may overlap
  std::vector<double> chordErrors;           // [m] one a body
  int clashes = 0, touching = 0, apart = 0;  // pairs of each state
  bool cancelled = false;                    // the progress ended it: some pairs are missing

  // The smallest gap of the pairs that are apart [m]; empty where there are none.
  [[nodiscard]] std::optional<double> smallestGap() const;
  // The deepest clash [m]; empty where there is none.
  [[nodiscard]] std::optional<double> deepestClash() const;
};

// The words for the states: "clash", "touching", "clearance".
[[nodiscard]] const char* clearanceWord(collision::ClearanceState state);

// Prepares the meshes once; report() may then be asked for one set of poses after the other. Not for several threads.
class ClashCheck {
 public:
  // Throws InputError as ClearanceOracle.
  explicit ClashCheck(const dynamics::WorldDef& def);

  // Throws InputError unless there is a pose for each body. `progress` as in ClearanceOracle::pairs.
  [[nodiscard]] ClashReport report(std::span<const Transform> X_WB, const ClashOptions& options,
                                   const collision::ClearanceOracle::Progress& progress = {}) const;

 private:
  collision::ClearanceOracle oracle_;
  std::vector<Aabb> bounds_B_;
  std::vector<collision::BodyPair> joined_;  // sorted
};

// Counts the pairs that an engine presses together as touching: its contacts with force. The shell in which it holds
// parts leaves them some micrometres apart, which is a matter of the solver and no gap of the assembly. Gaps stay as
// measured.
void countPressed(ClashReport& report, std::span<const dynamics::Contact> contacts);

// The poses of a scene's start, and of states.
[[nodiscard]] std::vector<Transform> startPoses(const dynamics::WorldDef& def);
[[nodiscard]] std::vector<Transform> posesOf(std::span<const dynamics::BodyState> states);

}  // namespace passung::app

// SPDX-License-Identifier: GPL-3.0-or-later
// Problem: how far an assembly's behaviour depends on where its parts start (a tolerance study), and many samples of it
//   at once.
// Method: copies of a scene's world, each with start poses of its own, step as one batch
// (dynamics/world/world_batch.h).
//   Copy 0 starts as the scene says; in the others each body that moves freely is shifted and turned about its centre
//   of mass at random, evenly within the bounds, by a generator of the copy's own: a copy is the same however many
//   there are. Some copies are run alone beside, to the same bits.
// Cost: that of the worlds.
// Failure modes: start poses may overlap; solvers that tolerate overlap push the parts apart.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "collision/narrowphase/face_pair_source.h"
#include "dynamics/world_def.h"

namespace passung::app {

struct CopiesSpread {
  int copies = 64;
  double shift = 0;  // along each axis, at most [m]
  double turn = 0;   // about each axis, at most [rad]
  std::uint32_t seed = 1;
};

// The worlds of the copies. Throws InputError for less than one copy, or bounds that are negative or not finite.
[[nodiscard]] std::vector<dynamics::WorldDef> copiesOf(const dynamics::WorldDef& def, const CopiesSpread& spread);

struct CopiesOptions {
  double duration = 1;  // [s], rounded to whole steps
  int threads = 1;
  std::shared_ptr<collision::FacePairSource> facePairs{};  // null: hierarchies
  // Copies that are also run alone, on hierarchies, one thread: the first ones.
  int alone = 0;
  const std::atomic<bool>* cancel = nullptr;
  std::function<void(double share)> progress{};
};

struct CopyBody {
  Transform start, end;                                 // X_WB
  Vec3 startCom = Vec3::Zero(), endCom = Vec3::Zero();  // [m] in W
  Vec3 turns = Vec3::Zero();                            // accumulated, about the body's own axes
  double speed = 0;                                     // of the centre of mass at the end [m/s]
};
struct CopyResult {
  std::vector<CopyBody> bodies;  // all, in their order
  std::uint64_t stateHash = 0;
  int contacts = 0;  // points that carry force at the end
  bool finite = true;
};

struct CopiesResult {
  double dt = 0;
  std::int64_t steps = 0;
  double simulated = 0;                      // [s]
  double load = 0, wall = 0, processor = 0;  // [s] making the worlds; in steps; of all cores in steps
  double begin = 0, find = 0, finish = 0;    // [s] of wall: until the search, in it, after it
  std::vector<double> frames;                // [s] of wall for each whole 1/60 s simulated
  long long searches = 0, queries = 0;       // steps with a search; pairs of meshes in them
  double contactsMean = 0;                   // of all copies together, over the steps
  long long held = 0;                        // times a body was held at its last good pose
  std::vector<CopyResult> copies;
  int comparedAlone = 0;
  std::vector<int> differ;  // copies that did not end with the bits that they have alone
  bool cancelled = false;
};

// Throws InputError as the engine does, and for a duration below one step.
[[nodiscard]] CopiesResult runCopies(const std::vector<dynamics::WorldDef>& defs, const CopiesOptions& options);

// What one of the bodies did, over all copies: the least, the median and the most.
struct CopiesRange {
  double least = 0, median = 0, most = 0;
};
[[nodiscard]] CopiesRange rangeOf(std::vector<double> values);

}  // namespace passung::app

// SPDX-License-Identifier: Apache-2.0
// Problem: what touches what in an assembly at given poses: which parts overlap and how deep, which touch, and how far
//   apart the others are.
// Method: depths by PenetrationOracle, distances by surfacesDistance (round shapes by that of their axis, less the
//   radius). Pairs of an assembly come from a hierarchy of the bodies' boxes, grown by the limit.
// Cost: that of the two queries, for the pairs within the limit; pairs are shared out among the jobs.
// Failure modes: those of the two queries. An overlap that is smaller than the tolerance of the pair counts as
// touching.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "collision/broadphase/broadphase.h"
#include "collision/queries/penetration.h"
#include "core/jobs.h"

namespace passung::collision {

enum class ClearanceState { kOverlapping, kTouching, kApart };

// Two bodies, or none (bodyA -1) where they are farther apart than the limit.
struct Clearance {
  int bodyA = -1, bodyB = -1;  // bodyA < bodyB in pairs()
  ClearanceState state = ClearanceState::kApart;
  double gap = 0;    // [m] the smallest distance; 0 where the surfaces meet
  double depth = 0;  // [m] 0 where nothing overlaps; above 0 also where touching parts overlap within the tolerance
  // [m] The points of A and of B between which gap or depth is measured, in W.
  Vec3 pA_W = Vec3::Zero(), pB_W = Vec3::Zero();
  int colliderA = -1, colliderB = -1;
  double overlapTolerance = 0;  // [m] that depth was judged by
  double gapTolerance = 0;      // [m] that gap was judged by
};

struct ClearanceSettings {
  double limit = std::numeric_limits<double>::infinity();  // [m] pairs farther apart are left out
  // [m] Gaps and depths up to it are "touching". Empty: the rule. A gap touches up to kTouchShare of the larger part's
  // size. An overlap touches up to that, or up to the chord errors of both meshes together where that is more: as far
  // as parts that share a curved face reach into each other when their facets do not coincide.
  std::optional<double> tolerance{};
};

inline constexpr double kTouchShare = 1e-6;

class ClearanceOracle {
 public:
  // The colliders of each body. Throws InputError for a mesh shape without a mesh.
  explicit ClearanceOracle(std::span<const std::vector<Collider>> bodies);

  [[nodiscard]] int bodyCount() const { return depth_.bodyCount(); }
  // The chord error of a body's meshes [m], see chord_error.h.
  [[nodiscard]] double chordErrorOf(int body) const { return bodies_[static_cast<std::size_t>(body)].chordError; }

  // Two bodies, each at its pose in W. May be called from several threads.
  [[nodiscard]] Clearance measure(int bodyA, int bodyB, const Transform& X_WA, const Transform& X_WB,
                                  const ClearanceSettings& settings = {}) const;

  // Called with pairs done and pairs in all, from one thread at a time; false ends the work.
  using Progress = std::function<bool(int done, int total)>;
  // All pairs within the limit that pass the filter, in the order of the bodies; the same for any number of threads.
  // Where the progress ended the work, those done by then.
  [[nodiscard]] std::vector<Clearance> pairs(std::span<const Transform> X_WB, const ClearanceSettings& settings,
                                             Jobs& jobs, const PairFilter& filter = {},
                                             const Progress& progress = {}) const;

 private:
  struct Body {
    double size = 0, chordError = 0;  // [m]; size without half-spaces
  };
  [[nodiscard]] std::vector<BodyPair> nearPairs(std::span<const Transform> X_WB, double limit,
                                                const PairFilter& filter) const;

  PenetrationOracle depth_;
  std::vector<Body> bodies_;
};

}  // namespace passung::collision

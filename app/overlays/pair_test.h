// SPDX-License-Identifier: GPL-3.0-or-later
// The conglomerate method at the poses of a state: which faces of two parts are within a distance, with all that the
// method makes on its way, for the eye. It runs beside the engine, which does not depend on it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/overlays/gap_colors.h"
#include "app/overlays/pair_test_front.h"
#include "core/jobs.h"
#include "gpu/pipeline/pair_backend.h"

namespace passung::app {

struct PairTestChoice {
  gpu::Partitioner partitioner = gpu::Partitioner::kHierarchy;
  gpu::TreeKind tree = gpu::TreeKind::kOctree;

  friend bool operator==(const PairTestChoice&, const PairTestChoice&) = default;
};

// A drawn part with what is made of its mesh once.
struct TestedPart {
  DrawnPart drawn;
  std::shared_ptr<const gpu::ConglomerateModel> model;
  std::vector<int> shades;  // one a conglomerate: neighbours have different ones
  // Its surface in pieces, one a shade, for display.
  std::vector<std::shared_ptr<const TriangleMesh>> pieces;
  std::size_t bytes = 0;  // of shell and trees
};

struct TestedParts {
  PairTestChoice choice;
  std::vector<TestedPart> parts;
};
// Parts with the same mesh share a model; those of `before` are taken over where the choice is the same. Progress by
// parts; false ends the work, which then gives null.
[[nodiscard]] std::shared_ptr<const TestedParts> testedParts(const std::vector<DrawnPart>& drawn,
                                                             const PairTestChoice& choice, const TestedParts* before,
                                                             const std::function<bool(int done, int total)>& progress);

// The faces of one part that came near another, by rising number.
struct FaceHits {
  std::vector<int> near;     // within the distance
  std::vector<int> meeting;  // that touch or cross a face of another part; these are near, too
};

struct PairTestResult {
  std::shared_ptr<const TestedParts> tested;
  std::vector<FaceHits> hits;  // one a part
  double distance = 0;         // [m]
  gpu::PairReport report;
  int objectPairs = 0;  // pairs of parts whose boxes were near
  // What a walk down two hierarchies found at the same poses; empty: it was not asked.
  struct Hierarchies {
    double seconds = 0;  // without building them
    bool equal = false;  // the same pairs of faces with the same distances, to the bit
  };
  std::optional<Hierarchies> hierarchies;
  // Where walks down two hierarchies end; empty: it was not asked.
  struct Front {
    FrontsReport walks;
    bool equal = false;  // the same pairs of faces with the same distances, to the bit
  };
  std::optional<Front> front;
};

// What is asked beside the pairs.
struct PairTestExtras {
  Jobs* hierarchies = nullptr;   // a walk down two hierarchies, by these
  PairFronts* fronts = nullptr;  // the fronts of such walks, which are moved to these poses,
  Jobs* frontJobs = nullptr;     // by these
};

// Every pair of parts of different bodies of which one at least may move, within the distance [m]. poses: X_WB, one a
// body; moves: one a body.
[[nodiscard]] PairTestResult testPairs(std::shared_ptr<const TestedParts> tested, std::span<const Transform> poses,
                                       const std::vector<bool>& moves, double distance, gpu::FacePairFinder& finder,
                                       const PairTestExtras& extras = {});

}  // namespace passung::app

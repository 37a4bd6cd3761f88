// SPDX-License-Identifier: Apache-2.0
// Problem: pairs of faces of two objects within a distance, at one pose after another.
// Method: the front of the walk is kept from pose to pose (kernels/front_walk.h): it descends where boxes meet and
//   climbs where parents separate. Then the exact stage of all filters.
// Cost: grows with the motion since the last pose; for small motions a fraction of the tests of a cold walk.
// Failure modes: none. After a refit of a hierarchy, or with another one in its place, the front starts anew
//   by itself.
// Determinism: the same bits for any slice and any number of threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gpu/kernels/front_walk.h"
#include "gpu/references/tree_pairs.h"

namespace passung::gpu {

// Bounds the way [m] of any point of a hierarchy of this frame from one pose to another.
[[nodiscard]] double wayBetween(const Transform& from, const Transform& to, const FloatFrame& frame_B);

struct FrontReport {
  double seconds = 0;
  long long nodeTests = 0;  // pairs of boxes compared
  long long known = 0;      // items that the motion told apart without a test
  long long climbed = 0;    // parents that took the place of their children
  long long items = 0;      // of the front afterwards
  long long candidates = 0;
  long long contacts = 0;
  bool cold = false;  // it began at the roots
};

struct FrontResult {
  std::vector<FacePair> candidates;   // sorted by (faceA, faceB), each once; object is 0
  std::vector<FaceContact> contacts;  // those within the distance, in the same order
  FrontReport report;
};

class TreeFront {
 public:
  // The models must outlive the front. Throws InputError when a setting is not positive or the distance no length.
  TreeFront(const TreeModel& a, const TreeModel& b, double distance, int slice = 1024);

  // Throws InputError when the pose is not a finite one. The result lives until the next call.
  const FrontResult& run(const Transform& X_AB, Jobs& jobs);

  // Another distance from the next pose on; the front stays. Throws InputError when it is no length.
  void setDistance(double distance);

  // A cut of the tree of pairs, in order; empty before the first run.
  [[nodiscard]] std::span<const FrontItem> items() const { return items_; }

 private:
  void begin(const Transform& X_AB);
  void descend(const TreePlacement& o, Jobs& jobs);
  void climb(const TreePlacement& o, Jobs& jobs);

  const TreeModel& a_;
  const TreeModel& b_;
  double distance_;
  int slice_;
  std::vector<FrontItem> items_;
  std::vector<std::vector<FrontItem>> parts_;  // of the slices
  Transform X_AB_;                             // of the last run
  double motion_ = 0;                          // bounds the way of any point of B so far [m]
  std::uint64_t idA_ = 0, idB_ = 0;            // of the hierarchies in the last run
  std::vector<double> squared_;
  FrontResult result_;
};

}  // namespace passung::gpu

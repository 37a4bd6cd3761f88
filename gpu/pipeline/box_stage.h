// SPDX-License-Identifier: Apache-2.0
// Problem: the work of a search: which conglomerates are near each other, which of two asks, and where each pair of
//   objects is placed. What follows (search, exact test) may run on any processor.
// Method: of objects that are near as a whole, each conglomerate box against the box of the whole other object; of
// those
//   that are near it, every one of A against every one of B, one job a conglomerate of A (S. Gottschalk, M. C. Lin and
//   D. Manocha, "OBBTree", SIGGRAPH 1996). The faces of all asking sides form one line, so that it can be cut into
//   units of any size.
// Cost: some 20 to 100 ns a pair of boxes.
// Failure modes: none; near() never says apart of boxes within the distance.
// Determinism: jobs write to rows of their own, read in order.
#pragma once

#include <span>
#include <vector>

#include "core/jobs.h"
#include "gpu/pipeline/pair_types.h"

namespace passung::gpu {

// A pair of conglomerates whose boxes are near. The side with fewer samples asks, A's on a tie.
struct BoxPair {
  int object, a, b;
  bool aAsks;
};

class BoxStage {
 public:
  // Throws InputError when a distance is negative or a pose not a finite one. Fills the report's part about boxes and
  // its askingFaces. What is found lives until the next call.
  void run(std::span<const ObjectPair> objects, const PairSettings& settings, Jobs& jobs, PairReport& report);

  // Of the pairs of objects.
  [[nodiscard]] std::span<const PlacedPair> placed() const { return placed_; }
  [[nodiscard]] std::span<const PlacedMeshes> meshes() const { return meshes_; }

  [[nodiscard]] std::span<const BoxPair> pairs() const { return pairs_; }  // by object, a, b
  // Of the box pairs: the place of their first asking face in the line of all; one more at the end.
  [[nodiscard]] std::span<const long long> firstAsking() const { return firstAsking_; }

 private:
  void findPairs(std::span<const ObjectPair> objects, const PairSettings& settings, Jobs& jobs, PairReport& report);
  void lineUp(std::span<const ObjectPair> objects);

  // Of a pair of objects: the conglomerates that are near the other object as a whole.
  struct Sides {
    std::vector<int> a, b;
    long long tested = 0;  // pairs of boxes
  };

  std::vector<PlacedPair> placed_;
  std::vector<PlacedMeshes> meshes_;
  std::vector<Sides> sides_;
  std::vector<GrowingBuffer<int>> rows_;  // per conglomerate of A: near ones of B
  std::vector<BoxPair> pairs_;
  std::vector<long long> firstAsking_;
};

// Adds its lifetime to a time [s].
class StageTimer {
 public:
  explicit StageTimer(double& seconds);
  ~StageTimer();
  StageTimer(const StageTimer&) = delete;
  StageTimer& operator=(const StageTimer&) = delete;

 private:
  double& seconds_;
  double start_;
};

}  // namespace passung::gpu

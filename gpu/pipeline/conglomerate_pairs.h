// SPDX-License-Identifier: Apache-2.0
// Problem: all pairs of faces of two objects that are within a distance, for many pairs of objects at once.
// Method: flat groups of faces (conglomerates) instead of deep hierarchies, so that all stages are long lists of small
//   independent tasks:
//
//     boxes    every conglomerate box of A against every one of B, one job a conglomerate of A      -> pairs of boxes
//     units    the faces of the asking sides of all box pairs of all objects, in one line, cut into slices of any size
//     search   per slice: samples of each face ask the tree of the other conglomerate               -> candidates
//     sort     per pair of objects by (face of A, face of B), each once
//     exact    per slice of candidates: the distance of the two triangles                           -> contacts
//
//   Of each box pair the side with fewer samples asks (A's on a tie). docs/point-shells.md proves that no pair of faces
//   within the distance is missing among the candidates.
// Cost: see docs/point-shells.md for measured times. Stages of one call run one after the other, each over all jobs.
// Failure modes: faces that are large against the distance have large covering radii, so they are candidates with
//   everything round them: more work, never a missing pair.
// Determinism: slices write to memory of their own, read in order; candidates are sorted; the trees find to the bit
// what a
//   loop finds. So the result has the same bits for any slice size, any number of threads and either tree.
#pragma once

#include <span>
#include <vector>

#include "gpu/pipeline/box_stage.h"
#include "gpu/pipeline/growing_buffer.h"
#include "gpu/pipeline/pair_types.h"

namespace passung::gpu {

// Keeps the memory of its stages from call to call.
class ConglomeratePairs {
 public:
  // Throws InputError when a setting is not positive.
  explicit ConglomeratePairs(const PairSettings& settings = {});

  // Throws InputError when a distance or a way is not within 0 .. 1e15 m, a pose is not a finite one of unit length, or
  // the results are 2^31 or more. The result lives until the next call.
  const PairResult& run(std::span<const ObjectPair> given, Jobs& jobs);

 private:
  struct Unit {
    GrowingBuffer<FacePair> found;
    std::vector<std::uint64_t> seen;
    long long samples = 0;
  };

  void search(std::span<const ObjectPair> objects, Jobs& jobs);
  void searchUnit(std::span<const ObjectPair> objects, int unit);
  void sortCandidates(int objects, Jobs& jobs);
  void testExactly(Jobs& jobs);

  PairSettings settings_;
  BoxStage boxes_;
  std::vector<Unit> units_;
  std::vector<std::vector<std::uint64_t>> keys_;  // of the candidates of each pair of objects
  std::vector<double> squared_;
  PairResult result_;
};

}  // namespace passung::gpu

// SPDX-License-Identifier: Apache-2.0
// Problem: all pairs of faces of two objects within a distance, by a walk down two hierarchies: the way that
//   conglomerates are compared with, on the same devices.
// Method: C. Lauterbach, Q. Mo and D. Manocha, "gProximity: Hierarchical GPU-based Operations for Collision and
// Distance
//   Queries", Computer Graphics Forum 29(2), 2010. Work items are pairs of nodes, of all pairs of objects in one queue.
//   In each round every item opens its larger node; how many pairs below are near is counted, a prefix sum gives each
//   its place, and they are written to the next queue, or, if both nodes are leaves, to the candidates. So every round
//   is a list of equal, independent items: it is balanced without exchange between workers (there: rebalancing of
//   queues that workers own). Then the exact stage of conglomerates.
// Cost: one box test a pair of nodes that is met; rounds as many as both trees are deep.
// Failure modes: on nearly parallel surfaces the queue grows with the square of the faces; memory grows, nothing is
// lost. Determinism: places come from prefix sums; the same bits for any slice and any number of threads.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "gpu/kernels/tree_walk.h"
#include "gpu/pipeline/exact_pairs.h"
#include "gpu/pipeline/growing_buffer.h"
#include "gpu/pipeline/placing.h"
#include "gpu/references/lbvh.h"

namespace passung::gpu {

// A mesh with its hierarchy.
struct TreeModel {
  explicit TreeModel(std::shared_ptr<const TriangleMesh> m, Jobs* jobs = nullptr)
      : mesh(std::move(m)), tree(*mesh, jobs) {}

  std::shared_ptr<const TriangleMesh> mesh;
  Lbvh tree;
};

// The models must outlive the call.
struct TreeObjects {
  const TreeModel* a = nullptr;
  const TreeModel* b = nullptr;
  Transform X_AB;       // of the mesh of B in the frame of the mesh of A; a unit quaternion
  double distance = 0;  // [m] faces within it are wanted
};

struct TreeSettings {
  int slice = 1024;          // items of a queue, or candidates, that are one job
  int queueStart = 1 << 14;  // items that a queue holds before it has to grow
};

struct TreeReport {
  struct Seconds {
    double walk = 0, sort = 0, exact = 0;
  } seconds;                // wall times
  long long nodeTests = 0;  // pairs of boxes compared
  int rounds = 0;
  BufferReport queues;       // of a round; `used` over all rounds
  long long candidates = 0;  // pairs of faces whose boxes are near
  long long contacts = 0;
};

struct TreeResult {
  std::vector<FacePair> candidates;   // sorted by (object, faceA, faceB), each once
  std::vector<FaceContact> contacts;  // those within the distance, in the same order
  TreeReport report;
};

// One side of a pair of objects, wherever its nodes lie.
struct TreeSide {
  const TriangleMesh* mesh = nullptr;
  LbvhView view{};
  FloatFrame frame;  // of the nodes
};

// A pair of objects as the walk and as the exact stage see it. Throws InputError for a distance or pose of no meaning.
[[nodiscard]] TreePlacement placedTrees(const TreeSide& a, const TreeSide& b, const Transform& X_AB, double distance,
                                        std::size_t index);
[[nodiscard]] PlacedMeshes placedMeshes(const TreeSide& a, const TreeSide& b, const Transform& X_AB, double distance);
[[nodiscard]] TreePlacement placedTrees(const TreeObjects& objects, std::size_t index);
[[nodiscard]] PlacedMeshes placedMeshes(const TreeObjects& objects);

// Sorts by (object, faceA, faceB). Precondition: objects are 0 .. objectCount - 1.
void sortPairs(std::vector<FacePair>& pairs, int objectCount);

// One queue of pairs of nodes, expanded round by round.
class PairQueue {
 public:
  explicit PairQueue(const TreeSettings& settings) : settings_(settings) {}

  // Takes the roots of all objects that are near; empties what was there.
  void start(std::span<const TreePlacement> objects);
  // Takes any pairs that are near each other, not both leaves.
  void start(std::span<const NodePair> pairs);
  // Opens every item once; pairs of leaves that are near are appended to leaves().
  void round(std::span<const TreePlacement> objects, Jobs& jobs);
  // Leaves only the items for which keep(item) is true.
  template <class Keep>
  void filter(Keep&& keep) {
    std::erase_if(items_, [&](const NodePair& p) { return !keep(p); });
  }

  [[nodiscard]] bool empty() const { return items_.empty(); }
  [[nodiscard]] std::vector<FacePair>& leaves() { return leaves_; }
  [[nodiscard]] long long nodeTests() const { return nodeTests_; }  // since start
  [[nodiscard]] int rounds() const { return rounds_; }
  [[nodiscard]] const BufferReport& report() const { return report_; }

 private:
  void reset();

  TreeSettings settings_;
  std::vector<NodePair> items_, next_;
  std::vector<unsigned char> near_;  // of the items
  std::vector<FacePair> leaves_;
  std::size_t capacity_ = 0;
  long long nodeTests_ = 0;
  int rounds_ = 0;
  BufferReport report_;
};

// Keeps the memory of its stages from call to call.
class TreePairs {
 public:
  // Throws InputError when a setting is not positive.
  explicit TreePairs(const TreeSettings& settings = {});

  // Throws InputError when a distance is negative or a pose not a finite one. The result lives until the next call.
  const TreeResult& run(std::span<const TreeObjects> objects, Jobs& jobs);

 private:
  TreeSettings settings_;
  PairQueue queue_;
  std::vector<TreePlacement> placed_;
  std::vector<PlacedMeshes> meshes_;
  std::vector<double> squared_;
  TreeResult result_;
};

}  // namespace passung::gpu

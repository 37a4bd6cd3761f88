// SPDX-License-Identifier: Apache-2.0
// Problem: overlapping boxes among many bodies of which few move, step after step.
// Method: a binary tree of boxes. Each body sits in a leaf with an enlarged box and is moved in the tree only when its
//   true box leaves the enlarged one. A leaf goes beside the node where the summed surface area grows least, found by
//   branch and bound (Bittner, Hapala, Havran, "Fast Insertion-Based Optimization of Bounding Volume Hierarchies",
//   2013); on the way up, children and grandchildren change places where that lowers the area (Kensler, "Tree Rotations
//   for Improving Bounding Volume Hierarchies", 2008). Pairs of enlarged boxes are kept between updates; only those of
//   moved leaves are searched anew. Infinite boxes stay in a list beside the tree.
// Cost: update O(moved * log n), findPairs O(kept pairs).
// Failure modes: bodies that all jump at every update cost n insertions each time; the result stays right.
// Determinism: the tree depends on the history of boxes, the pairs only on the last boxes.
#pragma once

#include "collision/broadphase/broadphase.h"

namespace passung::collision {

class BroadphaseTree final : public Broadphase {
 public:
  // How far a leaf's box is enlarged, as a share of its body's size. Larger: fewer changes of the tree, but more pairs
  // to keep.
  static constexpr double kMargin = 0.05;

  [[nodiscard]] std::string_view name() const override { return "tree"; }
  void update(std::span<const Aabb> boxes) override;
  [[nodiscard]] std::vector<BodyPair> findPairs(const PairFilter& filter) const override;
  [[nodiscard]] std::vector<LevelBox> boxes() const override;

  // Sum of the areas of the inner nodes over the root's area: what a query pays. 0 for fewer than two leaves.
  [[nodiscard]] double quality() const;
  // Leaves inserted since construction.
  [[nodiscard]] long insertions() const { return insertions_; }

 private:
  struct Node {
    Aabb box;
    int parent = -1, left = -1, right = -1;
    int body = -1;
    [[nodiscard]] bool leaf() const { return left < 0; }
  };

  [[nodiscard]] Node& node(int i) { return nodes_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] const Node& node(int i) const { return nodes_[static_cast<std::size_t>(i)]; }
  int allocate();
  void insert(int leaf);
  void remove(int leaf);
  [[nodiscard]] int bestSibling(const Aabb& box);
  void repairUpwards(int i);
  void rotate(int i);
  void findPairsOf(int body, std::vector<BodyPair>& pairs);

  std::vector<Node> nodes_;
  std::vector<int> free_;
  int root_ = -1;
  std::vector<int> leafOf_;       // by body; -1: infinite or empty
  std::vector<Aabb> boxes_;       // by body, as last given
  std::vector<int> infinite_;     // bodies with an infinite box, sorted
  std::vector<BodyPair> nearby_;  // pairs of overlapping enlarged boxes, sorted
  std::vector<char> moved_;       // by body, in this update
  long insertions_ = 0;
  struct Candidate {
    int node;
    double inherited;
  };
  std::vector<Candidate> candidates_;  // scratch
  std::vector<int> stack_;             // scratch
};

}  // namespace passung::collision

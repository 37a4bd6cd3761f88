// SPDX-License-Identifier: Apache-2.0
// Problem: samples near a point, in a tree whose boxes fit more closely than an octree's.
// Method: the longest side of a node's box is split at the median of its points by (coordinate, index) (Bentley,
//   "Multidimensional Binary Search Trees Used for Associative Searching", 1975; Friedman, Bentley, Finkel 1977), so
//   every level halves the points whatever their places; the two halves are adjacent nodes.
// Cost: O(n log n) to build; 48 + 12 bytes a node, 20 bytes a sample.
// Failure modes: none; of many equal points, each half gets some.
// Determinism: the order by (coordinate, index) is total, so any correct build gives the same arrays.
#pragma once

#include "gpu/kernels/kd_search.h"
#include "gpu/trees/sample_tree.h"

namespace passung::gpu {

class KdTree {
 public:
  explicit KdTree(const SampleCloud& cloud, int leafPoints = 32);

  [[nodiscard]] KdView view() const {
    return {{nodes_.data(), cloud_.points.data(), cloud_.faces.data(), static_cast<int>(nodes_.size())},
            splits_.data()};
  }
  [[nodiscard]] std::span<const TreeNode> nodes() const { return nodes_; }  // by level; 0 is the root
  [[nodiscard]] std::span<const KdSplit> splits() const { return splits_; }
  [[nodiscard]] std::span<const int> parents() const { return parents_; }  // -1 of the root
  [[nodiscard]] std::span<const TreePoint> points() const { return cloud_.points; }
  [[nodiscard]] std::size_t bytes() const;

 private:
  std::vector<TreeNode> nodes_;
  std::vector<KdSplit> splits_;
  std::vector<int> parents_;
  SampleCloud cloud_;
};

}  // namespace passung::gpu

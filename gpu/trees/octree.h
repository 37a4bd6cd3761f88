// SPDX-License-Identifier: Apache-2.0
// Problem: samples near a point, in a tree of arrays that a device builds as well as a host.
// Method: Morton keys of the samples in their bounding cube, sorted (radix_sort.h), so that every cell is a range;
// level by
//   level a cell of more than `leafPoints` samples is split into its octants that hold any, whose nodes are adjacent.
//   Depth adapts: cells no longer than `leafLength` stay whole, as a search of a larger radius takes them whole anyway.
//   Nodes carry their level (a key does not tell it), the exact box of their samples and the largest reach among them.
// Cost: O(n) for the sort, O(n) a level; 48 bytes and a key a node, 20 bytes a sample.
// Failure modes: samples closer than a cell of the last level share a leaf, however many they are.
// Determinism: all choices are by keys and indices; any correct build gives the same arrays.
#pragma once

#include "gpu/kernels/octree_search.h"
#include "gpu/trees/sample_tree.h"

namespace passung::gpu {

enum class MortonBits { k10 = 10, k21 = 21 };  // an axis: keys of 30 or 63 bits

struct OctreeSettings {
  MortonBits bits = MortonBits::k10;
  int leafPoints = 32;
  double leafLength = 0;  // [m]; 0: as deep as the keys allow
};

class Octree {
 public:
  explicit Octree(const SampleCloud& cloud, const OctreeSettings& settings = {});

  [[nodiscard]] OctreeView view() const {
    return {{nodes_.data(), cloud_.points.data(), cloud_.faces.data(), static_cast<int>(nodes_.size())},
            keys_.data(),
            grid_};
  }
  [[nodiscard]] std::span<const TreeNode> nodes() const { return nodes_; }  // by level; 0 is the root
  [[nodiscard]] std::span<const std::uint64_t> keys() const { return keys_; }
  [[nodiscard]] std::span<const int> parents() const { return parents_; }  // -1 of the root
  [[nodiscard]] std::span<const TreePoint> points() const { return cloud_.points; }
  [[nodiscard]] int bottomLevel() const { return bottomLevel_; }  // cells of this level are not split
  [[nodiscard]] std::size_t bytes() const;

 private:
  MortonGrid grid_{};
  int bottomLevel_ = 0;
  std::vector<TreeNode> nodes_;
  std::vector<std::uint64_t> keys_;
  std::vector<int> parents_;
  SampleCloud cloud_;
};

}  // namespace passung::gpu

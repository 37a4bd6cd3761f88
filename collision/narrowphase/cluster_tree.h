// SPDX-License-Identifier: Apache-2.0
// A tree over the boxes of clusters, eight children to a node so that one look tests eight boxes (Wald, Benthin and
// Boulos, "Getting rid of packets", 2008); clusters lie in blocks of eight neighbours.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "collision/narrowphase/cluster_kernels.h"

namespace passung::collision {

class ClusterTree {
 public:
  // Boxes that are none are no numbers.
  struct alignas(32) Boxes {
    Float8 lower[3]{}, upper[3]{};  // x, y, z
  };
  struct alignas(32) Block {
    Boxes boxes;
    std::array<int, kClusterLanes> clusters{};
  };
  struct alignas(32) Node {
    Boxes boxes;
    std::array<int, kClusterLanes> child{};  // >= 0: a node; < 0: the block ~child
    unsigned blocks = 0;                     // which children are blocks, as bits
  };

  ClusterTree() = default;
  explicit ClusterTree(std::span<const ClusterBounds> boxes);

  // The first node is the root.
  [[nodiscard]] std::span<const Node> nodes() const { return nodes_; }
  [[nodiscard]] std::span<const Block> blocks() const { return blocks_; }

 private:
  int add(std::span<const ClusterBounds> boxes, std::span<int> order);

  std::vector<Node> nodes_;
  std::vector<Block> blocks_;
};

}  // namespace passung::collision

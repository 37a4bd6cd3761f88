// SPDX-License-Identifier: Apache-2.0
// A tree over the boxes of clusters, eight children to a node so that one look tests eight boxes (Wald, Benthin and
// Boulos, "Getting rid of packets", 2008); clusters lie in blocks of eight neighbours.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "collision/narrowphase/cluster_kernels.h"

namespace passung::collision {

class ClusterTree {
 public:
  ClusterTree() = default;
  explicit ClusterTree(std::span<const ClusterBox> boxes);

  // Replaces `blocks` by those with clusters whose boxes may be within `distance` [m] of the box [lower, upper].
  void near(const Float4& lower, const Float4& upper, float distance, std::vector<int>& blocks) const;
  // Of these blocks, replaces `found` by the clusters whose boxes are within `distance` [m] of the box [lower, upper].
  // `hits` is overwritten.
  void select(std::span<const int> blocks, const Float4& lower, const Float4& upper, float distance,
              std::vector<std::uint8_t>& hits, std::vector<int>& found) const;

 private:
  // Boxes that are none lie at infinity.
  struct alignas(32) Boxes {
    Float8 lower[3]{}, upper[3]{};  // x, y, z
  };
  struct alignas(32) Node {
    Boxes boxes;
    std::array<int, kClusterLanes> child{};  // >= 0: a node; < 0: the block ~child
  };
  struct alignas(32) Block {
    Boxes boxes;
    std::array<int, kClusterLanes> clusters{};
  };
  int add(std::span<const ClusterBox> boxes, std::span<int> order);
  static void blocksNear(const Block* blocks, std::span<const int> which, const Float4& lower, const Float4& upper,
                         float limit, std::uint8_t* hits);
  static unsigned boxesNear(const Boxes& boxes, const Float4& lower, const Float4& upper, float limit);

  std::vector<Node> nodes_;  // none where a block holds all
  std::vector<Block> blocks_;
};

}  // namespace passung::collision

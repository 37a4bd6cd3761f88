// SPDX-License-Identifier: Apache-2.0
// A tree over the boxes of clusters, four children to a node so that one look tests four boxes (Wald, Benthin and
// Boulos, "Getting rid of packets", 2008).
#pragma once

#include <array>
#include <limits>
#include <span>
#include <vector>

#include "collision/narrowphase/cluster_kernels.h"

namespace passung::collision {

class ClusterTree {
 public:
  ClusterTree() = default;
  explicit ClusterTree(std::span<const ClusterBox> boxes);

  // Replaces `found` by the clusters whose boxes are within `distance` [m] of the box [lower, upper].
  void near(const Float4& lower, const Float4& upper, float distance, std::vector<int>& found) const;

 private:
  struct Node {
    Float4 lower[3]{}, upper[3]{};  // x, y, z of four children
    std::array<int, 4> child{};     // >= 0: a node; < 0: the cluster ~child; kNone
  };
  static constexpr int kNone = std::numeric_limits<int>::max();
  int add(std::span<const ClusterBox> boxes, std::span<int> order);

  std::vector<Node> nodes_;
};

}  // namespace passung::collision

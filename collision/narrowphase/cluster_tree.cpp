// SPDX-License-Identifier: Apache-2.0
#include "collision/narrowphase/cluster_tree.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace passung::collision {
namespace {

// Halves the clusters at the median of their middles along the widest axis.
std::size_t halve(std::span<const ClusterBounds> boxes, std::span<int> order) {
  const auto middle = [&](int i, int axis) {
    const ClusterBounds& b = boxes[static_cast<std::size_t>(i)];
    return b.lower[axis] + b.upper[axis];
  };
  float widest = -1;
  int axis = 0;
  for (int a = 0; a < 3; ++a) {
    const auto [least, most] =
        std::minmax_element(order.begin(), order.end(), [&](int i, int j) { return middle(i, a) < middle(j, a); });
    const float width = middle(*most, a) - middle(*least, a);
    if (width > widest) {
      widest = width;
      axis = a;
    }
  }
  const std::size_t half = (order.size() + 1) / 2;
  std::nth_element(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(half), order.end(), [&](int i, int j) {
    return middle(i, axis) != middle(j, axis) ? middle(i, axis) < middle(j, axis) : i < j;
  });
  return half;
}

}  // namespace

ClusterTree::ClusterTree(std::span<const ClusterBounds> boxes) {
  std::vector<int> order(boxes.size());
  std::iota(order.begin(), order.end(), 0);
  if (!boxes.empty()) (void)add(boxes, order);
}

// The node or block over these clusters, as a child.
int ClusterTree::add(std::span<const ClusterBounds> boxes, std::span<int> order) {
  const auto around = [&boxes](Boxes& to, std::size_t lane, std::span<const int> clusters) {
    Float4 lower = Float4{} + std::numeric_limits<float>::infinity(), upper = -lower;
    for (int i : clusters) {
      const ClusterBounds& b = boxes[static_cast<std::size_t>(i)];
      lower = b.lower < lower ? b.lower : lower;
      upper = b.upper > upper ? b.upper : upper;
    }
    // To what is none no distance is small, not even an infinite one.
    if (clusters.empty()) lower = upper = Float4{} + std::numeric_limits<float>::quiet_NaN();
    for (int a = 0; a < 3; ++a) {
      to.lower[a][static_cast<int>(lane)] = lower[a];
      to.upper[a][static_cast<int>(lane)] = upper[a];
    }
  };
  if (order.size() <= kClusterLanes && !nodes_.empty()) {
    const std::size_t index = blocks_.size();
    Block& block = blocks_.emplace_back();
    for (std::size_t k = 0; k < kClusterLanes; ++k) {
      around(block.boxes, k, k < order.size() ? order.subspan(k, 1) : std::span<int>{});
      if (k < order.size()) block.clusters[k] = order[k];
    }
    return ~static_cast<int>(index);
  }
  const std::size_t index = nodes_.size();
  nodes_.emplace_back();
  // Three times halved, as far as there is more than a block's worth.
  std::vector<std::span<int>> parts{order};
  for (int level = 0; level < 3; ++level) {
    std::vector<std::span<int>> halves;
    for (const std::span<int> part : parts) {
      if (part.size() <= kClusterLanes) {
        halves.push_back(part);
        continue;
      }
      const std::size_t half = halve(boxes, part);
      halves.push_back(part.first(half));
      halves.push_back(part.subspan(half));
    }
    parts = std::move(halves);
  }
  for (std::size_t k = 0; k < kClusterLanes; ++k) {
    const std::span<int> part = k < parts.size() ? parts[k] : std::span<int>{};
    around(nodes_[index].boxes, k, part);
    const int child = part.empty() ? 0 : add(boxes, part);
    nodes_[index].child[k] = child;
    if (child < 0) nodes_[index].blocks |= 1U << k;
  }
  return static_cast<int>(index);
}

}  // namespace passung::collision

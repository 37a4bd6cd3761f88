// SPDX-License-Identifier: Apache-2.0
#include "collision/narrowphase/cluster_tree.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

namespace passung::collision {
namespace {

// Halves the clusters at the median of their middles along the widest axis.
std::size_t halve(std::span<const ClusterBox> boxes, std::span<int> order) {
  const auto middle = [&](int i, int axis) {
    const ClusterBox& b = boxes[static_cast<std::size_t>(i)];
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

ClusterTree::ClusterTree(std::span<const ClusterBox> boxes) {
  std::vector<int> order(boxes.size());
  std::iota(order.begin(), order.end(), 0);
  if (!boxes.empty()) (void)add(boxes, order);
}

// The node or block over these clusters, as a child.
int ClusterTree::add(std::span<const ClusterBox> boxes, std::span<int> order) {
  const auto around = [&boxes](Boxes& to, std::size_t lane, std::span<const int> clusters) {
    Float4 lower = Float4{} + std::numeric_limits<float>::infinity(), upper = -lower;
    for (int i : clusters) {
      const ClusterBox& b = boxes[static_cast<std::size_t>(i)];
      lower = b.lower < lower ? b.lower : lower;
      upper = b.upper > upper ? b.upper : upper;
    }
    // None is beyond infinity on one side, so that no distance to it is small.
    if (clusters.empty()) upper = lower;
    for (int a = 0; a < 3; ++a) {
      to.lower[a][static_cast<int>(lane)] = lower[a];
      to.upper[a][static_cast<int>(lane)] = upper[a];
    }
  };
  if (order.size() <= kClusterLanes) {
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
  }
  return static_cast<int>(index);
}

namespace {

inline void addSquaredGap(const Float8& least, const Float8& most, float lower, float upper, Float8& squared) {
  const Float8 zero{}, below = least - upper, above = lower - most;
  Float8 d = below > above ? below : above;
  d = d > zero ? d : zero;
  squared += d * d;
}

}  // namespace

PASSUNG_KERNEL unsigned ClusterTree::boxesNear(const Boxes& boxes, const Float4& lower, const Float4& upper,
                                               float limit) {
  Float8 squared{};
  for (int a = 0; a < 3; ++a) addSquaredGap(boxes.lower[a], boxes.upper[a], lower[a], upper[a], squared);
  return bitsOf(squared <= limit);
}

PASSUNG_KERNEL void ClusterTree::blocksNear(const Block* blocks, std::span<const int> which, const Float4& lower,
                                            const Float4& upper, float limit, std::uint8_t* hits) {
  for (std::size_t i = 0; i < which.size(); ++i) {
    const Boxes& boxes = blocks[which[i]].boxes;
    Float8 squared{};
    for (int a = 0; a < 3; ++a) addSquaredGap(boxes.lower[a], boxes.upper[a], lower[a], upper[a], squared);
    hits[i] = static_cast<std::uint8_t>(bitsOf(squared <= limit));
  }
}

void ClusterTree::near(const Float4& lower, const Float4& upper, float distance, std::vector<int>& blocks) const {
  blocks.clear();
  if (nodes_.empty()) {
    if (!blocks_.empty()) blocks.push_back(0);
    return;
  }
  std::array<int, 128> stack;  // seven wait at each level
  std::size_t depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    const Node& node = nodes_[static_cast<std::size_t>(stack[--depth])];
    for (unsigned near = boxesNear(node.boxes, lower, upper, distance * distance); near != 0; near &= near - 1) {
      const int child = node.child[static_cast<std::size_t>(std::countr_zero(near))];
      if (child < 0) {
        blocks.push_back(~child);
      } else {
        stack[depth++] = child;
      }
    }
  }
}

void ClusterTree::select(std::span<const int> blocks, const Float4& lower, const Float4& upper, float distance,
                         std::vector<std::uint8_t>& hits, std::vector<int>& found) const {
  found.clear();
  if (hits.size() < blocks.size()) hits.resize(blocks.size());
  blocksNear(blocks_.data(), blocks, lower, upper, distance * distance, hits.data());
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const Block& block = blocks_[static_cast<std::size_t>(blocks[i])];
    for (unsigned bits = hits[i]; bits != 0; bits &= bits - 1) {
      found.push_back(block.clusters[static_cast<std::size_t>(std::countr_zero(bits))]);
    }
  }
}

}  // namespace passung::collision

// SPDX-License-Identifier: Apache-2.0
#include "gpu/trees/kd_tree.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "gpu/kernels/tree_fit.h"

namespace passung::gpu {
namespace {

float coordinate(const TreePoint& q, int axis) { return axis == 0 ? q.x : (axis == 1 ? q.y : q.z); }

// The longest side of the box of the points of a range; the first of equals.
int longestSide(const SampleCloud& cloud, std::span<const int> range) {
  int longest = 0;
  float most = -1;
  for (int axis = 0; axis < 3; ++axis) {
    float low = std::numeric_limits<float>::infinity();
    float high = -low;
    for (const int i : range) {
      const float x = coordinate(cloud.points[static_cast<std::size_t>(i)], axis);
      low = std::min(low, x);
      high = std::max(high, x);
    }
    if (high - low > most) {
      most = high - low;
      longest = axis;
    }
  }
  return longest;
}

}  // namespace

KdTree::KdTree(const SampleCloud& cloud, int leafPoints) {
  const int count = static_cast<int>(cloud.points.size());
  if (count == 0) return;
  std::vector<int> order(cloud.points.size());
  for (int i = 0; i < count; ++i) order[static_cast<std::size_t>(i)] = i;

  const auto push = [this](int first, int size, int level, int parent) {
    TreeNode n{};
    n.first = first;
    n.count = size;
    n.level = level;
    nodes_.push_back(n);
    splits_.push_back({0, -1});
    parents_.push_back(parent);
  };
  push(0, count, 0, -1);
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    const TreeNode n = nodes_[k];
    if (!kdSplits(n.count, leafPoints)) continue;
    const auto begin = order.begin() + n.first;
    const int axis = longestSide(cloud, std::span(begin, static_cast<std::size_t>(n.count)));
    const auto place = [&](int i) { return std::pair(coordinate(cloud.points[static_cast<std::size_t>(i)], axis), i); };
    const int half = kdHalf(n.count);
    std::nth_element(begin, begin + half, begin + n.count, [&](int a, int b) { return place(a) < place(b); });
    splits_[k] = {place(order[static_cast<std::size_t>(n.first + half)]).first, axis};
    nodes_[k].child = static_cast<int>(nodes_.size());
    nodes_[k].childCount = 2;
    push(n.first, half, n.level + 1, static_cast<int>(k));
    push(n.first + half, n.count - half, n.level + 1, static_cast<int>(k));
  }
  cloud_ = inLeafOrder(cloud, nodes_, order);
  fitNodes(cloud_, nodes_);
}

std::size_t KdTree::bytes() const {
  return nodes_.size() * (sizeof(TreeNode) + sizeof(KdSplit) + sizeof(int)) +
         cloud_.points.size() * (sizeof(TreePoint) + sizeof(int));
}

}  // namespace passung::gpu

// SPDX-License-Identifier: Apache-2.0
#include "collision/narrowphase/cluster_tree.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace passung::collision {
namespace {

unsigned bitsOf(const Int4& mask) {
#if defined(__SSE__) && !defined(__clang__)
  return static_cast<unsigned>(__builtin_ia32_movmskps(reinterpret_cast<const Float4&>(mask)));
#else
  const Int4 bits = mask & Int4{1, 2, 4, 8};
  return static_cast<unsigned>(bits[0] | bits[1] | bits[2] | bits[3]);
#endif
}

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

// The node over these clusters.
int ClusterTree::add(std::span<const ClusterBox> boxes, std::span<int> order) {
  const int index = static_cast<int>(nodes_.size());
  nodes_.emplace_back();
  std::array<std::span<int>, 4> parts{order};
  if (order.size() > 1) {
    const std::size_t half = halve(boxes, order);
    parts[0] = order.first(half);
    parts[2] = order.subspan(half);
    for (std::size_t k : {0, 2}) {
      if (parts[k].size() < 2) continue;
      const std::size_t quarter = halve(boxes, parts[k]);
      parts[k + 1] = parts[k].subspan(quarter);
      parts[k] = parts[k].first(quarter);
    }
  }
  for (std::size_t k = 0; k < 4; ++k) {
    Float4 lower = Float4{} + std::numeric_limits<float>::infinity(), upper = -lower;
    for (int i : parts[k]) {
      const ClusterBox& b = boxes[static_cast<std::size_t>(i)];
      lower = b.lower < lower ? b.lower : lower;
      upper = b.upper > upper ? b.upper : upper;
    }
    const int child = parts[k].empty() ? kNone : (parts[k].size() == 1 ? ~parts[k].front() : add(boxes, parts[k]));
    Node& node = nodes_[static_cast<std::size_t>(index)];
    node.child[k] = child;
    for (int a = 0; a < 3; ++a) {
      node.lower[a][static_cast<int>(k)] = lower[a];
      node.upper[a][static_cast<int>(k)] = upper[a];
    }
  }
  return index;
}

void ClusterTree::near(const Float4& lower, const Float4& upper, float distance, std::vector<int>& found) const {
  found.clear();
  if (nodes_.empty()) return;
  const float limit = distance * distance;
  const Float4 zero{};
  const Float4 lx = zero + lower[0], ly = zero + lower[1], lz = zero + lower[2];
  const Float4 ux = zero + upper[0], uy = zero + upper[1], uz = zero + upper[2];
  std::array<int, 128> stack;  // three wait at each level
  std::size_t depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    const Node& node = nodes_[static_cast<std::size_t>(stack[--depth])];
    const auto apart = [&zero](const Float4& below, const Float4& above) {
      const Float4 d = below > above ? below : above, e = d > zero ? d : zero;
      return Float4(e * e);
    };
    const Float4 squared = apart(node.lower[0] - ux, lx - node.upper[0]) +
                           apart(node.lower[1] - uy, ly - node.upper[1]) +
                           apart(node.lower[2] - uz, lz - node.upper[2]);
    // Children that are none have boxes at infinity.
    for (unsigned near = bitsOf(squared <= limit); near != 0; near &= near - 1) {
      const int child = node.child[static_cast<std::size_t>(std::countr_zero(near))];
      if (child < 0) {
        found.push_back(~child);
      } else {
        stack[depth++] = child;
      }
    }
  }
}

}  // namespace passung::collision

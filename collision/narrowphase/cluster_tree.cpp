// SPDX-License-Identifier: Apache-2.0
#include "collision/narrowphase/cluster_tree.h"

#include <algorithm>
#include <bit>

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

}  // namespace

ClusterTree::ClusterTree(std::span<const ClusterBox> boxes) {
  if (!boxes.empty()) (void)add(boxes, 0, static_cast<int>(boxes.size()));
}

// The node over clusters [first, last).
int ClusterTree::add(std::span<const ClusterBox> boxes, int first, int last) {
  const int index = static_cast<int>(nodes_.size());
  nodes_.emplace_back();
  const int share = (last - first + 3) / 4;
  for (int k = 0; k < 4; ++k) {
    const int from = std::min(last, first + k * share), to = std::min(last, from + share);
    Float4 lower = Float4{} + std::numeric_limits<float>::infinity(), upper = -lower;
    for (int i = from; i < to; ++i) {
      const ClusterBox& b = boxes[static_cast<std::size_t>(i)];
      lower = b.lower < lower ? b.lower : lower;
      upper = b.upper > upper ? b.upper : upper;
    }
    const int child = from == to ? kNone : (to - from == 1 ? ~from : add(boxes, from, to));
    Node& node = nodes_[static_cast<std::size_t>(index)];
    node.child[static_cast<std::size_t>(k)] = child;
    for (int a = 0; a < 3; ++a) {
      node.lower[a][k] = lower[a];
      node.upper[a][k] = upper[a];
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

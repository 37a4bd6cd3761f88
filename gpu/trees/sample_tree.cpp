// SPDX-License-Identifier: Apache-2.0
#include "gpu/trees/sample_tree.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace passung::gpu {

SampleCloud inLeafOrder(const SampleCloud& cloud, std::span<const TreeNode> nodes, std::vector<int>& order) {
  for (const TreeNode& n : nodes) {
    if (n.childCount > 0) continue;
    std::sort(order.begin() + n.first, order.begin() + n.first + n.count, [&](int a, int b) {
      return std::pair(cloud.faces[static_cast<std::size_t>(a)], a) <
             std::pair(cloud.faces[static_cast<std::size_t>(b)], b);
    });
  }
  SampleCloud sorted;
  sorted.points.reserve(order.size());
  sorted.faces.reserve(order.size());
  for (const int i : order) {
    sorted.points.push_back(cloud.points[static_cast<std::size_t>(i)]);
    sorted.faces.push_back(cloud.faces[static_cast<std::size_t>(i)]);
  }
  return sorted;
}

void fitNodes(const SampleCloud& cloud, std::span<TreeNode> nodes) {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  for (std::size_t k = nodes.size(); k-- > 0;) {
    TreeNode& n = nodes[k];
    for (int a = 0; a < 3; ++a) {
      n.lower[a] = kInf;
      n.upper[a] = -kInf;
    }
    n.reach = 0;
    const auto take = [&n](const float* lower, const float* upper, float reach) {
      for (int a = 0; a < 3; ++a) {
        n.lower[a] = std::min(n.lower[a], lower[a]);
        n.upper[a] = std::max(n.upper[a], upper[a]);
      }
      n.reach = std::max(n.reach, reach);
    };
    for (int c = n.child; c < n.child + n.childCount; ++c) {
      const TreeNode& child = nodes[static_cast<std::size_t>(c)];
      take(child.lower, child.upper, child.reach);
    }
    if (n.childCount > 0) continue;
    for (int i = n.first; i < n.first + n.count; ++i) {
      const TreePoint& q = cloud.points[static_cast<std::size_t>(i)];
      const float p[3] = {q.x, q.y, q.z};
      take(p, p, q.reach);
    }
  }
}

}  // namespace passung::gpu

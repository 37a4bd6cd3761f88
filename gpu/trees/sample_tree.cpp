// SPDX-License-Identifier: Apache-2.0
#include "gpu/trees/sample_tree.h"

#include <algorithm>
#include <utility>

#include "gpu/kernels/tree_fit.h"

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
  for (std::size_t k = nodes.size(); k-- > 0;) {
    if (nodes[k].childCount > 0) {
      fitInner(nodes[k], nodes.data());
    } else {
      fitLeaf(nodes[k], cloud.points.data());
    }
  }
}

}  // namespace passung::gpu

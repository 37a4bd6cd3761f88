// SPDX-License-Identifier: Apache-2.0
#include "gpu/conglomerates/hierarchy_partition.h"

#include "collision/bvh/bvh.h"

namespace passung::gpu {

FaceGroups hierarchyGroups(const TriangleMesh& mesh, int most) {
  const collision::Bvh tree = collision::triangleBvh(mesh);
  const auto nodes = tree.nodes();
  // The faces below each node lie together in the order; children follow their parents in the list of nodes.
  struct Range {
    int first = 0, count = 0;
  };
  std::vector<Range> ranges(nodes.size());
  for (int i = static_cast<int>(nodes.size()) - 1; i >= 0; --i) {
    const collision::BvhNode& n = nodes[i];
    ranges[i] =
        n.leaf() ? Range{n.first, n.count} : Range{ranges[n.left].first, ranges[n.left].count + ranges[n.right].count};
  }
  FaceGroups groups;
  std::vector<int> stack{0};
  while (!stack.empty()) {
    const int i = stack.back();
    stack.pop_back();
    if (ranges[i].count <= most || nodes[i].leaf()) {
      const auto faces = tree.order().subspan(ranges[i].first, ranges[i].count);
      groups.emplace_back(faces.begin(), faces.end());
      continue;
    }
    stack.push_back(nodes[i].right);
    stack.push_back(nodes[i].left);
  }
  return groups;
}

}  // namespace passung::gpu

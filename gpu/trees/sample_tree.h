// SPDX-License-Identifier: Apache-2.0
// What both trees over samples have in common: the cloud they are built from, the order within leaves, the nodes'
// boxes.
#pragma once

#include <span>
#include <vector>

#include "gpu/kernels/range_search.h"

namespace passung::gpu {

// Samples of the faces of one conglomerate.
struct SampleCloud {
  std::vector<TreePoint> points;
  std::vector<int> faces;  // of the points

  void add(Float3 p, float reach, int face) {
    points.push_back({p.x, p.y, p.z, reach});
    faces.push_back(face);
  }
};

// Sorts the points of each leaf by face, then by their place in `cloud`, and takes them over in that order: then a
// search meets each face once a leaf. order: places in the cloud, by leaf.
[[nodiscard]] SampleCloud inLeafOrder(const SampleCloud& cloud, std::span<const TreeNode> nodes,
                                      std::vector<int>& order);

// Boxes and reaches of all nodes, from the leaves to the root. Precondition: children follow their parent.
void fitNodes(const SampleCloud& cloud, std::span<TreeNode> nodes);

}  // namespace passung::gpu

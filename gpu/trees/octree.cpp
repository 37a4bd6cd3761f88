// SPDX-License-Identifier: Apache-2.0
#include "gpu/trees/octree.h"

#include <algorithm>

#include "gpu/kernels/tree_fit.h"
#include "gpu/trees/radix_sort.h"

namespace passung::gpu {
namespace {

MortonGrid gridRound(const SampleCloud& cloud, MortonBits bits) {
  TreeNode all{};
  all.count = static_cast<int>(cloud.points.size());
  fitLeaf(all, cloud.points.data());
  // A zero has one sign, whichever sample it came from.
  for (int a = 0; a < 3; ++a) {
    all.lower[a] += 0.0F;
    all.upper[a] += 0.0F;
  }
  return mortonGridRound({all.lower[0], all.lower[1], all.lower[2]}, {all.upper[0], all.upper[1], all.upper[2]},
                         static_cast<int>(bits));
}

}  // namespace

Octree::Octree(const SampleCloud& cloud, const OctreeSettings& settings) {
  const int count = static_cast<int>(cloud.points.size());
  if (count == 0) return;
  grid_ = gridRound(cloud, settings.bits);
  bottomLevel_ = firstLevelNotLonger(grid_, settings.leafLength);

  std::vector<std::uint64_t> pointKeys(cloud.points.size());
  std::vector<int> order(cloud.points.size());
  for (int i = 0; i < count; ++i) {
    const TreePoint& q = cloud.points[static_cast<std::size_t>(i)];
    pointKeys[static_cast<std::size_t>(i)] = mortonKey(grid_, {q.x, q.y, q.z});
    order[static_cast<std::size_t>(i)] = i;
  }
  radixSort(pointKeys, order);

  // Level by level, so the octants of a cell come together and after it.
  const auto push = [this](int first, int size, int level, std::uint64_t key, int parent) {
    TreeNode n{};
    n.first = first;
    n.count = size;
    n.level = level;
    nodes_.push_back(n);
    keys_.push_back(key);
    parents_.push_back(parent);
  };
  push(0, count, 0, 0, -1);
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    const TreeNode n = nodes_[k];
    if (n.count <= settings.leafPoints || n.level >= bottomLevel_) continue;
    nodes_[k].child = static_cast<int>(nodes_.size());
    const int end = n.first + n.count;
    for (int first = n.first; first < end;) {
      const int octant = octantBelow(pointKeys[static_cast<std::size_t>(first)], n.level, grid_.bits);
      const auto next =
          std::partition_point(pointKeys.begin() + first, pointKeys.begin() + end,
                               [&](std::uint64_t key) { return octantBelow(key, n.level, grid_.bits) <= octant; });
      const int past = static_cast<int>(next - pointKeys.begin());
      push(first, past - first, n.level + 1, keys_[k] << 3 | static_cast<std::uint64_t>(octant), static_cast<int>(k));
      ++nodes_[k].childCount;
      first = past;
    }
  }
  cloud_ = inLeafOrder(cloud, nodes_, order);
  fitNodes(cloud_, nodes_);
}

std::size_t Octree::bytes() const {
  return nodes_.size() * (sizeof(TreeNode) + sizeof(std::uint64_t) + sizeof(int)) +
         cloud_.points.size() * (sizeof(TreePoint) + sizeof(int));
}

}  // namespace passung::gpu

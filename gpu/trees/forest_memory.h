// SPDX-License-Identifier: Apache-2.0
// The arrays of a machine that builds trees over samples. Array<T>: reserve(count) makes room, and forgets the content
// where it has to grow; data(); on a device or on the host.
#pragma once

#include <algorithm>

#include "gpu/trees/forest_machine.h"

namespace passung::gpu {

template <template <class> class Array>
struct ForestMemory {
  Array<TreePoint> points, sortedPoints;
  Array<int> faces, sortedFaces, starts, bottoms, values, sortedValues, order, parents, arrived;
  Array<double> leafLengths;
  Array<std::uint32_t> bounds;
  Array<MortonGrid> grids;
  Array<std::uint64_t> keys, sortedKeys, cells, nodeKeys, nodeCells;
  Array<unsigned long long> nodesFound;
  Array<TreeNode> nodes;
  Array<KdSplit> splits;
  ForestView view{};

  void start(const ForestInput& input) {
    const std::size_t samples = input.points.size();
    const std::size_t trees = input.leafLengths.size();
    points.reserve(samples);
    sortedPoints.reserve(samples);
    faces.reserve(samples);
    sortedFaces.reserve(samples);
    starts.reserve(trees + 1);
    leafLengths.reserve(trees);
    grids.reserve(trees);
    bottoms.reserve(trees);
    bounds.reserve(6 * (input.kind == TreeKind::kOctree ? trees : samples));
    cells.reserve(input.kind == TreeKind::kOctree ? samples : 0);
    order.reserve(samples);
    nodesFound.reserve(1);
    view = {};
    view.kind = input.kind;
    view.bits = input.bits;
    view.leafPoints = input.leafPoints;
    view.treeCount = static_cast<int>(trees);
    view.sampleCount = static_cast<int>(samples);
    growKeys(static_cast<int>(samples));
  }
  void growKeys(int count) {
    const auto room = static_cast<std::size_t>(std::max(count, view.keyRoom));
    keys.reserve(room);
    sortedKeys.reserve(room);
    values.reserve(room);
    sortedValues.reserve(room);
    view.keyRoom = static_cast<int>(room);
    point();
  }
  void takeNodes(int count) {
    const auto room = static_cast<std::size_t>(count);
    nodeKeys.reserve(room);
    nodes.reserve(room);
    parents.reserve(room);
    arrived.reserve(room);
    nodeCells.reserve(view.kind == TreeKind::kOctree ? room : 0);
    splits.reserve(view.kind == TreeKind::kOctree ? 0 : room);
    view.nodeCount = count;
    point();
  }

 private:
  void point() {
    view.points = points.data();
    view.faces = faces.data();
    view.starts = starts.data();
    view.leafLengths = leafLengths.data();
    view.bounds = bounds.data();
    view.grids = grids.data();
    view.bottoms = bottoms.data();
    view.keys = keys.data();
    view.sortedKeys = sortedKeys.data();
    view.values = values.data();
    view.sortedValues = sortedValues.data();
    view.cells = cells.data();
    view.order = order.data();
    view.nodesFound = nodesFound.data();
    view.nodeKeys = nodeKeys.data();
    view.nodes = nodes.data();
    view.parents = parents.data();
    view.arrived = arrived.data();
    view.nodeCells = nodeCells.data();
    view.splits = splits.data();
    view.sortedPoints = sortedPoints.data();
    view.sortedFaces = sortedFaces.data();
  }
};

}  // namespace passung::gpu

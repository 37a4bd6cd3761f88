// SPDX-License-Identifier: Apache-2.0
// Problem: build octrees (octree.h) or k-d trees (kd_tree.h) of many clouds of samples at once, as bodies that any
//   number of threads run in any order.
// Method: nodes are in the order of (tree, level, first sample), and whether one begins at a sample can be told there:
//
//     octree  where the keys of a sample and of the one before part, cells begin, from that level on down to the one
//             whose parent has few samples: one thread a sample counts the parents' samples by bisection of the keys
//     k-d     ranges are halved whatever the samples are: one thread a sample halves its way down from the root
//
//   So nodes are appended in an order of chance and sorted, and their children are found by bisection. The octree takes
//   its samples in the order of their keys (Morton 1966; Karras, High Performance Graphics 2012, section 3). The k-d
//   tree sorts all of them once a level, by (node, coordinate along its longest side), stable from the order of the
//   cloud: the halves of a node hold what a selection of the median would give (Zhou, Hou, Wang and Guo, "Real-Time
//   KD-Tree Construction on Graphics Hardware", SIGGRAPH Asia 2008, go by levels, too). One more sort brings the
//   samples of every leaf into the order of (face, place in the cloud). Boxes are fitted from the leaves up: of the
//   threads that arrive at a node the last one goes on, and folds the children in their order.
// Cost: octree: sorts of the samples by key, by tree and by leaf; k-d tree: one sort a level and one by leaf. Both: one
//   sort of the nodes.
// Failure modes: a leaf of very many samples, closer than the last cells, is folded by one thread.
// Determinism: each number is given by (tree, level, first sample) or folded in a fixed order: the host's bits.
#pragma once

#include "gpu/kernels/forest_types.h"
#include "gpu/kernels/lbvh_kernels.h"
#include "gpu/kernels/tree_fit.h"

namespace passung::gpu {

PASSUNG_HD inline int treeOfPlace(const ForestView& f, int place) {
  int low = 0;
  int high = f.treeCount;
  while (high - low > 1) {
    const int middle = low + (high - low) / 2;
    (f.starts[middle] <= place ? low : high) = middle;
  }
  return low;
}

// The first of `count` sorted keys that is not below `key`; their number where there is none.
PASSUNG_HD inline int lowerBound(const std::uint64_t* keys, int count, std::uint64_t key) {
  int low = 0;
  int high = count;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (keys[middle] < key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

PASSUNG_HD inline std::uint64_t nodeKeyOf(int tree, int level, int first) {
  return static_cast<std::uint64_t>(tree) << kNodeTreeShift | static_cast<std::uint64_t>(level) << 32 |
         static_cast<std::uint64_t>(first);
}
PASSUNG_HD inline int treeOfNode(std::uint64_t key) { return static_cast<int>(key >> kNodeTreeShift); }
PASSUNG_HD inline int levelOfNode(std::uint64_t key) { return static_cast<int>(key >> 32 & 63U); }
PASSUNG_HD inline int firstOfNode(std::uint64_t key) { return static_cast<int>(key & 0xffffffffU); }

// Zeros have one sign in keys, as they are equal.
PASSUNG_HD inline float oneZero(float x) { return x + 0.0F; }

PASSUNG_HD inline float coordinateOf(const TreePoint& q, int axis) { return axis == 0 ? q.x : (axis == 1 ? q.y : q.z); }

PASSUNG_HD inline void takeBounds(std::uint32_t* bounds, const TreePoint& q) {
  for (int k = 0; k < 3; ++k) {
    const std::uint32_t x = orderedBits(oneZero(coordinateOf(q, k)));
    fetchLeast(&bounds[k], x);
    fetchGreatest(&bounds[3 + k], x);
  }
}

// The octree's cell of a level that holds the sample at a place: its places.
PASSUNG_HD inline ForestRange octreeCell(const ForestView& f, int tree, int place, int level) {
  const int first = f.starts[tree];
  const std::uint64_t* keys = f.cells + first;
  const int count = f.starts[tree + 1] - first;
  const int below = 3 * (f.bits - level);
  const std::uint64_t prefix = f.cells[place] >> below;
  const int begin = lowerBound(keys, count, prefix << below);
  const int end = lowerBound(keys, count, (prefix + 1) << below);
  return {first + begin, end - begin, level};
}

// The k-d tree's node of a level that holds a place, or the leaf above, if it ends before.
PASSUNG_HD inline ForestRange kdRange(const ForestView& f, int tree, int place, int level) {
  ForestRange r{f.starts[tree], f.starts[tree + 1] - f.starts[tree], 0};
  while (r.level < level && kdSplits(r.count, f.leafPoints)) {
    const int half = kdHalf(r.count);
    if (place < r.first + half) {
      r.count = half;
    } else {
      r.first += half;
      r.count -= half;
    }
    ++r.level;
  }
  return r;
}

PASSUNG_HD inline void listNode(const ForestView& f, std::uint64_t key) {
  const unsigned long long place = fetchAdd(f.nodesFound, 1ULL);
  if (place >= static_cast<unsigned long long>(f.keyRoom)) return;
  f.keys[place] = key;
  f.values[place] = 0;
}

PASSUNG_HD inline void octreeNodesAt(const ForestView& f, int place) {
  const int tree = treeOfPlace(f, place);
  int level = 0;
  if (place > f.starts[tree]) {
    const std::uint64_t differing = f.cells[place] ^ f.cells[place - 1];
    if (differing == 0) return;
    level = (leadingZeros(differing) - (64 - 3 * f.bits)) / 3 + 1;
  }
  for (; level <= f.bottoms[tree]; ++level) {
    if (level > 0 && octreeCell(f, tree, place, level - 1).count <= f.leafPoints) return;
    listNode(f, nodeKeyOf(tree, level, place));
  }
}

PASSUNG_HD inline void kdNodesAt(const ForestView& f, int place) {
  const int tree = treeOfPlace(f, place);
  for (int level = 0;; ++level) {
    const ForestRange r = kdRange(f, tree, place, level);
    if (r.level < level) return;
    if (r.first == place) listNode(f, nodeKeyOf(tree, level, place));
  }
}

// Numbers in nodes are those within their tree.
PASSUNG_HD inline void linkNode(const ForestView& f, int k) {
  const std::uint64_t key = f.nodeKeys[k];
  const int tree = treeOfNode(key);
  const int level = levelOfNode(key);
  const int first = firstOfNode(key);
  const bool octree = f.kind == TreeKind::kOctree;
  const ForestRange r = octree ? octreeCell(f, tree, first, level) : kdRange(f, tree, first, level);
  const int root = lowerBound(f.nodeKeys, f.nodeCount, nodeKeyOf(tree, 0, 0));
  const int child = lowerBound(f.nodeKeys, f.nodeCount, nodeKeyOf(tree, level + 1, first));
  const int end =
      lowerBound(f.nodeKeys, f.nodeCount, nodeKeyOf(tree, level + 1, first) + static_cast<unsigned>(r.count));
  TreeNode n{};
  n.first = first - f.starts[tree];
  n.count = r.count;
  n.child = end > child ? child - root : 0;
  n.childCount = end - child;
  n.level = level;
  f.nodes[k] = n;
  for (int c = child; c < end; ++c) f.parents[c] = k - root;
  if (level == 0) f.parents[k] = -1;
  f.arrived[k] = 0;
  if (octree) {
    f.nodeCells[k] = f.cells[first] >> (3 * (f.bits - level));
  } else {
    f.splits[k] = {0, -1};
  }
}

PASSUNG_HD inline int longestSideOf(const std::uint32_t* bounds) {
  int longest = 0;
  float most = -1;
  for (int k = 0; k < 3; ++k) {
    const float side = floatOf(bounds[3 + k]) - floatOf(bounds[k]);
    if (side > most) {
      most = side;
      longest = k;
    }
  }
  return longest;
}

// Samples of nodes that are split get the order along the longest side, others that of the cloud.
PASSUNG_HD inline void kdKeyAt(const ForestView& f, int place, int level) {
  const ForestRange r = kdRange(f, treeOfPlace(f, place), place, level);
  const int sample = f.order[place];
  std::uint64_t key = static_cast<std::uint64_t>(r.first) << 32;
  if (r.level == level && kdSplits(r.count, f.leafPoints))
    key |= orderedBits(oneZero(coordinateOf(f.points[sample], longestSideOf(f.bounds + 6LL * r.first))));
  f.keys[sample] = key;
  f.values[sample] = sample;
}

PASSUNG_HD inline void kdSplitAt(const ForestView& f, int place, int level) {
  f.order[place] = f.sortedValues[place];
  const int tree = treeOfPlace(f, place);
  const ForestRange r = kdRange(f, tree, place, level);
  if (r.first != place || r.level != level || !kdSplits(r.count, f.leafPoints)) return;
  const int axis = longestSideOf(f.bounds + 6LL * place);
  const int node = lowerBound(f.nodeKeys, f.nodeCount, nodeKeyOf(tree, level, place));
  f.splits[node] = {coordinateOf(f.points[f.sortedValues[place + kdHalf(r.count)]], axis), axis};
}

// The keys of a leaf's samples: leaf, then face.
PASSUNG_HD inline void leafKeysOf(const ForestView& f, int k) {
  const TreeNode n = f.nodes[k];
  if (n.childCount > 0) return;
  const int first = firstOfNode(f.nodeKeys[k]);
  for (int place = first; place < first + n.count; ++place) {
    const int sample = f.order[place];
    f.keys[sample] =
        static_cast<std::uint64_t>(first) << 32 | (static_cast<std::uint32_t>(f.faces[sample]) ^ 0x80000000U);
    f.values[sample] = sample;
  }
}

PASSUNG_HD inline void fitFrom(const ForestView& f, int k) {
  if (f.nodes[k].childCount > 0) return;
  const int tree = treeOfNode(f.nodeKeys[k]);
  const int root = lowerBound(f.nodeKeys, f.nodeCount, nodeKeyOf(tree, 0, 0));
  TreeNode* nodes = f.nodes + root;
  fitLeaf(nodes[k - root], f.sortedPoints + f.starts[tree]);
  for (int node = f.parents[k]; node >= 0; node = f.parents[root + node]) {
    if (arriveAt(&f.arrived[root + node]) + 1 < nodes[node].childCount) return;
    fitInner(nodes[node], nodes);
  }
}

// What item i of a step does; level: of the k-d tree's steps.
template <ForestStep kStep>
PASSUNG_HD void forestItem(const ForestView& f, int i, int level) {
  if constexpr (kStep == ForestStep::kClearBounds) {
    for (int k = 0; k < 6; ++k) f.bounds[6LL * i + k] = k < 3 ? ~0U : 0U;
  } else if constexpr (kStep == ForestStep::kTreeBounds) {
    takeBounds(f.bounds + 6LL * treeOfPlace(f, i), f.points[i]);
  } else if constexpr (kStep == ForestStep::kGrids) {
    const std::uint32_t* b = f.bounds + 6LL * i;
    if (f.starts[i] == f.starts[i + 1]) {
      f.grids[i] = {};
      f.bottoms[i] = 0;
      return;
    }
    f.grids[i] = mortonGridRound({floatOf(b[0]), floatOf(b[1]), floatOf(b[2])},
                                 {floatOf(b[3]), floatOf(b[4]), floatOf(b[5])}, f.bits);
    f.bottoms[i] = firstLevelNotLonger(f.grids[i], f.leafLengths[i]);
  } else if constexpr (kStep == ForestStep::kCellKeys) {
    const TreePoint q = f.points[i];
    f.keys[i] = mortonKey(f.grids[treeOfPlace(f, i)], {q.x, q.y, q.z});
    f.values[i] = i;
  } else if constexpr (kStep == ForestStep::kTreeKeys) {
    const int sample = f.sortedValues[i];
    f.keys[i] = static_cast<std::uint64_t>(treeOfPlace(f, sample));
    f.values[i] = sample;
  } else if constexpr (kStep == ForestStep::kCells) {
    const int sample = f.sortedValues[i];
    const TreePoint q = f.points[sample];
    f.order[i] = sample;
    f.cells[i] = mortonKey(f.grids[treeOfPlace(f, i)], {q.x, q.y, q.z});
  } else if constexpr (kStep == ForestStep::kOctreeNodes) {
    octreeNodesAt(f, i);
  } else if constexpr (kStep == ForestStep::kKdNodes) {
    f.order[i] = i;
    kdNodesAt(f, i);
  } else if constexpr (kStep == ForestStep::kTakeNodes) {
    f.nodeKeys[i] = f.sortedKeys[i];
  } else if constexpr (kStep == ForestStep::kLinks) {
    linkNode(f, i);
  } else if constexpr (kStep == ForestStep::kKdBounds) {
    const ForestRange r = kdRange(f, treeOfPlace(f, i), i, level);
    if (r.level == level && kdSplits(r.count, f.leafPoints)) takeBounds(f.bounds + 6LL * r.first, f.points[f.order[i]]);
  } else if constexpr (kStep == ForestStep::kKdKeys) {
    kdKeyAt(f, i, level);
  } else if constexpr (kStep == ForestStep::kKdSplits) {
    kdSplitAt(f, i, level);
  } else if constexpr (kStep == ForestStep::kLeafKeys) {
    leafKeysOf(f, i);
  } else if constexpr (kStep == ForestStep::kSamples) {
    f.sortedPoints[i] = f.points[f.sortedValues[i]];
    f.sortedFaces[i] = f.faces[f.sortedValues[i]];
  } else {
    static_assert(kStep == ForestStep::kFit);
    fitFrom(f, i);
  }
}

}  // namespace passung::gpu

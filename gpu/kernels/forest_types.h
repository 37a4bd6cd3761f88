// SPDX-License-Identifier: Apache-2.0
// What the kernels that build trees over samples (forest_build.h) read and write, and the order of their steps.
#pragma once

#include "gpu/kernels/face_search.h"
#include "gpu/kernels/kd_search.h"
#include "gpu/kernels/octree_search.h"

namespace passung::gpu {

// Each is a list of independent items; a sort of (keys, values) to (sortedKeys, sortedValues), stable, comes where it
// is said.
enum class ForestStep {
  kClearBounds,  // an item six bounds
  // octrees:
  kTreeBounds,   // a sample: the boxes of the clouds
  kGrids,        // a tree: its root cube
  kCellKeys,     // a sample: keys are those of cells; then a sort
  kTreeKeys,     // a place: keys are the trees; then a sort
  kCells,        // a place: the keys in order
  kOctreeNodes,  // a place: keys are those of nodes; then a sort
  // k-d trees:
  kKdNodes,   // a place: the same, and the first order
  kKdBounds,  // a place: the boxes of the nodes of a level
  kKdKeys,    // a place: keys are (node of the level, coordinate); then a sort
  kKdSplits,  // a place: the order of the next level
  // both:
  kTakeNodes,  // a node: its key
  kLinks,      // a node: range and children
  kLeafKeys,   // a node: keys are (leaf, face); then a sort
  kSamples,    // a place: the samples in their last order
  kFit,        // a node: boxes from the leaves up
};

// Samples first .. first + count in the order of a level.
struct ForestRange {
  int first, count;
  int level;  // that was reached
};

inline constexpr int kNodeTreeShift = 38;                            // key of a node: tree | 6 bits of level | place
inline constexpr int kMostForestTrees = 1 << (64 - kNodeTreeShift);  // that fit into it
static_assert(kOctreeLevels + 1 < 64 && kKdStack + 1 < 64);

// The memory of whoever runs the steps. Places are those of samples in the order of the tree's level.
struct ForestView {
  TreeKind kind;
  int bits, leafPoints;
  int treeCount, sampleCount, nodeCount;
  int keyRoom;  // of keys, values, sortedKeys, sortedValues: as many as samples at least

  const TreePoint* points;  // of the clouds, one after the other
  const int* faces;
  const int* starts;  // of the clouds; treeCount + 1
  const double* leafLengths;

  std::uint32_t* bounds;  // six ordered numbers of a tree, or of a node at its first place
  MortonGrid* grids;      // of the trees
  int* bottoms;
  std::uint64_t *keys, *sortedKeys;
  int *values, *sortedValues;
  std::uint64_t* cells;  // of the places
  int* order;            // the sample at a place
  unsigned long long* nodesFound;

  std::uint64_t* nodeKeys;  // of the nodes, in order
  TreeNode* nodes;
  int *parents, *arrived;
  std::uint64_t* nodeCells;  // of octrees
  KdSplit* splits;           // of k-d trees
  TreePoint* sortedPoints;
  int* sortedFaces;
};

}  // namespace passung::gpu

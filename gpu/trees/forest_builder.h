// SPDX-License-Identifier: Apache-2.0
// Problem: the octrees or k-d trees of many clouds, those of the conglomerates of a mesh, built at once on a device.
// Method: kernels/forest_build.h, step by step on a machine (forest_machine.h). The host waits once between, for the
//   number of nodes.
// Cost: an octree forest takes five sorts at most, a k-d forest one a level and two more, whatever the number of trees.
// Failure modes: a device that fails is replaced by the processor, tree by tree, with one line that says why.
// Determinism: each tree has the bits of Octree and KdTree.
//
//   const ForestChoice choice = makeForestBuilder();
//   if (!choice.builder) say(choice.line);
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gpu/trees/forest_machine.h"
#include "gpu/trees/kd_tree.h"
#include "gpu/trees/octree.h"

namespace passung::gpu {

struct ForestSettings {
  TreeKind kind = TreeKind::kOctree;
  MortonBits bits = MortonBits::k10;  // of octrees
  int leafPoints = 32;
};

// Trees one after the other; numbers in nodes and parents are those within a tree.
struct SampleForest {
  ForestSettings settings;
  std::vector<int> firstNode, firstSample;  // of the trees, and the ends; no node where there is no sample
  std::vector<TreeNode> nodes;
  std::vector<int> parents;
  std::vector<std::uint64_t> cells;  // of octrees
  std::vector<KdSplit> splits;       // of k-d trees
  std::vector<TreePoint> points;
  std::vector<int> faces;
  std::vector<MortonGrid> grids;  // of octrees
  std::vector<int> bottoms;

  [[nodiscard]] TreeView tree(int t) const;
  [[nodiscard]] OctreeView octree(int t) const;
  [[nodiscard]] KdView kdTree(int t) const;
};

// Byte by byte.
[[nodiscard]] bool sameBits(const SampleForest& a, const SampleForest& b);

struct ForestReport {
  double wall = 0;  // [s]
  ForestUsage usage;
  int grown = 0;         // 1: nodes were more than samples
  std::string fallback;  // one line: why the processor did it; else empty
};

class ForestBuilder {
 public:
  explicit ForestBuilder(std::unique_ptr<ForestMachine> machine) : machine_(std::move(machine)) {}

  // leafLengths: of octrees, one a cloud (OctreeSettings); or none, which is zero. Throws InputError when their number
  // is another one. The trees stay on the device until the next build.
  void build(std::span<const SampleCloud> clouds, std::span<const double> leafLengths, const ForestSettings& settings);
  // A copy; the trees that the processor built, where the device has failed.
  [[nodiscard]] SampleForest read();
  [[nodiscard]] const ForestReport& report() const { return report_; }

 private:
  void buildOnDevice();
  int nodesOf(ForestStep step);

  std::unique_ptr<ForestMachine> machine_;
  ForestSettings settings_;
  std::vector<int> starts_;
  std::vector<TreePoint> points_;
  std::vector<int> faces_;
  std::vector<double> leafLengths_;
  int nodeCount_ = 0;
  SampleForest host_;  // where the device has failed
  ForestReport report_;
};

// The same by Octree and KdTree, one tree after the other.
[[nodiscard]] SampleForest forestOnProcessor(std::span<const SampleCloud> clouds, std::span<const double> leafLengths,
                                             const ForestSettings& settings);

struct ForestChoice {
  std::unique_ptr<ForestBuilder> builder;  // null where there is no device
  std::string line;                        // the device, or why there is none
};
[[nodiscard]] ForestChoice makeForestBuilder();

}  // namespace passung::gpu

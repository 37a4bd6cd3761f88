// SPDX-License-Identifier: Apache-2.0
// The seam between the plan that builds trees over samples (forest_builder.h) and the machine that runs its steps: a
// CUDA device, or the host in tests, with the same kernel bodies (kernels/forest_build.h).
#pragma once

#include <span>

#include "gpu/kernels/forest_types.h"
#include "gpu/pipeline/pair_device.h"

namespace passung::gpu {

// What a machine keeps of a forest while it is built.
struct ForestInput {
  TreeKind kind = TreeKind::kOctree;
  int bits = 10, leafPoints = 32;
  std::span<const TreePoint> points;
  std::span<const int> faces;
  std::span<const int> starts;          // of the clouds, and the end
  std::span<const double> leafLengths;  // of the clouds
};

// Copies in the host's memory; empty spans are left out.
struct ForestOutput {
  std::span<TreeNode> nodes;
  std::span<int> parents;
  std::span<std::uint64_t> cells;
  std::span<KdSplit> splits;
  std::span<TreePoint> points;
  std::span<int> faces;
  std::span<std::uint64_t> nodeKeys;
  std::span<MortonGrid> grids;
  std::span<int> bottoms;
};

struct ForestUsage {
  long long bytesUp = 0, bytesDown = 0;
  double build = 0;  // from the first kernel to the end of the last one [s]
};

// Steps are queued; only nodesFound() and read() wait. All of these throw DeviceError.
class ForestMachine {
 public:
  ForestMachine() = default;
  virtual ~ForestMachine() = default;
  ForestMachine(const ForestMachine&) = delete;
  ForestMachine& operator=(const ForestMachine&) = delete;

  // Takes other clouds, of one sample at least. Keys have room for as many items as there are samples, nodes for none.
  virtual void start(const ForestInput& input) = 0;
  // Room for keys, whose contents may be lost.
  virtual void growKeys(int count) = 0;
  // Room for nodes, whose number is known then.
  virtual void takeNodes(int count) = 0;
  // Runs all items below `count` of a step.
  virtual void run(ForestStep step, int count, int level) = 0;
  // Sorts the first `count` keys by their lowest `bits` bits, with their values; equal ones keep their order.
  virtual void sort(int count, int bits) = 0;
  virtual void clearNodesFound() = 0;
  virtual unsigned long long nodesFound() = 0;
  virtual void read(const ForestOutput& output) = 0;
  virtual ForestUsage takeUsage() = 0;
};

}  // namespace passung::gpu

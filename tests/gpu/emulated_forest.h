// SPDX-License-Identifier: Apache-2.0
// A machine that builds trees over samples in tests: the kernel bodies that a device runs, on the host.
#pragma once

#include "gpu/kernels/forest_build.h"
#include "gpu/trees/forest_memory.h"
#include "tests/gpu/emulated_launch.h"

namespace passung::gpu::test {

class EmulatedForest final : public ForestMachine, public EmulatedLaunch {
 public:
  using EmulatedLaunch::EmulatedLaunch;

  void start(const ForestInput& input) override {
    mayFail();
    memory_.start(input);
    memory_.points.assign(input.points);
    memory_.faces.assign(input.faces);
    memory_.starts.assign(input.starts);
    memory_.leafLengths.assign(input.leafLengths);
  }
  void growKeys(int count) override { memory_.growKeys(count); }
  void takeNodes(int count) override { memory_.takeNodes(count); }
  void run(ForestStep step, int count, int level) override {
    mayFail();
    runAny(step, count, level, std::make_integer_sequence<int, static_cast<int>(ForestStep::kFit) + 1>());
  }
  void sort(int count, int bits) override {
    const ForestView& v = memory_.view;
    EXPECT_LE(count, v.keyRoom);
    sortKeys(v.keys, v.sortedKeys, v.values, v.sortedValues, count, bits);
  }
  void clearNodesFound() override { *memory_.nodesFound.data() = 0; }
  unsigned long long nodesFound() override { return *memory_.nodesFound.data(); }
  void read(const ForestOutput& o) override {
    mayFail();
    copy(o.nodes, memory_.nodes);
    copy(o.parents, memory_.parents);
    copy(o.cells, memory_.nodeCells);
    copy(o.splits, memory_.splits);
    copy(o.points, memory_.sortedPoints);
    copy(o.faces, memory_.sortedFaces);
    copy(o.nodeKeys, memory_.nodeKeys);
    copy(o.grids, memory_.grids);
    copy(o.bottoms, memory_.bottoms);
  }
  ForestUsage takeUsage() override { return {}; }

 private:
  template <int... kSteps>
  void runAny(ForestStep step, int count, int level, std::integer_sequence<int, kSteps...>) {
    const auto one = [&]<int kStep>(std::integral_constant<int, kStep>) {
      if (step != static_cast<ForestStep>(kStep)) return;
      launch(static_cast<std::uint32_t>(count), [&](std::uint32_t i) {
        forestItem<static_cast<ForestStep>(kStep)>(memory_.view, static_cast<int>(i), level);
      });
    };
    (one(std::integral_constant<int, kSteps>()), ...);
  }
  template <class T>
  static void copy(std::span<T> to, const EmulatedArray<T>& from) {
    ASSERT_LE(to.size(), from.capacity());
    std::copy_n(from.data(), to.size(), to.begin());
  }

  ForestMemory<EmulatedArray> memory_;
};

}  // namespace passung::gpu::test

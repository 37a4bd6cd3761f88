// SPDX-License-Identifier: Apache-2.0
#include "gpu/cuda/forest_machine.h"

#include "gpu/cuda/device_stream.h"
#include "gpu/cuda/forest_device.h"
#include "gpu/cuda/key_sort.h"
#include "gpu/trees/forest_memory.h"

namespace passung::gpu::cuda {
namespace {

template <class T>
using DeviceArray = GrownArray<T>;

class CudaForest final : public ForestMachine {
 public:
  CudaForest() { foundHost_.reserve(1); }

  void start(const ForestInput& input) override {
    memory_.start(input);
    stream_.send(memory_.points, input.points);
    stream_.send(memory_.faces, input.faces);
    stream_.send(memory_.starts, input.starts);
    stream_.send(memory_.leafLengths, input.leafLengths);
    timer_.begin();
  }
  void growKeys(int count) override { memory_.growKeys(count); }
  void takeNodes(int count) override { memory_.takeNodes(count); }
  void run(ForestStep step, int count, int level) override {
    check(launchForest(memory_.view, step, count, level, stream_.get()), "a step of the build of trees");
    if (step != ForestStep::kFit) return;
    timer_.end();
    built_ = true;
  }
  void sort(int count, int bits) override {
    std::size_t bytes = 0;
    check(keySortScratch(count, bytes), "the sort of keys");
    scratch_.reserve(bytes);
    const ForestView& v = memory_.view;
    check(launchKeySort({v.keys, v.sortedKeys, v.values, v.sortedValues, count, bits}, scratch_.data(),
                        scratch_.capacity(), stream_.get()),
          "the sort of keys");
  }
  void clearNodesFound() override {
    stream_.clear(memory_.nodesFound.data(), 0, sizeof(unsigned long long), "the counters");
  }
  unsigned long long nodesFound() override {
    stream_.download(foundHost_.data(), memory_.nodesFound.data(), sizeof(unsigned long long));
    stream_.wait("the nodes of trees");
    return *foundHost_.data();
  }
  void read(const ForestOutput& o) override {
    stream_.receive(o.nodes, memory_.nodes);
    stream_.receive(o.parents, memory_.parents);
    stream_.receive(o.cells, memory_.nodeCells);
    stream_.receive(o.splits, memory_.splits);
    stream_.receive(o.points, memory_.sortedPoints);
    stream_.receive(o.faces, memory_.sortedFaces);
    stream_.receive(o.nodeKeys, memory_.nodeKeys);
    stream_.receive(o.grids, memory_.grids);
    stream_.receive(o.bottoms, memory_.bottoms);
    stream_.wait("a copy of trees");
  }
  ForestUsage takeUsage() override {
    stream_.wait("the build of trees");
    ForestUsage usage{stream_.takeBytesUp(), stream_.takeBytesDown(), 0};
    if (std::exchange(built_, false)) usage.build = timer_.seconds();
    return usage;
  }

 private:
  DeviceStream stream_;
  StreamTimer timer_{stream_};
  ForestMemory<DeviceArray> memory_;
  GrownArray<std::byte> scratch_;
  GrownArray<unsigned long long, true> foundHost_;
  bool built_ = false;  // a build was timed to its end
};

}  // namespace

std::unique_ptr<ForestMachine> openForestMachine() { return std::make_unique<CudaForest>(); }

}  // namespace passung::gpu::cuda

// SPDX-License-Identifier: Apache-2.0
// Fronts on an emulated machine: the kernel bodies that a device runs, on the host.
#pragma once

#include <map>

#include "gpu/references/front_machine.h"
#include "gpu/references/front_memory.h"
#include "tests/gpu/emulated_launch.h"

namespace passung::gpu::test {

class EmulatedFronts final : public FrontMachine {
 public:
  // Both must outlive it.
  EmulatedFronts(EmulatedLaunch& launcher, const WalkView& walk) : launcher_(launcher), walk_(walk) {}

  int open() override {
    launcher_.mayFail();
    fronts_[++opened_];
    return opened_;
  }
  void drop(int front) override { EXPECT_EQ(fronts_.erase(front), 1U); }
  void read(int front, std::span<FrontItem> items) override {
    launcher_.mayFail();
    std::copy_n(fronts_.at(front).items.data(), items.size(), items.begin());
  }
  void enter(int front, double motion) override {
    launcher_.mayFail();
    entered_ = front;
    motion_ = motion;
    *memory_.counters.data() = {};
  }
  void startAtRoots() override {
    StoredFront<EmulatedArray>& front = fronts_.at(entered_);
    front.items.reserve(1);
    *front.items.data() = {0, 0, 0, 0};
  }
  void reserveItems(std::uint32_t count) override { memory_.reserveItems(count); }
  void run(FrontStep step, std::uint32_t count) override {
    launcher_.mayFail();
    EXPECT_LE(count, fronts_.at(entered_).items.capacity());
    switch (step) {
      case FrontStep::kCount:
        return one<FrontStep::kCount>(count);
      case FrontStep::kDescend:
        return one<FrontStep::kDescend>(count);
      case FrontStep::kClimb:
        return one<FrontStep::kClimb>(count);
      case FrontStep::kKeep:
        return one<FrontStep::kKeep>(count);
      case FrontStep::kTake:
        return one<FrontStep::kTake>(count);
      case FrontStep::kLeaves:
        return one<FrontStep::kLeaves>(count);
    }
  }
  unsigned long long sum(std::uint32_t count) override {
    launcher_.mayFail();
    unsigned long long all = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      memory_.places.data()[i] = all;
      all += memory_.counts.data()[i];
    }
    return all;
  }
  void growNext(std::uint32_t count) override { memory_.next.reserve(count); }
  void swap() override { memory_.swap(fronts_.at(entered_)); }
  FrontCounters counters() override { return *memory_.counters.data(); }

 private:
  template <FrontStep kStep>
  void one(std::uint32_t count) {
    const FrontView view = memory_.viewOf(fronts_.at(entered_), walk_, motion_);
    launcher_.launch(count, [&](std::uint32_t i) { frontItem<kStep>(view, i, count); });
  }

  EmulatedLaunch& launcher_;
  const WalkView& walk_;
  int opened_ = 0, entered_ = 0;
  double motion_ = 0;
  std::map<int, StoredFront<EmulatedArray>> fronts_;
  FrontMemory<EmulatedArray> memory_;
};

}  // namespace passung::gpu::test

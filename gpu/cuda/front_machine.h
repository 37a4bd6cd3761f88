// SPDX-License-Identifier: Apache-2.0
// Fronts in the memory of a CUDA device.
#pragma once

#include <unordered_map>

#include "gpu/cuda/device_stream.h"
#include "gpu/references/front_machine.h"
#include "gpu/references/front_memory.h"

namespace passung::gpu::cuda {

class CudaFronts final : public FrontMachine {
 public:
  // Both must outlive it; walk: that of the walk which was started last.
  CudaFronts(DeviceStream& stream, const WalkView& walk);

  int open() override;
  void drop(int front) override;
  void read(int front, std::span<FrontItem> items) override;
  void enter(int front, double motion) override;
  void startAtRoots() override;
  void reserveItems(std::uint32_t count) override;
  void run(FrontStep step, std::uint32_t count) override;
  unsigned long long sum(std::uint32_t count) override;
  void growNext(std::uint32_t count) override { memory_.next.reserve(count); }
  void swap() override { memory_.swap(fronts_.at(entered_)); }
  FrontCounters counters() override;

  // Seconds of kernels since it was asked last.
  [[nodiscard]] double takeSeconds() { return std::exchange(seconds_, 0.0); }

 private:
  template <class T>
  using DeviceArray = GrownArray<T>;

  // Between two waits the kernels that were queued are timed.
  void begin();
  void wait();

  DeviceStream& stream_;
  const WalkView& walk_;
  StreamTimer timer_{stream_};
  bool timed_ = false;
  double seconds_ = 0;
  int opened_ = 0, entered_ = 0;
  double motion_ = 0;
  std::unordered_map<int, StoredFront<DeviceArray>> fronts_;
  FrontMemory<DeviceArray> memory_;
  GrownArray<std::byte> scratch_;
  GrownArray<unsigned long long, true> sumHost_;
  GrownArray<FrontCounters, true> countersHost_;
  GrownArray<FrontItem, true> rootsHost_;
};

}  // namespace passung::gpu::cuda

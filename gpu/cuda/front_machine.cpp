// SPDX-License-Identifier: Apache-2.0
#include "gpu/cuda/front_machine.h"

#include "gpu/cuda/front_device.h"

namespace passung::gpu::cuda {

CudaFronts::CudaFronts(DeviceStream& stream, const WalkView& walk) : stream_(stream), walk_(walk) {
  sumHost_.reserve(1);
  countersHost_.reserve(1);
  rootsHost_.reserve(1);
  *rootsHost_.data() = {0, 0, 0, 0};
}

int CudaFronts::open() {
  fronts_[++opened_];
  return opened_;
}

void CudaFronts::drop(int front) {
  stream_.wait("a front");
  fronts_.erase(front);
}

void CudaFronts::read(int front, std::span<FrontItem> items) {
  stream_.receive(items, fronts_.at(front).items);
  stream_.wait("a copy of a front");
}

void CudaFronts::enter(int front, double motion) {
  entered_ = front;
  motion_ = motion;
  stream_.clear(memory_.counters.data(), 0, sizeof(FrontCounters), "the counters");
}

void CudaFronts::startAtRoots() {
  StoredFront<DeviceArray>& front = fronts_.at(entered_);
  front.items.reserve(1);
  stream_.upload(front.items.data(), rootsHost_.data(), sizeof(FrontItem));
}

void CudaFronts::reserveItems(std::uint32_t count) { memory_.reserveItems(count); }

void CudaFronts::run(FrontStep step, std::uint32_t count) {
  begin();
  check(launchFront(memory_.viewOf(fronts_.at(entered_), walk_, motion_), step, count, stream_.get()),
        "a step of a front");
}

unsigned long long CudaFronts::sum(std::uint32_t count) {
  begin();
  // A zero behind the counts, whose place is the sum.
  stream_.clear(memory_.counts.data() + count, 0, sizeof(unsigned long long), "the counts");
  std::size_t bytes = 0;
  check(placeSumScratch(count + 1, bytes), "the sums");
  scratch_.reserve(bytes);
  check(launchPlaceSum(memory_.counts.data(), memory_.places.data(), count + 1, scratch_.data(), scratch_.capacity(),
                       stream_.get()),
        "the sums");
  stream_.download(sumHost_.data(), memory_.places.data() + count, sizeof(unsigned long long));
  wait();
  return *sumHost_.data();
}

FrontCounters CudaFronts::counters() {
  stream_.download(countersHost_.data(), memory_.counters.data(), sizeof(FrontCounters));
  wait();
  return *countersHost_.data();
}

void CudaFronts::begin() {
  if (!std::exchange(timed_, true)) timer_.begin();
}

void CudaFronts::wait() {
  const bool timed = std::exchange(timed_, false);
  if (timed) timer_.end();
  stream_.wait("the front");
  if (timed) seconds_ += timer_.seconds();
}

}  // namespace passung::gpu::cuda

// SPDX-License-Identifier: Apache-2.0
// The seam between the plan of moving fronts (tree_device.h) and the machine that keeps them and runs the steps
// (kernels/front_kernels.h): a CUDA device, or the host in tests.
#pragma once

#include <span>
#include <vector>

#include "gpu/kernels/front_kernels.h"

namespace passung::gpu {

class FrontMachine {
 public:
  FrontMachine() = default;
  virtual ~FrontMachine() = default;
  FrontMachine(const FrontMachine&) = delete;
  FrontMachine& operator=(const FrontMachine&) = delete;

  // All of these throw DeviceError; what the front holds then has no meaning any more.

  // A front of no items, until it is dropped.
  virtual int open() = 0;
  virtual void drop(int front) = 0;
  virtual void read(int front, std::span<FrontItem> items) = 0;

  // What follows is about this front and the first object of the walk that was started last; its counters are zero.
  virtual void enter(int front, double motion) = 0;
  // The pair of roots alone.
  virtual void startAtRoots() = 0;
  // Room for what is known of so many items.
  virtual void reserveItems(std::uint32_t count) = 0;
  virtual void run(FrontStep step, std::uint32_t count) = 0;
  // Sums of the counts of so many items; all of them together.
  virtual unsigned long long sum(std::uint32_t count) = 0;
  // Room for what becomes of the items, and the items are that.
  virtual void growNext(std::uint32_t count) = 0;
  virtual void swap() = 0;
  virtual FrontCounters counters() = 0;
};

}  // namespace passung::gpu

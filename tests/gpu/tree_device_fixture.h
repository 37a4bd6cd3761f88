// SPDX-License-Identifier: Apache-2.0
// Tests that run on the emulated device and on a CUDA device, where there is one.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <utility>

#include "gpu/pipeline/pair_backend.h"
#include "tests/gpu/emulated_trees.h"

namespace passung::gpu::test {

enum class Machine { kEmulated, kCuda };

class TreeDeviceTest : public ::testing::TestWithParam<Machine> {
 protected:
  void SetUp() override {
    if (GetParam() == Machine::kEmulated) return;
    const DeviceStatus status = deviceStatus();
    if (!status.usable) GTEST_SKIP() << status.line;
  }

  std::unique_ptr<TreeDevice> device(const TreeDeviceSettings& settings = {}, Jobs* launches = nullptr) {
    if (GetParam() == Machine::kEmulated)
      return std::make_unique<TreeDevice>(std::make_unique<EmulatedTrees>(500, launches), jobs_, settings);
    TreeDeviceChoice choice = makeTreeDevice(jobs_, settings);
    EXPECT_TRUE(choice.device) << choice.line;
    return std::move(choice.device);
  }

  Jobs jobs_{2};
};

}  // namespace passung::gpu::test

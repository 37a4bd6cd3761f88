// SPDX-License-Identifier: Apache-2.0
#include "render/frame_timing.h"

#include <gtest/gtest.h>

#include "tests/render/support.h"

namespace passung::render {
namespace {

TEST(FrameTiming, MeasuresEachPictureWithItsOwnCamera) {
  std::vector<int> asked;
  const auto view = [&](int frame) {
    asked.push_back(frame);
    return fitView(Aabb{Vec3::Constant(-1), Vec3::Constant(1)}, Vec3(1, 1, -1), Vec3::UnitZ(), 0.6, 1);
  };
  const FrameTimes times = timeFrames({}, view, {}, 64, 64, 4);
  EXPECT_EQ(asked, (std::vector<int>{0, 1, 2, 3, 4}));
  EXPECT_EQ(times.times.size(), 4U);
  EXPECT_FALSE(times.device.empty());
  EXPECT_GT(times.first, 0);
  for (const double t : times.times) EXPECT_GT(t, 0);
}

}  // namespace
}  // namespace passung::render

// SPDX-License-Identifier: Apache-2.0
#include "core/jobs.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

namespace passung {
namespace {

TEST(Jobs, EveryIndexRunsExactlyOnceForAnyThreadCount) {
  for (const int threads : {1, 2, 3, 8}) {
    Jobs jobs(threads);
    EXPECT_EQ(jobs.threads(), threads);
    // Many ranges in a row: a worker that is late for one must not take from the next.
    for (int round = 0; round < 300; ++round) {
      const int count = round % 17;
      std::vector<int> hits(static_cast<std::size_t>(count), 0);
      jobs.parallelFor(count, [&](int i) { ++hits[static_cast<std::size_t>(i)]; });
      for (const int h : hits) EXPECT_EQ(h, 1);
    }
  }
}

TEST(Jobs, ZeroThreadsTakesAtLeastOneCore) { EXPECT_GE(Jobs(0).threads(), 1); }

TEST(Jobs, OneThreadRunsInOrder) {
  Jobs jobs(1);
  std::vector<int> order;
  jobs.parallelFor(5, [&](int i) { order.push_back(i); });
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4}));
}

TEST(Jobs, TheExceptionOfTheLowestIndexArrives) {
  for (const int threads : {1, 4}) {
    Jobs jobs(threads);
    for (int round = 0; round < 50; ++round) {
      try {
        jobs.parallelFor(100, [](int i) {
          if (i % 10 == 7) throw std::runtime_error(std::to_string(i));
        });
        FAIL() << "no exception";
      } catch (const std::runtime_error& e) {
        EXPECT_STREQ(e.what(), "7");
      }
    }
    // The pool still works afterwards.
    std::atomic<int> sum{0};
    jobs.parallelFor(10, [&](int i) { sum += i; });
    EXPECT_EQ(sum, 45);
  }
}

}  // namespace
}  // namespace passung

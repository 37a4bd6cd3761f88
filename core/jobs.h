// SPDX-License-Identifier: Apache-2.0
// The one job system: a pool of plain threads that runs index ranges.
#pragma once

#include <functional>
#include <memory>

namespace passung {

// Runs body(i) for i in [0, count). The order is not defined, so each body writes only to its own slot; the caller
// then reads the slots in order, which makes any thread count give the same bits. With one thread everything runs
// serially, in order, on the calling thread.
class Jobs {
 public:
  // threads: 0 takes all cores; 1 is the serial implementation.
  explicit Jobs(int threads = 1);
  ~Jobs();
  Jobs(const Jobs&) = delete;
  Jobs& operator=(const Jobs&) = delete;

  [[nodiscard]] int threads() const;
  // Blocks until all are done. An exception of a body is rethrown here (the one of the lowest index). Not re-entrant.
  void parallelFor(int count, const std::function<void(int)>& body);

 private:
  struct Pool;
  std::unique_ptr<Pool> pool_;
};

}  // namespace passung

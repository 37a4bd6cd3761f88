// SPDX-License-Identifier: Apache-2.0
// One pool of threads that sleep between ranges.
//
//   parallelFor: publish (body, count, generation) under the lock, wake the workers, help, wait until none is busy
//   worker:      sleep until the generation changes, take indices from one atomic counter until none is left
//
// The lock is only held to publish, to wake and to report; bodies run without it.
#include "core/jobs.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace passung {

struct Jobs::Pool {
  std::vector<std::thread> workers;
  std::mutex mutex;
  std::condition_variable wake, done;
  bool stop = false;
  unsigned generation = 0;
  int busy = 0;  // workers that have not finished the present range

  // The present range.
  const std::function<void(int)>* body = nullptr;
  int count = 0;
  std::atomic<int> next{0};
  int errorIndex = -1;
  std::exception_ptr error;

  void runRange() {
    for (;;) {
      const int i = next.fetch_add(1, std::memory_order_relaxed);
      if (i >= count) return;
      try {
        (*body)(i);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (errorIndex < 0 || i < errorIndex) {
          errorIndex = i;
          error = std::current_exception();
        }
      }
    }
  }

  void work() {
    unsigned seen = 0;
    std::unique_lock lock(mutex);
    for (;;) {
      wake.wait(lock, [&] { return stop || generation != seen; });
      if (stop) return;
      seen = generation;
      lock.unlock();
      runRange();
      lock.lock();
      if (--busy == 0) done.notify_one();
    }
  }
};

Jobs::Jobs(int threads) {
  int count = threads;
  if (count <= 0) count = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  if (count == 1) return;
  pool_ = std::make_unique<Pool>();
  pool_->workers.reserve(static_cast<std::size_t>(count) - 1);
  for (int i = 1; i < count; ++i) pool_->workers.emplace_back([this] { pool_->work(); });
}

Jobs::~Jobs() {
  if (!pool_) return;
  {
    const std::lock_guard lock(pool_->mutex);
    pool_->stop = true;
  }
  pool_->wake.notify_all();
  for (std::thread& t : pool_->workers) t.join();
}

int Jobs::threads() const { return pool_ ? static_cast<int>(pool_->workers.size()) + 1 : 1; }

void Jobs::parallelFor(int count, const std::function<void(int)>& body) {
  // A range of one is not worth waking anybody.
  if (!pool_ || count <= 1) {
    for (int i = 0; i < count; ++i) body(i);
    return;
  }
  Pool& pool = *pool_;
  {
    const std::lock_guard lock(pool.mutex);
    pool.body = &body;
    pool.count = count;
    pool.next.store(0, std::memory_order_relaxed);
    pool.errorIndex = -1;
    pool.error = nullptr;
    pool.busy = static_cast<int>(pool.workers.size());
    ++pool.generation;
  }
  pool.wake.notify_all();
  pool.runRange();
  std::unique_lock lock(pool.mutex);
  pool.done.wait(lock, [&] { return pool.busy == 0; });
  pool.body = nullptr;
  if (pool.error) {
    const std::exception_ptr error = std::exchange(pool.error, nullptr);
    std::rethrow_exception(error);
  }
}

}  // namespace passung

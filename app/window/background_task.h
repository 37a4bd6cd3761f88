// SPDX-License-Identifier: GPL-3.0-or-later
// A piece of work in a thread of its own, with progress and a way out, for the GUI thread to poll.
#pragma once

#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>

namespace passung::app {

// Threads of this process that still work, abandoned ones included.
[[nodiscard]] inline std::atomic<int>& backgroundThreads() {
  static std::atomic<int> alive{0};
  return alive;
}

// Of the GUI thread. One at a time: new work abandons the one before. An abandoned thread ends when its work next asks
// whether to go on; nothing waits for it.
template <class Result>
class BackgroundTask {
 public:
  // Tells how much is done; false: the work is to end.
  using Progress = std::function<bool(int done, int total)>;
  using Work = std::function<Result(const Progress&)>;

  struct Status {
    bool running = false;
    int done = 0, total = 0;       // total 0: not known yet
    std::optional<Result> result;  // handed out once
    double seconds = 0;            // that the work took
    std::string error;             // one line; handed out once
  };

  BackgroundTask() = default;
  ~BackgroundTask() { cancel(); }
  BackgroundTask(const BackgroundTask&) = delete;
  BackgroundTask& operator=(const BackgroundTask&) = delete;

  void start(Work work) {
    cancel();
    job_ = std::make_shared<Job>();
    job_->work = std::move(work);
    ++backgroundThreads();
    std::thread([job = job_]() mutable {
      job->run();
      job.reset();
      --backgroundThreads();
    }).detach();
  }

  void cancel() {
    if (job_) job_->cancelled = true;
    job_.reset();
  }

  [[nodiscard]] bool busy() const { return job_ != nullptr; }

  [[nodiscard]] Status poll() {
    Status status;
    if (!job_) return status;
    status.running = !job_->finished;
    status.done = job_->done;
    status.total = job_->total;
    if (status.running) return status;
    status.result = std::move(job_->result);
    status.seconds = job_->seconds;
    status.error = job_->error;
    job_.reset();
    return status;
  }

 private:
  // Shared by the thread and the task; whoever leaves last frees it.
  struct Job {
    Work work;
    std::atomic<bool> cancelled{false}, finished{false};
    std::atomic<int> done{0}, total{0};
    // Written by the thread before `finished`, read by others after it.
    std::optional<Result> result;
    double seconds = 0;
    std::string error;

    void run() {
      const auto start = std::chrono::steady_clock::now();
      try {
        result = work([this](int d, int t) {
          total = t;
          done = d;
          return !cancelled.load();
        });
      } catch (const std::exception& e) {
        error = e.what();
      }
      work = nullptr;  // what it holds goes with the work
      seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      finished = true;
    }
  };
  std::shared_ptr<Job> job_;
};

}  // namespace passung::app

// SPDX-License-Identifier: GPL-3.0-or-later
// Work in a thread of its own that the window asks about now and then. Nothing waits for it: what is cancelled ends by
// itself, at its next report of progress, and its result is dropped.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

namespace passung::app {

// Threads of this process that still work, abandoned ones included.
class BackgroundThreads {
 public:
  [[nodiscard]] static int alive() { return count(); }

 protected:
  static std::atomic<int>& count() {
    static std::atomic<int> alive{0};
    return alive;
  }
};

// Of the GUI thread. One piece of work at a time: a new one abandons the one before.
template <class Result>
class BackgroundTask : BackgroundThreads {
 public:
  // Reports how far it is; false: nobody waits any longer.
  using Progress = std::function<bool(std::int64_t done)>;
  using Work = std::function<Result(const Progress& progress)>;

  struct Status {
    bool running = false;
    std::int64_t done = 0;
    std::optional<Result> result{};  // handed out once
    std::string error{};             // one line; handed out once
  };

  BackgroundTask() = default;
  ~BackgroundTask() { cancel(); }
  BackgroundTask(const BackgroundTask&) = delete;
  BackgroundTask& operator=(const BackgroundTask&) = delete;

  void start(Work work) {
    cancel();
    job_ = std::make_shared<Job>();
    ++count();
    std::thread([job = job_, work = std::move(work)]() mutable {
      job->run(work);
      work = {};
      job.reset();
      --count();
    }).detach();
  }
  void cancel() {
    if (job_) job_->cancelled = true;
    job_.reset();
  }
  [[nodiscard]] bool running() const { return job_ && !job_->finished; }
  [[nodiscard]] Status poll() {
    Status status;
    if (!job_) return status;
    status.running = !job_->finished;
    status.done = job_->done;
    if (status.running) return status;
    status.result = std::move(job_->result);
    status.error = std::move(job_->error);
    job_.reset();
    return status;
  }

 private:
  // Shared by the thread and the task; whoever leaves last frees it.
  struct Job {
    std::atomic<bool> cancelled{false}, finished{false};
    std::atomic<std::int64_t> done{0};
    // Written by the thread before `finished`, read by others after it.
    std::optional<Result> result;
    std::string error;

    void run(const Work& work) {
      try {
        result = work([this](std::int64_t d) {
          done = d;
          return !cancelled;
        });
      } catch (const std::exception& e) {
        error = e.what();
      }
      finished = true;
    }
  };
  std::shared_ptr<Job> job_;
};

}  // namespace passung::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/clearance_worker.h"

#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <thread>

namespace passung::app {

namespace {

std::atomic<int> alive{0};

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace

// Shared by the thread and the worker; whoever leaves last frees it.
struct ClearanceWorker::Job {
  ClearanceRequest request;
  std::shared_ptr<const ClashCheck> check;  // null: to be made
  std::atomic<bool> cancelled{false}, finished{false};
  std::atomic<int> done{0}, total{0};
  // Written by the thread before `finished`, read by others after it.
  std::optional<ClashReport> report;
  double seconds = 0;
  std::string error;

  void work() {
    try {
      if (!check) check = std::make_shared<const ClashCheck>(request.scene->world);
      const double start = now();
      report = check->report(request.poses, request.options, [this](int d, int t) {
        total = t;
        done = d;
        return !cancelled.load();
      });
      seconds = now() - start;
    } catch (const std::exception& e) {
      error = e.what();
    }
    finished = true;
  }
};

ClearanceWorker::~ClearanceWorker() { cancel(); }

void ClearanceWorker::start(ClearanceRequest request) {
  cancel();
  if (scene_ != request.scene) check_.reset();
  scene_ = request.scene;
  job_ = std::make_shared<Job>();
  job_->request = std::move(request);
  job_->check = check_;
  ++alive;
  std::thread([job = job_]() mutable {
    job->work();
    job.reset();
    --alive;
  }).detach();
}

void ClearanceWorker::cancel() {
  if (job_) job_->cancelled = true;
  job_.reset();
}

ClearanceStatus ClearanceWorker::poll() {
  ClearanceStatus status;
  if (!job_) return status;
  status.running = !job_->finished;
  status.done = job_->done;
  status.total = job_->total;
  if (status.running) return status;
  check_ = job_->check;
  status.report = std::move(job_->report);
  status.seconds = job_->seconds;
  status.error = job_->error;
  job_.reset();
  return status;
}

int ClearanceWorker::threadsAlive() { return alive; }

}  // namespace passung::app

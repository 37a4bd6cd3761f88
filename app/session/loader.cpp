// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/loader.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include "app/session/recording_frames.h"
#include "dynamics/recording.h"

namespace passung::app {

namespace {

std::atomic<int> alive{0};

std::string fileName(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

}  // namespace

// Shared by the thread and the Loader; whoever leaves last frees it.
struct Loader::Job {
  LoadRequest request;
  std::atomic<bool> cancelled{false};
  std::mutex mutex;  // guards what follows
  std::string progress, error;
  int done = 0, total = 0;
  std::optional<LoadedScene> loaded;
  bool finished = false;

  void say(const std::string& text) {
    const std::lock_guard lock(mutex);
    progress = text;
  }

  void count(int d, int t) {
    const std::lock_guard lock(mutex);
    done = d;
    total = t;
  }

  // Of several files, and the engines after them.
  bool filesRead(int d, int files) {
    count(d, files + static_cast<int>(request.variants.size()));
    return !cancelled;
  }

  void work(const SceneReader& reader, const EngineFactory& factory) {
    LoadedScene result;
    std::string trouble;
    try {
      say("Reading " + fileName(request.file));
      result.scene = request.scene
                         ? request.scene
                         : std::make_shared<const scenes::Scene>(
                               request.read ? request.read([this](int d, int files) { return filesRead(d, files); })
                                            : reader(request.file));
      result.variants = request.variants;
      checkClock(*result.scene, result.variants);
      if (request.states && dynamics::isRecording(request.file)) {
        say("Reading the states of " + fileName(request.file));
        result.recorded = readSnapshots(request.file);
      }
      const int engines = static_cast<int>(request.variants.size());
      const int before = std::max(total - engines, request.scene ? 0 : 1);
      for (const Variant& variant : request.variants) {
        if (cancelled) break;
        if (before + engines > 1) count(before + static_cast<int>(result.engines.size()), before + engines);
        say("Preparing the engine " + variantTitle(variant));
        result.engines.push_back(makeEngineOf(factory, *result.scene, variant));
      }
    } catch (const std::exception& e) {
      trouble = e.what();
    }
    const std::lock_guard lock(mutex);
    error = trouble;
    if (trouble.empty() && !cancelled) loaded = std::move(result);
    finished = true;
  }
};

Loader::Loader(SceneReader reader, EngineFactory factory) : reader_(std::move(reader)), factory_(std::move(factory)) {}

Loader::~Loader() { cancel(); }

void Loader::start(const LoadRequest& request) {
  cancel();
  job_ = std::make_shared<Job>();
  job_->request = request;
  ++alive;
  std::thread([job = job_, reader = reader_, factory = factory_]() mutable {
    job->work(reader, factory);
    job.reset();
    --alive;
  }).detach();
}

void Loader::cancel() {
  if (job_) job_->cancelled = true;
  job_.reset();
}

LoadStatus Loader::poll() {
  LoadStatus status;
  if (!job_) return status;
  status.file = job_->request.file;
  bool finished = false;
  {
    const std::lock_guard lock(job_->mutex);
    finished = job_->finished;
    status.progress = job_->progress;
    status.done = job_->done;
    status.total = job_->total;
    if (finished) {
      status.error = job_->error;
      status.loaded = std::move(job_->loaded);
    }
  }
  status.running = !finished;
  if (finished) job_.reset();
  return status;
}

int Loader::threadsAlive() { return alive; }

}  // namespace passung::app

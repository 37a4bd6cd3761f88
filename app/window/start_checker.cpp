// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/start_checker.h"

namespace passung::app {

namespace {
constexpr int kAfter = 300;     // [ms] edits in quick succession are checked once
constexpr int kPollEvery = 50;  // [ms]
}  // namespace

StartChecker::StartChecker(QLabel* status, QObject* parent) : QObject(parent), status_(status) {
  delay_.setSingleShot(true);
  delay_.setInterval(kAfter);
  connect(&delay_, &QTimer::timeout, this, &StartChecker::start);
  poll_.setInterval(kPollEvery);
  connect(&poll_, &QTimer::timeout, this, &StartChecker::poll);
}

void StartChecker::follow(std::shared_ptr<const scenes::Scene> scene) {
  if (scene == scene_) return;
  cancel();
  scene_ = std::move(scene);
  report_.reset();
  if (scene_) delay_.start();
}

void StartChecker::cancel() {
  delay_.stop();
  poll_.stop();
  task_.cancel();
  status_->clear();
}

void StartChecker::start() {
  // An abandoned check that has not come to its end yet is waited for: edits must not pile them up.
  if (*working_) return delay_.start();
  *working_ = true;
  task_.start([scene = scene_, working = working_](const auto& progress) {
    struct Ends {
      std::atomic<bool>& flag;
      ~Ends() { flag = false; }
    } const ends{*working};
    return checkStart(scene->world, progress);
  });
  status_->setText(tr("Checking the start \u2026"));
  poll_.start();
}

void StartChecker::poll() {
  auto status = task_.poll();
  if (status.running) {
    if (status.total > 0) status_->setText(tr("Checking the start: %1 %").arg(100 * status.done / status.total));
    return;
  }
  poll_.stop();
  status_->clear();
  // What it cannot look at, such as a shape that has no surface, it has nothing to say about.
  if (!status.result || status.result->cancelled) return;
  report_ = std::move(status.result);
  emit done();
}

}  // namespace passung::app

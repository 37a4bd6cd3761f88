// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/clearance_worker.h"

#include "app/session/session.h"

namespace passung::app {

void ClearanceWorker::start(ClearanceRequest request) {
  if (scene_ != request.scene) check_.reset();
  scene_ = request.scene;
  task_.start([request = std::move(request), check = check_](const auto& progress) mutable {
    if (!check) check = std::make_shared<const ClashCheck>(request.scene->world);
    const double start = steadySeconds();
    ClashReport report = check->report(request.poses, request.options, progress);
    return Measured{check, std::move(report), steadySeconds() - start};
  });
}

ClearanceStatus ClearanceWorker::poll() {
  auto status = task_.poll();
  ClearanceStatus out{.running = status.running, .done = status.done, .total = status.total, .error = status.error};
  if (!status.result) return out;
  check_ = status.result->check;
  out.report = std::move(status.result->report);
  out.seconds = status.result->seconds;
  return out;
}

}  // namespace passung::app

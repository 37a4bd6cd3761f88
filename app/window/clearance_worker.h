// SPDX-License-Identifier: GPL-3.0-or-later
// Measures clashes and clearances in a thread of its own, with progress and a way out.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/run/clash_report.h"
#include "app/window/background_task.h"
#include "scenes/scene.h"

namespace passung::app {

struct ClearanceRequest {
  std::shared_ptr<const scenes::Scene> scene;
  std::vector<Transform> poses;  // X_WB, one a body
  ClashOptions options;
};

struct ClearanceStatus {
  bool running = false;
  int done = 0, total = 0;              // pairs; total 0: meshes are still being prepared
  std::optional<ClashReport> report{};  // handed out once
  double seconds = 0;                   // that the report took, preparation left out
  std::string error;                    // one line; handed out once
};

// Of the GUI thread. Prepared meshes are kept for the next request of the same scene.
class ClearanceWorker {
 public:
  void start(ClearanceRequest request);
  void cancel() { task_.cancel(); }
  [[nodiscard]] ClearanceStatus poll();

 private:
  struct Measured {
    std::shared_ptr<const ClashCheck> check;
    ClashReport report;
    double seconds = 0;
  };
  BackgroundTask<Measured> task_;
  std::shared_ptr<const ClashCheck> check_;  // of scene_
  std::shared_ptr<const scenes::Scene> scene_;
};

}  // namespace passung::app

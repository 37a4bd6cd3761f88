// SPDX-License-Identifier: GPL-3.0-or-later
// Looks for overlaps at the start of the open scene, beside the window: begins by itself when a scene has opened or was
// edited, and begins anew with the next edit.
#pragma once

#include <QLabel>
#include <QObject>
#include <QTimer>
#include <atomic>
#include <memory>
#include <optional>

#include "app/run/start_check.h"
#include "app/window/background_task.h"
#include "scenes/scene.h"

namespace passung::app {

class StartChecker : public QObject {
  Q_OBJECT
 public:
  // `status` shows how far it is, and is empty when it is done.
  explicit StartChecker(QLabel* status, QObject* parent = nullptr);

  // The scene that is open; the same one again changes nothing.
  void follow(std::shared_ptr<const scenes::Scene> scene);
  void cancel();
  // Of the scene that is open; empty until it is known.
  [[nodiscard]] const std::optional<StartReport>& report() const { return report_; }
  [[nodiscard]] bool busy() const { return delay_.isActive() || task_.busy(); }

 signals:
  void done();

 private:
  void start();
  void poll();

  QLabel* status_;
  std::shared_ptr<const scenes::Scene> scene_;
  std::optional<StartReport> report_;
  BackgroundTask<StartReport> task_;
  QTimer delay_, poll_;
  std::shared_ptr<std::atomic<bool>> working_ =
      std::make_shared<std::atomic<bool>>(false);  // a thread, maybe abandoned
};

}  // namespace passung::app

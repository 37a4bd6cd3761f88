// SPDX-License-Identifier: GPL-3.0-or-later
// Checks beside the window whether the open scene gives the same bits with one thread and with all.
#pragma once

#include <QSpinBox>
#include <functional>
#include <memory>

#include "app/run/determinism_check.h"
#include "app/window/background_task.h"
#include "app/window/work_dialog.h"

namespace passung::app {

// Makes an engine by its name with a number of threads.
using ThreadedEngineFactory = std::function<std::unique_ptr<dynamics::Engine>(const dynamics::WorldDef& def,
                                                                              const std::string& name, int threads)>;

// What is open, with the settings it runs with: asked when a check begins.
struct DeterminismSubject {
  QString name, engine;  // of the scene, and of what runs it, in words
  std::string engineName;
  std::shared_ptr<const dynamics::WorldDef> def;  // null: no scene is open
  double duration = 0;                            // [s] of the scene
};

class DeterminismDialog : public WorkDialog {
  Q_OBJECT
 public:
  DeterminismDialog(ThreadedEngineFactory make, std::function<DeterminismSubject()> subject, QWidget* parent = nullptr);

  // From the start of the scene; 0: for its own duration. Nothing where no scene is open.
  void check(std::int64_t steps = 0);
  // Of the last check; empty: none was completed.
  [[nodiscard]] const std::optional<DeterminismResult>& result() const { return result_; }

 protected:
  void showEvent(QShowEvent* event) override;
  void begin() override { check(count_->value()); }
  Progress poll() override;
  void abandon() override { task_.cancel(); }

 private:
  [[nodiscard]] static std::int64_t stepsOf(const DeterminismSubject& subject);
  [[nodiscard]] QString described(const DeterminismResult& result) const;

  ThreadedEngineFactory make_;
  std::function<DeterminismSubject()> subject_;
  BackgroundTask<DeterminismResult> task_;
  DeterminismSubject checked_;
  std::optional<DeterminismResult> result_;
  std::int64_t steps_ = 0;
  QSpinBox* count_;
};

}  // namespace passung::app

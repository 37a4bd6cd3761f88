// SPDX-License-Identifier: GPL-3.0-or-later
// Compares two recordings beside the window: how far their parts are at each instant.
#pragma once

#include <QLineEdit>
#include <QTreeWidget>
#include <optional>

#include "app/run/recording_comparison.h"
#include "app/window/background_task.h"
#include "app/window/time_plot.h"
#include "app/window/work_dialog.h"

namespace passung::app {

class RecordingsDialog : public WorkDialog {
  Q_OBJECT
 public:
  explicit RecordingsDialog(QWidget* parent = nullptr);

  void compare(const QString& first, const QString& second);
  // Of the last comparison; empty: none was completed.
  [[nodiscard]] const std::optional<RecordingComparison>& result() const { return result_; }
  [[nodiscard]] QTreeWidget& table() { return *table_; }

 protected:
  void begin() override { compare(first_->text(), second_->text()); }
  Progress poll() override;
  void abandon() override { task_.cancel(); }

 private:
  QLineEdit* makeField(const QString& label, const QString& tip);
  void display();

  QLineEdit *first_ = nullptr, *second_ = nullptr;
  QTreeWidget* table_;
  TimePlot *distance_, *angle_;
  BackgroundTask<RecordingComparison> task_;
  std::optional<RecordingComparison> result_;
};

}  // namespace passung::app

// SPDX-License-Identifier: GPL-3.0-or-later
// Compares two recordings beside the window: how far their parts are at each instant.
#pragma once

#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QTimer>
#include <QTreeWidget>
#include <optional>

#include "app/run/recording_comparison.h"
#include "app/window/background_task.h"
#include "app/window/time_plot.h"

namespace passung::app {

class RecordingsDialog : public QDialog {
  Q_OBJECT
 public:
  explicit RecordingsDialog(QWidget* parent = nullptr);

  void compare(const QString& first, const QString& second);
  void cancel();
  [[nodiscard]] bool running() const { return task_.busy() || timer_.isActive(); }
  // Of the last comparison; empty: none was completed.
  [[nodiscard]] const std::optional<RecordingComparison>& result() const { return result_; }
  [[nodiscard]] QString text() const { return text_->text(); }
  [[nodiscard]] QTreeWidget& table() { return *table_; }

 private:
  QLineEdit* makeField(const QString& label, const QString& tip);
  void poll();
  void display();
  void showRunning(bool running);

  QLineEdit *first_ = nullptr, *second_ = nullptr;
  QLabel* text_;
  QTreeWidget* table_;
  TimePlot *distance_, *angle_;
  QProgressBar* progress_;
  QPushButton* button_;
  BackgroundTask<RecordingComparison> task_;
  std::optional<RecordingComparison> result_;
  QTimer timer_;
};

}  // namespace passung::app

// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for a picture sequence: where, how often and until when.
#pragma once

#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>

#include "app/window/picture_sequence.h"

class QDoubleSpinBox;
class QPushButton;

namespace passung::app {

class SequenceDialog : public QDialog {
  Q_OBJECT
 public:
  // The run stands at a step of `dt` [s] each; `end` [s] is where the scene's run would end.
  SequenceDialog(const QString& folder, std::int64_t step, double dt, double end, QWidget* parent = nullptr);

 signals:
  void planned(const passung::app::SequencePlan& plan);

 private:
  [[nodiscard]] SequencePlan plan() const;
  void refresh();

  std::int64_t step_;
  double dt_;
  QLineEdit *folder_, *name_;
  QSpinBox* every_;
  QDoubleSpinBox* until_;
  QLabel* count_;
  QPushButton* start_;
};

}  // namespace passung::app

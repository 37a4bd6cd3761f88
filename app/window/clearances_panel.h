// SPDX-License-Identifier: GPL-3.0-or-later
// What touches what: the table of pairs, the figure that matters, and what to measure. Holds no physics.
#pragma once

#include <QCheckBox>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTreeWidget>
#include <QWidget>
#include <optional>

#include "app/run/clash_report.h"
#include "scenes/scene.h"

class QDoubleSpinBox;

namespace passung::app {

class ClearancesPanel : public QWidget {
  Q_OBJECT
 public:
  explicit ClearancesPanel(QWidget* parent = nullptr);

  void clear();
  void display(const scenes::Scene& scene, const ClashReport& report);
  // What the lines below the table say. `done` of `total` pairs; total 0: still preparing.
  void showProgress(int done, int total);
  void showState(const QString& text, bool outdated);
  void showError(const QString& text);

  // [m]; empty: the default share of the assembly's size.
  [[nodiscard]] std::optional<double> limit() const;
  void setLimit(double limit);
  // The row of a pair of the report; false where it is not listed.
  bool choose(int index);
  [[nodiscard]] bool marksWanted() const { return show_->isChecked(); }
  [[nodiscard]] const QTreeWidget& table() const { return *table_; }
  [[nodiscard]] QTreeWidget& table() { return *table_; }
  [[nodiscard]] QString summary() const { return summary_->text(); }
  [[nodiscard]] QString figure() const { return figure_->text(); }
  [[nodiscard]] QString state() const { return state_->text(); }

 signals:
  void updateAsked();
  void cancelAsked();
  void marksToggled();
  void pairChosen(int index);  // of the report; -1: none
  void zoomAsked(int index);

 private:
  void setRunning(bool running);

  QLabel *figure_, *summary_, *state_;
  QDoubleSpinBox* limit_;
  QTreeWidget* table_;
  QProgressBar* progress_;
  QPushButton* button_;
  QCheckBox* show_;
  bool running_ = false, quiet_ = false;
};

}  // namespace passung::app

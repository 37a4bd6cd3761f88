// SPDX-License-Identifier: GPL-3.0-or-later
// What the last steps and pictures cost: smallest, middle and largest wall time of every stage, as numbers and bars.
#pragma once

#include <QLabel>
#include <QSpinBox>
#include <QTreeWidget>
#include <QWidget>
#include <deque>

#include "app/session/session.h"

namespace passung::app {

// Wall times of one picture [ms].
struct PictureCost {
  double publish = 0;  // copying the state out of the session's thread
  double lists = 0;    // turning it into what is drawn
  double draw = 0;     // the pictures, to where the window shows them, all views
};

class ProfilerPanel : public QWidget {
  Q_OBJECT
 public:
  explicit ProfilerPanel(QWidget* parent = nullptr);

  void add(const PictureCost& cost);  // of the newest picture
  // The texts; some times a second, while the panel is seen. The steps looked at are those of the engine that sets the
  // clock; the figures of another engine are of its own steps meanwhile.
  void display(const SessionFrame& frame, const StepCosts& costs);
  [[nodiscard]] int steps() const { return count_->value(); }  // that are looked at
  void setSteps(int count) { count_->setValue(count); }
  [[nodiscard]] const QTreeWidget& table() const { return *table_; }
  [[nodiscard]] QString summary() const { return summary_->text(); }

 private:
  struct Row {
    QString name, tip;
    Spread spread;
    double share = 0;  // length of the bar, 0 .. 1
  };
  struct Group {
    QString name;
    std::vector<Row> rows;
  };
  [[nodiscard]] std::vector<Group> groups(const SessionFrame& frame, const std::vector<StepCost>& costs) const;
  void fill(const std::vector<Group>& groups);

  QLabel* summary_;
  QTreeWidget* table_;
  QSpinBox* count_;
  std::deque<PictureCost> pictures_;
};

}  // namespace passung::app

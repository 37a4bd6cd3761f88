// SPDX-License-Identifier: GPL-3.0-or-later
// The choices of PairTestTool, what it draws, and the figures of its last test.
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QWidget>

#include "app/window/pair_test_tool.h"
#include "app/window/quantity.h"
#include "app/window/value_table.h"

namespace passung::app {

class PairTestPanel : public QWidget {
  Q_OBJECT
 public:
  // `marks`: the actions that switch what is drawn.
  PairTestPanel(PairTestTool& tool, const std::vector<QAction*>& marks, QWidget* parent = nullptr);
  [[nodiscard]] const ValueTable& table() const { return *table_; }
  [[nodiscard]] QString state() const { return state_->text(); }

 signals:
  void refused(const QString& why);

 private:
  void refresh();
  [[nodiscard]] std::vector<ValueRow> rows() const;

  PairTestTool& tool_;
  QCheckBox* on_;
  QComboBox *partitioner_, *tree_, *backend_;
  QuantityEdit* distance_;
  QPushButton *compare_, *cancel_;
  QProgressBar* progress_;
  QLabel *state_, *notice_;
  ValueTable* table_;
};

}  // namespace passung::app

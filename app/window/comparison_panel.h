// SPDX-License-Identifier: GPL-3.0-or-later
// How steady each variant of a comparison is: a row a variant, a column a figure. The figures are those of
// `passung compare`, from the same code.
#pragma once

#include <QLabel>
#include <QTreeWidget>
#include <QWidget>
#include <vector>

#include "app/run/run_types.h"

namespace passung::app {

class ComparisonPanel : public QWidget {
  Q_OBJECT
 public:
  explicit ComparisonPanel(QWidget* parent = nullptr);

  // `results`: none while nothing is compared; `titles`: one a result.
  void display(const std::vector<RunResult>& results, const QStringList& titles);
  // A cell as shown, by the head of its column; "Variant" holds number and name. For tests.
  [[nodiscard]] QString cell(int row, const QString& column) const;
  [[nodiscard]] int rows() const { return table_->topLevelItemCount(); }

 signals:
  void showAsked(int variant);  // in the second view

 private:
  QTreeWidget* table_;
  QLabel* note_;
};

}  // namespace passung::app

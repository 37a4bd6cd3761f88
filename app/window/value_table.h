// SPDX-License-Identifier: GPL-3.0-or-later
// Labelled values, a column for each engine; text can be selected and copied.
#pragma once

#include <QGridLayout>
#include <QLabel>
#include <QWidget>
#include <vector>

#include "app/window/parts_model.h"

namespace passung::app {

class ValueTable : public QWidget {
  Q_OBJECT
 public:
  explicit ValueTable(QWidget* parent = nullptr);

  // `columns`: names above the values, in the colours of the curves; one alone is left out. Those that would not fit
  // side by side are numbered above the values and listed on top in full.
  void display(const QStringList& columns, const std::vector<ValueRow>& rows);
  // For tests: the text of a value, by its label.
  [[nodiscard]] QString value(const QString& label, int column = 0) const;

 private:
  // Returns the line of the grid where the values begin.
  int addHeads(const QStringList& columns);
  void rebuild(const QStringList& columns, const std::vector<ValueRow>& rows);

  QGridLayout* grid_;
  QStringList columns_, labels_;
  std::vector<std::vector<QLabel*>> cells_;
};

}  // namespace passung::app

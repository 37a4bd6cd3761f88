// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/value_table.h"

#include <algorithm>

namespace passung::app {

ValueTable::ValueTable(QWidget* parent) : QWidget(parent), grid_(new QGridLayout(this)) {
  grid_->setContentsMargins(10, 6, 10, 6);
  grid_->setHorizontalSpacing(12);
  grid_->setVerticalSpacing(3);
}

void ValueTable::rebuild(const QStringList& columns, const std::vector<ValueRow>& rows) {
  while (QLayoutItem* item = grid_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  cells_.clear();
  columns_ = columns;
  labels_.clear();
  const bool heads = columns.size() > 1;
  for (int c = 0; heads && c < columns.size(); ++c) {
    auto* head = new QLabel(columns[c], this);
    head->setTextFormat(Qt::PlainText);
    QFont bold = head->font();
    bold.setBold(true);
    head->setFont(bold);
    head->setAlignment(Qt::AlignRight);
    grid_->addWidget(head, 0, c + 1);
  }
  int line = heads ? 1 : 0;
  for (const ValueRow& row : rows) {
    labels_ << row.label;
    auto* label = new QLabel(row.label, this);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setToolTip(row.tip);
    grid_->addWidget(label, line, 0);
    auto& cells = cells_.emplace_back();
    for (int c = 0; c < row.values.size(); ++c) {
      auto* cell = new QLabel(this);
      cell->setTextFormat(Qt::PlainText);
      cell->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
      cell->setTextInteractionFlags(Qt::TextSelectableByMouse);
      cell->setToolTip(row.tip);
      const int span = row.values.size() == 1 ? std::max(1, static_cast<int>(columns.size())) : 1;
      grid_->addWidget(cell, line, c + 1, 1, span);
      cells.push_back(cell);
    }
    ++line;
  }
  grid_->setColumnStretch(0, 1);
}

void ValueTable::display(const QStringList& columns, const std::vector<ValueRow>& rows) {
  QStringList labels;
  for (const ValueRow& row : rows) labels << row.label;
  if (labels != labels_ || columns != columns_) rebuild(columns, rows);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < cells_[r].size(); ++c) {
      const QString& text = rows[r].values[static_cast<qsizetype>(c)];
      if (cells_[r][c]->text() != text) cells_[r][c]->setText(text);
      if (cells_[r][c]->toolTip() != rows[r].tip) cells_[r][c]->setToolTip(rows[r].tip);
    }
  }
}

QString ValueTable::value(const QString& label, int column) const {
  const auto r = labels_.indexOf(label);
  if (r < 0) return {};
  const auto& cells = cells_[static_cast<std::size_t>(r)];
  const auto c = static_cast<std::size_t>(column);
  return c < cells.size() ? cells[c]->text() : QString();
}

}  // namespace passung::app

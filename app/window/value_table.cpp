// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/value_table.h"

#include <algorithm>

#include "app/window/time_plot.h"

namespace passung::app {

namespace {
constexpr qsizetype kLongestHead = 16;  // characters of a name that has room above or beside its values in one line
}

ValueTable::ValueTable(QWidget* parent) : QWidget(parent), grid_(new QGridLayout(this)) {
  grid_->setContentsMargins(10, 6, 10, 6);
  grid_->setHorizontalSpacing(12);
  grid_->setVerticalSpacing(3);
}

int ValueTable::addHeads(const QStringList& columns) {
  if (columns.size() < 2) return 0;
  const auto wide = [](const QString& name) { return name.size() > kLongestHead; };
  const bool numbered = columns.size() > 2 || std::any_of(columns.begin(), columns.end(), wide);
  const auto add = [this](const QString& text, const QString& tip, int c, int line, int span) {
    auto* head = new QLabel(text, this);
    head->setToolTip(tip);
    head->setAlignment(span > 1 ? Qt::AlignLeft : Qt::AlignRight);
    head->setWordWrap(span > 1);
    grid_->addWidget(head, line, span > 1 ? 0 : c + 1, 1, span);
  };
  const auto bold = [](const QString& text, int c) {
    const QString color = TimePlot::curveColor(static_cast<std::size_t>(c)).name();
    return QStringLiteral("<b style='color:%1'>%2</b>").arg(color, text.toHtmlEscaped());
  };
  int line = 0;
  const auto count = static_cast<int>(columns.size());
  for (int c = 0; numbered && c < count; ++c, ++line) {
    add(bold(QString::number(c + 1), c) + QStringLiteral("&nbsp; ") + columns[c].toHtmlEscaped(), {}, c, line,
        count + 1);
  }
  for (int c = 0; c < count; ++c) add(bold(numbered ? QString::number(c + 1) : columns[c], c), columns[c], c, line, 1);
  return line + 1;
}

void ValueTable::rebuild(const QStringList& columns, const std::vector<ValueRow>& rows) {
  while (QLayoutItem* item = grid_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  cells_.clear();
  columns_ = columns;
  labels_.clear();
  int line = addHeads(columns);
  for (const ValueRow& row : rows) {
    labels_ << row.label;
    auto* label = new QLabel(row.label, this);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setToolTip(row.tip);
    label->setWordWrap(columns.size() > 2 && row.label.trimmed().size() > kLongestHead);  // the values need the width
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/comparison_panel.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QVBoxLayout>

#include "app/run/result_rows.h"
#include "app/run/units.h"
#include "app/window/icons.h"
#include "app/window/time_plot.h"

namespace passung::app {
namespace {

// In two lines where it has several words, so that the columns stay narrow.
QString headOf(const std::string& label) {
  QString head = QCoreApplication::translate("Results", label.c_str());
  head.replace(0, 1, head.left(1).toUpper());
  const qsizetype blank = head.indexOf(' ', (head.size() - 1) / 3);
  return blank < 0 ? head : head.replace(blank, 1, '\n');
}

}  // namespace

ComparisonPanel::ComparisonPanel(QWidget* parent)
    : QWidget(parent), table_(new QTreeWidget(this)), note_(new QLabel(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 6);
  column->setSpacing(4);
  table_->setRootIsDecorated(false);
  table_->setUniformRowHeights(true);
  table_->setAlternatingRowColors(true);
  table_->setAccessibleName(tr("Comparison"));
  table_->header()->setStretchLastSection(false);
  table_->header()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
  note_->setContentsMargins(10, 0, 10, 0);
  note_->setWordWrap(true);
  note_->setForegroundRole(QPalette::PlaceholderText);
  column->addWidget(table_, 1);
  column->addWidget(note_);
  connect(table_, &QTreeWidget::itemDoubleClicked, this,
          [this](QTreeWidgetItem* item) { emit showAsked(table_->indexOfTopLevelItem(item)); });
  display({}, {});
}

void ComparisonPanel::display(const std::vector<RunResult>& results, const QStringList& titles) {
  table_->setVisible(!results.empty());
  if (results.empty()) {
    table_->clear();
    note_->setText(tr("Nothing is compared: choose two to four variants with Compare > Variants, or Ctrl+B."));
    return;
  }
  const std::vector<ResultRow> figures = stabilityRows(results);
  // The name, the figures, and what room is left.
  const int columns = static_cast<int>(figures.size()) + 2;
  if (table_->columnCount() != columns) {
    QStringList heads{tr("Variant")};
    for (const ResultRow& figure : figures) heads << headOf(figure.label);
    heads << QString();
    table_->setHeaderLabels(heads);
    table_->headerItem()->setTextAlignment(0, Qt::AlignLeft | Qt::AlignVCenter);
    for (std::size_t c = 0; c < figures.size(); ++c) {
      table_->headerItem()->setToolTip(static_cast<int>(c) + 1,
                                       QCoreApplication::translate("Results", figures[c].tip.c_str()));
    }
    table_->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table_->header()->setSectionResizeMode(columns - 1, QHeaderView::Stretch);
    table_->header()->setMinimumSectionSize(8);
  }
  while (table_->topLevelItemCount() > titles.size()) delete table_->takeTopLevelItem(table_->topLevelItemCount() - 1);
  while (table_->topLevelItemCount() < titles.size()) {
    auto* item = new QTreeWidgetItem(table_);
    item->setIcon(0, swatch(TimePlot::curveColor(static_cast<std::size_t>(table_->topLevelItemCount() - 1))));
    item->setToolTip(0, tr("Double click shows this variant in the second view"));
    for (int c = 1; c < table_->columnCount(); ++c) item->setTextAlignment(c, Qt::AlignRight | Qt::AlignVCenter);
  }
  for (int r = 0; r < table_->topLevelItemCount(); ++r) {
    QTreeWidgetItem* item = table_->topLevelItem(r);
    item->setText(0, QStringLiteral("%1  %2").arg(r + 1).arg(titles[r]));
    for (std::size_t c = 0; c < figures.size(); ++c) {
      item->setText(static_cast<int>(c) + 1, QString::fromStdString(figures[c].texts[static_cast<std::size_t>(r)]));
    }
  }
  note_->setText(tr("%1 s measured; drift, tilt and jitter from rest on, or from half of the scene's duration.")
                     .arg(QString::fromStdString(plain(results.front().simulated, 6))));
}

QString ComparisonPanel::cell(int row, const QString& column) const {
  for (int c = 0; c < table_->columnCount(); ++c) {
    if (table_->headerItem()->text(c).replace('\n', ' ') == column && row < rows())
      return table_->topLevelItem(row)->text(c);
  }
  return {};
}

}  // namespace passung::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/ruler_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace passung::app {

RulerPanel::RulerPanel(Ruler& ruler, QWidget* parent)
    : QWidget(parent),
      ruler_(ruler),
      mode_(new QComboBox(this)),
      figure_(new QLabel(this)),
      details_(new QLabel(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(10, 8, 10, 8);
  mode_->addItems({tr("Corners, edges, points"), tr("Face centres and axes"), tr("Smallest clearance of two parts")});
  mode_->setToolTip(tr("What a click takes hold of; Shift changes between the first two"));
  mode_->setAccessibleName(tr("The ruler measures"));
  connect(mode_, qOverload<int>(&QComboBox::activated), this,
          [this](int item) { emit modeChosen(static_cast<RulerMode>(item)); });
  column->addWidget(mode_);
  QFont big = figure_->font();
  big.setPointSizeF(big.pointSizeF() * 1.7);
  figure_->setFont(big);
  for (QLabel* label : {figure_, details_}) {
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setTextFormat(Qt::PlainText);
    column->addWidget(label);
  }
  details_->setWordWrap(true);
  auto* row = new QHBoxLayout;
  auto* copy = new QPushButton(tr("Copy"), this);
  copy->setToolTip(tr("The figure and its components as text"));
  connect(copy, &QPushButton::clicked, this,
          [this] { QApplication::clipboard()->setText(figure_->text() + QLatin1Char('\n') + details_->text()); });
  auto* clear = new QPushButton(tr("Clear"), this);
  connect(clear, &QPushButton::clicked, &ruler_, &Ruler::clear);
  row->addWidget(copy);
  row->addWidget(clear);
  row->addStretch();
  column->addLayout(row);
  column->addStretch();
  connect(&ruler_, &Ruler::changed, this, &RulerPanel::refresh);
  refresh();
}

void RulerPanel::refresh() {
  mode_->setCurrentIndex(static_cast<int>(ruler_.mode()));
  const QString figure = ruler_.figure(), details = ruler_.details();
  figure_->setVisible(!figure.isEmpty());
  if (figure_->text() != figure) figure_->setText(figure);
  if (details_->text() != details) details_->setText(details);
}

}  // namespace passung::app

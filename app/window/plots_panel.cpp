// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots_panel.h"

#include <QAction>
#include <QHBoxLayout>
#include <QToolButton>
#include <algorithm>
#include <cmath>
#include <tuple>

#include "app/run/axis_ticks.h"
#include "app/window/format.h"

namespace passung::app {

PlotsPanel::PlotsPanel(PlotModel& model, const std::vector<QAction*>& actions, QWidget* parent)
    : QWidget(parent),
      model_(model),
      cursors_(new QLabel(this)),
      hint_(new QLabel(this)),
      column_(new QVBoxLayout(this)) {
  column_->setContentsMargins(6, 4, 6, 4);
  column_->setSpacing(2);
  auto* row = new QHBoxLayout;
  for (QAction* action : actions) {
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    row->addWidget(button);
  }
  row->addStretch();
  cursors_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  cursors_->setToolTip(tr("Click in a plot for the first cursor, Shift+click for the second"));
  row->addWidget(cursors_);
  column_->addLayout(row);
  hint_->setText(tr("Nothing is plotted yet. Add a curve: position, speed, forces, energy, step times \u2026"));
  hint_->setAlignment(Qt::AlignCenter);
  hint_->setForegroundRole(QPalette::PlaceholderText);
  hint_->setWordWrap(true);
  column_->addWidget(hint_, 1);
  connect(&model_, &PlotModel::curvesChanged, this, &PlotsPanel::rebuild);
  rebuild();
}

// As many views as rows; each is shown anew.
void PlotsPanel::rebuild() {
  while (views_.size() > model_.rows().size()) {
    delete views_.back();
    views_.pop_back();
  }
  while (views_.size() < model_.rows().size()) {
    const std::size_t row = views_.size();
    auto* view = new PlotView(this);
    connect(view, &PlotView::rangeAsked, this, &PlotsPanel::setRange);
    connect(view, &PlotView::cursorAsked, this, [this](double time, bool second) {
      setCursors(second ? scope_.cursorA : std::optional(time), second ? std::optional(time) : scope_.cursorB);
    });
    connect(view, &PlotView::hovered, this, [this](std::optional<double> time) {
      scope_.hover = time;
      showRows();
    });
    connect(view, &PlotView::fitAsked, this, &PlotsPanel::fit);
    connect(view, &PlotView::menuAsked, this, [this, row](const QPoint& at) { askWhat(row, at); });
    column_->addWidget(view, 1);
    views_.push_back(view);
  }
  hint_->setVisible(views_.empty());
  showRows();
}

void PlotsPanel::showRows() {
  const ValueRange times = model_.times();
  if (range_) {
    std::tie(scope_.from, scope_.to) = *range_;
  } else if (!times.empty()) {
    scope_.from = times.low;
    scope_.to = std::max(times.high, times.low + kNarrowest);
  }
  for (std::size_t i = 0; i < views_.size(); ++i)
    views_[i]->display(&model_.rows()[i], model_.engineNames(), scope_, i + 1 == views_.size());
  cursors_->setText(cursorText());
}

void PlotsPanel::refresh(double now) {
  scope_.now = now;
  showRows();
}

void PlotsPanel::fit() {
  range_.reset();
  for (PlotView* view : views_) view->fitValues();
  showRows();
}

bool PlotsPanel::setRange(double from, double to) {
  const double digits = 100 * kFinestStep * std::max(std::abs(from), std::abs(to));
  if (!(to - from >= std::max(kNarrowest, digits) && to - from <= kWidest)) return false;
  range_ = {from, to};
  showRows();
  return true;
}

void PlotsPanel::setCursors(std::optional<double> a, std::optional<double> b) {
  scope_.cursorA = a;
  scope_.cursorB = b;
  showRows();
}

QString PlotsPanel::cursorText() const {
  const auto seconds = [](double t) { return QString::number(t, 'g', 6) + QStringLiteral(" s"); };
  QStringList parts;
  if (scope_.cursorA) parts << QStringLiteral("A %1").arg(seconds(*scope_.cursorA));
  if (scope_.cursorB) parts << QStringLiteral("B %1").arg(seconds(*scope_.cursorB));
  if (scope_.cursorA && scope_.cursorB) {
    const double way = *scope_.cursorB - *scope_.cursorA;
    parts << QStringLiteral("B \u2212 A %1").arg(seconds(way));
    if (way != 0) parts.back() += QStringLiteral(" (%1 Hz)").arg(format::number(1 / std::abs(way)));
  }
  return parts.join(QStringLiteral("    "));
}

void PlotsPanel::askWhat(std::size_t row, const QPoint& global) {
  if (row >= model_.rows().size()) return;
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const double time = views_[row]->timeAt(views_[row]->mapFromGlobal(global).x());
  connect(menu->addAction(tr("Show the state at this time")), &QAction::triggered, this,
          [this, time] { emit jumpAsked(time); });
  connect(menu->addAction(tr("Show everything")), &QAction::triggered, this, &PlotsPanel::fit);
  menu->addSeparator();
  for (const Curve& curve : model_.rows()[row].curves) {
    const Signal what = curve.what;
    connect(menu->addAction(tr("Remove %1").arg(QString::fromStdString(what.text()))), &QAction::triggered, this,
            [this, what] { emit removeAsked(what); });
  }
  menu->popup(global);
}

}  // namespace passung::app

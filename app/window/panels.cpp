// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels.h"

#include <QEvent>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/window/format.h"

namespace passung::app {

QStringList engineNamesOf(const SessionFrame& frame) {
  QStringList names;
  if (!frame.infos) return names;
  for (const EngineInfo& info : *frame.infos) names << QString::fromStdString(variantTitle(info.variant));
  return names;
}

// --- VerticalScroll

VerticalScroll::VerticalScroll(QWidget* content, QWidget* parent) : QScrollArea(parent) {
  setWidget(content);  // also watches it
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
}

QSize VerticalScroll::minimumSizeHint() const {
  return {widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width(), 60};
}

bool VerticalScroll::eventFilter(QObject* watched, QEvent* event) {
  if (watched == widget() && event->type() == QEvent::LayoutRequest) updateGeometry();
  return QScrollArea::eventFilter(watched, event);
}

// --- PropertiesPanel

PropertiesPanel::PropertiesPanel(QWidget* parent)
    : QWidget(parent),
      title_(new QLabel(this)),
      warnings_(new QLabel(this)),
      hint_(new QLabel(this)),
      now_(new QLabel(tr("Now"), this)),
      table_(new ValueTable(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 6, 0, 6);
  column->setSpacing(4);
  for (QLabel* label : {title_, warnings_, hint_, now_}) {
    label->setTextFormat(Qt::PlainText);
    label->setContentsMargins(10, 0, 10, 0);
    label->setWordWrap(true);
    column->addWidget(label);
  }
  QFont bold = title_->font();
  bold.setBold(true);
  title_->setFont(bold);
  now_->setFont(bold);
  hint_->setForegroundRole(QPalette::PlaceholderText);
  hint_->setText(tr("Click a part to see and change its motion, material, mass and place."));
  column->addWidget(table_);
  column->addStretch();
}

void PropertiesPanel::addEditor(QWidget* editor) {
  auto* column = qobject_cast<QVBoxLayout*>(layout());
  column->insertWidget(column->indexOf(now_), editor);
}

void PropertiesPanel::display(const SessionFrame& frame, int body, const PartSummary* part) {
  const bool any =
      part && !frame.engines.empty() && static_cast<std::size_t>(body) < frame.engines.front().snapshot->states.size();
  hint_->setVisible(!any);
  title_->setVisible(any);
  table_->setVisible(any);
  now_->setVisible(any);
  warnings_->setVisible(any && !part->warnings.isEmpty());
  if (!any) return;
  title_->setText(part->name);
  QStringList lines;
  for (const QString& w : part->warnings) lines << QStringLiteral("\u26a0 ") + w;
  warnings_->setText(lines.join('\n'));
  table_->display(engineNamesOf(frame), bodyRows(frame, body, *part));
}

// --- RunPanel

RunPanel::RunPanel(QWidget* parent)
    : QWidget(parent),
      time_(new QLabel(this)),
      speed_(new QLabel(this)),
      table_(new ValueTable(this)),
      energy_(new TimePlot(tr("Energy over time"), format::energy, this)),
      gap_(new TimePlot(
          tr("Deepest overlap"), [](double m) { return format::length(m, 3); }, this)) {
  energy_->setToolTip(
      tr("Total energy of each engine since the start. It may fall, never rise, unless something drives it."));
  gap_->setToolTip(tr("The deepest overlap among the contacts of each engine, as the engine itself sees it."));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 6, 0, 6);
  column->setSpacing(4);
  QFont big = time_->font();
  big.setPointSizeF(big.pointSizeF() * 1.7);
  time_->setFont(big);
  time_->setToolTip(tr("Simulated time"));
  for (QLabel* label : {time_, speed_}) {
    label->setContentsMargins(10, 0, 10, 0);
    column->addWidget(label);
  }
  column->addWidget(table_);
  column->addWidget(energy_);
  column->addWidget(gap_);
  column->addStretch();
}

void RunPanel::clearPlots() {
  energy_->clear();
  gap_->clear();
}

void RunPanel::record(const SessionFrame& frame) {
  if (frame.engines.empty()) return;
  std::vector<double> energies, overlaps;
  for (const EngineFrame& engine : frame.engines) {
    energies.push_back(engine.energy.total());
    const double gap = smallestGap(*engine.snapshot);
    overlaps.push_back(std::isfinite(gap) ? std::max(0.0, -gap) : 0.0);
  }
  energy_->add(frame.time(), energies);
  gap_->add(frame.time(), overlaps);
}

void RunPanel::display(const SessionFrame& frame) {
  if (frame.engines.empty()) return;
  time_->setText(tr("%1 s").arg(frame.time(), 0, 'f', 3));
  QString text;
  if (!frame.error.empty()) {
    text = tr("Stopped");
  } else if (!frame.playing) {
    text = tr("Paused at step %1").arg(format::count(frame.step()));
  } else if (frame.realTimeFactor > 0) {
    text = tr("%1\u00d7 real time").arg(frame.realTimeFactor, 0, 'f', 2);
    if (frame.behind) text += tr(" \u2013 this machine cannot hold %1\u00d7").arg(format::number(frame.speed, 3));
  } else {
    text = tr("Playing");
  }
  speed_->setText(text);
  table_->display(engineNamesOf(frame), runRows(frame));
}

// --- OverlaysPanel

OverlaysPanel::OverlaysPanel(const std::vector<Entry>& overlays, const std::vector<QAction*>& rendering,
                             QWidget* parent)
    : QWidget(parent),
      level_(new QSpinBox(this)),
      treeLevel_(new QSpinBox(this)),
      opacity_(new QSlider(Qt::Horizontal, this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(10, 8, 10, 8);
  column->setSpacing(3);
  const auto box = [&](QAction* action) {
    auto* check = new QCheckBox(action->text().remove('&'), this);
    check->setChecked(action->isChecked());
    check->setToolTip(action->toolTip());
    connect(check, &QCheckBox::toggled, action, &QAction::setChecked);
    connect(action, &QAction::toggled, check, &QCheckBox::setChecked);
    return check;
  };
  const auto caption = [&](const QString& text) {
    auto* label = new QLabel(text, this);
    QFont bold = label->font();
    bold.setBold(true);
    label->setFont(bold);
    column->addWidget(label);
  };
  const auto line = [&](const QString& text, QWidget* widget) {
    auto* row = new QHBoxLayout;
    row->addWidget(new QLabel(text, this));
    row->addStretch();
    row->addWidget(widget);
    column->addLayout(row);
  };

  QString group;
  for (const Entry& entry : overlays) {
    if (entry.group != group) {
      if (!group.isEmpty()) column->addSpacing(8);
      caption(entry.group);
      group = entry.group;
    }
    QCheckBox* check = box(entry.action);
    check->setToolTip(entry.action->toolTip() + QStringLiteral("\n") + entry.legend);
    column->addWidget(check);
  }
  level_->setRange(0, 40);
  level_->setToolTip(tr("Depth in the triangle hierarchy whose boxes are shown: 0 is the box of the whole mesh"));
  level_->setAccessibleName(tr("Hierarchy level"));
  connect(level_, qOverload<int>(&QSpinBox::valueChanged), this, &OverlaysPanel::levelChanged);
  line(tr("Hierarchy level"), level_);
  treeLevel_->setRange(0, 60);
  treeLevel_->setToolTip(
      tr("Depth in the tree of the broad phase whose boxes are shown: 0 is the box of all parts that have bounds"));
  treeLevel_->setAccessibleName(tr("Broad-phase level"));
  connect(treeLevel_, qOverload<int>(&QSpinBox::valueChanged), this, &OverlaysPanel::treeLevelChanged);
  line(tr("Broad-phase level"), treeLevel_);
  opacity_->setRange(10, 100);
  opacity_->setFixedWidth(110);
  opacity_->setToolTip(tr("How solid the parts are drawn: lower it to look inside"));
  opacity_->setAccessibleName(tr("Opacity of the parts"));
  connect(opacity_, &QSlider::valueChanged, this, [this](int percent) { emit opacityChanged(percent / 100.0); });
  line(tr("Opacity of parts"), opacity_);
  column->addSpacing(8);
  caption(tr("Picture"));
  for (QAction* action : rendering) column->addWidget(box(action));
  column->addStretch();
}

void OverlaysPanel::showLevel(int level) {
  const QSignalBlocker quiet(level_);
  level_->setValue(level);
}

void OverlaysPanel::showTreeLevel(int level) {
  const QSignalBlocker quiet(treeLevel_);
  treeLevel_->setValue(level);
}

void OverlaysPanel::showOpacity(double opacity) {
  const QSignalBlocker quiet(opacity_);
  opacity_->setValue(static_cast<int>(std::lround(100 * opacity)));
}

}  // namespace passung::app

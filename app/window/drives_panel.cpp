// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/drives_panel.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QMenu>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "app/run/units.h"
#include "app/window/format.h"
#include "core/error.h"

namespace passung::app {

namespace {

constexpr int kSteps = 1000;  // of a slider, to either side

// Small values matter as much as large ones: the way of a slider goes with the square root of the value.
int stepOf(double value, double span) {
  const double share = std::clamp(value / span, -1.0, 1.0);
  return static_cast<int>(std::lround(std::copysign(kSteps * std::sqrt(std::abs(share)), share)));
}
double valueOf(int step, double span) {
  const double way = static_cast<double>(step) / kSteps, value = std::copysign(way * way * span, way);
  return std::strtod(plain(value, 3).c_str(), nullptr);  // three digits are what a hand can aim at
}

Quantity quantityOf(const DriveRow& row, DriveMode mode) {
  if (mode == DriveMode::kSpeed) return row.angular ? Quantity::angularSpeed() : Quantity::speed();
  return row.angular ? Quantity::torque() : Quantity::force();
}

QString effortText(double effort, bool angular) {
  if (!angular) return format::force(effort);
  return std::abs(effort) < 0.1 ? QStringLiteral("%1 N mm").arg(format::number(1e3 * effort))
                                : QStringLiteral("%1 N m").arg(format::number(effort));
}

QString speedText(double speed, bool angular) {
  if (!angular) return format::speed(speed);
  return QStringLiteral("%1 rad/s (%2 rpm)").arg(format::number(speed, 3), format::number(speed * 30 / kPi, 3));
}

}  // namespace

DrivesPanel::DrivesPanel(DriveTool& tool, QWidget* parent)
    : QWidget(parent),
      tool_(tool),
      list_(new QVBoxLayout),
      hint_(new QLabel(this)),
      add_(new QPushButton(tr("Drive the selected part"), this)),
      reset_(new QPushButton(tr("As in the scene"), this)),
      keep_(new QPushButton(tr("Keep in the scene"), this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(10, 8, 10, 8);
  column->setSpacing(8);
  hint_->setWordWrap(true);
  column->addWidget(hint_);
  list_->setSpacing(10);
  column->addLayout(list_);

  auto* menu = new QMenu(add_);
  const auto entry = [&](const QString& text, bool angular, int axis) {
    connect(menu->addAction(text), &QAction::triggered, this, [this, angular, axis] { emit addAsked(angular, axis); });
  };
  for (int k = 0; k < 3; ++k) entry(tr("Turn about %1").arg(QChar('x' + k)), true, k);
  for (int k = 0; k < 3; ++k) entry(tr("Push along %1").arg(QChar('x' + k)), false, k);
  add_->setMenu(menu);
  add_->setToolTip(tr("A torque or force on the selected part, its axis fixed in the part"));
  reset_->setToolTip(tr("Every drive and joint as the scene gives it; drives added here go"));
  keep_->setToolTip(tr("The scene takes the values over, as an edit that can be undone; the run starts anew"));
  connect(reset_, &QPushButton::clicked, this, &DrivesPanel::resetAsked);
  connect(keep_, &QPushButton::clicked, this, &DrivesPanel::keepAsked);
  column->addWidget(add_);
  auto* row = new QHBoxLayout;
  row->addWidget(reset_);
  row->addWidget(keep_);
  column->addLayout(row);
  column->addStretch(1);

  connect(&tool_, &DriveTool::changedRows, this, &DrivesPanel::rebuild);
  connect(&tool_, &DriveTool::changedValues, this, &DrivesPanel::showValues);
  rebuild();
}

double DrivesPanel::spanOf(std::size_t row) const {
  const DriveRow& r = tool_.rows()[row];
  return r.mode == DriveMode::kSpeed ? r.speedSpan : r.effortSpan;
}

void DrivesPanel::setRow(std::size_t row, DriveMode mode, double value) {
  if (row >= tool_.rows().size()) return;
  try {
    tool_.set(row, mode, value);
  } catch (const InputError& e) {
    emit refused(QString::fromStdString(e.what()));
    showValues();
  }
}

void DrivesPanel::rebuild() {
  for (const Card& card : cards_) {
    list_->removeWidget(card.box);
    card.box->deleteLater();
    card.box->hide();
  }
  cards_.clear();
  for (std::size_t i = 0; i < tool_.rows().size(); ++i) addCard(i);
  hint_->setText(cards_.empty()
                     ? tr("The scene has no drives and no joints to drive. Select a moving part and drive it.")
                     : tr("What is set here acts at once, and stays over a reset."));
  showValues();
}

void DrivesPanel::addCard(std::size_t row) {
  const DriveRow& r = tool_.rows()[row];
  Card card;
  card.box = new QWidget(this);
  auto* grid = new QGridLayout(card.box);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setVerticalSpacing(3);
  grid->setColumnStretch(1, 1);
  auto* title = new QLabel(QStringLiteral("<b>%1</b>").arg(r.name.toHtmlEscaped()), card.box);
  title->setTextFormat(Qt::RichText);
  title->setToolTip(r.what);
  grid->addWidget(title, 0, 0, 1, 3);
  if (r.added) {
    auto* drop = new QToolButton(card.box);
    drop->setText(QStringLiteral("\u00d7"));
    drop->setAutoRaise(true);
    drop->setToolTip(tr("Take this drive away"));
    connect(drop, &QToolButton::clicked, this, [this, row] { emit removeAsked(row); });
    grid->addWidget(drop, 0, 3);
  }
  auto* what = new QLabel(r.what, card.box);
  what->setWordWrap(true);
  grid->addWidget(what, 1, 0, 1, 4);

  card.mode = new QComboBox(card.box);
  card.mode->addItems({tr("Off"), r.angular ? tr("Torque") : tr("Force"), tr("Speed")});
  card.mode->setAccessibleName(tr("What %1 holds").arg(r.name));
  card.mode->setToolTip(tr("Off, a constant torque or force, or a speed that is held"));
  card.slider = new QSlider(Qt::Horizontal, card.box);
  card.slider->setRange(-kSteps, kSteps);
  card.slider->setPageStep(kSteps / 10);
  card.slider->setTickPosition(QSlider::TicksBelow);
  card.slider->setTickInterval(kSteps);
  card.slider->setAccessibleName(tr("Value of %1").arg(r.name));
  card.slider->setToolTip(tr("Drag to drive; small values have more room, the middle is 0"));
  card.value = new QuantityEdit(quantityOf(r, r.mode), card.box);
  card.value->setAccessibleName(tr("Value of %1").arg(r.name));
  card.value->setFixedWidth(fontMetrics().horizontalAdvance(QStringLiteral("-0.000000")) + 16);
  card.unit = new QLabel(card.box);
  grid->addWidget(card.mode, 2, 0);
  grid->addWidget(card.slider, 2, 1);
  grid->addWidget(card.value, 2, 2);
  grid->addWidget(card.unit, 2, 3);

  card.limitLabel = new QLabel(r.angular ? tr("with at most [Nm]") : tr("with at most [N]"), card.box);
  card.limit = new QuantityEdit(quantityOf(r, DriveMode::kEffort), card.box);
  card.limit->setAccessibleName(tr("Largest effort of %1").arg(r.name));
  card.limit->setToolTip(tr("The torque or force that holding the speed may take"));
  card.limit->setMeaningOfNothing(std::numeric_limits<double>::infinity());
  card.limit->setFixedWidth(card.value->maximumWidth());
  grid->addWidget(card.limitLabel, 3, 0, 1, 2, Qt::AlignRight);
  grid->addWidget(card.limit, 3, 2);
  card.now = new QLabel(card.box);
  card.now->setTextInteractionFlags(Qt::TextSelectableByMouse);
  grid->addWidget(card.now, 4, 0, 1, 4);
  list_->addWidget(card.box);

  connect(card.mode, &QComboBox::activated, this, [this, row](int mode) {
    const DriveRow& now = tool_.rows().at(row);
    const auto chosen = static_cast<DriveMode>(mode);
    setRow(row, chosen, chosen == DriveMode::kSpeed ? now.speed : now.effort);
  });
  connect(card.slider, &QSlider::valueChanged, this, [this, row](int step) {
    if (quiet_) return;
    // A slider that is moved drives: with the effort, unless a speed is held.
    const DriveMode mode = tool_.rows().at(row).mode == DriveMode::kSpeed ? DriveMode::kSpeed : DriveMode::kEffort;
    setRow(row, mode, valueOf(step, spanOf(row)));
  });
  const std::size_t index = cards_.size();
  connect(card.value, &QuantityEdit::committed, this, [this, row, index] {
    const DriveMode mode = tool_.rows().at(row).mode == DriveMode::kSpeed ? DriveMode::kSpeed : DriveMode::kEffort;
    setRow(row, mode, cards_.at(index).value->value());
  });
  connect(card.limit, &QuantityEdit::committed, this, [this, row, index] {
    const double limit = cards_.at(index).limit->value();
    if (!(limit >= 0)) {
      emit refused(tr("A limit is 0 or more"));
      return showValues();
    }
    tool_.set(row, DriveMode::kSpeed, tool_.rows().at(row).speed, limit);
  });
  // The wheel over them scrolls the panel.
  for (QWidget* widget : {static_cast<QWidget*>(card.mode), static_cast<QWidget*>(card.slider)}) {
    widget->setFocusPolicy(Qt::StrongFocus);
    widget->installEventFilter(this);
  }
  for (QuantityEdit* field : {card.value, card.limit})
    connect(field, &QuantityEdit::refused, this, &DrivesPanel::refused);
  cards_.push_back(card);
}

bool DrivesPanel::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Wheel && !static_cast<QWidget*>(watched)->hasFocus()) {
    event->ignore();
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

void DrivesPanel::showValues() {
  quiet_ = true;
  for (std::size_t i = 0; i < cards_.size() && i < tool_.rows().size(); ++i) {
    const DriveRow& r = tool_.rows()[i];
    Card& card = cards_[i];
    const bool speed = r.mode == DriveMode::kSpeed;
    const Quantity quantity = quantityOf(r, r.mode);
    card.mode->setCurrentIndex(static_cast<int>(r.mode));
    const double value = speed ? r.speed : r.mode == DriveMode::kEffort ? r.effort : 0;
    if (!card.slider->isSliderDown()) card.slider->setValue(stepOf(value, spanOf(i)));
    card.value->setQuantity(quantity);
    card.value->setValue(value);
    card.unit->setText(quantity.units.front().name);
    card.limit->setVisible(speed);
    card.limitLabel->setVisible(speed);
    card.limit->setValue(r.limit);
    card.limit->setPlaceholderText(tr("any"));
  }
  reset_->setEnabled(tool_.changed());
  keep_->setEnabled(tool_.changed());
  quiet_ = false;
}

void DrivesPanel::display(const SessionFrame& frame, int selected) {
  for (std::size_t i = 0; i < cards_.size() && i < tool_.rows().size(); ++i) {
    const DriveRow& r = tool_.rows()[i];
    const auto reading = tool_.reading(frame, i);
    QString text;
    if (!reading) {
      text = tr("no reading");
    } else if (r.mode == DriveMode::kOff) {
      text = tr("free, at %1").arg(speedText(reading->speed, r.angular));
    } else {
      text = tr("now %1 at %2").arg(effortText(reading->effort, r.angular), speedText(reading->speed, r.angular));
    }
    cards_[i].now->setText(text);
  }
  const auto b = static_cast<std::size_t>(selected);
  const bool moves = frame.scene && selected >= 0 && b < frame.scene->world.bodies.size() &&
                     frame.scene->world.bodies[b].motion == dynamics::Motion::kDynamic;
  add_->setEnabled(moves);
  add_->setText(moves ? tr("Drive %1").arg(QString::fromStdString(frame.scene->world.bodies[b].name))
                      : tr("Drive the selected part"));
}

}  // namespace passung::app

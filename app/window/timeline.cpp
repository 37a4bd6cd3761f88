// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/timeline.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "app/window/format.h"

namespace passung::app {

namespace {

constexpr double kMargin = 12;    // [pixel]
constexpr double kSnap = 5;       // [pixel] a click so near to a mark means the mark
constexpr double kMarkWidth = 7;  // [pixel]

QColor colorOf(HistoryEvent::Kind kind) {
  switch (kind) {
    case HistoryEvent::Kind::kContact:
      return {0xe0, 0xa8, 0x1c};
    case HistoryEvent::Kind::kOverlap:
      return {0xde, 0x1f, 0x2e};
    case HistoryEvent::Kind::kSlow:
      return {0x9b, 0x59, 0xb6};
    case HistoryEvent::Kind::kError:
      return {0xde, 0x1f, 0x2e};
    case HistoryEvent::Kind::kMet:
      return {0x3a, 0xa3, 0x5c};
    case HistoryEvent::Kind::kFailed:
      return {0xe0, 0x62, 0x1f};
  }
  return {};
}

}  // namespace

QString eventText(const HistoryEvent& event) {
  const QString what = QString::fromStdString(event.what), detail = QString::fromStdString(event.detail);
  switch (event.kind) {
    case HistoryEvent::Kind::kContact:
      return Timeline::tr("first contact: %1").arg(what);
    case HistoryEvent::Kind::kOverlap:
      return Timeline::tr("deepest overlap so far: %1").arg(format::length(event.depth, 3));
    case HistoryEvent::Kind::kSlow:
      return Timeline::tr("slower than asked for from here");
    case HistoryEvent::Kind::kError:
      return Timeline::tr("stopped: %1").arg(what);
    case HistoryEvent::Kind::kMet:
      return Timeline::tr("monitor %1 is met: %2").arg(what, detail);
    case HistoryEvent::Kind::kFailed:
      return Timeline::tr("monitor %1 is not met: %2").arg(what, detail);
  }
  return {};
}

Timeline::Timeline(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setCursor(Qt::PointingHandCursor);
  setAccessibleName(tr("Timeline"));
}

QSize Timeline::sizeHint() const { return {400, fontMetrics().height() + 30}; }
QSize Timeline::minimumSizeHint() const { return {160, sizeHint().height()}; }

void Timeline::display(const HistorySummary& summary, const std::vector<HistoryEvent>& events, double time, bool past) {
  if (summary.version == summary_.version && time == time_ && past == past_) return;
  summary_ = summary;
  events_ = events;
  time_ = time;
  past_ = past;
  update();
}

QRectF Timeline::track() const { return {kMargin, height() - 17.0, std::max(width() - 2 * kMargin, 1.0), 6.0}; }

double Timeline::xOf(double time) const {
  const QRectF t = track();
  const double span = summary_.last - summary_.first;
  return t.left() + (span > 0 ? t.width() * std::clamp((time - summary_.first) / span, 0.0, 1.0) : t.width());
}

double Timeline::timeAt(double x) const {
  const QRectF t = track();
  return summary_.first + std::clamp((x - t.left()) / t.width(), 0.0, 1.0) * (summary_.last - summary_.first);
}

const HistoryEvent* Timeline::eventAt(double x) const {
  const HistoryEvent* best = nullptr;
  double nearest = kSnap;
  for (const HistoryEvent& e : events_) {
    const double distance = std::abs(xOf(e.time) - x);
    if (e.time < summary_.first || distance > nearest) continue;
    nearest = distance;
    best = &e;
  }
  return best;
}

QString Timeline::rightText() const {
  const double span = summary_.last - summary_.first;
  const double megabytes = static_cast<double>(summary_.bytes) / (1 << 20);
  const QString kept = tr("%1 s kept (%2 MB)").arg(span, 0, 'f', 2).arg(megabytes, 0, 'f', 1);
  return summary_.full ? kept + tr(", older ones dropped") : kept;
}

void Timeline::paintEvent(QPaintEvent*) {
  QPainter p(this);
  p.setRenderHint(QPainter::Antialiasing);
  const QColor ink = palette().color(QPalette::WindowText);
  const QColor faint = palette().color(QPalette::PlaceholderText);
  const QColor accent = palette().color(QPalette::Highlight);
  const QRectF t = track();
  const double baseline = 5 + p.fontMetrics().ascent();

  p.setPen(past_ ? accent : ink);
  p.drawText(QPointF(kMargin, baseline),
             past_ ? tr("t = %1 s \u2013 the past").arg(time_, 0, 'f', 3) : tr("t = %1 s").arg(time_, 0, 'f', 3));
  p.setPen(faint);
  const QString right = summary_.count > 1 ? rightText() : tr("The run is kept here, to look back");
  p.drawText(QPointF(width() - kMargin - p.fontMetrics().horizontalAdvance(right), baseline), right);

  // The kept span, filled up to where one looks.
  p.setPen(Qt::NoPen);
  QColor back = faint;
  back.setAlpha(90);
  p.setBrush(back);
  p.drawRoundedRect(t, 3, 3);
  if (summary_.count < 2) return;
  const double x = xOf(time_);
  p.setBrush(accent);
  p.drawRoundedRect(QRectF(t.left(), t.top(), x - t.left(), t.height()), 3, 3);

  for (const HistoryEvent& e : events_) {
    if (e.time < summary_.first) continue;
    const double at = xOf(e.time);
    QPainterPath mark;
    mark.moveTo(at, t.top() + 1);
    mark.lineTo(at - 0.5 * kMarkWidth, t.top() - kMarkWidth);
    mark.lineTo(at + 0.5 * kMarkWidth, t.top() - kMarkWidth);
    mark.closeSubpath();
    p.setPen(QPen(palette().color(QPalette::Window), 1));
    p.setBrush(colorOf(e.kind));
    p.drawPath(mark);
  }
  p.setPen(QPen(palette().color(QPalette::Window), 1.5));
  p.setBrush(past_ ? accent : ink);
  p.drawEllipse(QPointF(x, t.center().y()), 6.5, 6.5);
}

void Timeline::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || summary_.count < 2) return;
  const HistoryEvent* mark = eventAt(event->position().x());
  emit scrubbed(mark ? mark->time : timeAt(event->position().x()));
}

void Timeline::mouseMoveEvent(QMouseEvent* event) {
  if ((event->buttons() & Qt::LeftButton) && summary_.count > 1) emit scrubbed(timeAt(event->position().x()));
}

bool Timeline::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  QString text = tr("Drag to look back; Space plays on from there");
  if (summary_.count > 1) {
    const HistoryEvent* mark = eventAt(help->pos().x());
    text = mark ? tr("t = %1 s: %2").arg(mark->time, 0, 'f', 3).arg(eventText(*mark))
                : tr("t = %1 s").arg(timeAt(help->pos().x()), 0, 'f', 3) + QChar('\n') + text;
  }
  QToolTip::showText(help->globalPos(), text, this);
  return true;
}

}  // namespace passung::app

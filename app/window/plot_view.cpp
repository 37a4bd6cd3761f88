// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plot_view.h"

#include <QContextMenuEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QWheelEvent>
#include <algorithm>
#include <array>
#include <cmath>

#include "app/run/axis_ticks.h"
#include "app/window/time_plot.h"

namespace passung::app {

namespace {

constexpr double kLeft = 62, kRight = 24;  // [pixel] beside the curves
constexpr double kNotch = 0.8;             // share of the range left by one notch of the wheel
constexpr double kSwatch = 26;             // [pixel] a line in the legend: long enough for its dashes
constexpr int kClickSlop = 3;              // [pixel] a click may move
constexpr double kSpace = 0.06;            // of the height, above and below the curves

QColor faded(QColor color, int alpha) {
  color.setAlpha(alpha);
  return color;
}

QColor curveColorAt(std::size_t i) {
  static const std::array<QColor, 8> colors{
      QColor(0x2f, 0x86, 0xd1), QColor(0xe0, 0x7b, 0x1f), QColor(0x3a, 0xa3, 0x5c), QColor(0x9b, 0x59, 0xb6),
      QColor(0xd6, 0x3b, 0x4a), QColor(0x1a, 0xa5, 0xa5), QColor(0xb8, 0x8a, 0x14), QColor(0xc2, 0x4f, 0x96)};
  return colors[i % colors.size()];
}

}  // namespace

PlotView::PlotView(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  setMouseTracking(true);
  setCursor(Qt::CrossCursor);
}

QSize PlotView::minimumSizeHint() const { return {220, 3 * fontMetrics().height() + 40}; }

void PlotView::display(const PlotRow* row, const std::vector<std::string>& engines, const PlotScope& scope, bool last) {
  row_ = row;
  engines_ = engines;
  scope_ = scope;
  last_ = last;
  QStringList names;
  for (const Curve& curve : row->curves) names << QString::fromStdString(curve.what.text());
  setAccessibleName(tr("Plot of %1").arg(names.join(QStringLiteral(", "))));
  update();
}

void PlotView::fitValues() {
  zoomed_.reset();
  update();
}

// --- Where things are

// With one curve in the row, engines have the colours they have everywhere; else a colour is a curve, and the dashes
// say which engine.
std::vector<PlotView::Line> PlotView::lines() const {
  std::vector<Line> lines;
  if (!row_) return lines;
  const bool one = row_->curves.size() == 1;
  static constexpr std::array kStyles{Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};
  static_assert(kStyles.size() == kMostVariants);
  for (std::size_t c = 0; c < row_->curves.size(); ++c) {
    const Curve& curve = row_->curves[c];
    for (std::size_t i = 0; i < curve.engines.size(); ++i) {
      lines.push_back({&curve, i, one ? TimePlot::curveColor(i) : curveColorAt(c),
                       one ? Qt::SolidLine : kStyles[i % kStyles.size()]});
    }
  }
  return lines;
}

QRectF PlotView::area() const {
  const int line = fontMetrics().height();
  return QRectF(rect()).adjusted(kLeft, 4 + line * legendLines(), -kRight, last_ ? -(line + 8) : -6);
}

double PlotView::timeAt(double x) const {
  const QRectF a = area();
  return scope_.from + (x - a.left()) / a.width() * (scope_.to - scope_.from);
}

double PlotView::xOf(double time) const {
  const QRectF a = area();
  return a.left() + (time - scope_.from) / (scope_.to - scope_.from) * a.width();
}

double PlotView::yOf(double value, const ValueRange& range) const {
  const QRectF a = area();
  return a.bottom() - (value - range.low) / (range.high - range.low) * a.height();
}

ValueRange PlotView::shownValues() const { return zoomed_ ? *zoomed_ : fittedValues(); }

ValueRange PlotView::fittedValues() const {
  ValueRange range;
  for (const Line& line : lines()) {
    const ValueRange own = line.curve->engines[line.engine].range(scope_.from, scope_.to);
    range.add(own.low);
    range.add(own.high);
  }
  if (range.empty()) return {0, 1};
  // A constant has some room above and below; its last digits are no curve.
  const double least = std::max(1e-9 * std::max(std::abs(range.low), std::abs(range.high)), 1e-15);
  const double space =
      range.high - range.low > least ? kSpace * (range.high - range.low) : std::max(0.5 * std::abs(range.high), 1e-12);
  return {range.low - space, range.high + space};
}

PlotUnit PlotView::unit() const {
  const ValueRange range = shownValues();
  return plotUnit(row_->dimension(), std::max(std::abs(range.low), std::abs(range.high)) / (1 + 2 * kSpace));
}

// --- Painting

QString PlotView::legendOf(const Curve& curve, std::size_t engine) const {
  QString text = QString::fromStdString(curve.what.text());
  if (engines_.size() > 1) text += QStringLiteral(" (%1)").arg(QString::fromStdString(engines_[engine]));
  if (!curve.probe) return text + tr(": not in this scene");
  const CurveData& series = curve.engines[engine];
  if (series.samples().empty()) return text;
  const PlotUnit unit = this->unit();
  const std::optional<double> at = scope_.cursorA ? scope_.cursorA : scope_.hover;
  const double value =
      at ? series.at(*at).value_or(std::numeric_limits<double>::quiet_NaN()) : series.samples().back().value;
  text += QStringLiteral(": ") + valueText(value, unit);
  if (scope_.cursorA && scope_.cursorB) {
    const double second = series.at(*scope_.cursorB).value_or(std::numeric_limits<double>::quiet_NaN());
    text += QStringLiteral(", \u0394 ") + valueText(second - value, unit);
  }
  return text;
}

int PlotView::legendLines() const {
  const QFontMetrics metrics = fontMetrics();
  double x = kLeft;
  int count = 1;
  for (const Line& line : lines()) {
    const double w = metrics.horizontalAdvance(legendOf(*line.curve, line.engine)) + kSwatch + 16;
    if (x > kLeft && x + w > width() - kRight) {
      x = kLeft;
      ++count;
    }
    x += w;
  }
  return count;
}

void PlotView::paintLegend(QPainter& p) const {
  const QFontMetrics metrics = p.fontMetrics();
  double x = kLeft;
  int row = 0;
  for (const Line& line : lines()) {
    const QString text = legendOf(*line.curve, line.engine);
    const double w = metrics.horizontalAdvance(text) + kSwatch + 16;
    if (x > kLeft && x + w > width() - kRight) {
      x = kLeft;
      ++row;
    }
    const double base = 2 + row * metrics.height() + metrics.ascent();
    p.setPen(QPen(line.color, 2.5, line.style));
    p.drawLine(QPointF(x, base - 0.35 * metrics.ascent()), QPointF(x + kSwatch, base - 0.35 * metrics.ascent()));
    p.setPen(palette().color(line.curve->probe ? QPalette::WindowText : QPalette::PlaceholderText));
    p.drawText(QPointF(x + kSwatch + 5, base), text);
    x += w;
  }
}

void PlotView::paintAxes(QPainter& p, const ValueRange& range) const {
  const QFontMetrics metrics = p.fontMetrics();
  const QColor faint = palette().color(QPalette::PlaceholderText);
  const QRectF a = area();
  const PlotUnit unit = this->unit();
  p.setPen(faint);
  p.drawText(QRectF(0, 2, kLeft - 6, metrics.height()), Qt::AlignRight | Qt::AlignVCenter, unit.name);
  const double low = range.low / unit.size, high = range.high / unit.size;
  const double spacing = roundStep(low, high, std::max(2, static_cast<int>(a.height() / 26)));
  for (const double v : ticksWithin(low, high, spacing)) {
    const double y = yOf(v * unit.size, range);
    p.setPen(QPen(faded(faint, 60), 1));
    p.drawLine(QPointF(a.left(), y), QPointF(a.right(), y));
    p.setPen(faint);
    p.drawText(QRectF(0, y - metrics.height(), kLeft - 6, 2 * metrics.height()), Qt::AlignRight | Qt::AlignVCenter,
               QString::fromStdString(tickText(v, spacing)));
  }
  const double step = roundStep(scope_.from, scope_.to, std::max(2, static_cast<int>(a.width() / 90)));
  for (const double t : ticksWithin(scope_.from, scope_.to, step)) {
    const double x = xOf(t);
    p.setPen(QPen(faded(faint, 60), 1));
    p.drawLine(QPointF(x, a.top()), QPointF(x, a.bottom()));
    if (!last_) continue;
    p.setPen(faint);
    p.drawText(QRectF(x - 60, a.bottom() + 3, 120, metrics.height()), Qt::AlignHCenter | Qt::AlignTop,
               QString::fromStdString(tickText(t, step)) + QStringLiteral(" s"));
  }
}

// Where a column of pixels holds many samples, its extremes are drawn, so that no peak is lost.
void PlotView::paintCurve(QPainter& p, const Line& line, const ValueRange& range) const {
  const auto samples = line.curve->engines[line.engine].between(scope_.from, scope_.to);
  QPolygonF points;
  const auto flush = [&] {
    if (points.size() == 1) p.drawPoint(points.front());
    if (points.size() > 1) p.drawPolyline(points);
    points.clear();
  };
  p.setPen(QPen(line.color, 1.6, line.style, Qt::RoundCap, Qt::RoundJoin));
  for (std::size_t i = 0; i < samples.size();) {
    if (!std::isfinite(samples[i].value)) {
      flush();
      ++i;
      continue;
    }
    const double x = xOf(samples[i].time);
    std::size_t end = i, low = i, high = i;
    for (; end < samples.size() && xOf(samples[end].time) < x + 1 && std::isfinite(samples[end].value); ++end) {
      if (samples[end].value < samples[low].value) low = end;
      if (samples[end].value > samples[high].value) high = end;
    }
    std::array<std::size_t, 4> order{i, std::min(low, high), std::max(low, high), end - 1};
    for (std::size_t k = 0; k < order.size(); ++k) {
      if (k > 0 && order[k] == order[k - 1]) continue;
      points << QPointF(xOf(samples[order[k]].time), yOf(samples[order[k]].value, range));
    }
    i = end;
  }
  flush();
}

void PlotView::paintCursors(QPainter& p) const {
  const QRectF a = area();
  const auto upright = [&](double time, const QPen& pen, const QString& name) {
    if (time < scope_.from || time > scope_.to) return;
    const double x = xOf(time);
    p.setPen(pen);
    p.drawLine(QPointF(x, a.top()), QPointF(x, a.bottom()));
    if (!name.isEmpty()) p.drawText(QPointF(x + 3, a.top() + p.fontMetrics().ascent()), name);
  };
  const QColor ink = palette().color(QPalette::WindowText), accent = palette().color(QPalette::Highlight);
  upright(scope_.now, QPen(faded(ink, 110), 1, Qt::DotLine), {});
  if (scope_.hover) upright(*scope_.hover, QPen(faded(ink, 90), 1), {});
  if (scope_.cursorA) upright(*scope_.cursorA, QPen(accent, 1.4), QStringLiteral("A"));
  if (scope_.cursorB) upright(*scope_.cursorB, QPen(accent, 1.4), QStringLiteral("B"));
}

void PlotView::paintEvent(QPaintEvent*) {
  QPainter p(this);
  p.setRenderHint(QPainter::Antialiasing);
  if (!row_) return;
  const QRectF a = area();
  p.fillRect(a, palette().color(QPalette::Base));
  const ValueRange range = shownValues();
  paintAxes(p, range);
  p.setPen(QPen(faded(palette().color(QPalette::PlaceholderText), 120), 1));
  p.setBrush(Qt::NoBrush);
  p.drawRect(a);
  p.save();
  p.setClipRect(a.adjusted(0, -1, 0, 1));
  for (const Line& line : lines()) paintCurve(p, line, range);
  paintCursors(p);
  p.restore();
  paintLegend(p);
}

// --- The mouse

void PlotView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  pressed_ = dragged_ = event->position();
  moved_ = false;
}

void PlotView::mouseMoveEvent(QMouseEvent* event) {
  const QPointF at = event->position();
  if (!pressed_) {
    const QRectF a = area();
    emit hovered(at.x() >= a.left() && at.x() <= a.right() ? std::optional(timeAt(at.x())) : std::nullopt);
    return;
  }
  moved_ = moved_ || (at - *pressed_).manhattanLength() > kClickSlop;
  if (!moved_) return;
  const QRectF a = area();
  const QPointF way = at - *dragged_;
  dragged_ = at;
  if (zoomed_) {
    const double up = way.y() / a.height() * (zoomed_->high - zoomed_->low);
    zoomed_->low += up;
    zoomed_->high += up;
  }
  const double back = way.x() / a.width() * (scope_.to - scope_.from);
  emit rangeAsked(scope_.from - back, scope_.to - back);
  update();
}

void PlotView::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !pressed_) return;
  pressed_.reset();
  if (!moved_) emit cursorAsked(timeAt(event->position().x()), event->modifiers() & Qt::ShiftModifier);
}

void PlotView::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) emit fitAsked();
}

// Between the last digits of the curves and far more than all of them.
void PlotView::zoomValues(double about, double share) {
  constexpr double kClosest = 1e-9, kFarthest = 1e6;
  const ValueRange range = shownValues(), all = fittedValues();
  const ValueRange wanted{about + share * (range.low - about), about + share * (range.high - about)};
  const double width = wanted.high - wanted.low, whole = all.high - all.low;
  const double digits = 100 * kFinestStep * std::max(std::abs(wanted.low), std::abs(wanted.high));
  if (share < 1 ? width < std::max(kClosest * whole, digits) : width > kFarthest * whole) return;
  zoomed_ = wanted;
  update();
}

void PlotView::wheelEvent(QWheelEvent* event) {
  const double notches = event->angleDelta().y() / 120.0;
  if (notches == 0 || !row_) return;
  const double share = std::pow(kNotch, notches);
  const QPointF at = event->position();
  if (event->modifiers() & Qt::ControlModifier) {
    const QRectF a = area();
    const ValueRange range = shownValues();
    const double value = range.low + (a.bottom() - at.y()) / a.height() * (range.high - range.low);
    zoomValues(value, share);
  } else {
    const double time = timeAt(at.x());
    emit rangeAsked(time + share * (scope_.from - time), time + share * (scope_.to - time));
  }
  event->accept();
}

void PlotView::leaveEvent(QEvent*) { emit hovered(std::nullopt); }

void PlotView::contextMenuEvent(QContextMenuEvent* event) { emit menuAsked(event->globalPos()); }

}  // namespace passung::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/time_plot.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace passung::app {

namespace {
constexpr std::size_t kMostSamples = 1200;  // more than pixels; then every second one goes
}

TimePlot::TimePlot(const QString& title, std::function<QString(double)> text, QWidget* parent)
    : QWidget(parent), title_(title), text_(std::move(text)) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setAccessibleName(title);
}

QColor TimePlot::curveColor(std::size_t engine) {
  static const std::array<QColor, 4> colors{QColor(0x2f, 0x86, 0xd1), QColor(0xe0, 0x7b, 0x1f),
                                            QColor(0x3a, 0xa3, 0x5c), QColor(0x9b, 0x59, 0xb6)};
  return colors[engine % colors.size()];
}

void TimePlot::clear() {
  samples_.clear();
  spacing_ = 0;
  update();
}

void TimePlot::add(double time, const std::vector<double>& values) {
  if (!samples_.empty()) {
    if (time < samples_.back().time || values.size() != samples_.back().values.size()) clear();
  }
  if (!samples_.empty() && !(time - samples_.back().time > spacing_)) return;
  samples_.push_back({time, values});
  if (samples_.size() > kMostSamples) {
    std::vector<Sample> half;
    for (std::size_t i = 0; i < samples_.size(); i += 2) half.push_back(std::move(samples_[i]));
    samples_ = std::move(half);
    spacing_ = samples_.back().time / static_cast<double>(samples_.size());
  }
  update();
}

void TimePlot::paintEvent(QPaintEvent*) {
  QPainter p(this);
  p.setRenderHint(QPainter::Antialiasing);
  const QFontMetrics metrics = p.fontMetrics();
  const QColor ink = palette().color(QPalette::WindowText);
  const QColor faint = palette().color(QPalette::PlaceholderText);
  const QRectF area = QRectF(rect()).adjusted(10, metrics.height() + 4, -10, -8);
  p.setPen(faint);
  p.drawText(QPointF(10, metrics.ascent() + 1), title_);
  p.setPen(QPen(QColor(faint.red(), faint.green(), faint.blue(), 90), 1));
  p.setBrush(palette().color(QPalette::Base));
  p.drawRoundedRect(area, 3, 3);
  if (samples_.empty()) return;

  double low = 0, high = -std::numeric_limits<double>::infinity();
  for (const Sample& s : samples_) {
    for (const double v : s.values) {
      if (!std::isfinite(v)) continue;
      low = std::min(low, v);
      high = std::max(high, v);
    }
  }
  if (!std::isfinite(high)) return;
  if (!(high > low)) high = low + 1;
  const double t0 = samples_.front().time, t1 = std::max(samples_.back().time, t0 + 1e-12);
  const QRectF inner = area.adjusted(3, 4, -3, -4);
  for (std::size_t c = 0; c < samples_.front().values.size(); ++c) {
    QPainterPath path;
    bool pen = false;
    for (const Sample& s : samples_) {
      const double v = s.values[c];
      if (!std::isfinite(v)) {
        pen = false;
        continue;
      }
      const QPointF at(inner.left() + inner.width() * (s.time - t0) / (t1 - t0),
                       inner.bottom() - inner.height() * (v - low) / (high - low));
      pen ? path.lineTo(at) : path.moveTo(at);
      pen = true;
    }
    p.setBrush(Qt::NoBrush);
    p.setPen(QPen(curveColor(c), 1.6));
    p.drawPath(path);
  }
  // The newest values, right of the title, in the colours of their curves.
  double right = width() - 10;
  for (std::size_t c = samples_.back().values.size(); c-- > 0;) {
    const QString text = text_(samples_.back().values[c]);
    right -= metrics.horizontalAdvance(text);
    p.setPen(samples_.back().values.size() > 1 ? curveColor(c) : ink);
    p.drawText(QPointF(right, metrics.ascent() + 1), text);
    right -= 10;
  }
}

}  // namespace passung::app

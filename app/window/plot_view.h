// SPDX-License-Identifier: GPL-3.0-or-later
// One row of curves over a common scale: axes with units, legend with the values at the cursors, zoom and pan.
//
//   wheel              zooms the time about the cursor (Ctrl: the values)
//   left drag          moves the time, and the values once they were zoomed
//   click, Shift+click first and second cursor
//   double click       shows everything again
//   right click        what can be done with the curves of this row
#pragma once

#include <QWidget>
#include <optional>

#include "app/window/plot_axis.h"
#include "app/window/plot_model.h"

namespace passung::app {

// What all rows have in common.
struct PlotScope {
  double from = 0, to = 1;                              // [s] shown
  std::optional<double> cursorA{}, cursorB{}, hover{};  // [s]
  double now = 0;                                       // [s] of the state in the pictures
};

class PlotView : public QWidget {
  Q_OBJECT
 public:
  explicit PlotView(QWidget* parent = nullptr);

  // The row must live until the next call. `last`: it carries the labels of the time axis for all.
  void display(const PlotRow* row, const std::vector<std::string>& engines, const PlotScope& scope, bool last);
  // The values that are shown follow the curves again.
  void fitValues();
  [[nodiscard]] ValueRange values() const { return shownValues(); }  // [SI]
  [[nodiscard]] double timeAt(double x) const;
  [[nodiscard]] double xOf(double time) const;
  // What the legend says of a curve: its value at the first cursor or under the mouse, or the newest, and the
  // difference to the second.
  [[nodiscard]] QString legendOf(const Curve& curve, std::size_t engine) const;

  [[nodiscard]] QSize sizeHint() const override { return {400, 150}; }
  [[nodiscard]] QSize minimumSizeHint() const override;

 signals:
  void rangeAsked(double from, double to);  // [s]
  void cursorAsked(double time, bool second);
  void hovered(std::optional<double> time);
  void fitAsked();
  void menuAsked(const QPoint& global);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  struct Line {
    const Curve* curve;
    std::size_t engine;
    QColor color;
    Qt::PenStyle style;
  };
  [[nodiscard]] std::vector<Line> lines() const;
  [[nodiscard]] QRectF area() const;
  [[nodiscard]] ValueRange fittedValues() const;  // of all curves, with some room
  [[nodiscard]] ValueRange shownValues() const;
  void zoomValues(double about, double share);
  [[nodiscard]] double yOf(double value, const ValueRange& range) const;
  [[nodiscard]] PlotUnit unit() const;
  [[nodiscard]] int legendLines() const;
  void paintLegend(QPainter& p) const;
  void paintAxes(QPainter& p, const ValueRange& range) const;
  void paintCurve(QPainter& p, const Line& line, const ValueRange& range) const;
  void paintCursors(QPainter& p) const;

  const PlotRow* row_ = nullptr;
  std::vector<std::string> engines_;
  PlotScope scope_;
  bool last_ = true;
  std::optional<ValueRange> zoomed_;  // the values as the user chose them
  std::optional<QPointF> pressed_, dragged_;
  bool moved_ = false;
};

}  // namespace passung::app

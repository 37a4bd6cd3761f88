// SPDX-License-Identifier: GPL-3.0-or-later
// A small plot over simulated time, a curve for each engine.
#pragma once

#include <QColor>
#include <QString>
#include <QWidget>
#include <functional>
#include <vector>

namespace passung::app {

class TimePlot : public QWidget {
  Q_OBJECT
 public:
  // `text` writes a value with its unit.
  TimePlot(const QString& title, std::function<QString(double)> text, QWidget* parent = nullptr);

  // Appends one instant; a time before the last one, or another number of curves, starts anew.
  void add(double time, const std::vector<double>& values);
  void clear();
  [[nodiscard]] QSize sizeHint() const override { return {240, 96}; }
  [[nodiscard]] QSize minimumSizeHint() const override { return {140, 72}; }
  [[nodiscard]] std::size_t sampleCount() const { return samples_.size(); }

  // The colour that stands for an engine everywhere.
  [[nodiscard]] static QColor curveColor(std::size_t engine);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  struct Sample {
    double time;
    std::vector<double> values;
  };
  QString title_;
  std::function<QString(double)> text_;
  std::vector<Sample> samples_;
  double spacing_ = 0;  // [s] between kept samples; doubles when there are too many
};

}  // namespace passung::app

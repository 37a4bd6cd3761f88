// SPDX-License-Identifier: GPL-3.0-or-later
// The panel of plots: rows of curves over one time axis, two cursors, and what can be done with them.
#pragma once

#include <QLabel>
#include <QMenu>
#include <QVBoxLayout>
#include <QWidget>
#include <optional>
#include <utility>
#include <vector>

#include "app/window/plot_view.h"

namespace passung::app {

class PlotsPanel : public QWidget {
  Q_OBJECT
 public:
  // `actions` become buttons above the plots. The model outlives this.
  PlotsPanel(PlotModel& model, const std::vector<QAction*>& actions, QWidget* parent = nullptr);

  // Shows what the model has; `now` [s] is the time of the state in the pictures.
  void refresh(double now);
  // All values over all times, from now on as well.
  void fit();
  static constexpr double kNarrowest = 1e-9, kWidest = 1e9;  // [s] that can be shown
  // Times that are shown [s]; until fit(). False, and nothing is changed, where the stretch is narrower or wider than
  // that, or so narrow that its times have the same digits.
  bool setRange(double from, double to);
  void setCursors(std::optional<double> a, std::optional<double> b);
  [[nodiscard]] const PlotScope& scope() const { return scope_; }
  // "A 0.1 s   B 0.3 s   B - A 0.2 s (5 Hz)"; empty without cursors.
  [[nodiscard]] QString cursorText() const;
  [[nodiscard]] const std::vector<PlotView*>& views() const { return views_; }

 signals:
  void removeAsked(const passung::app::Signal& what);
  void jumpAsked(double time);  // [s]

 private:
  void rebuild();
  void showRows();
  void askWhat(std::size_t row, const QPoint& global);

  PlotModel& model_;
  QLabel *cursors_, *hint_;
  QVBoxLayout* column_;
  std::vector<PlotView*> views_;
  PlotScope scope_;
  std::optional<std::pair<double, double>> range_;  // chosen [s]; empty: all
};

}  // namespace passung::app

// SPDX-License-Identifier: GPL-3.0-or-later
// The line of time under the pictures: what is kept of the run, where one looks, and what happened when.
#pragma once

#include <QWidget>
#include <vector>

#include "app/session/history.h"

namespace passung::app {

// What happened, as the tool tip of its mark says it.
[[nodiscard]] QString eventText(const HistoryEvent& event);

class Timeline : public QWidget {
  Q_OBJECT
 public:
  explicit Timeline(QWidget* parent = nullptr);

  // `time` [s] is that of the frame shown; `past`: it is one of the history, not the newest.
  void display(const HistorySummary& summary, const std::vector<HistoryEvent>& events, double time, bool past);
  [[nodiscard]] double time() const { return time_; }
  [[nodiscard]] bool past() const { return past_; }
  [[nodiscard]] const std::vector<HistoryEvent>& events() const { return events_; }
  // Where a time lies across the widget [pixel].
  [[nodiscard]] double xOf(double time) const;

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 signals:
  void scrubbed(double time);  // [s]

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  bool event(QEvent* event) override;

 private:
  [[nodiscard]] QRectF track() const;
  [[nodiscard]] double timeAt(double x) const;
  // The event whose mark is under the cursor; null where there is none.
  [[nodiscard]] const HistoryEvent* eventAt(double x) const;
  [[nodiscard]] QString rightText() const;

  HistorySummary summary_;
  std::vector<HistoryEvent> events_;
  double time_ = 0;
  bool past_ = false;
};

}  // namespace passung::app

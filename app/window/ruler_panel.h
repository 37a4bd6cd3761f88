// SPDX-License-Identifier: GPL-3.0-or-later
// What the ruler reads, and what it measures between.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QWidget>

#include "app/window/ruler.h"

namespace passung::app {

class RulerPanel : public QWidget {
  Q_OBJECT
 public:
  explicit RulerPanel(Ruler& ruler, QWidget* parent = nullptr);
  void refresh();  // the texts; some times a second
  [[nodiscard]] QString figure() const { return figure_->text(); }
  [[nodiscard]] QString details() const { return details_->text(); }

 signals:
  void modeChosen(passung::app::RulerMode mode);

 private:
  Ruler& ruler_;
  QComboBox* mode_;
  QLabel *figure_, *details_;
};

}  // namespace passung::app

// SPDX-License-Identifier: GPL-3.0-or-later
// Sliders for the drives and joints of the open scene, live.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QWidget>
#include <vector>

#include "app/window/drive_tool.h"
#include "app/window/quantity.h"

class QVBoxLayout;

namespace passung::app {

class DrivesPanel : public QWidget {
  Q_OBJECT
 public:
  explicit DrivesPanel(DriveTool& tool, QWidget* parent = nullptr);

  // Some times a second: what the drives do now, and which part is selected (-1: none).
  void display(const SessionFrame& frame, int selected);

  // Of a row, for tests.
  [[nodiscard]] QSlider& slider(std::size_t row) { return *cards_.at(row).slider; }
  [[nodiscard]] QComboBox& mode(std::size_t row) { return *cards_.at(row).mode; }
  [[nodiscard]] QuantityEdit& value(std::size_t row) { return *cards_.at(row).value; }
  [[nodiscard]] QString reading(std::size_t row) const { return cards_.at(row).now->text(); }

 signals:
  void addAsked(bool angular, int axis);  // for the selected part
  void removeAsked(std::size_t row);
  void resetAsked();
  void keepAsked();
  void refused(const QString& why);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Card {
    QWidget* box = nullptr;
    QComboBox* mode = nullptr;
    QSlider* slider = nullptr;
    QuantityEdit *value = nullptr, *limit = nullptr;  // of the mode that is chosen
    QLabel *unit = nullptr, *limitLabel = nullptr, *now = nullptr;
  };
  void rebuild();
  void addCard(std::size_t row);
  void showValues();
  void setRow(std::size_t row, DriveMode mode, double value);
  [[nodiscard]] double spanOf(std::size_t row) const;

  DriveTool& tool_;
  QVBoxLayout* list_;
  QLabel* hint_;
  QPushButton *add_, *reset_, *keep_;
  std::vector<Card> cards_;
  bool quiet_ = false;
};

}  // namespace passung::app

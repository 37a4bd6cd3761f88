// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of LookInside (section plane, exploded view, opacity of a part, hidden marks) and of GapTool.
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QWidget>
#include <array>

#include "app/window/gap_tool.h"
#include "app/window/look_inside.h"
#include "app/window/quantity.h"

class QProgressBar;
class QVBoxLayout;

namespace passung::app {

class LookPanel : public QWidget {
  Q_OBJECT
 public:
  LookPanel(LookInside& look, GapTool& gaps, QWidget* parent = nullptr);

 signals:
  void acrossAsked(int axis);  // 0 .. 2: x, y, z; 3: the line of sight
  void refused(const QString& why);

 private:
  void makeGaps(QVBoxLayout* column);
  void refreshGaps();
  void refresh();
  void setNormalFromFields();

  LookInside& look_;
  GapTool& gaps_;
  QCheckBox *cuts_, *hatched_, *spares_;
  QComboBox *across_, *mode_;
  std::array<QuantityEdit*, 3> normal_;
  Vec3 typed_ = Vec3::Zero();  // the normal, of any length
  QSlider *offsetSlider_, *explosion_, *partOpacity_, *hidden_;
  QuantityEdit* offset_;
  QPushButton* flip_;
  QLabel *percent_, *part_, *partPercent_, *gapState_ = nullptr;
  QCheckBox* colored_ = nullptr;
  QComboBox* which_ = nullptr;
  QuantityEdit* limit_ = nullptr;
  QProgressBar* progress_ = nullptr;
  QPushButton* cancel_ = nullptr;
};

}  // namespace passung::app

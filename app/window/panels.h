// SPDX-License-Identifier: GPL-3.0-or-later
// The panels at the sides of the window. They hold no physics: they show frames and emit what the user wants.
#pragma once

#include <QAction>
#include <QCheckBox>
#include <QLabel>
#include <QScrollArea>
#include <QWidget>
#include <vector>

#include "app/window/time_plot.h"
#include "app/window/value_table.h"

class QSlider;
class QSpinBox;

namespace passung::app {

// Names of the engines of a frame, as column heads.
[[nodiscard]] QStringList engineNamesOf(const SessionFrame& frame);

// Scrolls up and down only: it is always wide enough for what it holds.
class VerticalScroll : public QScrollArea {
  Q_OBJECT
 public:
  explicit VerticalScroll(QWidget* content, QWidget* parent = nullptr);
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
};

// The selected body.
class PropertiesPanel : public QWidget {
  Q_OBJECT
 public:
  explicit PropertiesPanel(QWidget* parent = nullptr);
  void display(const SessionFrame& frame, int body, const PartSummary* part);
  [[nodiscard]] const ValueTable& table() const { return *table_; }
  // Fields to change the part with, above its values.
  void addEditor(QWidget* editor);

 private:
  QLabel *title_, *warnings_, *hint_, *now_;
  ValueTable* table_;
};

// The run: time, speed, figures by engine, and how they went.
class RunPanel : public QWidget {
  Q_OBJECT
 public:
  explicit RunPanel(QWidget* parent = nullptr);
  void display(const SessionFrame& frame);  // the texts; some times a second
  void record(const SessionFrame& frame);   // a sample for the plots; every frame
  void clearPlots();                        // another scene, or an edited one
  [[nodiscard]] const ValueTable& table() const { return *table_; }
  [[nodiscard]] QString timeText() const { return time_->text(); }

 private:
  QLabel *time_, *speed_;
  ValueTable* table_;
  TimePlot *energy_, *gap_;
};

// A check box for each action given, its legend below.
class OverlaysPanel : public QWidget {
  Q_OBJECT
 public:
  struct Entry {
    QAction* action;
    QString legend, group;  // those of one group follow each other
  };
  OverlaysPanel(const std::vector<Entry>& overlays, const std::vector<QAction*>& rendering, QWidget* parent = nullptr);
  void showLevel(int level);
  void showTreeLevel(int level);
  void showOpacity(double opacity);

 signals:
  void levelChanged(int level);
  void treeLevelChanged(int level);
  void opacityChanged(double opacity);

 private:
  QSpinBox *level_, *treeLevel_;
  QSlider* opacity_;
};

}  // namespace passung::app

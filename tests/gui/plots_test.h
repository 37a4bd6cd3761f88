// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTemporaryDir>
#include <memory>

#include "app/window/main_window.h"

// Plots, profiler and the check of determinism, worked by scripts and by the mouse.
class PlotsTest : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void cleanup();

  void samplesAreKeptAndThinnedWithTheirExtremes();
  void marksAreRoundAndUnitsReadable();
  void curvesShowTheFallAtEveryStep();
  void aLateCurveKnowsThePast();
  void curvesFollowResetsEditsAndTheirParts();
  void twoEnginesHaveACurveEach();
  void theMouseZoomsMovesAndMeasures();
  void curvesAreAskedForAndRemoved();
  void curvesSurviveAnotherWindow();
  void theTableHoldsWhatIsPlotted();
  void theProfilerListsEveryStage();
  void theSameBitsAreFoundInTheWindow();
  void mistakesAreTold();

 private:
  void open();
  void run(const QString& text);  // a script that must succeed
  [[nodiscard]] QString error(const QString& text);
  [[nodiscard]] QString path(const QString& name) const { return folder_->filePath(name); }

  std::unique_ptr<QTemporaryDir> folder_;
  std::unique_ptr<passung::app::MainWindow> window_;
};

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/gui/window_fixture.h"

// Plots, profiler and the check of determinism, worked by scripts and by the mouse.
class PlotsTest : public passung::test::WindowFixture {
  Q_OBJECT
 private slots:
  void init();

  void samplesAreKeptAndThinnedWithTheirExtremes();
  void unitsAreReadable();
  void curvesShowTheFallAtEveryStep();
  void aLateCurveKnowsThePast();
  void curvesFollowResetsEditsAndTheirParts();
  void twoEnginesHaveACurveEach();
  void curvesOfAVariantHaveItsTimes();
  void zoomingHasAnEnd();
  void theMouseZoomsMovesAndMeasures();
  void curvesAreAskedForAndRemoved();
  void curvesSurviveAnotherWindow();
  void theTableHoldsWhatIsPlotted();
  void theProfilerListsEveryStage();
  void theProfilerGivesTheFiguresOfOneStep();
  void theSameBitsAreFoundInTheWindow();
  void mistakesAreTold();

 private:
  [[nodiscard]] passung::app::WindowServices services() const override;
};

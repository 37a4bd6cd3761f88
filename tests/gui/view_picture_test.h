// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/gui/window_fixture.h"

// Pictures of the tools for looking, measuring and moving: each shows what it should, and leaves to the pixel.
class ViewPictureTest : public passung::test::WindowFixture {
  Q_OBJECT
 private slots:
  void init();

  void aSectionShowsWhatIsInside();
  void anExplodedViewMovesThePartsApart();
  void gapColoursHaveTheirLegend();
  void conglomeratesAreDrawn();
  void clearancesTintThePairs();
  void theRulerIsDrawnBetweenItsEnds();
  void theGizmoHasItsThreeColours();
  void thePullIsSeenWhileItLasts();
  void curvesGrowWithTheRun();
  void largeScenesAreDrawnInPortions();
  void everySwitchChangesThePictureAndBack_data();
  void everySwitchChangesThePictureAndBack();

 private:
  // What takes the picture back to `bare`.
  void expectBack(const QImage& bare, const QString& script);
};

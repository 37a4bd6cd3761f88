// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/gui/window_fixture.h"

// Looking inside, measuring, placing, views and picture sequences.
class LookTest : public passung::test::WindowFixture {
  Q_OBJECT
 private slots:
  void init();

  void theSectionIsCutFlippedAndMoved();
  void theExplodedViewIsForDisplayOnly();
  void singlePartsAreSeenThrough();
  void gapColoursFollowThePartsWhenTheyRest();
  void conglomeratesAreTestedDrawnAndCompared();
  void theConglomerateTestFollowsARun();
  void theRulerMeasuresCornersFacesAndClearances();
  void measurementsAreThoseOfGeometry();
  void theGizmoMovesAndTurnsInOneEdit();
  void aDragEndsWithWhatItBeganWith();
  void theGizmoIsWhereThePartIsDrawn();
  void matesBringFacesTogether();
  void matesAreMadeAtTheStartOnly();
  void aFloorIsAPlaneToMateWith();
  void marksUnderTheMouseLeaveWithIt();
  void theRulerStaysWithItsParts();
  void normalsOfAnyLengthCut();
  void bookmarksComeBackWithTheFile();
  void sequencesSaveEachPicture();
  void aSequenceOfAnotherRunEnds();

 private:
  void refuses(const QString& text, const QString& why);  // by an error that holds `why`
  [[nodiscard]] QPoint pixelOf(const passung::Vec3& p_W) const;
};

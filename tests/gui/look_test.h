// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTemporaryDir>
#include <memory>

#include "app/window/main_window.h"

// Looking inside, measuring, placing, views and picture sequences.
class LookTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase();
  void init();
  void cleanup();

  void theSectionIsCutFlippedAndMoved();
  void theExplodedViewIsForDisplayOnly();
  void singlePartsAreSeenThrough();
  void gapColoursFollowThePartsWhenTheyRest();
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
  void run(const QString& text);
  void refuses(const QString& text, const QString& why);  // by an error that holds `why`
  [[nodiscard]] QString path(const QString& name) const { return folder_->filePath(name); }
  [[nodiscard]] QPoint pixelOf(const passung::Vec3& p_W) const;

  std::unique_ptr<QTemporaryDir> folder_;
  std::unique_ptr<passung::app::MainWindow> window_;
};

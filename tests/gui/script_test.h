// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/gui/window_fixture.h"

// The window worked by scripts, saving and recovery included, with the program's own scenes and engines.
class ScriptTest : public passung::test::WindowFixture {
  Q_OBJECT
 private slots:
  void wordsQuotesAndComments();
  void aNewcomerGoesFromPartToPictureAndFile();
  void stepsArePreciseAndTheSameEveryTime();
  void aForceGivesTheImpulseItShould();
  void mistakesNameLineFaultAndRemedy_data();
  void mistakesNameLineFaultAndRemedy();
  void everyCommandIsInTheDocs();
  void unsavedEditsAreAskedAboutBeforeTheyAreLost();
  void editsOfAProgramThatDiedAreOffered();
  void stepsFromThePastGoOnFromThere();
  void aLoadThatFailsTakesNoSavedEditBack();
  void aCopyWithMeshesStaysOne();
  void aRecordingIsNoSceneFileToSaveTo();
  void aRecordingIsReplayedFromItsStart();
  void aScriptThatCannotBeReadSaysWhatToGive();

 private:
  // Twenty steps of a stack of boxes as a recording, beside the scene file it was made from.
  void record(const QString& scene, const QString& recording);
};

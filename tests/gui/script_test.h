// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTemporaryDir>
#include <memory>

#include "app/window/main_window.h"

// The window worked by scripts, saving and recovery included, with the program's own scenes and engines.
class ScriptTest : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void cleanup();

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
  void open();
  void run(const QString& text);  // a script that must succeed
  [[nodiscard]] QString error(const QString& text);
  // Twenty steps of a stack of boxes as a recording, beside the scene file it was made from.
  void record(const QString& scene, const QString& recording);
  [[nodiscard]] QString path(const QString& name) const { return folder_->filePath(name); }

  std::unique_ptr<QTemporaryDir> folder_;
  std::unique_ptr<passung::app::MainWindow> window_;
};

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <atomic>
#include <memory>

#include "app/window/main_window.h"

// The open scene edited by hand.
class EditTest : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void cleanup();

  void aTypedPlaceStartsTheSceneAnewWithTheViewAsItWas();
  void undoAndRedoFollowTheMenu();
  void everyFieldOfAPartCanBeChanged();
  void aRefusedEditSaysWhyAndChangesNothing();
  void quickEditsShareTheirEngines();
  void quantitiesTakeUnits();
  void partsComeAndGoFromTheMenu();
  void aJointIsAskedForAndAdded();
  void aMistakeInADialogIsNotAcceptedUnseen();
  void anEditWithoutEnginesIsTakenBackAndSaysWhy();
  void nothingIsEditedWhileAnotherSceneIsRead();
  void everyCommandRunsOnASceneThatCanBeEdited();

 private:
  void openScene();
  // Waits until the engines run what was edited.
  void settle();
  [[nodiscard]] const passung::dynamics::BodyDef& body(const std::string& name) const;  // of the scene shown
  void enter(const char* field, const QString& text);

  std::atomic<bool> holdLoad_{false};  // of the scene "slow"
  std::unique_ptr<passung::app::MainWindow> window_;
};

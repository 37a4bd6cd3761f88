// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <atomic>
#include <memory>

#include "app/window/main_window.h"

class WindowTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase();
  void init();
  void cleanup();

  void opensAndPlays();
  void pausesStepsAndResetsExactly();
  void everyCommandRunsWithoutWarning();
  void commandsAreDescribedAndTheirKeysDiffer();
  void mouseTurnsMovesAndZooms();
  void clickSelectsThePartUnderTheCursor();
  void pullingLiftsAPart();
  void aBadFileShowsItsMessageAndKeepsTheScene();
  void aLoadCanBeCancelledWhileTheSceneGoesOn();
  void enginesChosenDuringALoadAreThoseOfTheNewScene();
  void comparingShowsTwoEnginesOnOneClock();
  void thePictureShowsTheParts();
  void anUnwritablePictureIsReported();
  void settingsSurviveAnotherWindow();
  void speedFollowsSliderBoxAndKeys();

 private:
  // Opens a scene and waits until it is shown.
  void openScene(const QString& name);

  std::atomic<bool> holdLoad_{false};
  std::unique_ptr<passung::app::MainWindow> window_;
};

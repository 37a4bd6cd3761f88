// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>

#include "app/window/main_window.h"

// Asking about the assembly, and looking back.
class InspectTest : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void cleanup();

  void clearancesAreMeasuredWhenThePanelIsOpened();
  void aDoubleClickZoomsToThePlace();
  void clearancesFollowThePartsWhenTheyRest();
  void theTimelineShowsThePastAndPlaysOnFromThere();
  void stepsInThePastGoThroughTheKeptStates();
  void eventsCanBeVisited();
  void contactForcesAreSummedByPair();
  void contactForcesCarryTheWeight();
  void whatIsHeldStays();

 private:
  void openScene();
  std::unique_ptr<passung::app::MainWindow> window_;
};

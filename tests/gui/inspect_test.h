// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/gui/window_fixture.h"

// Asking about the assembly, and looking back.
class InspectTest : public passung::test::WindowFixture {
  Q_OBJECT
 private slots:
  void init();

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
  [[nodiscard]] passung::app::WindowServices services() const override;
  void openScene();
};

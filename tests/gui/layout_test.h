// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/gui/window_fixture.h"

// How the window divides its room when it is started for the first time.
class LayoutTest : public passung::test::WindowFixture {
  Q_OBJECT
 private slots:
  void theFirstStartHasRoomForThePictureAndForEachPanel_data();
  void theFirstStartHasRoomForThePictureAndForEachPanel();
  void resettingTheLayoutGivesTheFirstOneBack();

 private:
  void start(const QSize& size);
  void expectRoom();
};

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/gui/window_fixture.h"

// Screens with more dots than the layout has pixels: the environment gives QT_SCALE_FACTOR, as desktops do.
class ScaleTest : public passung::test::WindowFixture {
  Q_OBJECT
 private slots:
  void init();

  void picturesHaveEveryDotOfTheScreen();
  void clicksMeanWhatIsUnderThem();
  void wordsFitEverywhere();
};

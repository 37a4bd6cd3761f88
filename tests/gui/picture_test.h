// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/gui/window_fixture.h"

// What a person sees: each overlay leaves its marks in the picture and takes them away again; each panel is drawn, and
// its words fit, in light and dark.
class PictureTest : public passung::test::WindowFixture {
  Q_OBJECT
 private slots:
  void init();

  void everyOverlayIsSeenAndGoes();
  void everyPanelIsDrawnAndItsWordsFit();
  void twoRecordingsAreCompared();
};

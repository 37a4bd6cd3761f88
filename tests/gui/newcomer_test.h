// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/gui/window_fixture.h"

// The way of docs/manual/README.md, by its script and by hand.
class NewcomerTest : public passung::test::WindowFixture {
  Q_OBJECT
 private slots:
  void init();

  void theScriptOfTheManualMakesItsPictures();
  void fromADroppedFileToAReport();

 private:
  [[nodiscard]] const passung::dynamics::BodyState& screw() const;
};

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/gui/window_fixture.h"

class MenuTest : public passung::test::WindowFixture {
  Q_OBJECT
 private slots:
  void init();
  void cleanup();

  void everyEntryOfEveryMenuCanBeChosen();
  void aPartsMenuOffersItsJointsAndMonitors();
  void jointsAndMonitorsAreEditedAndRemoved();
  void theGalleryShowsAllScenesAndOpensOne();
  void theGalleryDrawsPicturesOnce();

 private:
  [[nodiscard]] passung::app::WindowServices services() const override;
  void openScene(const QString& name);
};

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTemporaryDir>
#include <memory>

#include "app/window/main_window.h"

class MenuTest : public QObject {
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
  void openScene(const QString& name);

  std::unique_ptr<QTemporaryDir> folder_;
  std::unique_ptr<passung::app::MainWindow> window_;
};

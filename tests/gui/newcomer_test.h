// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTemporaryDir>
#include <memory>

#include "app/window/main_window.h"

// The way of docs/manual/README.md, by its script and by hand.
class NewcomerTest : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void cleanup();

  void theScriptOfTheManualMakesItsPictures();
  void fromADroppedFileToAReport();

 private:
  [[nodiscard]] const passung::dynamics::BodyState& screw() const;

  std::unique_ptr<QTemporaryDir> folder_;
  std::unique_ptr<passung::app::MainWindow> window_;
};

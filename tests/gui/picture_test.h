// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QObject>
#include <QTemporaryDir>
#include <memory>

#include "app/window/main_window.h"

// What a person sees: each overlay leaves its marks in the picture and takes them away again; each panel is drawn, and
// its words fit, in light and dark.
class PictureTest : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void cleanup();

  void everyOverlayIsSeenAndGoes();
  void everyPanelIsDrawnAndItsWordsFit();
  void twoRecordingsAreCompared();

 private:
  void run(const QString& text);
  [[nodiscard]] QImage views();

  std::unique_ptr<QTemporaryDir> folder_;
  std::unique_ptr<passung::app::MainWindow> window_;
};

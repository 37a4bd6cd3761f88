// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTemporaryDir>
#include <memory>

#include "app/window/main_window.h"

class CompareTest : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void cleanup();

  void fourVariantsAreInTheTableAndTwoInView();
  void theDialogAsksForVariants();
  void theDialogRefusesInOneLine();
  void theVariantsAreRemembered();
  void exportsAllForms();
  void exportsNeedAComparisonAndAKnownEnding();
  void aRefusedVariantChangesNothing();

 private:
  void open();
  void run(const QString& script);
  [[nodiscard]] QString error(const QString& script);
  [[nodiscard]] QString path(const QString& name) const { return folder_->filePath(name); }

  std::unique_ptr<QTemporaryDir> folder_;
  std::unique_ptr<passung::app::MainWindow> window_;
};

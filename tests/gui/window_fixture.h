// SPDX-License-Identifier: GPL-3.0-or-later
// What tests that work the window by scripts have in common: a window in a folder of its own.
#pragma once

#include <QImage>
#include <QObject>
#include <QTemporaryDir>
#include <memory>

#include "app/window/main_window.h"

namespace passung::test {

inline constexpr int kPatience = 20000;  // [ms]

class WindowFixture : public QObject {
  Q_OBJECT
 protected slots:
  // Of every test: fresh settings, and a window.
  void init();
  void cleanup();

 protected:
  // What the window is built on: the program's own, with a folder for what it keeps.
  [[nodiscard]] virtual app::WindowServices services() const;
  // Another window in the same folder and with the same settings.
  void open();
  // The window of this size, drawn, with a camera that moves at once.
  void steady(const QSize& size);
  void write(const QString& name, const QByteArray& text);  // a file in the folder
  // The views as they are now, in full quality.
  [[nodiscard]] QImage views();
  void run(const QString& script);                     // a script that must succeed
  [[nodiscard]] QString error(const QString& script);  // of one that may not
  [[nodiscard]] QString path(const QString& name) const { return folder_->filePath(name); }

  std::unique_ptr<QTemporaryDir> folder_;
  std::unique_ptr<app::MainWindow> window_;
};

}  // namespace passung::test

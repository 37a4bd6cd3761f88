// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QSettings>
#include <QSurfaceFormat>
#include <QTemporaryDir>
#include <QTest>

#include "tests/gui/camera_test.h"
#include "tests/gui/edit_test.h"
#include "tests/gui/window_test.h"

int main(int argc, char** argv) {
  QSurfaceFormat format;
  format.setVersion(3, 3);
  format.setProfile(QSurfaceFormat::CoreProfile);
  format.setDepthBufferSize(24);
  QSurfaceFormat::setDefaultFormat(format);
  QCoreApplication::setOrganizationName("PassungTest");
  QCoreApplication::setApplicationName("PassungTest");
  // Settings of these tests only.
  const QTemporaryDir settings;
  QSettings::setDefaultFormat(QSettings::IniFormat);
  QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
  QApplication app(argc, argv);
  int failures = 0;
  CameraTest camera;
  WindowTest window;
  EditTest edit;
  // Names on the command line are of the window's tests; after --edit, of its editing.
  const bool only = argc > 1 && QByteArray(argv[1]) == "--edit";
  if (argc == 1) failures += QTest::qExec(&camera, argc, argv);
  if (!only) failures += QTest::qExec(&window, argc, argv);
  if (argc == 1 || only) {
    QStringList names = app.arguments();
    if (only) names.removeAt(1);
    failures += QTest::qExec(&edit, names);
  }
  return failures;
}

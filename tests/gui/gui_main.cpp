// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QSettings>
#include <QSurfaceFormat>
#include <QTemporaryDir>
#include <QTest>

#include "tests/gui/camera_test.h"
#include "tests/gui/compare_test.h"
#include "tests/gui/dialog_test.h"
#include "tests/gui/drive_test.h"
#include "tests/gui/edit_test.h"
#include "tests/gui/inspect_test.h"
#include "tests/gui/killed_test.h"
#include "tests/gui/language_test.h"
#include "tests/gui/layout_test.h"
#include "tests/gui/look_test.h"
#include "tests/gui/menu_test.h"
#include "tests/gui/newcomer_test.h"
#include "tests/gui/open_test.h"
#include "tests/gui/picture_test.h"
#include "tests/gui/plots_test.h"
#include "tests/gui/scale_test.h"
#include "tests/gui/script_test.h"
#include "tests/gui/view_picture_test.h"
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
  CameraTest camera;
  CompareTest compare;
  DialogTest dialog;
  DriveTest drive;
  EditTest edit;
  InspectTest inspect;
  KilledTest killed;
  LanguageTest language;
  LayoutTest layout;
  LookTest look;
  MenuTest menu;
  NewcomerTest newcomer;
  OpenTest open;
  PictureTest picture;
  PlotsTest plots;
  ScaleTest scale;
  ScriptTest script;
  ViewPictureTest view;
  WindowTest window;
  const std::pair<QString, QObject*> all[] = {
      {"camera", &camera},   {"compare", &compare},   {"dialog", &dialog},     {"drive", &drive},     {"edit", &edit},
      {"inspect", &inspect}, {"killed", &killed},     {"language", &language}, {"layout", &layout},   {"look", &look},
      {"menu", &menu},       {"newcomer", &newcomer}, {"open", &open},         {"picture", &picture}, {"plots", &plots},
      {"scale", &scale},     {"script", &script},     {"view", &view},         {"window", &window}};
  // A first word that names one of them runs that one alone, with the rest of the command line.
  QStringList arguments = QApplication::arguments();
  QString only;
  for (const auto& [name, test] : all) {
    if (arguments.size() > 1 && arguments[1] == name) only = name;
  }
  if (!only.isEmpty()) arguments.removeAt(1);
  int failures = 0;
  for (const auto& [name, test] : all) {
    if (only.isEmpty() || only == name) failures += QTest::qExec(test, arguments);
  }
  return failures;
}

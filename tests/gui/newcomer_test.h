// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>

#include "tests/gui/window_fixture.h"

class QAction;

// The way of docs/manual/README.md, by its script and by hand.
//
// By hand, with nothing but what a person has: files dropped, keys and the mouse on menus, buttons, pictures and the
// timeline. After each stage a picture of the window is taken, has to show what was done, and is kept as
// 1-dropped.png, 2-clearance.png, ... in the folder that the environment variable PASSUNG_TEST_PICTURES names, where it
// is set: pictures for the manual.
class NewcomerTest : public passung::test::WindowFixture {
  Q_OBJECT
 private slots:
  void init();

  void theScriptOfTheManualMakesItsPictures();
  void fromADroppedFileToAReport();

 private:
  [[nodiscard]] const passung::dynamics::BodyState& screw() const;
  void drop(const QString& file);
  void choose(const char* command);  // in its menu, by mouse
  void turnTo(const QString& tab);   // of the panels, by mouse
  void press(const char* command);   // its button in the tool bar
  // Takes the picture: at least `pixels` of the widget `where` are other ones than at the stage before.
  void stage(const char* name, const QWidget& where, int pixels);

  QImage seen_;  // at the last stage
};

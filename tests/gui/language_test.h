// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSet>
#include <QStringList>

#include "tests/gui/window_fixture.h"

class QAction;
class QWidget;

// That every text of the window goes through a translation, and that the translations built in are whole.
class LanguageTest : public passung::test::WindowFixture {
  Q_OBJECT
 private slots:
  void initTestCase();
  void cleanupTestCase();

  void everyTextCanBeTranslated();
  void theTranslationsAreWhole();
  void theSchemasTextsAreListed();
  void theWindowSpeaksGerman();
  void theChoiceIsKept();

 private:
  void look(const QWidget& root);  // at its texts and those of its children
  void look(const QAction& action);
  void look(const QString& text, const QString& place);
  void lookAtDialogs();

  QSet<QString> data_;     // words that are no texts: names of the scene, units, what files call things
  QStringList sentences_;  // whole ones, of monitors
  QStringList untouched_;  // texts that came past the translator, with their places
};

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/dialog_test.h"

#include <QApplication>
#include <QFileDialog>
#include <QMessageBox>
#include <QPushButton>
#include <QTest>
#include <QTreeWidget>

#include "app/window/entry_dialogs.h"
#include "tests/document/document_scene.h"
#include "tests/gui/pictures.h"

using namespace passung;
using namespace passung::app;

namespace {

QDialog* openDialog() {
  for (QWidget* widget : QApplication::topLevelWidgets()) {
    if (auto* dialog = qobject_cast<QDialog*>(widget); dialog && dialog->isVisible()) return dialog;
  }
  return nullptr;
}

void closeDialogs() {
  while (QDialog* dialog = openDialog()) dialog->close();
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

}  // namespace

// The gallery draws no pictures: these tests are no program that could.
WindowServices DialogTest::services() const {
  WindowServices services = WindowFixture::services();
  services.program.clear();
  return services;
}

void DialogTest::init() {
  WindowFixture::init();
  steady({1200, 900});
  write("assembly.json", test::kAssembly);
  run("open " + path("assembly.json") + "\nselect arm");
}

void DialogTest::judge(QDialog& dialog, const QString& name) {
  if (dialog.objectName().isEmpty()) dialog.setObjectName(name);
  int light = 0;
  for (const bool dark : {false, true}) {
    window_->setDark(dark);
    QTest::qWait(30);
    const QImage image = dialog.grab().toImage();
    QVERIFY2(test::colors(image) > 8, qPrintable(name));
    if (!dark) light = test::middleGrey(image);
    if (dark) QVERIFY2(light > 128 && test::middleGrey(image) < 128, qPrintable(name));
    const QStringList cut = test::cutWords(dialog);
    QVERIFY2(cut.isEmpty(), qPrintable(cut.join('\n')));
  }
  QVERIFY2(!dialog.windowTitle().isEmpty(), qPrintable(name));
}

void DialogTest::everyDialogOfAMenuIsDrawnAndItsWordsFit() {
  QStringList seen;
  const std::vector<QAction*> commands = window_->commands();
  for (QAction* action : commands) {
    const QString name = action->objectName();
    // An ellipsis promises a dialog; the pages of the help menu have none.
    if (!action->text().contains(QChar(0x2026)) && !name.startsWith("help.")) continue;
    action->trigger();
    // There is nothing to compare, and the part is of no file: a line says so.
    const bool refused = name == "compare.export" || name == "assembly.unit";
    QTRY_VERIFY2_WITH_TIMEOUT(openDialog() || refused, qPrintable(name), test::kPatience);
    // The dialogs for files are those of the desktop.
    if (QDialog* dialog = openDialog(); dialog && !qobject_cast<QFileDialog*>(dialog)) {
      judge(*dialog, name);
      seen << name;
    }
    closeDialogs();
  }
  QVERIFY2(seen.size() >= 10, qPrintable(seen.join(' ')));
}

void DialogTest::theFormOfAJointAndTheQuestionBeforeAnEditIsLost() {
  window_->command("assembly.entries")->trigger();
  auto* entries = window_->findChild<EntriesDialog*>();
  QVERIFY(entries);
  for (int group = 0; group < 2; ++group) {
    emit entries->editAsked(group == 0 ? EntryList::kJoints : EntryList::kMonitors, 0);
    auto* form = window_->findChild<EntryDialog*>();
    QVERIFY(form);
    judge(*form, "entry");
    form->close();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  }
  closeDialogs();
  run("part.density arm 1000");
  window_->setAsks(true);
  window_->close();
  QVERIFY(window_->isVisible());
  auto* question = window_->findChild<QMessageBox*>();
  QVERIFY(question);
  judge(*question, "question");
  closeDialogs();
}

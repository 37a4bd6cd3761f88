// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/menu_test.h"

#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QTest>

#include "app/window/entry_dialogs.h"
#include "app/window/gallery_dialog.h"
#include "tests/document/document_scene.h"

using namespace passung;
using namespace passung::app;
using test::kPatience;

namespace {

void closeWhatIsOpen() {
  while (QWidget* popup = QApplication::activePopupWidget()) popup->close();
  for (QWidget* widget : QApplication::topLevelWidgets()) {
    if (auto* dialog = qobject_cast<QDialog*>(widget)) dialog->close();
  }
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

// Submenus are walked, not chosen.
void collect(const QMenu& menu, std::vector<QPointer<QAction>>& entries) {
  for (QAction* action : menu.actions()) {
    if (const QMenu* submenu = action->menu()) {
      collect(*submenu, entries);
    } else if (!action->isSeparator()) {
      entries.emplace_back(action);
    }
  }
}

}  // namespace

WindowServices MenuTest::services() const {
  WindowServices services = WindowFixture::services();
  // One small scene, with joints, monitors and a camera of its own, stands for all.
  services.read = [](const std::string& file) {
    scenes::Scene scene = *test::assembly();
    scene.source = file;
    scene.cameras.emplace_back("near", scene.camera);
    return scene;
  };
  services.program = QStringLiteral(PASSUNG_PROGRAM);
  services.pictureFolder = path("examples");
  return services;
}

void MenuTest::init() {
  WindowFixture::init();
  window_->setAsks(false);
  steady({1000, 700});
  openScene("first.json");
}

void MenuTest::cleanup() {
  closeWhatIsOpen();
  WindowFixture::cleanup();
}

void MenuTest::openScene(const QString& name) {
  window_->open(name);
  QTRY_VERIFY_WITH_TIMEOUT(!window_->loading() && window_->frame()->scene, kPatience);
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->scene->source, name.toStdString(), kPatience);
}

void MenuTest::everyEntryOfEveryMenuCanBeChosen() {
  openScene("second.json");  // so that there is a recent file
  std::vector<QPointer<QAction>> entries;
  for (const QAction* top : window_->menuBar()->actions()) collect(*top->menu(), entries);
  std::size_t chosen = 0;
  for (const QPointer<QAction>& action : entries) {
    // The list of recent files is made anew by each file that opens.
    if (!action || action->objectName() == "file.quit") continue;
    const QString text = action->text();
    window_->selectBody(3);
    action->trigger();
    QCoreApplication::processEvents();
    closeWhatIsOpen();
    QTRY_VERIFY2_WITH_TIMEOUT(!window_->loading() && !window_->reopening(), qPrintable(text), kPatience);
    QVERIFY2(window_->isVisible(), qPrintable(text));
    ++chosen;
  }
  // Few commands are in no menu: the steps of the timeline.
  QVERIFY2(chosen > window_->commands().size() * 9 / 10, qPrintable(QString::number(chosen)));
  window_->command("view.fullscreen")->setChecked(false);
  window_->command("file.quit")->trigger();
  QVERIFY(!window_->isVisible());
}

void MenuTest::aPartsMenuOffersItsJointsAndMonitors() {
  PartsPanel& parts = window_->partsPanel();
  parts.setCurrentItem(parts.topLevelItem(2));  // the arm
  QCOMPARE(window_->selectedBody(), 2);
  emit parts.customContextMenuRequested(QPoint(5, 5));
  auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
  QVERIFY(menu);
  QStringList titles;
  for (const QAction* action : menu->actions()) titles << action->text();
  QVERIFY(titles.contains("Joint hinge"));
  QVERIFY(titles.filter("Monitor").isEmpty());  // none names the arm
  for (const QAction* action : menu->actions()) {
    if (action->menu()) action->menu()->actions().back()->trigger();
  }
  menu->close();
  QTRY_VERIFY_WITH_TIMEOUT(window_->history().scene()->world.joints.empty(), kPatience);
}

void MenuTest::jointsAndMonitorsAreEditedAndRemoved() {
  window_->command("assembly.entries")->trigger();
  auto* dialog = window_->findChild<EntriesDialog*>();
  QVERIFY(dialog);
  const auto group = [&](int i) { return dialog->tree().topLevelItem(i); };
  QCOMPARE(group(0)->childCount(), 1);
  QCOMPARE(group(1)->childCount(), 2);
  QCOMPARE(group(0)->child(0)->text(2), QString("arm, crank"));
  const auto press = [&](const QString& text) {
    for (auto* button : dialog->findChildren<QPushButton*>()) {
      if (button->text() == text && button->isEnabled()) button->click();
    }
  };
  dialog->tree().setCurrentItem(group(0)->child(0));
  press(QStringLiteral("&Edit\u2026"));
  auto* form = window_->findChild<EntryDialog*>();
  QVERIFY(form);
  auto* upper = qobject_cast<QLineEdit*>(form->field("upper"));
  upper->setText("nonsense");
  form->accept();
  QVERIFY(form->isVisible());  // what is wrong is said, nothing is lost
  upper->setText("0.25");
  auto* to = qobject_cast<QComboBox*>(form->field("to"));
  to->setCurrentIndex(to->findData("plate"));
  form->accept();
  QVERIFY(!form->isVisible());
  QCOMPARE(window_->history().scene()->world.joints[0].upper, 0.25);
  QCOMPARE(group(0)->child(0)->text(2), QString("arm, plate"));
  dialog->tree().setCurrentItem(group(1)->child(1));
  press("&Remove");
  QCOMPARE(window_->history().scene()->monitors.size(), 1U);
  QCOMPARE(group(1)->childCount(), 1);
  window_->command("edit.undo")->trigger();
  QCOMPARE(group(1)->childCount(), 2);
}

void MenuTest::theGalleryShowsAllScenesAndOpensOne() {
  window_->command("file.examples")->trigger();
  auto* gallery = window_->findChild<GalleryDialog*>();
  QVERIFY(gallery);
  gallery->thumbnails().cancel();
  QVERIFY(!gallery->thumbnails().running());
  QListWidget& list = gallery->list();
  QCOMPARE(static_cast<std::size_t>(list.count()), scenes::builtinScenes().size());
  gallery->filter("nut M16 motor");
  int seen = 0, last = -1;
  for (int i = 0; i < list.count(); ++i) {
    if (list.item(i)->isHidden()) continue;
    ++seen;
    last = i;
  }
  QCOMPARE(seen, 1);
  list.setCurrentRow(last);
  emit list.itemActivated(list.item(last));
  QTRY_VERIFY_WITH_TIMEOUT(window_->frame()->scene->source == "m16_driven", kPatience);
}

void MenuTest::theGalleryDrawsPicturesOnce() {
  QStringList ready;
  Thumbnails thumbnails(QStringLiteral(PASSUNG_PROGRAM), path("pictures"));
  connect(&thumbnails, &Thumbnails::ready, &thumbnails, [&](const QString& scene, const QString& picture) {
    QCOMPARE(QImage(picture).size(), QSize(2 * Thumbnails::kWidth, 2 * Thumbnails::kHeight));
    ready << scene;
  });
  thumbnails.begin({"pendulum", "no_such_scene", "box_stack"});
  QVERIFY(thumbnails.running());
  QTRY_VERIFY_WITH_TIMEOUT(!thumbnails.running(), kPatience);
  QCOMPARE(ready, (QStringList{"pendulum", "box_stack"}));
  // Now they are there, and nothing runs.
  thumbnails.begin({"pendulum", "box_stack"});
  QVERIFY(!thumbnails.running());
  QCOMPARE(ready.size(), 4);
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/open_test.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QDragEnterEvent>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <QTest>

#include "app/session/recording_frames.h"
#include "app/window/message_bar.h"
#include "app/window/messages_panel.h"
#include "app/window/monitor_dialog.h"
#include "app/window/start_checker.h"
#include "app/window/unit_dialog.h"
#include "tests/document/document_scene.h"

using namespace passung;
using namespace passung::app;
using test::kPatience;

void OpenTest::init() {
  WindowFixture::init();
  window_->cameraRig().setSmooth(false);
}

void OpenTest::writeBox(const QString& name, const Vec3& size, const Vec3& at, bool open) {
  QFile file(path(name));
  QVERIFY(file.open(QIODevice::WriteOnly));
  QString text;
  for (int i = 0; i < 8; ++i) {
    const Vec3 p = at + Vec3((i & 1) * size.x(), (i >> 1 & 1) * size.y(), (i >> 2 & 1) * size.z());
    text += QStringLiteral("v %1 %2 %3\n").arg(p.x()).arg(p.y()).arg(p.z());
  }
  text += "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\n";
  if (!open) text += "f 2 4 8 6\n";
  file.write(text.toUtf8());
}

void OpenTest::drop(const QStringList& names) {
  QMimeData mime;
  QList<QUrl> urls;
  for (const QString& name : names) urls << QUrl::fromLocalFile(path(name));
  mime.setUrls(urls);
  QDragEnterEvent enter(QPoint(300, 300), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(window_.get(), &enter);
  QVERIFY(enter.isAccepted());
  QDropEvent event(QPointF(300, 300), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(window_.get(), &event);
}

void OpenTest::settle() {
  QTRY_VERIFY_WITH_TIMEOUT(!window_->loading() && !window_->reopening() && window_->frame()->scene, kPatience);
}

Vec3 OpenTest::sizeOf(const std::string& body) const {
  return dynamics::localBounds(test::bodyNamed(*window_->frame()->scene, body)).extent();
}

void OpenTest::severalDroppedFilesBecomeOneAssemblyThatOneUndoTakesApart() {
  writeBox("plate.obj", Vec3(100, 80, 10));
  writeBox("pin.obj", Vec3(5, 5, 40), Vec3(20, 20, 20));
  writeBox("cube.obj", Vec3(20, 20, 20), Vec3(60, 20, 20));
  window_->setAsks(false);
  drop({"plate.obj", "gone.obj", "pin.obj", "cube.obj"});
  settle();
  const auto& bodies = window_->frame()->scene->world.bodies;
  QCOMPARE(bodies.size(), 3U);
  QCOMPARE(bodies[0].motion, dynamics::Motion::kFixed);
  QCOMPARE(bodies[2].name, std::string("cube"));
  QVERIFY((sizeOf("pin") - Vec3(0.005, 0.005, 0.04)).norm() < 1e-12);
  // The one that is not there has its line, which the engines of the others leave.
  QVERIFY(window_->message().isError());
  QVERIFY2(window_->message().text().startsWith(path("gone.obj")), qPrintable(window_->message().text()));
  QVERIFY(window_->isWindowModified());
  QVERIFY(window_->windowTitle().contains("plate.obj"));
  run("edit.undo");
  QCOMPARE(window_->frame()->scene->world.bodies.size(), 1U);
  QVERIFY(!window_->command("edit.undo")->isEnabled());
  run("edit.redo");
  QCOMPARE(window_->frame()->scene->world.bodies.size(), 3U);
  // More join by script, in a unit of their own; a bad file ends it and leaves the good one.
  run(QStringLiteral("add %1 unit=cm").arg(path("cube.obj")));
  QVERIFY((sizeOf("cube#2") - Vec3(0.2, 0.2, 0.2)).norm() < 1e-12);
  const QString said = error(QStringLiteral("add %1 %2").arg(path("gone.obj"), path("pin.obj")));
  QVERIFY2(said.contains("gone.obj"), qPrintable(said));
  settle();
  QCOMPARE(window_->frame()->scene->world.bodies.size(), 5U);
  QVERIFY(error(QStringLiteral("open %1 unit=elle").arg(path("pin.obj"))).contains("unknown unit"));
}

void OpenTest::aFileWithoutAUnitIsAskedAbout() {
  writeBox("plate.obj", Vec3(100, 80, 10));
  window_->open(path("plate.obj"));
  QTRY_VERIFY_WITH_TIMEOUT(window_->findChild<UnitDialog*>(), kPatience);
  auto* dialog = window_->findChild<UnitDialog*>();
  QCOMPARE(dialog->choice(0).currentData().toString(), QString("mm"));
  QCOMPARE(dialog->sizeText(0), QString::fromUtf8("100 \u00d7 80 \u00d7 10 mm"));
  dialog->choice(0).setCurrentIndex(dialog->choice(0).findData("in"));
  QCOMPARE(dialog->sizeText(0), QString::fromUtf8("2540 \u00d7 2032 \u00d7 254 mm"));
  dialog->accept();
  settle();
  QVERIFY((sizeOf("plate") - 0.0254 * Vec3(100, 80, 10)).norm() < 1e-12);
  // It is read anew in the same unit, and not asked about once one said so.
  window_->command("file.reload")->trigger();
  settle();
  QVERIFY((sizeOf("plate") - 0.0254 * Vec3(100, 80, 10)).norm() < 1e-12);
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  window_->command("file.askUnit")->setChecked(false);
  window_->open(path("plate.obj"));
  settle();
  QTRY_VERIFY_WITH_TIMEOUT((sizeOf("plate") - Vec3(0.1, 0.08, 0.01)).norm() < 1e-12, kPatience);
  QVERIFY(!window_->findChild<UnitDialog*>());
  // Cancelled, the open scene stays.
  window_->command("file.askUnit")->setChecked(true);
  writeBox("other.obj", Vec3(1, 1, 1));
  window_->open(path("other.obj"));
  QTRY_VERIFY_WITH_TIMEOUT(window_->findChild<UnitDialog*>(), kPatience);
  window_->findChild<UnitDialog*>()->reject();
  QCOMPARE(window_->openFile(), path("plate.obj"));
  QVERIFY(!window_->loading());
}

// Of two guesses one is changed and one confirmed: neither is asked about again.
void OpenTest::severalUnitsAreAskedForOnce() {
  writeBox("plate.obj", Vec3(100, 80, 10));
  writeBox("pin.obj", Vec3(20, 20, 60), Vec3(300, 0, 0));
  drop({"plate.obj", "pin.obj"});
  QTRY_VERIFY_WITH_TIMEOUT(window_->findChild<UnitDialog*>(), kPatience);
  auto* dialog = window_->findChild<UnitDialog*>();
  dialog->choice(0).setCurrentIndex(dialog->choice(0).findData("cm"));
  dialog->accept();
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  settle();
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->scene->world.bodies.size(), 2U, kPatience);
  QVERIFY(!window_->findChild<UnitDialog*>());
  const double first = sizeOf("plate").x() / 0.1, second = sizeOf("pin").x() / 0.02;
  QVERIFY2(std::abs(first * second - 10) < 1e-9, qPrintable(QStringLiteral("%1, %2").arg(first).arg(second)));
}

void OpenTest::aUnitThatIsNotListedStays() {
  const SourceFile rare{
      .path = "/a/part.step", .format = "STEP", .unit = "um", .unitSource = "file", .size = Vec3(5000, 4000, 3000)};
  UnitDialog micro({rare}, false);
  QCOMPARE(QString::fromStdString(micro.units().front()), QString("um"));
  QCOMPARE(micro.sizeText(0), QString::fromUtf8("5 \u00d7 4 \u00d7 3 mm"));
  QVERIFY(micro.choice(0).findData(QString("")) >= 0);  // as the file says
  SourceFile odd = rare;
  odd.unit = "0.5 m";
  odd.size = Vec3(2, 1, 1);
  UnitDialog half({odd}, false);
  QCOMPARE(QString::fromStdString(half.units().front()), QString("0.5 m"));
  QCOMPARE(half.sizeText(0), QString::fromUtf8("1000 \u00d7 500 \u00d7 500 mm"));
}

void OpenTest::theUnitOfAnOpenPartCanBeChanged() {
  writeBox("plate.obj", Vec3(100, 80, 10));
  run(QStringLiteral("open %1 unit=mm\nselect plate").arg(path("plate.obj")));
  QCOMPARE(window_->parts()[0].unit, QString("mm"));
  window_->command("assembly.unit")->trigger();
  auto* dialog = window_->findChild<UnitDialog*>();
  QVERIFY(dialog);
  dialog->choice(0).setCurrentIndex(dialog->choice(0).findData("cm"));
  dialog->accept();
  settle();
  QVERIFY((sizeOf("plate") - Vec3(1, 0.8, 0.1)).norm() < 1e-12);
  // Also where it collides as something simpler; a choice that is left as it was is no edit.
  run("part.collision plate box");
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  const int edits = window_->history().stack().count();
  window_->command("assembly.unit")->trigger();
  QVERIFY(window_->findChild<UnitDialog*>());
  window_->findChild<UnitDialog*>()->accept();
  QCOMPARE(window_->history().stack().count(), edits);
  run("edit.undo");
  run("part.unit plate ft");
  QVERIFY((sizeOf("plate") - 0.3048 * Vec3(100, 80, 10)).norm() < 1e-12);
  run("part.unit plate auto\nedit.undo\nedit.undo\nedit.undo");
  QVERIFY((sizeOf("plate") - Vec3(0.1, 0.08, 0.01)).norm() < 1e-12);
  run("open screw_into_bracket");
  QVERIFY(error("part.unit screw mm").contains("is of no file"));
}

void OpenTest::namesThatArePathsMakeATree() {
  std::vector<PartSummary> parts(5);
  const char* names[] = {"pump/rotor/shaft", "pump/housing", "pump/rotor/wheel", "base", "motor/frame"};
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i].name = names[i];
  const std::vector<PartNode> tree = partTree(parts);
  QCOMPARE(tree.size(), 3U);
  QCOMPARE(tree[0].name, QString("pump"));
  QCOMPARE(tree[0].body, -1);
  QCOMPARE(tree[0].children.size(), 2U);
  QCOMPARE(tree[0].children[0].children[1].body, 2);
  QCOMPARE(tree[0].children[1].name, QString("housing"));
  QCOMPARE(tree[2].name, QString("motor/frame"));  // alone, it needs no group
  QCOMPARE(tree[2].body, 4);
  // Of several files, each is a group.
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i].file = i < 3 ? "/a/pump.step" : "/a/rest.step";
  const std::vector<PartNode> byFile = partTree(parts);
  QCOMPARE(byFile.size(), 2U);
  QCOMPARE(byFile[1].name, QString("rest.step"));
  QCOMPARE(byFile[1].children.size(), 2U);
  // A file of one part is none.
  for (std::size_t i = 3; i < parts.size(); ++i) parts[i].file = QStringLiteral("/a/%1.step").arg(i);
  const std::vector<PartNode> single = partTree(parts);
  QCOMPARE(single.size(), 3U);
  QCOMPARE(single[0].name, QString("pump.step/pump"));
  QCOMPARE(single[1].name, QString("base"));

  // In the window a group is no part; the choice of a part finds its row.
  run("open box_stack\npart.name box1 stack/one\npart.name box2 stack/two");
  PartsPanel& panel = window_->partsPanel();
  QTRY_VERIFY_WITH_TIMEOUT(panel.itemOf(1) && panel.itemOf(1)->parent(), kPatience);
  QCOMPARE(panel.itemOf(1)->parent()->text(PartsPanel::kName), QString("stack"));
  window_->selectBody(2);
  QCOMPARE(panel.selected(), 2);
  panel.setCurrentItem(panel.itemOf(1)->parent());
  QCOMPARE(window_->selectedBody(), -1);
  panel.itemOf(1)->parent()->setExpanded(false);
  run("part.friction stack/one 0.3");
  QVERIFY(!panel.itemOf(1)->parent()->isExpanded());
}

void OpenTest::badgesAppearByThemselvesAndLeadToThePlace() {
  // The cube reaches 2 mm into the plate; the open box lies apart.
  writeBox("plate.obj", Vec3(100, 80, 10));
  writeBox("cube.obj", Vec3(20, 20, 20), Vec3(40, 30, 8));
  writeBox("open.obj", Vec3(10, 10, 10), Vec3(0, 0, 50), true);
  run(QStringLiteral("open %1 %2 %3 unit=mm").arg(path("plate.obj"), path("cube.obj"), path("open.obj")));
  QTRY_VERIFY_WITH_TIMEOUT(window_->startChecker().report(), kPatience);
  const auto& overlaps = window_->startChecker().report()->overlaps;
  QCOMPARE(overlaps.size(), 1U);
  QVERIFY(std::abs(overlaps[0].depth - 0.002) < 1e-9);
  const auto kindsOf = [&](std::size_t body) {
    std::vector<PartFault::Kind> kinds;
    for (const PartFault& fault : window_->parts()[body].faults) kinds.push_back(fault.kind);
    return kinds;
  };
  QVERIFY(kindsOf(0) == std::vector{PartFault::Kind::kOverlap});
  QVERIFY(kindsOf(1) == std::vector{PartFault::Kind::kOverlap});
  QVERIFY(kindsOf(2).front() == PartFault::Kind::kOpen);
  // It is among the messages, with a button that shows the place.
  const auto& messages = window_->message().messages();
  const auto told = std::find_if(messages.begin(), messages.end(),
                                 [](const Message& m) { return m.text.contains("overlap at the start"); });
  QVERIFY(told != messages.end());
  QCOMPARE(told->fixes.size(), 1U);

  // A click on the badge brings its place to the middle of the picture.
  PartsPanel& panel = window_->partsPanel();
  panel.scrollToItem(panel.itemOf(2));
  const QRect badge = panel.badgeRect(2, 0);
  QVERIFY(!badge.isEmpty());
  QTest::mouseClick(panel.viewport(), Qt::LeftButton, Qt::NoModifier, badge.center());
  QCOMPARE(window_->selectedBody(), 2);
  const Vec3 target = window_->cameraRig().goal().target();
  // On the boundary of what is missing: the face x = 10 mm.
  QVERIFY2(std::abs(target.x() - 0.01) < 1e-6 && target.z() > 0.049, qPrintable(QString::number(target.x())));
  window_->selectBody(1);
  window_->command("inspect.fault")->trigger();
  const Vec3 overlap = window_->cameraRig().goal().target();
  QVERIFY(std::abs(overlap.z() - 0.009) < 0.0015);

  // The box is closed by one button, and its mass is that of a whole one.
  const auto open = std::find_if(messages.begin(), messages.end(),
                                 [](const Message& m) { return m.text.contains("not closed, 1: open"); });
  QVERIFY(open != messages.end());
  const std::function<void()> mend = open->fixes.front().act;
  mend();
  settle();
  QVERIFY(kindsOf(2).empty());
  const auto& body = test::bodyNamed(*window_->frame()->scene, "open");
  QVERIFY(std::abs(dynamics::massProperties(body).mass - 7850 * 1e-6) < 1e-12);

  // Lifted, it overlaps nothing any longer.
  run("part.pose cube 0 0 5mm");
  QTRY_VERIFY_WITH_TIMEOUT(window_->startChecker().report(), kPatience);
  QVERIFY(kindsOf(1).empty());
  QVERIFY(kindsOf(0).empty());
}

void OpenTest::messagesAreListedCopiedAndCleared() {
  window_->setAsks(false);
  drop({"gone.obj"});
  QTRY_VERIFY_WITH_TIMEOUT(window_->message().isError(), kPatience);
  window_->command("view.messages")->trigger();
  MessagesPanel& panel = window_->messages();
  QVERIFY(panel.isVisible());
  QCOMPARE(panel.tree().topLevelItemCount(), 1);
  panel.copy();
  const QString copied = QApplication::clipboard()->text();
  QVERIFY2(copied.contains(path("gone.obj")) && copied.contains("no such file"), qPrintable(copied));
  // What has left the bar stays in the list, until it is emptied.
  window_->command("select.none")->trigger();
  QVERIFY(window_->message().text().isEmpty());
  QCOMPARE(window_->message().messages().size(), 1U);
  for (QPushButton* button : panel.findChildren<QPushButton*>()) {
    if (button->text().contains("lear")) button->click();
  }
  QCOMPARE(panel.tree().topLevelItemCount(), 0);
}

void OpenTest::aMovedFileIsFoundFromItsMessage() {
  writeBox("cube.obj", Vec3(20, 20, 20));
  QFile file(path("scene.json"));
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(R"({"version": 1, "bodies": [
    {"name": "cube", "motion": "fixed", "shapes": [{"type": "mesh", "file": "parts/cube.obj", "unit": "mm"}]}]})");
  file.close();
  window_->setAsks(false);
  window_->open(path("scene.json"));
  QTRY_VERIFY_WITH_TIMEOUT(window_->message().isError(), kPatience);
  const Message& message = window_->message().messages().back();
  QCOMPARE(message.fixes.size(), 1U);
  QCOMPARE(partsOf(message.text).file, path("parts/cube.obj"));
  window_->replaceFile(path("parts/cube.obj"), path("cube.obj"), path("scene.json"));
  settle();
  QVERIFY((sizeOf("cube") - Vec3(0.02, 0.02, 0.02)).norm() < 1e-12);
  QVERIFY(window_->isWindowModified());
  run("save");
  QVERIFY(!window_->isWindowModified());
  run(QStringLiteral("open %1").arg(path("scene.json")));  // and from now on it is there
}

// A folder was moved: the files of the scene are found one after the other.
void OpenTest::severalMovedFilesAreFoundOneAfterTheOther() {
  QVERIFY(QDir(folder_->path()).mkpath("scenes") && QDir(folder_->path()).mkpath("moved"));
  for (const char* name : {"moved/a.obj", "moved/b.obj"}) writeBox(name, Vec3(20, 20, 20));
  QFile file(path("scenes/scene.json"));
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(R"({"version": 1, "bodies": [
    {"name": "a", "motion": "fixed", "shapes": [{"type": "mesh", "file": "../parts/a.obj", "unit": "mm"}]},
    {"name": "b", "motion": "fixed", "position": [1, 0, 0],
     "shapes": [{"type": "mesh", "file": "../parts/b.obj", "unit": "mm"}]}]})");
  file.close();
  window_->setAsks(false);
  window_->open(path("scenes/scene.json"));
  for (const char* name : {"a.obj", "b.obj"}) {
    QTRY_VERIFY2_WITH_TIMEOUT(!window_->loading() && window_->message().isError() &&
                                  partsOf(window_->message().messages().back().text).file.endsWith(name),
                              name, kPatience);
    const QString missing = partsOf(window_->message().messages().back().text).file;  // as it was reported
    window_->replaceFile(missing, path(QStringLiteral("moved/") + name), path("scenes/scene.json"));
  }
  settle();
  QCOMPARE(window_->frame()->scene->world.bodies.size(), 2U);
  QVERIFY((sizeOf("b") - Vec3(0.02, 0.02, 0.02)).norm() < 1e-12);
}

void OpenTest::aLineIsTakenApart() {
  const auto parts = [](const char* line) { return partsOf(QString::fromUtf8(line)); };
  QCOMPARE(parts("/a/scene.json: bodies[0].shapes[0].file: /b/part.stl: no such file; give one").file,
           QString("/b/part.stl"));
  QCOMPARE(parts("/a/scene.json: bodies[0].shapes[0].file: /b/part.stl: no such file; give one").place,
           QString("bodies[0].shapes[0].file"));
  QCOMPARE(parts("/b/part.stl: no such file; give one").text, QString("no such file; give one"));
  QCOMPARE(parts("part.stl: line 3: no number").place, QString("line 3"));
  QCOMPARE(parts("a mass is a positive number: as in 0.25").text, QString("a mass is a positive number: as in 0.25"));
  QVERIFY(parts("the solver stopped").file.isEmpty());
}

void OpenTest::aMonitorOfAnyKindIsAskedFor() {
  run("open box_stack\nselect box1");
  const std::size_t before = window_->history().scene()->monitors.size();
  window_->command("assembly.monitor")->trigger();
  auto* dialog = window_->findChild<MonitorDialog*>();
  QVERIFY(dialog);
  QCOMPARE(dialog->kind().count(), 21);
  dialog->kind().setCurrentIndex(dialog->kind().findData("distance"));
  auto* value = qobject_cast<QLineEdit*>(dialog->form().field("value"));
  QVERIFY(value && !value->text().isEmpty());
  value->setText("much");
  dialog->accept();
  QVERIFY(dialog->isVisible());  // with its fault
  value->setText("0.5");
  dialog->accept();
  settle();
  QCOMPARE(window_->history().scene()->monitors.size(), before + 1);
  const scenes::Monitor& monitor = window_->history().scene()->monitors.back();
  QCOMPARE(monitor.value, 0.5);
  QCOMPARE(monitor.body, std::string("box1"));
  QVERIFY(!monitor.other.empty() && monitor.other != monitor.body);
  run("monitor.add position body=box1 \"point=0 0 0.1\" value=0.02 \"name=comes there\"");
  QCOMPARE(window_->history().scene()->monitors.back().point, Vec3(0, 0, 0.1));
  run("edit.undo\nedit.undo");
  QCOMPARE(window_->history().scene()->monitors.size(), before);
  QVERIFY(error("monitor.add position body=box1 pont=3").contains("has no 'pont'"));
  QVERIFY(error("monitor.add sits body=box1").contains("sits"));
}

void OpenTest::aRecordingIsWrittenBesideTheWindow() {
  run("open box_stack\nrun.step 20");
  window_->saveRecordingTo(path("run.prec"));
  QVERIFY(window_->saving());
  QTRY_VERIFY_WITH_TIMEOUT(!window_->saving(), kPatience);
  QCOMPARE(readSnapshots(path("run.prec").toStdString()).back()->step, 20);
  // Where it cannot be written there is a line with the way out.
  window_->saveRecordingTo("/nowhere/at/all/run.prec");
  QTRY_VERIFY_WITH_TIMEOUT(window_->message().isError(), kPatience);
  QCOMPARE(window_->message().messages().back().fixes.size(), 1U);
  window_->message().messages().back().fixes[0].act();  // asks for a recording, not for a scene
  auto* dialog = window_->findChild<QFileDialog*>();
  QVERIFY(dialog);
  QCOMPARE(dialog->defaultSuffix(), QString("prec"));
  dialog->close();
}

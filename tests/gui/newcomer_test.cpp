// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/newcomer_test.h"

#include <QDialogButtonBox>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QImage>
#include <QLineEdit>
#include <QMenuBar>
#include <QMimeData>
#include <QMouseEvent>
#include <QPushButton>
#include <QStatusBar>
#include <QTabBar>
#include <QTest>
#include <QToolBar>
#include <cmath>

#include "app/window/clearance_tool.h"
#include "app/window/timeline.h"
#include "tests/gui/pictures.h"
#include "tests/gui/pixels.h"

using namespace passung;
using namespace passung::app;

namespace {

const QString kManual = QStringLiteral(PASSUNG_DOCS "/manual/");

QString textOf(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

}  // namespace

void NewcomerTest::init() {
  WindowFixture::init();
  window_->setAsks(false);
  steady({1200, 720});
}

const dynamics::BodyState& NewcomerTest::screw() const { return window_->frame()->engines[0].snapshot->states[1]; }

// The manual shows each picture of its script, and the kept ones are small. Made anew are those up to the comparison,
// which takes long.
void NewcomerTest::theScriptOfTheManualMakesItsPictures() {
  QString script = textOf(kManual + "newcomer.passung");
  QVERIFY(!script.isEmpty());
  const auto comparison = script.indexOf("# The same in Bullet");
  QVERIFY(comparison > 0);
  script.truncate(comparison);
  script.replace("docs/manual/", folder_->path() + "/");
  script.replace("open " + folder_->path() + "/", "open " + kManual);
  run(script);
  const QString manual = textOf(kManual + "README.md");
  const QStringList made = QDir(folder_->path()).entryList({"*.png"}), all = QDir(kManual).entryList({"*.png"});
  QCOMPARE(made.size(), 6);
  QCOMPARE(all.size(), 8);
  for (const QString& name : made) QCOMPARE(QImage(path(name)).size(), QImage(kManual + name).size());
  for (const QString& name : all) {
    QVERIFY2(manual.contains("(" + name + ")"), qPrintable(name));
    const QFileInfo kept(kManual + name);
    QVERIFY2(kept.exists() && kept.size() < 150000, qPrintable(name));
  }
}

void NewcomerTest::drop(const QString& file) {
  QMimeData mime;
  mime.setUrls({QUrl::fromLocalFile(file)});
  QDragEnterEvent enter(QPoint(300, 300), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(window_.get(), &enter);
  QVERIFY(enter.isAccepted());
  QDropEvent drop(QPointF(300, 300), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(window_.get(), &drop);
  QTRY_VERIFY_WITH_TIMEOUT(!window_->loading() && window_->frame()->scene, test::kPatience);
}

void NewcomerTest::choose(const char* command) {
  QAction* action = window_->command(command);
  QVERIFY2(action, command);
  QMenuBar& bar = *window_->menuBar();
  for (QAction* top : bar.actions()) {
    QMenu& menu = *top->menu();
    if (!menu.actions().contains(action)) continue;
    QTest::mouseClick(&bar, Qt::LeftButton, {}, bar.actionGeometry(top).center());
    QTRY_VERIFY2_WITH_TIMEOUT(menu.isVisible(), command, test::kPatience);
    QTest::mouseClick(&menu, Qt::LeftButton, {}, menu.actionGeometry(action).center());
    QTRY_VERIFY2_WITH_TIMEOUT(!menu.isVisible(), command, test::kPatience);
    return;
  }
  QFAIL(command);
}

void NewcomerTest::press(const char* command) {
  QWidget* button = window_->findChild<QToolBar*>("tools")->widgetForAction(window_->command(command));
  QVERIFY2(button && button->isVisible(), command);
  QTest::mouseClick(button, Qt::LeftButton);
}

void NewcomerTest::turnTo(const QString& tab) {
  for (auto* bar : window_->findChildren<QTabBar*>()) {
    for (int i = 0; i < bar->count(); ++i) {
      if (bar->tabText(i) == tab) return QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(i).center());
    }
  }
  QFAIL(qPrintable(tab));
}

void NewcomerTest::stage(const char* name, const QWidget& where, int pixels) {
  QTest::qWait(250);  // panels follow ten times a second
  const QString file = path(QString(name) + ".png");
  window_->savePicture(file, true);
  const QImage image(file);
  QCOMPARE(image.size(), window_->size());
  QVERIFY2(test::colors(image) > 200, name);
  const QRect area(where.mapTo(window_.get(), QPoint()), where.size());
  const int changed = seen_.isNull() ? test::colors(image) : test::difference(seen_.copy(area), image.copy(area));
  QVERIFY2(changed >= pixels, qPrintable(QStringLiteral("%1: %2 pixels").arg(name).arg(changed)));
  seen_ = image;
  if (const QString folder = qEnvironmentVariable("PASSUNG_TEST_PICTURES"); !folder.isEmpty()) {
    QVERIFY(QDir().mkpath(folder));
    QVERIFY(image.save(folder + '/' + name + ".png"));
  }
}

// A screw of 13 mm head and 8 mm shank hangs 3 mm over a hole of 8.5 mm; tests/data/own/SOURCE.txt has the rest.
void NewcomerTest::fromADroppedFileToAReport() {
  ViewWidget& view = window_->view(0);
  constexpr double kShank = 0.004, kHead = 0.0065, kHole = 0.00425, kFall = 0.003;     // [m]
  constexpr double kVolume = kPi * (kShank * kShank * 0.020 + kHead * kHead * 0.008);  // [m^3]
  constexpr double kWeight = 7850 * 9.81 * kVolume;                                    // [N]
  const auto yellow = [](const QColor& c) { return c.red() > 90 && c.red() > 1.4 * c.blue() && c.green() > c.blue(); };
  const auto cyan = [](const QColor& c) {
    return c.blue() > 90 && c.red() < 0.6 * c.blue() && c.green() > 0.8 * c.blue();
  };
  const auto inView = [&](const auto& is) {
    return test::count(seen_.copy(QRect(view.mapTo(window_.get(), QPoint()), view.size())), is);
  };

  // Dropped on the window, the file opens: the larger part is fixed, and a line says so.
  drop(QStringLiteral(PASSUNG_TEST_DATA "/own/screw_over_bracket.step"));
  QCOMPARE(window_->frame()->scene->world.bodies.size(), 2U);
  QCOMPARE(window_->frame()->scene->world.bodies[0].motion, dynamics::Motion::kFixed);
  QVERIFY2(window_->message().text().contains("the largest part, 'bracket', is fixed, the other one moves"),
           qPrintable(window_->message().text()));
  stage("1-dropped", view, 200);
  QVERIFY2(inView(yellow) > 500, qPrintable(QString::number(inView(yellow))));

  // Do they fit? The play of the hole is 0.25 mm, less what the facets of the hole take: (1 - cos 0.1) of its radius.
  choose("inspect.clearances");
  QTRY_VERIFY_WITH_TIMEOUT(window_->clearances().report(), test::kPatience);
  const auto& report = *window_->clearances().report();
  QCOMPARE(report.clashes, 0);
  QCOMPARE(report.apart, 1);
  QVERIFY2(report.smallestGap() <= kHole - kShank + 1e-9 && report.smallestGap() >= 0.995 * kHole - kShank,
           qPrintable(QString::number(*report.smallestGap())));
  stage("2-clearance", view, 500);
  QVERIFY2(inView(cyan) > 500, qPrintable(QString::number(inView(cyan))));
  turnTo("Simulation");

  // A click on the screw selects it. Fixed, it hangs in the air however long the scene plays; then it may move.
  QTest::mouseClick(&view, Qt::LeftButton, {}, test::pixelOf(*window_, Vec3(0, 0, 0.021)));
  QCOMPARE(window_->selectedBody(), 1);
  choose("part.fix");
  QTRY_VERIFY_WITH_TIMEOUT(!window_->loading() && !window_->reopening(), test::kPatience);
  press("run.play");
  QTRY_VERIFY_WITH_TIMEOUT(window_->frame()->step() > 20, test::kPatience);
  QCOMPARE(screw().X_WB.p, Vec3(0, 0, 0));
  press("run.play");
  QTRY_VERIFY_WITH_TIMEOUT(!window_->frame()->playing, test::kPatience);
  choose("part.free");
  QTRY_VERIFY_WITH_TIMEOUT(!window_->loading() && !window_->reopening(), test::kPatience);
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->step(), 0, test::kPatience);
  stage("3-moving", view, 500);

  // It falls 3 mm onto the bracket, lies still, and its contacts carry its weight, less what its facets lack.
  press("run.play");
  QTRY_VERIFY_WITH_TIMEOUT(window_->frame()->time() > 0.3 && screw().v_WC.norm() < 1e-4, test::kPatience);
  const double seat = screw().X_WB.p.z(), rested = window_->frame()->time();
  QVERIFY2(seat > -kFall && seat < -kFall + 1e-5, qPrintable(QString::number(seat)));
  const ValueTable& values = window_->findChild<PropertiesPanel*>()->table();
  const auto newtons = [&](const QString& row) {
    const QStringList words = values.value(row).split(' ');
    return words.size() < 2 ? 0 : words[0].toDouble() * (words[1] == "mN" ? 1e-3 : words[1] == "N" ? 1 : 0);
  };
  QTRY_VERIFY2_WITH_TIMEOUT(std::abs(newtons("Contact force") - kWeight) < 0.015 * kWeight,
                            qPrintable(values.value("Contact force")), test::kPatience);
  stage("4-rest", view, 200);

  // A hand takes it by the head and pulls it out of the hole, where it hangs by the hand.
  const QPoint start = test::pixelOf(*window_, Vec3(0, 0, 0.021 - kFall));
  QTest::mousePress(&view, Qt::LeftButton, Qt::ControlModifier, start);
  QPoint end = start;
  for (int i = 0; i < 8; ++i) {
    end -= QPoint(0, view.height() / 24);
    QMouseEvent move(QEvent::MouseMove, end, view.mapToGlobal(end), Qt::NoButton, Qt::LeftButton, Qt::ControlModifier);
    QCoreApplication::sendEvent(&view, &move);
    QTest::qWait(20);
  }
  QTRY_VERIFY_WITH_TIMEOUT(!window_->frame()->pulls.empty(), test::kPatience);
  QCOMPARE(window_->frame()->pulls.front().body, 1);
  QTRY_VERIFY2_WITH_TIMEOUT(screw().X_WB.p.z() > 0.017, qPrintable(QString::number(screw().X_WB.p.z())),
                            test::kPatience);
  // It swings, so the figure goes up and down about the weight; it is the spring's, which is limited to thirty weights.
  QTRY_VERIFY2_WITH_TIMEOUT(newtons("Your pull") > kWeight, qPrintable(values.value("Your pull")), test::kPatience);
  QVERIFY(newtons("Your pull") < 30 * kWeight);
  stage("5-pulled", view, 500);
  QVERIFY(test::countOf(seen_, QColor(33, 158, 84), 30) > 50);
  QTest::mouseRelease(&view, Qt::LeftButton, Qt::ControlModifier, end);
  QTRY_VERIFY_WITH_TIMEOUT(window_->frame()->pulls.empty(), test::kPatience);

  // The timeline is dragged back to where it lay.
  Timeline& timeline = window_->timeline();
  const auto at = [&](double time) { return QPoint(static_cast<int>(timeline.xOf(time)), timeline.height() - 14); };
  QTest::mousePress(&timeline, Qt::LeftButton, {}, at(1e9) - QPoint(20, 0));
  QTRY_VERIFY_WITH_TIMEOUT(window_->looksBack() && !window_->session().frame()->playing, test::kPatience);
  QTest::qWait(50);
  QMouseEvent move(QEvent::MouseMove, at(rested), timeline.mapToGlobal(at(rested)), Qt::NoButton, Qt::LeftButton, {});
  QCoreApplication::sendEvent(&timeline, &move);
  QTest::mouseRelease(&timeline, Qt::LeftButton, {}, at(rested));
  QTRY_VERIFY_WITH_TIMEOUT(std::abs(screw().X_WB.p.z() - seat) < 1e-6, test::kPatience);
  stage("6-back", view, 500);

  // Beside Bullet, and the report.
  if (!window_->command("engines.native+bullet")) QSKIP("this build has no Bullet");
  press("run.compare");
  QTRY_COMPARE_WITH_TIMEOUT(window_->visibleViews(), 2, test::kPatience);
  QTRY_VERIFY_WITH_TIMEOUT(!window_->loading() && !window_->reopening(), test::kPatience);
  press("run.play");
  QTRY_VERIFY_WITH_TIMEOUT(window_->frame()->time() > 0.1, test::kPatience);
  press("run.play");
  QTRY_VERIFY_WITH_TIMEOUT(!window_->frame()->playing, test::kPatience);
  QTRY_VERIFY_WITH_TIMEOUT(window_->caption(1).contains("bullet"), test::kPatience);
  stage("7-compared", view, 500);
  choose("compare.export");
  auto* dialog = window_->findChild<QFileDialog*>();
  QVERIFY(dialog);
  auto* name = dialog->findChild<QLineEdit*>("fileNameEdit");
  // Not by keys: the list of completions that they open takes the next key or click for itself.
  name->setText(path("report.html"));
  QTest::mouseClick(dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save), Qt::LeftButton);
  QTRY_VERIFY2_WITH_TIMEOUT(QFile::exists(path("report.html")), qPrintable(window_->message().text()), test::kPatience);
  const QString html = textOf(path("report.html"));
  QVERIFY(html.contains("native (implicit)") && html.contains("bullet"));
  QCOMPARE(html.count("data:image/png;base64,"), 2);
  stage("8-exported", *window_->statusBar(), 20);
}

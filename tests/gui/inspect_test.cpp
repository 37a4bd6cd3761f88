// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/inspect_test.h"

#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QRegularExpression>
#include <QSettings>
#include <QTest>
#include <cmath>

#include "app/window/clearance_tool.h"
#include "app/window/timeline.h"
#include "tests/session/test_scenes.h"

using namespace passung;
using namespace passung::app;

namespace {

constexpr int kPatience = 20000;  // [ms]

}  // namespace

void InspectTest::init() {
  QTest::failOnWarning(QRegularExpression(".*"));
  QSettings().clear();  // each window looks as at first
  WindowServices services;
  services.read = [](const std::string& file) {
    scenes::Scene scene = test::cubeOverPlate();
    scene.source = file;
    return scene;
  };
  services.make = [](const dynamics::WorldDef& def, const std::string& name) {
    return dynamics::makeEngine(def, {.engine = name, .threads = 1});
  };
  services.engines = {"native"};
  window_ = std::make_unique<MainWindow>(services);
  window_->cameraRig().setSmooth(false);
  window_->resize(1200, 800);
  window_->show();
  QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
  QTRY_VERIFY_WITH_TIMEOUT(window_->view(0).usable(), kPatience);
  openScene();
}

void InspectTest::cleanup() {
  window_->close();
  window_.reset();
}

void InspectTest::openScene() {
  window_->open("cube_over_plate");
  QTRY_VERIFY_WITH_TIMEOUT(!window_->loading() && window_->frame()->scene, kPatience);
}

// The cube hangs 20 mm over the plate; the default limit, 1 % of the size, is below that.
void InspectTest::clearancesAreMeasuredWhenThePanelIsOpened() {
  auto* panel = window_->findChild<ClearancesPanel*>();
  QVERIFY(panel);
  QTest::qWait(100);
  QVERIFY(!window_->clearances().report());  // nobody asked
  window_->command("inspect.clearances")->trigger();
  QTRY_VERIFY_WITH_TIMEOUT(window_->clearances().report(), kPatience);
  QVERIFY(panel->figure().startsWith("Nothing within"));
  panel->findChild<QDoubleSpinBox*>()->setValue(25);  // [mm]
  QTRY_COMPARE_WITH_TIMEOUT(window_->clearances().report()->apart, 1, kPatience);
  QCOMPARE(panel->figure(), QStringLiteral("Smallest gap 20.00 mm"));
  QCOMPARE(panel->table().topLevelItemCount(), 1);
  QCOMPARE(panel->table().topLevelItem(0)->text(2), QStringLiteral("gap 20.00 mm"));
  QVERIFY(window_->clearances().marks(*window_->frame()));
}

void InspectTest::aDoubleClickZoomsToThePlace() {
  auto* panel = window_->findChild<ClearancesPanel*>();
  window_->command("inspect.clearances")->trigger();
  panel->findChild<QDoubleSpinBox*>()->setValue(25);
  QTRY_COMPARE_WITH_TIMEOUT(panel->table().topLevelItemCount(), 1, kPatience);
  emit panel->table().itemDoubleClicked(panel->table().topLevelItem(0), 0);
  // The middle of the gap is 10 mm above the plate, somewhere below the cube.
  QTRY_VERIFY_WITH_TIMEOUT(std::abs(window_->cameraRig().camera().target().z() - 0.01) < 1e-9, kPatience);
}

void InspectTest::clearancesFollowThePartsWhenTheyRest() {
  auto* panel = window_->findChild<ClearancesPanel*>();
  window_->command("inspect.clearances")->trigger();
  panel->findChild<QDoubleSpinBox*>()->setValue(25);
  QTRY_VERIFY_WITH_TIMEOUT(window_->clearances().report() && window_->clearances().report()->apart == 1, kPatience);
  const double before = *window_->clearances().report()->smallestGap();
  window_->session().step(20);
  // Free fall for 20 ms from rest, by steps of 1 ms: between g t^2 / 2 and that plus g t dt.
  QTRY_VERIFY_WITH_TIMEOUT(*window_->clearances().report()->smallestGap() < before - 0.5 * 9.81 * 0.02 * 0.02 * 0.99,
                           kPatience);
  QVERIFY(*window_->clearances().report()->smallestGap() > before - 0.5 * 9.81 * 0.02 * 0.02 - 9.81 * 0.02 * 1e-3);
}

void InspectTest::theTimelineShowsThePastAndPlaysOnFromThere() {
  for (int i = 0; i < 30; ++i) {
    window_->session().step(1);
    window_->session().sync();
  }
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->step(), 30, kPatience);
  QTRY_VERIFY_WITH_TIMEOUT(window_->timeline().time() > 0.0299, kPatience);
  Timeline& line = window_->timeline();
  QTest::mouseClick(&line, Qt::LeftButton, {},
                    QPoint(static_cast<int>(std::lround(line.xOf(0.010))), line.height() / 2));
  QTRY_VERIFY_WITH_TIMEOUT(window_->looksBack(), kPatience);
  QTRY_VERIFY_WITH_TIMEOUT(std::abs(window_->frame()->time() - 0.010) < 1.5e-3, kPatience);
  const auto then = window_->frame()->step();
  QCOMPARE(window_->session().frame()->step(), 30);  // the engine has not moved
  window_->command("time.newest")->trigger();
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->step(), 30, kPatience);

  QTest::mouseClick(&line, Qt::LeftButton, {},
                    QPoint(static_cast<int>(std::lround(line.xOf(0.010))), line.height() / 2));
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->step(), then, kPatience);
  window_->command("run.play")->trigger();
  QTRY_VERIFY_WITH_TIMEOUT(!window_->looksBack() && window_->frame()->playing, kPatience);
  QTRY_VERIFY_WITH_TIMEOUT(window_->frame()->time() > 0.2, kPatience);
  const double z = window_->frame()->engines[0].snapshot->states[1].X_WB.p.z();
  QVERIFY2(std::abs(z - 0.02) < 1e-4, qPrintable(QString::number(z)));  // the cube lies on the plate
}

void InspectTest::stepsInThePastGoThroughTheKeptStates() {
  for (int i = 0; i < 5; ++i) {
    window_->session().step(1);
    window_->session().sync();
  }
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->step(), 5, kPatience);
  window_->command("time.back")->trigger();
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->step(), 4, kPatience);
  window_->command("time.back")->trigger();
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->step(), 3, kPatience);
  window_->command("run.step")->trigger();
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->step(), 4, kPatience);
  QVERIFY(window_->looksBack());
  window_->command("run.step10")->trigger();
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->step(), 5, kPatience);
  QVERIFY(!window_->looksBack());
  window_->command("run.step")->trigger();
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->step(), 6, kPatience);
}

// The cube falls 20 mm, which takes 64 ms; the first contact is marked.
void InspectTest::eventsCanBeVisited() {
  for (int i = 0; i < 40; ++i) {
    window_->session().step(3);
    window_->session().sync();
  }
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->step(), 120, kPatience);
  QTRY_VERIFY_WITH_TIMEOUT(!window_->timeline().events().empty(), kPatience);
  QVERIFY(eventText(window_->timeline().events().front()).contains("first contact: plate, cube"));
  window_->command("time.previousEvent")->trigger();
  QTRY_VERIFY_WITH_TIMEOUT(window_->frame()->step() < 120, kPatience);
  QVERIFY(window_->looksBack());
  const double touched = window_->frame()->time();
  QVERIFY2(touched > 0.055 && touched < 0.075, qPrintable(QString::number(touched)));
  window_->command("time.newest")->trigger();
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->step(), 120, kPatience);
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/inspect_test.h"

#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QTest>
#include <cmath>

#include "app/window/clearance_tool.h"
#include "app/window/contacts_panel.h"
#include "app/window/timeline.h"
#include "tests/session/test_scenes.h"

using namespace passung;
using namespace passung::app;
using test::kPatience;

namespace {

dynamics::Contact contact(int a, int b, const Vec3& p, const Vec3& n, const Vec3& f, double gap) {
  dynamics::Contact c;
  c.bodyA = a;
  c.bodyB = b;
  c.p_W = p;
  c.n_W = n;
  c.f_W = f;
  c.gap = gap;
  return c;
}

}  // namespace

WindowServices InspectTest::services() const {
  WindowServices services = WindowFixture::services();
  services.read = [](const std::string& file) {
    scenes::Scene scene = test::cubeOverPlate();
    scene.source = file;
    return scene;
  };
  services.engines = {"native"};
  return services;
}

void InspectTest::init() {
  WindowFixture::init();
  steady({1200, 800});
  openScene();
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

void InspectTest::contactForcesAreSummedByPair() {
  const Vec3 x = Vec3::UnitX(), z = Vec3::UnitZ();
  dynamics::WorldSnapshot snapshot;
  snapshot.contacts = {contact(0, 2, Vec3(1, 0, 0), z, 3 * z + 4 * x, 2e-6),
                       contact(0, 1, Vec3(0, 0, 0), z, 2 * z, 1e-6), contact(0, 2, Vec3(3, 0, 0), x, 5 * x, -1e-6),
                       contact(0, 2, Vec3(9, 0, 0), x, Vec3::Zero(), 5e-6)};
  const std::vector<ContactPair> pairs = contactPairs(snapshot);
  QCOMPARE(pairs.size(), 2U);
  QCOMPARE(pairs[0].bodyB, 2);  // pressed by 3 and 5 N
  QCOMPARE(pairs[0].points, 3);
  QCOMPARE(pairs[0].pressing, 8.0);
  QCOMPARE(pairs[0].friction, 4.0);
  QCOMPARE(pairs[0].gap, -1e-6);
  QVERIFY((pairs[0].force - (9 * x + 3 * z)).norm() < 1e-12);
  // Two points of 5 N each: half-way between them; the one without force is far off.
  QVERIFY((pairs[0].place - Vec3(2, 0, 0)).norm() < 1e-12);
  QVERIFY(std::abs(pairs[0].reach - 7) < 1e-12);
  QCOMPARE(pairs[1].pressing, 2.0);
  QVERIFY(contactPairs({}).empty());
}

// The cube falls on the plate and lies there: its weight is what presses.
void InspectTest::contactForcesCarryTheWeight() {
  window_->command("inspect.contacts")->trigger();
  window_->session().step(600);
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->step(), 600, kPatience);
  const QTreeWidget& table = window_->contacts().table();
  QTRY_COMPARE_WITH_TIMEOUT(table.topLevelItemCount(), 1, kPatience);
  QCOMPARE(window_->contacts().summary(), QStringLiteral("1 pair in contact"));
  double weight = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    if (window_->frame()->scene->world.bodies[i].motion == dynamics::Motion::kDynamic)
      weight = window_->frame()->infos->front().masses[i].mass * 9.81;
  }
  QVERIFY(weight > 0);
  const auto pairs = contactPairs(*window_->frame()->engines[0].snapshot);
  QVERIFY2(std::abs(pairs[0].pressing - weight) < 0.02 * weight,
           qPrintable(QString::number(pairs[0].pressing / weight)));
}

void InspectTest::whatIsHeldStays() {
  const int cube = window_->frame()->scene->world.bodies[0].motion == dynamics::Motion::kDynamic ? 0 : 1;
  const auto height = [&] {
    return window_->frame()->engines[0].snapshot->states[static_cast<std::size_t>(cube)].X_WB.p.z();
  };
  QAction* hold = window_->command("run.hold");
  hold->trigger();  // nothing is selected
  QVERIFY(!hold->isChecked());
  window_->selectBody(cube);
  const double start = height();
  hold->trigger();
  QVERIFY(hold->isChecked());
  window_->session().step(200);
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->step(), 200, kPatience);
  // Free, it would have fallen by 196 mm, or lain on the plate 20 mm below; the spring sags by 2 % of its size.
  QVERIFY2(std::abs(height() - start) < 0.005, qPrintable(QString::number(height() - start)));
  QVERIFY(window_->frame()->engines[0].pullForces_W.at(0).z() > 0);
  window_->command("select.none")->trigger();
  QVERIFY(!hold->isChecked());
  window_->session().step(200);
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->step(), 400, kPatience);
  QVERIFY(height() < start - 0.015);
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/drive_test.h"

#include <QFile>
#include <QMouseEvent>
#include <QTest>
#include <cmath>

#include "app/window/drive_tool.h"
#include "app/window/drives_panel.h"
#include "dynamics/recording.h"
#include "tests/document/document_scene.h"
#include "tests/gui/pixels.h"

using namespace passung;
using namespace passung::app;
using test::kPatience;

namespace {

constexpr double kMass = 2, kInertia = 0.5;

// Two bodies in empty space, the second one on a hinge along z through its middle.
const QByteArray kFree = R"({"version": 1, "gravity": [0, 0, 0], "dt": 0.001, "solver": {"sleeping": false}, "bodies": [
    {"name": "ball", "shapes": [{"type": "sphere", "radius": 0.01}], "mass": {"mass": 2, "inertia": [0.5, 0.5, 0.5, 0, 0, 0]}},
    {"name": "wheel", "position": [0.1, 0, 0], "shapes": [{"type": "box", "size": [0.04, 0.04, 0.04]}],
     "mass": {"mass": 2, "inertia": [0.5, 0.5, 0.5, 0, 0, 0]}}],
  "joints": [{"name": "hinge", "type": "revolute", "body": "wheel", "position": [0.1, 0, 0], "axis": [0, 0, 1]}]})";

}  // namespace

void DriveTest::open(const QString& name, const QByteArray& scene) {
  QFile file(path(name));
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(scene);
  file.close();
  run(QStringLiteral("open \"%1\"").arg(path(name)));
}

// v = F t / m, then w = T t / I; off, nothing changes any more.
void DriveTest::aDriveThatWasAddedAccelerates() {
  open("free.json", kFree);
  run("run.step 3\ndrive.add ball push 0 3 0\ndrive \"ball push\" effort 4\nrun.step 100");
  const double dt = window_->frame()->scene->world.dt;
  QVERIFY(std::abs(state(0).v_WC.y() - 100 * dt * 4 / kMass) < 1e-9);
  run("drive \"ball push\" off\ndrive.add ball turn 0 0 1\ndrive \"ball turn\" effort 30mNm\nrun.step 50");
  QVERIFY(std::abs(state(0).v_WC.y() - 100 * dt * 4 / kMass) < 1e-9);
  QVERIFY(std::abs(state(0).w_WB.z() - 50 * dt * 0.03 / kInertia) < 1e-9);
  QCOMPARE(window_->drives().rows().size(), 3U);  // with the hinge
  QVERIFY(window_->frame()->engines[0].snapshot->drives.size() == 2);

  run("drive \"ball turn\" speed 1 any");
  QVERIFY(std::isinf(window_->drives().rows()[1].limit));
  // At a speed, with no more than its limit on the way there.
  run("drive \"ball turn\" speed 60rpm 2Nm\nrun.step 10");
  QVERIFY(std::abs(state(0).w_WB.z() - (50 * dt * 0.03 + 10 * dt * 2) / kInertia) < 1e-9);
  run("run.step 3000");
  QVERIFY(std::abs(state(0).w_WB.z() / (2 * kPi) - 1) < 1e-3);
}

void DriveTest::slidersDriveAJoint() {
  open("free.json", kFree);
  run("run.drives");
  DrivesPanel& panel = window_->drivesPanel();
  QVERIFY(panel.isVisible());
  const std::size_t row = window_->drives().rowNamed("hinge");
  QTRY_VERIFY_WITH_TIMEOUT(!panel.reading(row).isEmpty(), kPatience);
  QVERIFY(panel.reading(row).startsWith("free"));
  QCOMPARE(panel.slider(row).value(), 0);

  // Half of the way is a quarter of what the slider reaches.
  panel.slider(row).setValue(500);
  const DriveRow set = window_->drives().rows()[row];
  QVERIFY(set.mode == DriveMode::kEffort);
  QVERIFY(std::abs(set.effort - 0.25 * set.effortSpan) < 0.005 * 0.25 * set.effortSpan);
  QCOMPARE(panel.mode(row).currentIndex(), 1);
  run("run.step 20");
  const double dt = window_->frame()->scene->world.dt;
  QVERIFY(std::abs(state(1).w_WB.z() - 20 * dt * set.effort / kInertia) < 1e-6 * state(1).w_WB.z());
  QTRY_VERIFY_WITH_TIMEOUT(panel.reading(row).startsWith("now"), kPatience);

  // By speed, typed; then off by the box.
  panel.mode(row).setCurrentIndex(2);
  emit panel.mode(row).activated(2);
  panel.value(row).enter("-30 rpm");
  run("run.step 2000");
  QVERIFY(std::abs(state(1).w_WB.z() / -kPi - 1) < 1e-3);
  QVERIFY2(panel.reading(row).contains("rpm"), qPrintable(panel.reading(row)));
  emit panel.mode(row).activated(0);
  QVERIFY(window_->drives().rows()[row].mode == DriveMode::kOff);
  QVERIFY(!window_->drives().changed());
}

void DriveTest::whatIsSetStaysOverAReset() {
  open("free.json", kFree);
  run("drive hinge effort 1Nm\nrun.step 10\nrun.reset\nrun.step 10");
  const double dt = window_->frame()->scene->world.dt;
  QVERIFY(std::abs(state(1).w_WB.z() - 10 * dt / kInertia) < 1e-9);
  // Also over an edit that leaves drives and joints as they are.
  run("part.color ball #c08030\nrun.step 10");
  QVERIFY(std::abs(state(1).w_WB.z() - 10 * dt / kInertia) < 1e-9);
  run("drives.reset\nrun.reset\nrun.step 10");
  QCOMPARE(state(1).w_WB.norm(), 0.0);
  QVERIFY(!window_->drives().changed());
  // Another scene knows nothing of it.
  run("drive hinge effort 1Nm");
  open("other.json", kFree);
  run("run.step 5");
  QCOMPARE(state(1).w_WB.norm(), 0.0);
}

// In a scene that is ten times larger than its document: the kept run is the one that was tried.
void DriveTest::drivesAreKeptInTheScene() {
  QByteArray scaled = kFree;
  scaled.replace("\"version\": 1,", R"("version": 1, "scale": 10, "drives": [{"name": "wind", "type": "force",
    "body": "ball", "axis": [1, 0, 0], "value": 0.5, "start": 1}],)");
  open("scaled.json", scaled);
  run("drive hinge speed 2 5e4\ndrive wind effort 700\ndrive.add ball turn 0 1 0\ndrive \"ball turn\" effort "
      "900\nrun.step 30");
  const std::vector<dynamics::BodyState> tried(window_->frame()->engines[0].snapshot->states);
  QVERIFY(std::abs(tried[0].v_WC.x()) > 0 && std::abs(tried[0].w_WB.y()) > 0 && std::abs(tried[1].w_WB.z()) > 0);
  run("drives.keep");
  QVERIFY(!window_->drives().changed());
  const dynamics::WorldDef& world = window_->history().scene()->world;
  QCOMPARE(world.drives.size(), 2U);
  QVERIFY(std::abs(world.drives[0].value / 700 - 1) < 1e-12);
  QCOMPARE(world.drives[0].start, 0.0);
  QVERIFY(std::abs(world.drives[1].value / 900 - 1) < 1e-12);
  QVERIFY(std::abs(*world.joints[0].motor.speed / 2 - 1) < 1e-12);
  QVERIFY(std::abs(world.joints[0].motor.limit / 5e4 - 1) < 1e-12);
  run("run.step 30");
  for (std::size_t i = 0; i < 2; ++i) {
    QVERIFY((state(i).v_WC - tried[i].v_WC).norm() < 1e-9 * (1 + tried[i].v_WC.norm()));
    QVERIFY((state(i).w_WB - tried[i].w_WB).norm() < 1e-9 * (1 + tried[i].w_WB.norm()));
  }
  // Saved and opened again it is the same scene; undone it is the old one.
  run(QStringLiteral("save \"%1\"\nopen \"%1\"").arg(path("kept.json")));
  QCOMPARE(window_->history().scene()->world.drives.size(), 2U);
  QVERIFY(window_->history().scene()->world.joints[0].motor.speed.has_value());
  open("scaled.json", scaled);
  run("drive hinge effort 3\ndrives.keep\nedit.undo");
  QVERIFY(!window_->history().scene()->world.joints[0].motor.speed);
  QCOMPARE(window_->history().scene()->world.joints[0].motor.effort, 0.0);
}

void DriveTest::mistakesOfScripts_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<QString>("says");
  QTest::newRow("unknown") << "drive hing effort 1"
                           << "did you mean 'hinge'";
  QTest::newRow("what") << "drive hinge torque 1"
                        << "off, effort or speed";
  QTest::newRow("no value") << "drive hinge effort"
                            << "no value after effort";
  QTest::newRow("limit of an effort") << "drive hinge effort 1 2"
                                      << "a limit belongs to a speed";
  QTest::newRow("limit below 0") << "drive hinge speed 1 -2"
                                 << "0 or more";
  QTest::newRow("limit that is none") << "drive hinge speed 1 some"
                                      << "some";
  QTest::newRow("unit") << "drive hinge effort 1mm"
                        << "1mm";
  QTest::newRow("no direction") << "drive.add ball turn 0 0 0"
                                << "no direction";
  QTest::newRow("no such part") << "drive.add bal turn 0 0 1"
                                << "did you mean 'ball'";
  QTest::newRow("nothing recorded") << "record.stop"
                                    << "nothing is recorded";
  QTest::newRow("no folder") << "record.start /no/such/folder/a.prec"
                             << "/no/such/folder";
  QTest::newRow("no event") << "time.event contact"
                            << "no such event";
  QTest::newRow("kind of event") << "time.event bang"
                                 << "any, contact, deepest, monitor or overrun";
}

void DriveTest::mistakesOfScripts() {
  QFETCH(QString, line);
  QFETCH(QString, says);
  open("free.json", kFree);
  const QString told = error(line);
  QVERIFY2(told.contains(says), qPrintable(told));
  QVERIFY2(!told.contains('\n'), qPrintable(told));
  QVERIFY(!window_->drives().changed());
}

// On the top of a cube a push acts downwards, whatever way the mouse goes, and the harder the farther it goes.
void DriveTest::aPushGoesIntoTheSurface() {
  open("cube.json", R"({"version": 1, "gravity": [0, 0, 0], "materials": {"default": {"density": 1000}},
    "bodies": [{"name": "cube", "shapes": [{"type": "box", "size": [0.1, 0.1, 0.1]}]}]})");
  window_->cameraRig().setSmooth(false);
  run("view.top");
  ViewWidget& view = window_->view(0);
  const QPoint start = test::pixelOf(*window_, Vec3(0, 0, 0.05));
  const auto moveTo = [&](const QPoint& at) {
    QMouseEvent move(QEvent::MouseMove, at, view.mapToGlobal(at), Qt::NoButton, Qt::LeftButton,
                     Qt::ControlModifier | Qt::ShiftModifier);
    QCoreApplication::sendEvent(&view, &move);
    window_->session().sync();
  };
  QTest::mousePress(&view, Qt::LeftButton, Qt::ControlModifier | Qt::ShiftModifier, start);
  window_->session().sync();
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->pulls.size(), 1U, kPatience);
  const Vec3 first = *window_->frame()->pulls[0].f_W;
  QVERIFY((first.normalized() - Vec3(0, 0, -1)).norm() < 1e-6);
  moveTo(start + QPoint(50, 0));
  QTRY_VERIFY_WITH_TIMEOUT(window_->frame()->pulls[0].f_W->norm() > 2.5 * first.norm(), kPatience);
  const double force = window_->frame()->pulls[0].f_W->norm();
  window_->session().step(10);
  window_->session().sync();
  window_->showNow();
  const double dt = window_->frame()->scene->world.dt;
  QVERIFY(std::abs(state(0).v_WC.z() / (-10 * dt * force / 1.0) - 1) < 1e-6);  // 1 kg
  QTest::mouseRelease(&view, Qt::LeftButton, Qt::ControlModifier | Qt::ShiftModifier, start + QPoint(50, 0));
  QTRY_VERIFY_WITH_TIMEOUT(window_->frame()->pulls.empty(), kPatience);
}

void DriveTest::severalPartsAreHeld() {
  open("two.json", R"({"version": 1, "bodies": [
    {"name": "a", "shapes": [{"type": "box", "size": [0.1, 0.1, 0.1]}]},
    {"name": "b", "position": [0.3, 0, 0], "shapes": [{"type": "box", "size": [0.1, 0.1, 0.1]}]},
    {"name": "c", "position": [0.6, 0, 0], "shapes": [{"type": "box", "size": [0.1, 0.1, 0.1]}]}]})");
  run("select a\nrun.hold on\nselect b\nrun.hold on\nselect c\nrun.until 0.5");
  QVERIFY(!window_->command("run.hold")->isChecked());  // of c
  QVERIFY(std::abs(state(0).X_WB.p.z()) < 0.01);
  QVERIFY(std::abs(state(1).X_WB.p.z()) < 0.01);
  QVERIFY(state(2).X_WB.p.z() < -1);
  run("select a\nrun.hold off\nrun.until 0.8");
  QVERIFY(state(0).X_WB.p.z() < -0.3);
  QVERIFY(std::abs(state(1).X_WB.p.z()) < 0.01);
  run("run.letGo\nrun.until 1.1");
  QVERIFY(state(1).X_WB.p.z() < -0.3);
}

void DriveTest::everyStepIsRecorded() {
  open("free.json", kFree);
  run(QStringLiteral("drive hinge effort 1Nm\nrun.step 5\nrecord.start \"%1\"\nrun.step 40\nrecord.stop\nrun.step 5")
          .arg(path("run.prec")));
  QVERIFY(!window_->command("run.record")->isChecked());
  dynamics::Recording recording(path("run.prec").toStdString());
  QCOMPARE(recording.sampleCount(), 41U);
  for (std::size_t i = 0; i < recording.sampleCount(); ++i) {
    const auto sample = recording.sample(i);
    QCOMPARE(sample.step, 5 + static_cast<std::int64_t>(i));
    QVERIFY(std::abs(sample.states[1].w_WB.z() - static_cast<double>(sample.step) * 1e-3 / kInertia) < 1e-9);
  }
  // Of the past nothing can be recorded.
  run("time.show 0.01");
  QVERIFY(error(QStringLiteral("record.start \"%1\"").arg(path("past.prec"))).contains("earlier state"));
  run("time.newest");
  // A reset ends a recording, and its file is whole.
  run(QStringLiteral("record.start \"%1\"\nrun.step 7\nrun.reset\nrun.step 3").arg(path("reset.prec")));
  QTRY_VERIFY_WITH_TIMEOUT(!window_->command("run.record")->isChecked(), kPatience);
  QCOMPARE(dynamics::Recording(path("reset.prec").toStdString()).sampleCount(), 8U);
  // So does the end of the program.
  run(QStringLiteral("record.start \"%1\"\nrun.step 4").arg(path("closed.prec")));
  window_->close();
  window_.reset();
  QCOMPARE(dynamics::Recording(path("closed.prec").toStdString()).sampleCount(), 5U);
  WindowFixture::open();
}

// A cube falls 20 mm onto a plate: the contact comes after sqrt(2 h / g) = 64 ms, and the monitor of its rest passes.
void DriveTest::eventsAreVisitedByKind() {
  open("fall.json", R"({"version": 1, "dt": 0.001, "bodies": [
    {"name": "plate", "motion": "fixed", "position": [0, 0, -0.01], "shapes": [{"type": "box", "size": [0.2, 0.2, 0.02]}]},
    {"name": "cube", "position": [0, 0, 0.04], "shapes": [{"type": "box", "size": [0.04, 0.04, 0.04]}]}],
    "monitors": [{"type": "contact", "name": "landed", "body": "cube", "other": "plate"}]})");
  run("run.until 0.3\ntime.show 0\ntime.event contact");
  const double landing = std::sqrt(2 * 0.02 / 9.81);
  QVERIFY2(std::abs(window_->frame()->time() - landing) < 0.02, qPrintable(QString::number(window_->frame()->time())));
  QVERIFY(window_->looksBack());
  const double contact = window_->frame()->time();
  run("time.show 0\ntime.event monitor");
  QVERIFY(std::abs(window_->frame()->time() - landing) < 0.02);
  run("time.newest\ntime.event contact back");
  QCOMPARE(window_->frame()->time(), contact);
  QVERIFY(!error("time.event contact back").isEmpty());
  run("time.show 0.15");
  QVERIFY(window_->frame()->time() <= 0.15 && window_->frame()->time() > 0.13);
}

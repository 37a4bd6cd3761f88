// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/look_test.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QMouseEvent>
#include <QRegularExpression>
#include <QSettings>
#include <QTest>
#include <cmath>

#include "app/window/bookmarks.h"
#include "app/window/gap_tool.h"
#include "app/window/look_inside.h"
#include "app/window/picture_sequence.h"
#include "app/window/placer.h"
#include "app/window/ruler.h"
#include "app/window/script_runner.h"
#include "core/error.h"

using namespace passung;
using namespace passung::app;

namespace {
constexpr int kPatience = 20000;  // [ms]
}

// A cube of 40 mm, 20 mm over a plate of 200 mm whose top is at z = 0.
void LookTest::initTestCase() {
  folder_ = std::make_unique<QTemporaryDir>();
  QFile file(path("cube.json"));
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(R"({"version": 1, "bodies": [
    {"name": "plate", "motion": "fixed", "position": [0, 0, -0.01],
     "shapes": [{"type": "box", "size": [0.2, 0.2, 0.02]}]},
    {"name": "cube", "position": [0, 0, 0.04], "shapes": [{"type": "box", "size": [0.04, 0.04, 0.04]}]}]})");
}

void LookTest::init() {
  QTest::failOnWarning(QRegularExpression(".*"));
  QSettings().clear();
  WindowServices services = WindowServices::standard();
  services.recoveryFolder = path("recovery");
  window_ = std::make_unique<MainWindow>(services);
  window_->cameraRig().setSmooth(false);
  window_->resize(1200, 800);
  window_->show();
  QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
  QTRY_VERIFY_WITH_TIMEOUT(window_->view(0).usable(), kPatience);
  run("open " + path("cube.json"));
}

void LookTest::cleanup() {
  window_->setAsks(false);
  window_->close();
  window_.reset();
}

void LookTest::run(const QString& text) {
  try {
    runScript(*window_, text, "test.txt");
  } catch (const InputError& e) {
    QFAIL(e.what());
  }
}

QPoint LookTest::pixelOf(const Vec3& p_W) const {
  const ViewWidget& view = window_->view(0);
  const ViewPoint at{.width = view.width(), .height = view.height(), .camera = &window_->cameraRig().camera()};
  const auto pixel = at.pixelOf(p_W);
  return pixel ? QPoint(static_cast<int>(std::lround(pixel->x())), static_cast<int>(std::lround(pixel->y())))
               : QPoint();
}

void LookTest::theSectionIsCutFlippedAndMoved() {
  LookInside& look = window_->lookInside();
  QVERIFY(!look.cuts());
  run("section x 3mm");
  QVERIFY(look.cuts());
  QCOMPARE(look.offset(), 0.003);
  QVERIFY(look.normal().dot(window_->cameraRig().camera().direction()) < 0);  // open towards the eye
  QVERIFY(window_->command("view.section")->isChecked());
  const Vec3 before = look.normal();
  window_->command("section.flip")->trigger();
  QVERIFY((look.normal() + before).norm() < 1e-15);
  QCOMPARE(look.offset(), 0.003);
  run("section 0 1 1 0.01");
  QVERIFY(std::abs(look.normal().norm() - 1) < 1e-15);
  run("section z");
  const auto [low, high] = look.range();
  QVERIFY(std::abs(look.offset() - 0.5 * (low + high)) < 1e-12);
  OverlayOptions options;
  look.addTo(options);
  QVERIFY(options.section && std::abs(options.section->p.z() - look.offset()) < 1e-15);
  run("section off");
  look.addTo(options);
  QVERIFY(!options.section);
}

void LookTest::theExplodedViewIsForDisplayOnly() {
  const auto states = window_->frame()->engines[0].snapshot->states;
  run("explode 0.5 radial");
  QTRY_VERIFY_WITH_TIMEOUT(window_->lookInside().explosionOf(1).norm() > 0, kPatience);
  // In proportion: half of it is half the full way.
  const Vec3 half = window_->lookInside().explosionOf(1);
  run("explode 1");
  QVERIFY((window_->lookInside().explosionOf(1) - 2 * half).norm() < 1e-12);
  QCOMPARE(dynamics::stateHash(window_->frame()->engines[0].snapshot->states), dynamics::stateHash(states));
  QVERIFY(!window_->isWindowModified());
  window_->command("view.explode")->trigger();
  QCOMPARE(window_->lookInside().explosionOf(1).norm(), 0.0);
}

void LookTest::gapColoursFollowThePartsWhenTheyRest() {
  run("gaps all 50mm");
  QVERIFY(window_->gapTool().colors());
  QVERIFY(std::abs(window_->gapTool().colors()->smallest - 0.02) < 1e-9);
  // Free fall for 20 ms.
  run("run.step 20");
  QTRY_VERIFY_WITH_TIMEOUT(window_->gapTool().shows(*window_->frame()), kPatience);
  QVERIFY(window_->gapTool().colors()->smallest < 0.02 - 0.5 * 9.81 * 0.02 * 0.02 * 0.99);
  run("gaps off");
  QVERIFY(!window_->gapTool().shows(*window_->frame()));
}

void LookTest::theRulerMeasuresCornersFacesAndClearances() {
  run("ruler 0 0 0 3mm 4mm 12mm");
  QTRY_VERIFY_WITH_TIMEOUT(window_->ruler().measurement(), kPatience);
  QVERIFY(std::abs(window_->ruler().measurement()->distance - 0.013) < 1e-15);
  QCOMPARE(window_->ruler().figure(), QStringLiteral("13.00 mm"));
  QVERIFY(window_->ruler().details().contains("dy 4.000 mm"));
  run("ruler.parts plate cube");
  QVERIFY(std::abs(window_->ruler().measurement()->distance - 0.02) < 1e-9);

  // By mouse: two corners of the cube, clicked three pixels beside them.
  const auto& cube = window_->frame()->scene->world.bodies[1];
  const Aabb box = transformed(dynamics::localBounds(cube), cube.X_WB);
  window_->ruler().setMode(RulerMode::kPoints);
  QVERIFY(window_->command("inspect.ruler")->isChecked() || window_->ruler().on());
  run("select cube\nview.front\nview.fitSelection");
  window_->command("inspect.ruler")->setChecked(true);
  QTest::qWait(100);
  const Vec3 a(box.lower.x(), box.lower.y(), box.upper.z()), b(box.upper.x(), box.lower.y(), box.upper.z());
  QTest::mouseClick(&window_->view(0), Qt::LeftButton, {}, pixelOf(a) + QPoint(3, 3));
  QTest::mouseClick(&window_->view(0), Qt::LeftButton, {}, pixelOf(b) + QPoint(-3, 3));
  QTRY_VERIFY_WITH_TIMEOUT(window_->ruler().measurement(), kPatience);
  QVERIFY2(std::abs(window_->ruler().measurement()->distance - box.extent().x()) < 1e-12,
           qPrintable(window_->ruler().details()));
  window_->command("select.none")->trigger();
  QVERIFY(!window_->ruler().on());
}

void LookTest::measurementsAreThoseOfGeometry() {
  using Kind = Snap::Kind;
  const auto axis = [](const Vec3& p, const Vec3& d) {
    return PlacedSnap{.kind = Kind::kAxis, .p = p, .direction = d};
  };
  const auto plane = [](const Vec3& p, const Vec3& n) {
    return PlacedSnap{.kind = Kind::kPlane, .p = p, .direction = n};
  };
  const PlacedSnap point{.kind = Kind::kVertex, .p = Vec3(1, 2, 3)};
  QCOMPARE(measureBetween(point, axis(Vec3(0, 0, 9), Vec3::UnitZ())).distance, std::sqrt(5.0));
  QCOMPARE(measureBetween(plane(Vec3(0, 0, 1), Vec3::UnitZ()), point).distance, 2.0);
  // Parallel axes: across both. Skew ones, x at z = 0 and y at z = 5: five apart, at right angles.
  QCOMPARE(measureBetween(axis(Vec3::Zero(), Vec3::UnitX()), axis(Vec3(7, 3, 4), -Vec3::UnitX())).distance, 5.0);
  const Measurement skew = measureBetween(axis(Vec3(2, 0, 0), Vec3::UnitX()), axis(Vec3(1, 8, 5), Vec3::UnitY()));
  QVERIFY(std::abs(skew.distance - 5) < 1e-12 && std::abs(*skew.angle - kPi / 2) < 1e-12);
  QVERIFY((skew.a - Vec3(1, 0, 0)).norm() < 1e-12);
  const Measurement planes = measureBetween(plane(Vec3::Zero(), Vec3::UnitZ()), plane(Vec3(4, 5, 6), -Vec3::UnitZ()));
  QVERIFY(planes.distance == 6 && *planes.angle < 1e-12);
}

void LookTest::theGizmoMovesAndTurnsInOneEdit() {
  run("select cube\nview.front\npart.place on");
  QTRY_VERIFY_WITH_TIMEOUT(window_->placer().usable(), kPatience);
  const Vec3 start = window_->frame()->scene->world.bodies[1].X_WB.p;
  const Gizmo gizmo = window_->placer().gizmo();
  ViewWidget& view = window_->view(0);
  const auto drag = [&](const Vec3& from, const Vec3& to, Qt::KeyboardModifiers keys) {
    QTest::mousePress(&view, Qt::LeftButton, keys, pixelOf(from));
    QTest::mouseMove(&view, 0.5 * (pixelOf(from) + pixelOf(to)));
    // mouseMove of QTest has no modifiers.
    QMouseEvent move(QEvent::MouseMove, pixelOf(to), view.mapToGlobal(pixelOf(to)), Qt::NoButton, Qt::LeftButton, keys);
    QCoreApplication::sendEvent(&view, &move);
    QTest::mouseRelease(&view, Qt::LeftButton, keys, pixelOf(to));
    QTRY_VERIFY_WITH_TIMEOUT(!window_->loading() && !window_->reopening(), kPatience);
  };
  // Along x by half an arrow, in steps.
  const Vec3 tip = gizmo.center + 0.8 * gizmo.length * Vec3::UnitX();
  drag(tip, tip + 0.5 * gizmo.length * Vec3::UnitX(), Qt::ControlModifier);
  const Vec3 moved = window_->history().scene()->world.bodies[1].X_WB.p - start;
  QVERIFY2(std::abs(moved.x() / gizmo.step() - std::round(moved.x() / gizmo.step())) < 1e-9,
           qPrintable(QString::number(moved.x())));
  QVERIFY(std::abs(moved.x() - 0.5 * gizmo.length) <= 0.75 * gizmo.step());
  QVERIFY(std::abs(moved.y()) < 1e-15 && std::abs(moved.z()) < 1e-15);
  QCOMPARE(window_->history().stack().count(), 1);
  // Round y, the line of sight, by a quarter, about the cube's middle.
  QTRY_VERIFY_WITH_TIMEOUT(window_->placer().usable(), kPatience);
  const Gizmo now = window_->placer().gizmo();
  const double r = 0.82 * now.length, s = std::sqrt(0.5);
  drag(now.center + r * Vec3(s, 0, s), now.center + r * Vec3(s, 0, -s), Qt::ControlModifier);
  const Transform X = window_->history().scene()->world.bodies[1].X_WB;
  QVERIFY(vectorFromRotation(X.q).cross(Vec3::UnitY()).norm() < 1e-9);
  QVERIFY2(std::abs(vectorFromRotation(X.q).norm() - kPi / 2) < 1e-9,
           qPrintable(QString::number(vectorFromRotation(X.q).norm())));
  QCOMPARE(window_->history().stack().count(), 2);
  run("edit.undo\nedit.undo");
  QVERIFY((window_->history().scene()->world.bodies[1].X_WB.p - start).norm() < 1e-15);
}

// The cube's lower face onto the plate's upper one: it sinks by the 20 mm between them.
void LookTest::matesBringFacesTogether() {
  const Vec3 start = window_->frame()->scene->world.bodies[1].X_WB.p;
  const auto& cube = window_->frame()->scene->world.bodies[1];
  const Aabb box = transformed(dynamics::localBounds(cube), cube.X_WB);
  const Vec3 below = box.center() - Vec3(0, 0, 0.5 * box.extent().z());
  run(QStringLiteral("part.mate cube %1 %2 %3 plate %1 %2 0").arg(below.x()).arg(below.y()).arg(below.z()));
  const Transform X = window_->history().scene()->world.bodies[1].X_WB;
  QVERIFY((X.p - start - Vec3(0, 0, -0.02)).norm() < 1e-12);
  QVERIFY(vectorFromRotation(X.q).norm() < 1e-9);
  QCOMPARE(window_->history().stack().count(), 1);
}

void LookTest::bookmarksComeBackWithTheFile() {
  run("view.top\nbookmark.store2\nview.front");
  const Vec3 front = window_->cameraRig().camera().direction();
  run("bookmark.recall2");
  QVERIFY((window_->cameraRig().camera().direction() - Vec3(0, 0, -1)).norm() < 1e-9);
  run("view.front\nbookmark.recall3");  // none there: the view stays
  QVERIFY((window_->cameraRig().camera().direction() - front).norm() < 1e-12);
  QSettings settings;
  const auto kept = bookmark(settings, path("cube.json"), 2);
  QVERIFY(kept && (kept->direction() - Vec3(0, 0, -1)).norm() < 1e-9);
  QVERIFY(!bookmark(settings, "another", 2));
}

void LookTest::sequencesSaveEachPicture() {
  const double dt = window_->frame()->scene->world.dt;
  const QString folder = path("pictures");
  run(QStringLiteral("size 500 400\nsequence %1 10 %2").arg(folder).arg(35 * dt));
  QCOMPARE(QDir(folder).entryList(QDir::Files).size(), 4);  // steps 0, 10, 20, 30
  QVERIFY(!QImage(folder + "/picture_00003.png").isNull());
  QCOMPARE(window_->frame()->step(), 30);
  QVERIFY(QImage(folder + "/picture_00000.png") != QImage(folder + "/picture_00003.png"));
}

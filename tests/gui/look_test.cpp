// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/look_test.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QMouseEvent>
#include <QSettings>
#include <QStatusBar>
#include <QTest>
#include <cmath>
#include <functional>

#include "app/window/bookmarks.h"
#include "app/window/format.h"
#include "app/window/gap_tool.h"
#include "app/window/look_inside.h"
#include "app/window/pair_test_panel.h"
#include "app/window/picture_sequence.h"
#include "app/window/placer.h"
#include "app/window/ruler.h"

using namespace passung;
using namespace passung::app;

using test::kPatience;

// A cube of 40 mm, 20 mm over a plate of 200 mm whose top is at z = 0.
void LookTest::init() {
  WindowFixture::init();
  steady({1200, 800});
  write("cube.json", R"({"version": 1, "bodies": [
    {"name": "plate", "motion": "fixed", "position": [0, 0, -0.01],
     "shapes": [{"type": "box", "size": [0.2, 0.2, 0.02]}]},
    {"name": "cube", "position": [0, 0, 0.04], "shapes": [{"type": "box", "size": [0.04, 0.04, 0.04]}]}]})");
  run("open " + path("cube.json"));
}

void LookTest::refuses(const QString& text, const QString& why) {
  const QString said = error(text);
  QVERIFY2(said.contains(why), qPrintable(text + ": " + said));
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

void LookTest::singlePartsAreSeenThrough() {
  LookInside& look = window_->lookInside();
  const auto opacities = [&] {
    OverlayOptions options;
    look.addTo(options);
    return options.bodyOpacity;
  };
  QAction *through = window_->command("view.seeThroughPart"), *solid = window_->command("view.solidParts");
  QVERIFY(opacities().empty());
  QVERIFY(!through->isEnabled() && !solid->isEnabled());
  run("select cube\npart.opacity cube 0.4");
  QCOMPARE(opacities(), (std::vector<double>{1, 0.4}));
  QVERIFY(through->isEnabled() && through->isChecked() && solid->isEnabled());
  QCOMPARE(window_->history().stack().count(), 0);  // a look, no edit
  run("view.seeThroughPart off");
  QVERIFY(opacities().empty());
  run("view.seeThroughPart on\nselect plate");
  QVERIFY(!through->isChecked());
  refuses("part.opacity cube 2", "a number from 0 to 1");
  refuses("part.opacity ball 1", "ball");

  // It stays through an edit, and is clicked as long as it is seen.
  const auto click = [&] {
    window_->selectBody(-1);
    run("view.front\nview.fit");
    window_->showNow();
    QTest::mouseClick(&window_->view(0), Qt::LeftButton, {}, pixelOf(Vec3(0, 0, 0.04)));
    return window_->selectedBody();
  };
  run("part.color cube orange");
  QVERIFY(opacities()[1] < 1);
  QCOMPARE(click(), 1);
  solid->trigger();
  QVERIFY(opacities().empty());

  run("part.opacity cube 0.5\nopen " + path("cube.json"));
  QVERIFY(opacities().empty());
}

void LookTest::gapColoursFollowThePartsWhenTheyRest() {
  run("gaps all 50mm");
  QVERIFY(window_->gapTool().colors());
  QVERIFY(std::abs(window_->gapTool().colors()->smallest - 0.02) < 1e-9);
  // Free fall for 20 ms.
  run("run.step 20");
  QTRY_VERIFY_WITH_TIMEOUT(window_->gapTool().shows(*window_->frame()), kPatience);
  QVERIFY(window_->gapTool().colors()->smallest < 0.02 - 0.5 * 9.81 * 0.02 * 0.02 * 0.99);
  // Another limit is measured anew, and the picture waits for it.
  run("gaps all 5mm");
  QCOMPARE(window_->gapTool().colors()->limit, 0.005);
  run("gaps all 30mm");
  QCOMPARE(window_->gapTool().colors()->limit, 0.03);
  run("gaps off");
  QVERIFY(!window_->gapTool().shows(*window_->frame()));
  refuses("gaps selected", "select NAME");
}

void LookTest::conglomeratesAreTestedDrawnAndCompared() {
  PairTestTool& tool = window_->pairTest();
  QVERIFY(!tool.on() && !window_->command("pairTest.compare")->isEnabled());
  // The cube's lower side and the plate's upper one are 20 mm apart: two faces each.
  run("conglomerates within 19mm");
  QVERIFY(tool.result() && tool.shows(*window_->frame()));
  QVERIFY(window_->command("pairTest.on")->isChecked());
  QCOMPARE(tool.result()->report.contacts, 0LL);
  run("conglomerates within 20.001mm\nconglomerates compare");
  QVERIFY(tool.result()->report.contacts > 0);
  QVERIFY(tool.result()->hierarchies && tool.result()->hierarchies->equal);
  const auto* panel = window_->findChild<PairTestPanel*>();
  QCOMPARE(panel->table().value("Same pairs"), QStringLiteral("yes, to the bit"));
  QCOMPARE(panel->table().value("Pairs of faces"), format::count(tool.result()->report.contacts));

  const auto picture = [&] {
    window_->showNow();
    QTRY_VERIFY_WITH_TIMEOUT(window_->pictureReady(), kPatience);
  };
  const auto list = [&] {
    picture();
    DrawList l;
    l.meshes.resize(0);
    tool.addTo(l);
    return l.texts.size();
  };
  const std::size_t lines = list();
  for (const char* name : {"pairTest.colors", "pairTest.hits", "pairTest.boxes", "pairTest.samples", "pairTest.leaves",
                           "pairTest.front"}) {
    QAction* action = window_->command(name);
    action->trigger();
    QVERIFY2(list() != lines, name);
    action->trigger();
    QCOMPARE(list(), lines);
  }
  window_->command("pairTest.front")->trigger();
  picture();
  QVERIFY(tool.result()->front && tool.result()->front->equal);
  QCOMPARE(panel->table().value("Front's pairs"), QStringLiteral("the same, to the bit"));
  window_->command("pairTest.front")->trigger();
  for (const char* name : {"convex", "ransac", "euclidean", "chain", "hierarchy"}) {
    const auto before = tool.result()->report.contacts;
    run(QStringLiteral("conglomerates partition %1\nconglomerates tree kd").arg(name));
    QCOMPARE(tool.result()->report.contacts, before);
  }
  // Without a device the processor takes its place, and one line says so.
  run("conglomerates device cuda");
  QVERIFY(tool.result()->report.backend == gpu::Backend::kCuda || !tool.notice().empty());
  run("conglomerates device cpu");
  QVERIFY(tool.notice().empty());
  refuses("conglomerates partition cubes", "convex, ransac");
  refuses("conglomerates tree oak", "octree, kd");
  refuses("conglomerates within", "a value is missing");
  refuses("conglomerates within -1mm", "distance");
  refuses("conglomerates sometimes", "on, off");
  run("conglomerates off");
  QVERIFY(!tool.shows(*window_->frame()));
}

void LookTest::theConglomerateTestFollowsARun() {
  PairTestTool& tool = window_->pairTest();
  run("conglomerates within 1mm");
  QCOMPARE(tool.result()->report.contacts, 0LL);
  window_->command("pairTest.front")->trigger();
  window_->session().play();
  QTRY_VERIFY_WITH_TIMEOUT(tool.result()->report.contacts > 0, kPatience);  // the cube has come down
  QVERIFY(tool.result()->front && tool.result()->front->equal);
  QVERIFY(tool.time() > 0);
  window_->session().pause();
  window_->session().sync();
  window_->showNow();
  QTRY_VERIFY_WITH_TIMEOUT(tool.settled(), kPatience);
  QCOMPARE(tool.time(), window_->frame()->time());
  window_->command("pairTest.front")->trigger();
  // Another scene: its parts, not those of before.
  run("open falling_parts");
  QTRY_VERIFY_WITH_TIMEOUT(tool.settled() && tool.shows(*window_->frame()), kPatience);
  QCOMPARE(tool.result()->tested->parts.size(), drawnParts(SceneGeometry(*window_->frame()->scene)).size());
  run("conglomerates off");
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
  QCOMPARE(window_->command("inspect.ruler")->isChecked(), window_->ruler().on());
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

// What a drag began with may leave while the button is down: the drag ends, and nothing is edited by it.
void LookTest::aDragEndsWithWhatItBeganWith() {
  ViewWidget& view = window_->view(0);
  run("select cube\nview.front\npart.pose cube 0 0 0.05");
  const struct {
    const char* what;
    std::function<void()> interrupt;
    int edits;  // on the stack, then
  } cases[] = {
      {"undo", [&] { window_->command("edit.undo")->trigger(); }, 1},
      {"nothing selected", [&] { window_->command("select.none")->trigger(); }, 1},
      {"removed", [&] { run("part.remove cube"); }, 1},
  };
  for (const auto& c : cases) {
    run("select cube\npart.place on");
    QTRY_VERIFY2_WITH_TIMEOUT(window_->placer().usable(), c.what, kPatience);
    const Gizmo gizmo = window_->placer().gizmo();
    const QPoint from = pixelOf(gizmo.center + 0.8 * gizmo.length * Vec3::UnitX());
    QTest::mousePress(&view, Qt::LeftButton, {}, from);
    QTest::mouseMove(&view, from + QPoint(20, 0));
    QTest::mouseMove(&view, from + QPoint(40, 0));
    window_->showNow();
    c.interrupt();
    QTRY_VERIFY2_WITH_TIMEOUT(!window_->loading() && !window_->reopening(), c.what, kPatience);
    window_->showNow();
    const auto scene = window_->history().scene();
    QTest::mouseMove(&view, from + QPoint(60, 0));
    QTest::mouseRelease(&view, Qt::LeftButton, {}, from + QPoint(60, 0));
    window_->showNow();
    QCOMPARE(window_->history().scene(), scene);
    QCOMPARE(window_->history().stack().count(), c.edits);
  }
}

// Taken apart for display, the cube is grasped where it is drawn, and goes the way that the mouse goes.
void LookTest::theGizmoIsWhereThePartIsDrawn() {
  run("explode 1\nselect cube\nview.front\nview.fit\npart.place on");
  QTRY_VERIFY_WITH_TIMEOUT(window_->placer().usable(), kPatience);
  const Vec3 start = window_->history().scene()->world.bodies[1].X_WB.p;
  const Vec3 way = window_->lookInside().explosionOf(1);
  QVERIFY(way.norm() > 0.01);
  QTRY_VERIFY_WITH_TIMEOUT((window_->placer().gizmo().center - (start + way)).norm() < 1e-9, kPatience);
  const Gizmo gizmo = window_->placer().gizmo();
  ViewWidget& view = window_->view(0);
  const Vec3 tip = gizmo.center + 0.8 * gizmo.length * Vec3::UnitX();
  const Vec3 goal = tip + 0.5 * gizmo.length * Vec3::UnitX();
  QTest::mousePress(&view, Qt::LeftButton, {}, pixelOf(tip));
  QTest::mouseMove(&view, 0.5 * (pixelOf(tip) + pixelOf(goal)));
  QTest::mouseMove(&view, pixelOf(goal));
  QTest::mouseRelease(&view, Qt::LeftButton, {}, pixelOf(goal));
  QTRY_VERIFY_WITH_TIMEOUT(!window_->loading() && !window_->reopening(), kPatience);
  const Vec3 moved = window_->history().scene()->world.bodies[1].X_WB.p - start;
  QVERIFY2(std::abs(moved.x() - 0.5 * gizmo.length) < 0.05 * gizmo.length, qPrintable(QString::number(moved.x())));
  QVERIFY(std::abs(moved.y()) < 1e-15 && std::abs(moved.z()) < 1e-15);
}

// Where the parts are later is not where they start: clicks are refused then.
void LookTest::matesAreMadeAtTheStartOnly() {
  run("view.front\nview.fit\npart.mateByMouse on");
  run("run.step 5");
  const auto scene = window_->history().scene();
  const Vec3 cube = window_->frame()->engines[0].snapshot->states[1].X_WB.p;
  QTest::mouseClick(&window_->view(0), Qt::LeftButton, {}, pixelOf(cube));
  QVERIFY(window_->statusBar()->currentMessage().contains("start"));
  run("run.reset");
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->step(), 0, kPatience);
  window_->showNow();
  QTest::mouseClick(&window_->view(0), Qt::LeftButton, {}, pixelOf(Vec3(0, 0, 0.04)));
  QVERIFY(window_->statusBar()->currentMessage().contains("plane of the other part"));
  QCOMPARE(window_->history().scene(), scene);
}

void LookTest::marksUnderTheMouseLeaveWithIt() {
  run("view.front\nview.fit\ninspect.ruler on");
  ViewWidget& view = window_->view(0);
  const auto marks = [&] {
    DrawList list;
    window_->ruler().addTo(list);
    return list.points.size();
  };
  QTest::mouseMove(&view, pixelOf(Vec3(0.005, 0, 0.041)));
  QTest::qWait(50);
  QTest::mouseMove(&view, pixelOf(Vec3(0.006, 0, 0.041)));
  QTRY_COMPARE_WITH_TIMEOUT(marks(), 1U, kPatience);
  QEvent leave(QEvent::Leave);
  QCoreApplication::sendEvent(&view, &leave);
  QCOMPARE(marks(), 0U);
}

// The ends of the ruler stay with their parts while those are edited, and leave with them.
void LookTest::theRulerStaysWithItsParts() {
  run("part.duplicate plate spare 0 0 -0.2\nruler.parts plate cube");
  QVERIFY(std::abs(window_->ruler().measurement()->distance - 0.02) < 1e-9);
  run("part.pose cube 0 0 0.05");
  QTRY_VERIFY_WITH_TIMEOUT(
      window_->ruler().measurement() && std::abs(window_->ruler().measurement()->distance - 0.03) < 1e-9, kPatience);
  run("part.remove plate");
  window_->showNow();
  QVERIFY(!window_->ruler().measurement());
}

void LookTest::aFloorIsAPlaneToMateWith() {
  write("floor.json", R"({"version": 1, "bodies": [
    {"name": "floor", "motion": "fixed", "position": [0, 0, -0.03], "shapes": [{"type": "half_space"}]},
    {"name": "cube", "position": [0, 0, 0.04], "shapes": [{"type": "box", "size": [0.04, 0.04, 0.04]}]}]})");
  run("open " + path("floor.json") + "\npart.mate cube 0 0 0.02 floor 0.3 0 0");
  QVERIFY((window_->history().scene()->world.bodies[1].X_WB.p - Vec3(0, 0, -0.01)).norm() < 1e-12);
  refuses("gaps selected", "select NAME");
}

void LookTest::normalsOfAnyLengthCut() {
  for (const char* normal : {"1e300 1e300 0", "1e-300 1e-300 0", "3 3 0"}) {
    run(QStringLiteral("section %1 0.004").arg(normal));
    QVERIFY((window_->lookInside().normal() - Vec3(1, 1, 0) / std::sqrt(2)).norm() < 1e-12);
    QCOMPARE(window_->lookInside().offset(), 0.004);
  }
  refuses("section 0 0 0 1", "direction");
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

// A sequence of a run that something else moves ends and says so.
void LookTest::aSequenceOfAnotherRunEnds() {
  PictureSequence& sequence = window_->sequence();
  const struct {
    const char* what;
    std::function<void()> meddle;
  } cases[] = {
      {"reset", [&] { window_->command("run.reset")->trigger(); }},
      {"played", [&] { window_->command("run.play")->trigger(); }},
      {"edited", [&] { run("part.pose cube 0 0 0.06"); }},
      {"moved on", [&] { window_->session().step(1000); }},
  };
  int number = 0;
  for (const auto& c : cases) {
    run("run.reset\nwait 0.1");
    window_->startSequence({.folder = path("a%1b%2 " + QString::number(number++)), .every = 3, .last = 3000000});
    QTRY_VERIFY2_WITH_TIMEOUT(sequence.saved() >= 2, c.what, kPatience);
    c.meddle();
    QTRY_VERIFY2_WITH_TIMEOUT(!sequence.running(), c.what, kPatience);
    QVERIFY2(QString::fromStdString(sequence.error()).contains("ended"), sequence.error().c_str());
    QVERIFY(QFile::exists(sequence.plan().folder + "/picture_00001.png"));
    window_->session().pause();
    window_->session().sync();
  }
}

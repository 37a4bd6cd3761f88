// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/view_picture_test.h"

#include <QCheckBox>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QScreen>
#include <QSet>
#include <QTest>
#include <QTimer>
#include <cmath>
#include <functional>

#include "app/window/clearance_tool.h"
#include "app/window/gap_tool.h"
#include "app/window/plot_view.h"
#include "app/window/view_widget.h"
#include "tests/gui/pictures.h"
#include "tests/gui/pixels.h"

using namespace passung;
using namespace passung::app;

namespace {

// A red cube of 40 mm, 20 mm over a blue plate, with a green core that nothing shows from outside.
const char* const kScene = R"({"version": 1, "bodies": [
  {"name": "plate", "motion": "fixed", "position": [0, 0, -0.01], "color": [0.1, 0.2, 0.9],
   "shapes": [{"type": "box", "size": [0.2, 0.2, 0.02]}]},
  {"name": "cube", "motion": "fixed", "position": [0, 0, 0.04], "color": [0.9, 0.1, 0.1],
   "shapes": [{"type": "box", "size": [0.04, 0.04, 0.04]}]},
  {"name": "core", "motion": "fixed", "position": [0, 0, 0.04], "color": [0.1, 0.7, 0.1],
   "shapes": [{"type": "box", "size": [0.016, 0.016, 0.016]}]}]})";

bool isGreen(const QColor& c) { return c.green() > 50 && c.green() > 1.5 * c.red() && c.green() > 1.5 * c.blue(); }
bool isRed(const QColor& c) { return c.red() > 50 && c.red() > 1.8 * c.green() && c.red() > 1.8 * c.blue(); }
bool isBlue(const QColor& c) { return c.blue() > 60 && c.blue() > 1.6 * c.red() && c.blue() > 1.6 * c.green(); }
bool isCyan(const QColor& c) { return c.blue() > 90 && c.red() < 0.7 * c.blue() && c.green() > 0.75 * c.blue(); }

// The middle row of the pixels that are so.
double middleRow(const QImage& image, bool (*is)(const QColor&)) {
  double sum = 0;
  int pixels = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      if (!is(QColor(image.pixel(x, y)))) continue;
      sum += y;
      ++pixels;
    }
  }
  return pixels > 0 ? sum / pixels : std::nan("");
}

}  // namespace

void ViewPictureTest::init() {
  WindowFixture::init();
  steady({1200, 800});
  write("scene.json", kScene);
  run("open " + path("scene.json") + "\npicture.axes off\nview.dark off\nview.front\nview.fit");
}

void ViewPictureTest::expectBack(const QImage& bare, const QString& script) {
  run(script);
  const int left = test::difference(bare, views());
  QVERIFY2(left == 0, qPrintable(QStringLiteral("%1 leaves %2 pixels").arg(script).arg(left)));
}

// Cut through the middle, the core shows as a square of its size in that of the cube.
void ViewPictureTest::aSectionShowsWhatIsInside() {
  const QImage bare = views();
  QCOMPARE(test::count(bare, isGreen), 0);
  run("section y 0");
  const QImage cut = views();
  const QPoint a = test::pixelOf(*window_, Vec3(-0.008, 0, 0.048)), b = test::pixelOf(*window_, Vec3(0.008, 0, 0.032));
  const int size = (b.x() - a.x()) * (b.y() - a.y());
  const int green = test::count(cut, isGreen);
  QVERIFY2(green > 0.6 * size && green < 1.2 * size, qPrintable(QStringLiteral("%1 of %2").arg(green).arg(size)));
  // The face of the cube is filled, hatched in its own colour.
  const QPoint c = test::pixelOf(*window_, Vec3(-0.018, 0, 0.058)), d = test::pixelOf(*window_, Vec3(-0.010, 0, 0.022));
  const QImage face = cut.copy(QRect(c, d));
  QVERIFY2(test::count(face, isRed) > 0.5 * face.width() * face.height(), "the cut face of the cube");
  QVERIFY(test::colors(face) > 3);
  expectBack(bare, "section off");
}

void ViewPictureTest::anExplodedViewMovesThePartsApart() {
  const QImage bare = views();
  const auto apart = [](const QImage& image) { return middleRow(image, isBlue) - middleRow(image, isRed); };
  const double before = apart(bare);
  QVERIFY(before > 20);
  run("explode 1 radial");
  QVERIFY2(apart(views()) > before + 20, qPrintable(QString::number(apart(views()) - before)));
  expectBack(bare, "explode 0");
}

void ViewPictureTest::gapColoursHaveTheirLegend() {
  const QImage bare = views();
  run("gaps all 50mm");
  QVERIFY(window_->gapTool().shows(*window_->frame()));
  const QImage colored = views();
  // The scale is a bar down the left side, from blue over green to red; its colours are all hues between.
  QSet<int> hues;
  for (int y = 0; y < colored.height(); ++y) {
    const QColor c = colored.pixelColor(20, y);
    if (c.saturation() > 150 && c.value() > 120) hues.insert(c.hue() / 12);
  }
  QVERIFY2(hues.size() > 12, qPrintable(QString::number(hues.size())));
  // The core is within the cube, 12 mm deep: inside another part is magenta. The cube's own skin is 12 mm from it.
  QVERIFY(test::count(colored, [](const QColor& c) { return c.red() > 120 && c.blue() > 120 && c.green() < 90; }) >
          100);
  QVERIFY(test::difference(bare, colored) > 5000);
  expectBack(bare, "gaps off");
}

// The cube and the core clash: their faces are outlined in red, those of the plate, 20 mm off, in yellow.
void ViewPictureTest::conglomeratesAreDrawn() {
  const QImage bare = views();
  run("conglomerates within 25mm");
  const auto isYellow = [](const QColor& c) { return c.red() > 220 && c.green() > 190 && c.blue() < 110; };
  QVERIFY(test::count(views(), isRed) > 50);
  QVERIFY(test::count(views(), isYellow) > 50);
  for (const char* name : {"colors", "hits", "boxes", "samples", "leaves", "front"}) {
    QAction* action = window_->command(QStringLiteral("pairTest.") + name);
    const QImage before = views();
    action->trigger();
    // The front is asked for when it is to be seen.
    window_->showNow();
    QTRY_VERIFY_WITH_TIMEOUT(window_->pictureReady(), test::kPatience);
    const int changed = test::difference(before, views());
    QVERIFY2(changed > 50, qPrintable(QStringLiteral("%1: %2").arg(name).arg(changed)));
    action->trigger();
    QCOMPARE(test::difference(before, views()), 0);
  }
  window_->findChild<QDockWidget*>(QStringLiteral("dockPairTest"))->hide();
  expectBack(bare, "conglomerates off");
}

// The cube and the core clash, the plate is 20 mm off.
void ViewPictureTest::clearancesTintThePairs() {
  run("inspect.clearances\nwait 0.3");
  auto* panel = window_->findChild<ClearancesPanel*>();
  panel->findChild<QDoubleSpinBox*>()->setValue(25);  // [mm]
  QTRY_VERIFY_WITH_TIMEOUT(window_->clearances().report() && window_->clearances().report()->apart >= 1,
                           test::kPatience);
  const QImage marked = views();
  QVERIFY(test::count(marked, isRed) > 1000);
  QVERIFY(test::count(marked, isCyan) > 1000);
  QCheckBox* shown = nullptr;
  for (auto* box : panel->findChildren<QCheckBox*>()) {
    if (box->text().contains("picture")) shown = box;
  }
  QVERIFY(shown && shown->isChecked());
  shown->setChecked(false);
  const QImage bare = views();
  QCOMPARE(test::count(bare, isCyan), 0);
  QVERIFY(test::count(bare, isBlue) > 1000);
  shown->setChecked(true);
  QCOMPARE(test::difference(marked, views()), 0);
}

void ViewPictureTest::theRulerIsDrawnBetweenItsEnds() {
  const QImage bare = views();
  const Vec3 a(-0.05, -0.1, 0.03), b(0.05, -0.1, 0.09);
  run("ruler -0.05 -0.1 0.03 0.05 -0.1 0.09");
  const QImage measured = views();
  // Along its way the picture is another one, in the ruler's blue.
  int seen = 0;
  for (int i = 5; i <= 95; ++i) {
    const QPoint p = test::pixelOf(*window_, a + 0.01 * i * (b - a));
    const QColor c = measured.pixelColor(p);
    seen += c.blue() > c.red() + 60 ? 1 : 0;
  }
  QVERIFY2(seen > 60, qPrintable(QString::number(seen)));  // the figure covers some of it
  expectBack(bare, "inspect.ruler off");
}

void ViewPictureTest::theGizmoHasItsThreeColours() {
  run("select plate\nview.isometric\nview.fit");
  const QImage bare = views();
  run("part.place on");
  const QImage shown = views();
  for (const QColor& color : {QColor(219, 56, 56), QColor(56, 158, 64), QColor(51, 107, 224)}) {
    const int more = test::countOf(shown, color) - test::countOf(bare, color);
    QVERIFY2(more > 100, qPrintable(color.name() + ": " + QString::number(more)));
  }
  expectBack(bare, "part.place off");
}

void ViewPictureTest::thePullIsSeenWhileItLasts() {
  run("part.remove core\npart.motion cube moving");
  const QColor green(33, 158, 84);
  QVERIFY(test::countOf(views(), green) < 5);
  run("drag cube 0 0 60mm for 0.01 hold");
  const QImage pulled = views();
  QVERIFY2(test::countOf(pulled, green) > 80, qPrintable(QString::number(test::countOf(pulled, green))));
  run("release");
  QVERIFY(test::countOf(views(), green) < 5);
}

void ViewPictureTest::curvesGrowWithTheRun() {
  run("part.remove core\npart.motion cube moving\nplots.clear\nplot.add position.z cube");
  auto* plot = window_->findChild<PlotView*>();
  QVERIFY(plot);
  const auto seen = [&] {
    QTest::qWait(150);  // panels follow ten times a second
    return test::countOf(plot->grab().toImage(), TimePlot::curveColor(0), 40);
  };
  const int before = seen();
  run("run.step 60");
  const int after = seen();
  // From one side to the other at least.
  QVERIFY2(after - before > plot->width() / 2, qPrintable(QStringLiteral("%1, then %2").arg(before).arg(after)));
}

// What the screen shows of a scene of many triangles is in the end the full picture, whatever happened meanwhile.
void ViewPictureTest::largeScenesAreDrawnInPortions() {
  QByteArray ball;
  constexpr int kRings = 100, kAround = 160;
  for (int i = 0; i <= kRings; ++i) {
    for (int j = 0; j < kAround; ++j) {
      const double a = kPi * (i + 0.5) / (kRings + 1), b = 2 * kPi * j / kAround;
      ball += QStringLiteral("v %1 %2 %3\n")
                  .arg(std::sin(a) * std::cos(b))
                  .arg(std::sin(a) * std::sin(b))
                  .arg(std::cos(a))
                  .toLatin1();
    }
  }
  for (int i = 0; i < kRings; ++i) {
    for (int j = 0; j < kAround; ++j) {
      const int k = 1 + i * kAround + j, next = 1 + i * kAround + (j + 1) % kAround;
      ball += QStringLiteral("f %1 %2 %3 %4\n").arg(k).arg(k + kAround).arg(next + kAround).arg(next).toLatin1();
    }
  }
  write("ball.obj", ball);
  ViewWidget& view = window_->view(0);
  const auto onScreen = [&] {
    const QPoint corner = view.mapTo(window_.get(), QPoint(0, 0));
    return window_->screen()
        ->grabWindow(window_->winId(), corner.x(), corner.y(), view.width(), view.height())
        .toImage();
  };
  const auto settled = [&] {
    QTRY_VERIFY_WITH_TIMEOUT(view.settled(), test::kPatience);
    QTest::qWait(200);  // it comes to the screen
    QTRY_VERIFY_WITH_TIMEOUT(view.settled(), test::kPatience);
  };
  const auto expectFull = [&](const char* when) {
    settled();
    const QImage shown = onScreen();
    view.setFine(true);
    QTest::qWait(800);
    const QImage fine = onScreen();
    view.setFine(false);
    const int off = test::difference(shown, fine);
    QVERIFY2(off == 0, qPrintable(QStringLiteral("%1: %2 pixels").arg(when).arg(off)));
    int red = 0;
    for (int x = 0; x < fine.width(); ++x)
      red += fine.pixelColor(x, fine.height() / 2) != fine.pixelColor(0, fine.height() / 2);
    QVERIFY2(red > fine.width() / 4, when);  // it is not an empty picture
  };
  // Opens the ball; `change` comes between two portions of its first picture.
  const auto between = [&](const std::function<void()>& change) {
    run("open " + path("scene.json"));
    bool changed = false;
    QTimer poll;
    connect(&poll, &QTimer::timeout, this, [&] {
      if (!view.portioned()) return;
      poll.stop();
      changed = true;
      change();
    });
    poll.start(0);
    run("open " + path("ball.obj"));
    QTRY_VERIFY_WITH_TIMEOUT(changed, test::kPatience);
  };
  run("open " + path("ball.obj") + "\nview.fit");
  expectFull("opened");
  QVERIFY(view.portionedPictures() > 0);
  // Turned before the first picture was whole, and opened again after another scene.
  run("open " + path("scene.json") + "\nopen " + path("ball.obj") + "\nview.fit\nview.top\nview.isometric");
  expectFull("turned");
  between([&] {
    window_->command("view.dark")->trigger();
    window_->command("view.isometric")->trigger();
  });
  expectFull("changed meanwhile");
  between([&] { window_->resize(window_->width() - 60, window_->height() - 40); });
  expectFull("resized meanwhile");
  between([&] { view.hide(); });
  QTest::qWait(50);
  view.show();
  expectFull("hidden meanwhile");
  between([&] { window_->open(path("scene.json")); });
  QTRY_VERIFY_WITH_TIMEOUT(!window_->loading(), test::kPatience);
  run("view.isometric\nview.fit");
  expectFull("closed meanwhile");  // nothing of what was opened and closed
}

void ViewPictureTest::everySwitchChangesThePictureAndBack_data() {
  QTest::addColumn<QString>("command");
  for (const char* name : {"picture.shadows", "picture.occlusion", "picture.edges", "picture.hiddenLine",
                           "picture.grid", "picture.axes", "view.xray", "view.dark", "view.orthographic"}) {
    QTest::newRow(name) << QString(name);
  }
}

void ViewPictureTest::everySwitchChangesThePictureAndBack() {
  QFETCH(QString, command);
  run("view.isometric\nview.fit");
  QAction* action = window_->command(command);
  const bool was = action->isChecked();
  const QImage before = views();
  action->trigger();
  QVERIFY(action->isChecked() != was);
  const int changed = test::difference(before, views());
  QVERIFY2(changed > 50, qPrintable(QString::number(changed)));
  action->trigger();
  QCOMPARE(test::difference(before, views()), 0);
}

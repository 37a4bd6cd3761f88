// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/scale_test.h"

#include <QDockWidget>
#include <QTest>
#include <cmath>

#include "tests/gui/pictures.h"
#include "tests/gui/pixels.h"

using namespace passung;
using namespace passung::app;

namespace {

// A small red cube, well off the middle of the picture, over a white plate.
const char* const kScene = R"({"version": 1, "bodies": [
  {"name": "plate", "motion": "fixed", "position": [0, 0, -0.01], "color": [0.9, 0.9, 0.9],
   "shapes": [{"type": "box", "size": [0.2, 0.2, 0.02]}]},
  {"name": "cube", "position": [0.07, 0, 0.02], "color": [0.9, 0.1, 0.1],
   "shapes": [{"type": "box", "size": [0.04, 0.04, 0.04]}]}]})";

double factor() {
  bool ok = false;
  const double given = qEnvironmentVariable("QT_SCALE_FACTOR").toDouble(&ok);
  return ok ? given : 1;
}

}  // namespace

void ScaleTest::init() {
  WindowFixture::init();
  steady({1280, 800});
  write("scene.json", kScene);
  run("open " + path("scene.json") + "\nview.front\nview.fit\npicture.shadows off\npicture.axes off");
}

void ScaleTest::picturesHaveEveryDotOfTheScreen() {
  QCOMPARE(window_->devicePixelRatioF(), factor());
  run("picture \"" + path("window.png") + "\" window\npicture \"" + path("views.png") + "\"");
  const QImage whole(path("window.png")), views(path("views.png"));
  const auto dots = [](int pixels) { return static_cast<int>(std::lround(pixels * factor())); };
  QVERIFY(std::abs(whole.width() - dots(window_->width())) <= 1);
  QVERIFY(std::abs(whole.height() - dots(window_->height())) <= 1);
  QVERIFY(std::abs(views.width() - dots(window_->view(0).width())) <= 1);
  // The lower right corner of the cube's front is where the camera says, in dots.
  int right = 0, bottom = 0;
  for (int y = 0; y < views.height(); ++y) {
    for (int x = 0; x < views.width(); ++x) {
      const QColor c = views.pixelColor(x, y);
      if (c.red() < 60 || c.red() < 2 * c.green() || c.red() < 2 * c.blue()) continue;
      right = std::max(right, x);
      bottom = std::max(bottom, y);
    }
  }
  const QPoint corner = test::pixelOf(*window_, Vec3(0.09, -0.02, 0));
  QVERIFY2(
      std::abs(right - factor() * corner.x()) < 4 * factor() && std::abs(bottom - factor() * corner.y()) < 4 * factor(),
      qPrintable(QStringLiteral("%1, %2 for %3, %4").arg(right).arg(bottom).arg(corner.x()).arg(corner.y())));
}

void ScaleTest::clicksMeanWhatIsUnderThem() {
  QTest::mouseClick(&window_->view(0), Qt::LeftButton, {}, test::pixelOf(*window_, Vec3(0.07, -0.02, 0.02)));
  QCOMPARE(window_->selectedBody(), 1);
  QTest::mouseClick(&window_->view(0), Qt::LeftButton, {}, test::pixelOf(*window_, Vec3(-0.07, -0.1, -0.01)));
  QCOMPARE(window_->selectedBody(), 0);
}

void ScaleTest::wordsFitEverywhere() {
  run("select cube\nrun.step 20\nwait 0.2");
  QStringList cut = test::cutWords(*window_);
  for (QDockWidget* dock : window_->findChildren<QDockWidget*>()) {
    dock->show();
    dock->raise();
    QTRY_VERIFY_WITH_TIMEOUT(!dock->visibleRegion().isEmpty(), test::kPatience);
    QTest::qWait(20);
    cut << test::cutWords(*dock);
  }
  cut.removeDuplicates();
  QVERIFY2(cut.isEmpty(), qPrintable(cut.join('\n')));
}

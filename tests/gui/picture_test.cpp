// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/picture_test.h"

#include <QDockWidget>
#include <QTest>
#include <cmath>

#include "app/window/recordings_dialog.h"
#include "tests/gui/pictures.h"

using namespace passung;
using namespace passung::app;

namespace {

// Something for every overlay: a block that slides and spins on a plate, a ring that lies there, a hinged arm with
// limits.
const char* const kScene = R"({"version": 1, "bodies": [
  {"name": "plate", "motion": "fixed", "position": [0, 0, -0.01], "shapes": [{"type": "box", "size": [0.3, 0.3, 0.02]}]},
  {"name": "block", "position": [-0.05, -0.05, 0.03], "velocity": [0.4, 0, 0], "angular_velocity": [0, 0, 4],
   "shapes": [{"type": "box", "size": [0.06, 0.06, 0.06]}]},
  {"name": "ring", "position": [-0.06, 0.08, 0.012],
   "shapes": [{"type": "generated", "generator": "torus",
               "parameters": {"major_radius": 0.03, "minor_radius": 0.012, "major_segments": 24, "minor_segments": 12}}]},
  {"name": "arm", "position": [0.08, 0.08, 0.08], "shapes": [{"type": "box", "size": [0.1, 0.015, 0.015]}]}],
  "joints": [{"name": "hinge", "type": "revolute", "body": "arm", "to": "plate", "position": [0.04, 0.08, 0.08],
              "axis": [0, 1, 0], "lower": -0.4, "upper": 0.8}],
  "camera": {"eye": [0.2, -0.5, 0.35], "target": [0, 0, 0.06]}})";

// Below the legend.
int difference(const QImage& a, const QImage& b) { return test::difference(a, b, a.height() / 4); }

}  // namespace

void PictureTest::init() {
  WindowFixture::init();
  steady({1300, 900});
  write("scene.json", kScene);
  run("open " + path("scene.json") + "\npicture.shadows off\npicture.occlusion off\nrun.step 40");
}

void PictureTest::everyOverlayIsSeenAndGoes() {
  std::vector<QAction*> overlays;
  for (const OverlayInfo& info : overlayList()) {
    QAction* action = window_->command(QStringLiteral("overlay.") + info.name);
    QVERIFY2(action, info.name);
    action->setChecked(false);
    overlays.push_back(action);
  }
  const QImage bare = views();
  QVERIFY(!bare.isNull());
  for (QAction* overlay : overlays) {
    overlay->setChecked(true);
    const int seen = difference(bare, views());
    QVERIFY2(seen >= 30, qPrintable(QStringLiteral("%1: %2 pixels").arg(overlay->objectName()).arg(seen)));
    overlay->setChecked(false);
    const int left = difference(bare, views());
    QVERIFY2(left == 0, qPrintable(QStringLiteral("%1 leaves %2 pixels").arg(overlay->objectName()).arg(left)));
  }
}

void PictureTest::everyPanelIsDrawnAndItsWordsFit() {
  run("select block\nplot.add velocity block\ninspect.clearances\nwait 0.5");
  const auto docks = window_->findChildren<QDockWidget*>();
  QVERIFY(docks.size() >= 10);
  for (QDockWidget* dock : docks) {
    const QByteArray name = dock->objectName().toUtf8();
    dock->show();
    dock->raise();
    QTRY_VERIFY2_WITH_TIMEOUT(!dock->visibleRegion().isEmpty(), name.constData(), test::kPatience);
    int light = 0;
    for (const bool dark : {false, true}) {
      window_->setDark(dark);
      QTest::qWait(120);  // panels follow ten times a second
      const QImage image = dock->grab().toImage();
      QVERIFY2(test::colors(image) > 8, name.constData());
      if (!dark) light = test::middleGrey(image);
      if (dark) QVERIFY2(light > 128 && test::middleGrey(image) < 128, name.constData());
    }
    const QStringList cut = test::cutWords(*dock);
    QVERIFY2(cut.isEmpty(), qPrintable(cut.join('\n')));
  }
}

// Two runs that begin with different speeds: the block's way apart is what the dialog says.
void PictureTest::twoRecordingsAreCompared() {
  const auto record = [&](const QString& name, double speed) {
    run(QStringLiteral("open %1\npart.velocity block %2 0 0\nrun.step 30\nrecord %3")
            .arg(path("scene.json"))
            .arg(speed)
            .arg(path(name)));
  };
  record("slow.prec", 0.2);
  record("fast.prec", 0.3);
  run(QStringLiteral("recordings %1 %1").arg(path("slow.prec")));
  QVERIFY(window_->recordings().result()->same());
  run(QStringLiteral("recordings %1 %2").arg(path("slow.prec"), path("fast.prec")));
  const RecordingComparison& c = *window_->recordings().result();
  QVERIFY(c.parted && *c.parted <= 0);
  QCOMPARE(window_->recordings().table().topLevelItem(0)->text(0), QString("block"));
  QVERIFY(c.largestDistance() > 0 && c.largestDistance() < 0.1);
  QVERIFY(!window_->recordings().grab().isNull());
}

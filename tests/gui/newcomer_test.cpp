// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/newcomer_test.h"

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QMimeData>
#include <QMouseEvent>
#include <QTest>
#include <cmath>

#include "app/window/clearance_tool.h"
#include "app/window/timeline.h"
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
  window_->cameraRig().setSmooth(false);
  window_->resize(1200, 720);
  QTRY_VERIFY_WITH_TIMEOUT(window_->view(0).usable(), test::kPatience);
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

void NewcomerTest::fromADroppedFileToAReport() {
  // Dropped on the window, the file opens.
  QMimeData mime;
  mime.setUrls({QUrl::fromLocalFile(kManual + "screw_and_bracket.json")});
  QDragEnterEvent enter(QPoint(300, 300), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(window_.get(), &enter);
  QVERIFY(enter.isAccepted());
  QDropEvent drop(QPointF(300, 300), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(window_.get(), &drop);
  QTRY_VERIFY_WITH_TIMEOUT(!window_->loading() && window_->frame()->scene, test::kPatience);

  // The two parts are apart, by less than the play of the hole.
  window_->command("inspect.clearances")->trigger();
  QTRY_VERIFY_WITH_TIMEOUT(window_->clearances().report(), test::kPatience);
  QCOMPARE(window_->clearances().report()->clashes, 0);
  QCOMPARE(window_->clearances().report()->apart, 1);

  // Nothing falls while both are fixed; then the screw may move.
  window_->session().step(5);
  window_->session().sync();
  QCOMPARE(screw().X_WB.p, Vec3(0, 0, 0.0221));
  window_->selectBody(1);
  window_->command("part.free")->trigger();
  QTRY_VERIFY_WITH_TIMEOUT(!window_->loading() && !window_->reopening(), test::kPatience);
  QCOMPARE(window_->frame()->step(), 0);

  // It falls 3 mm onto its seat, lies still and its contacts carry its weight.
  window_->session().step(400);
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->step(), 400, test::kPatience);
  const double seat = screw().X_WB.p.z();
  QVERIFY2(std::abs(seat - 0.01906) < 2e-5, qPrintable(QString::number(seat)));
  QVERIFY(screw().v_WC.norm() < 1e-4);
  Vec3 force = Vec3::Zero();
  for (const dynamics::Contact& c : window_->frame()->engines[0].snapshot->contacts) force += c.f_W;
  const double weight = window_->frame()->infos->front().masses[1].mass * 9.81;
  QVERIFY2((force - Vec3(0, 0, weight)).norm() < 0.01 * weight, qPrintable(QString::number(force.norm() / weight)));

  // The head sits in the bracket: a hand takes the shank below it and pushes up; the force is there to read.
  ViewWidget& view = window_->view(0);
  window_->command("view.front")->trigger();
  const Aabb box = dynamics::localBounds(window_->frame()->scene->world.bodies[1]);
  const Vec3 shank(box.center().x(), box.center().y(), box.lower.z() + 0.008);
  const QPoint start = test::pixelOf(*window_, screw().X_WB * shank);
  const QPoint end = start - QPoint(0, view.height() / 6);
  QTest::mousePress(&view, Qt::LeftButton, Qt::ControlModifier, start);
  QMouseEvent move(QEvent::MouseMove, end, view.mapToGlobal(end), Qt::NoButton, Qt::LeftButton, Qt::ControlModifier);
  QCoreApplication::sendEvent(&view, &move);
  QTRY_VERIFY_WITH_TIMEOUT(!window_->frame()->pulls.empty(), test::kPatience);
  QCOMPARE(window_->frame()->pulls.front().body, 1);
  window_->session().step(60);
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->step(), 460, test::kPatience);
  QVERIFY(screw().X_WB.p.z() > seat + 0.001);
  QVERIFY(window_->frame()->engines[0].pullForces_W.at(0).norm() > 0);
  QTest::mouseRelease(&view, Qt::LeftButton, Qt::ControlModifier, end);

  // Back to where it lay.
  emit window_->timeline().scrubbed(0.4);
  QTRY_VERIFY_WITH_TIMEOUT(window_->looksBack(), test::kPatience);
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->step(), 400, test::kPatience);
  QCOMPARE(screw().X_WB.p.z(), seat);
  window_->command("time.newest")->trigger();

  // Beside Bullet, and the report.
  QAction* pair = window_->command("engines.native+bullet");
  if (!pair) QSKIP("this build has no Bullet");
  pair->trigger();
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->engines.size(), 2U, test::kPatience);
  window_->session().step(50);
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->step(), 50, test::kPatience);
  window_->exportComparison(path("report.html"));
  const QString report = textOf(path("report.html"));
  QVERIFY(report.contains("native (implicit)") && report.contains("bullet"));
  QCOMPARE(report.count("data:image/png;base64,"), 2);
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/killed_test.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTest>

#include "app/document/recovery.h"
#include "core/error.h"
#include "tests/document/document_scene.h"

using namespace passung;
using namespace passung::app;

namespace {
constexpr int kBodies = 60;
constexpr double kBefore = 0.3, kOne = 0.5, kTwo = 0.7;  // [m] heights of the part
}  // namespace

WindowServices KilledTest::services() const {
  WindowServices services = WindowFixture::services();
  services.recoveryFolder = recoveryFolder();
  return services;
}

// A part of a mesh file among many that make the scene's text long.
void KilledTest::init() {
  WindowFixture::init();
  write("part.obj", "v 0 0 0\nv 10 0 0\nv 0 10 0\nv 0 0 10\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
  QByteArray text = R"({"version": 1, "bodies": [{"name": "part", "position": [0, 0, 0.3],
    "shapes": [{"type": "mesh", "file": "part.obj"}]})";
  for (int i = 1; i < kBodies; ++i) {
    text += QStringLiteral(R"(,{"name": "pillar %1", "motion": "fixed", "position": [%1, 1, 0],
      "shapes": [{"type": "box", "size": [0.1, 0.1, 0.1]}]})")
                .arg(i)
                .toUtf8();
  }
  write("scene.json", text + "]}");
}

void KilledTest::start(QProcess& program, const QString& work) {
  const QString sign = path(QStringLiteral("started_%1.json").arg(started_++));
  QString script = QStringLiteral("size 400 300\nopen \"%1\"\nsave \"%2\"\n").arg(path("scene.json"), sign);
  for (int i = 0; i < 100; ++i) script += work;
  write("work.txt", script.toUtf8());
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert("XDG_DATA_HOME", path("data"));
  environment.insert("XDG_CONFIG_HOME", path("config"));
  program.setProcessEnvironment(environment);
  program.start(QStringLiteral(PASSUNG_PROGRAM), {"--script", path("work.txt")});
  QVERIFY2(program.waitForStarted(test::kPatience), qPrintable(program.errorString()));
  QTRY_VERIFY2_WITH_TIMEOUT(QFile::exists(sign) || program.state() == QProcess::NotRunning, "", test::kPatience);
  QVERIFY2(program.state() == QProcess::Running, program.readAllStandardError().constData());
}

void KilledTest::killAfter(QProcess& program, int most) {
  QTest::qSleep(std::uniform_int_distribution<int>(0, most)(random_));
  QVERIFY2(program.state() == QProcess::Running, program.readAllStandardError().constData());
  program.kill();
  QVERIFY(program.waitForFinished(test::kPatience));
  QCOMPARE(program.exitStatus(), QProcess::CrashExit);
}

double KilledTest::heightIn(const scenes::Scene& scene) const {
  if (scene.world.bodies.size() != kBodies) throw std::runtime_error("a scene of other parts");
  const dynamics::BodyDef& part = test::bodyNamed(scene, "part");
  if (part.colliders.size() != 1) throw std::runtime_error("a part without its mesh");
  return part.X_WB.p.z();
}

void KilledTest::aKilledProgramLeavesAWholeScene() {
  const QString file = path("scene.json");
  // Mostly it saves, with and without copies of the mesh, one scene and another.
  const QString saves = QStringLiteral("save \"%1\"\nsave \"%1\" meshes\n").arg(file).repeated(8);
  const QString work =
      QStringLiteral("part.pose part 0 0 %1\n%3part.pose part 0 0 %2\n%3").arg(kOne).arg(kTwo).arg(saves);
  window_->close();
  int saved = 0;
  for (int round = 0; round < 10; ++round) {
    QProcess program;
    start(program, work);
    killAfter(program, 400 + 100 * round);
    try {
      const double z = heightIn(scenes::loadScene(file.toStdString()));
      QVERIFY2(z == kBefore || z == kOne || z == kTwo, qPrintable(QString::number(z)));
      saved += z != kBefore ? 1 : 0;
    } catch (const std::exception& e) {
      QFAIL(e.what());
    }
    for (const Recovery::Found& found : Recovery(recoveryFolder()).leftBehind()) Recovery::forget(found.file);
  }
  QVERIFY2(saved > 0, "no round came to a save");
}

void KilledTest::aKilledProgramLeavesItsEdits() {
  for (int round = 0; round < 2; ++round) {
    QProcess program;
    start(program, QStringLiteral("part.pose part 0 0 %1\npart.pose part 0 0 %2\n").arg(kOne).arg(kTwo));
    QDir folder(recoveryFolder());
    QTRY_VERIFY_WITH_TIMEOUT(!folder.entryList({"*.json"}, QDir::Files).isEmpty(), test::kPatience);
    killAfter(program, 100);
    // The file that was open is as it was; the next window offers the edits.
    const QString opened = path(QStringLiteral("started_%1.json").arg(started_ - 1));
    QCOMPARE(heightIn(scenes::loadScene(opened.toStdString())), kBefore);
    window_->close();
    open();
    QVERIFY(window_->recoveryBar().isVisible());
    window_->recoveryBar().recover();
    QTRY_VERIFY_WITH_TIMEOUT(!window_->loading() && window_->frame()->scene, test::kPatience);
    const double z = heightIn(*window_->history().scene());
    QVERIFY2(z == kOne || z == kTwo, qPrintable(QString::number(z)));
    QVERIFY(window_->isWindowModified());
    window_->setAsks(false);
    window_->close();  // and drops them
  }
}

// What a program leaves that is killed within the writing of its settings.
void KilledTest::aLockThatNamesNobodyHoldsUpNoStart() {
  window_->close();
  const QString folder = path("config/Passung");
  QVERIFY(QDir().mkpath(folder));
  QFile lock(folder + QStringLiteral("/Passung.ini.lock"));
  QVERIFY(lock.open(QFile::WriteOnly));
  lock.close();
  QElapsedTimer clock;
  clock.start();
  QProcess program;
  start(program, QStringLiteral("part.pose part 0 0 %1\n").arg(kOne));
  // QSettings would wait until the lock is half a minute old.
  QVERIFY2(clock.elapsed() < 20'000, qPrintable(QString::number(clock.elapsed())));
  QVERIFY(QFile::exists(folder + QStringLiteral("/Passung.ini")));
  killAfter(program, 100);
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/window_test.h"

#include <QDialog>
#include <QDoubleSpinBox>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMenu>
#include <QMimeData>
#include <QRegularExpression>
#include <QSet>
#include <QSlider>
#include <QTemporaryDir>
#include <QTest>
#include <QToolBar>
#include <cmath>
#include <thread>

#include "core/error.h"
#include "tests/gui/pixels.h"
#include "tests/session/free_engine.h"
#include "tests/session/test_scenes.h"

using namespace passung;
using namespace passung::app;

namespace {

constexpr int kPatience = 20000;  // [ms] for a loaded machine; nothing below depends on how long it takes

// "free": the cube falls through everything; "native": our engine.
std::unique_ptr<dynamics::Engine> makeEngine(const dynamics::WorldDef& def, const dynamics::EngineOptions& options) {
  if (options.engine == "free") return std::make_unique<test::FreeEngine>(def, options.engine);
  return dynamics::makeEngine(def, options);
}

// A red cube over a blue plate.
scenes::Scene colored() {
  scenes::Scene scene = test::cubeOverPlate();
  scene.colors = {Color{0.1F, 0.2F, 0.9F, 1}, Color{0.9F, 0.1F, 0.1F, 1}};
  return scene;
}

void closeDialogs() {
  for (QWidget* widget : QApplication::topLevelWidgets()) {
    if (auto* dialog = qobject_cast<QDialog*>(widget)) dialog->close();
  }
  QCoreApplication::processEvents();
}

struct Pixels {
  int red = 0, blue = 0;
};
Pixels count(const QImage& image) {
  Pixels pixels;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      const QColor c = image.pixelColor(x, y);
      if (c.red() > 40 && c.red() > 2 * c.green() && c.red() > 2 * c.blue()) ++pixels.red;
      if (c.blue() > 40 && c.blue() > 1.6 * c.green() && c.blue() > 1.6 * c.red()) ++pixels.blue;
    }
  }
  return pixels;
}

}  // namespace

void WindowTest::initTestCase() { QSettings().clear(); }

void WindowTest::init() {
  QTest::failOnWarning(QRegularExpression(".*"));
  WindowServices services;
  services.read = [this](const std::string& file) {
    if (file.find("bad") != std::string::npos) throw InputError(file, "", "is no mesh", "give a closed one");
    while (file == "slow" && holdLoad_) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    scenes::Scene scene = colored();
    scene.source = file;
    return scene;
  };
  services.make = makeEngine;
  services.builtins = {{"cube_over_plate", "A cube falls onto a plate"}};
  services.engines = {"native", "free"};
  window_ = std::make_unique<MainWindow>(services);
  window_->cameraRig().setSmooth(false);
  window_->resize(1200, 800);
  window_->show();
  QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
  QTRY_VERIFY_WITH_TIMEOUT(window_->view(0).usable(), kPatience);
}

void WindowTest::cleanup() {
  holdLoad_ = false;
  closeDialogs();
  window_->close();
  window_.reset();
}

void WindowTest::openScene(const QString& name) {
  window_->open(name);
  QTRY_VERIFY_WITH_TIMEOUT(!window_->loading() && window_->frame()->scene, kPatience);
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->scene->source, name.toStdString(), kPatience);
}

void WindowTest::opensAndPlays() {
  openScene("cube_over_plate");
  QCOMPARE(window_->frame()->step(), 0);
  QVERIFY(!window_->frame()->playing);
  QVERIFY(window_->windowTitle().contains("cube_over_plate"));
  window_->command("run.play")->trigger();
  QTRY_VERIFY_WITH_TIMEOUT(window_->frame()->time() > 0.2, kPatience);
  // The cube lies on the plate, whose top is at z = 0: its centre is half an edge up.
  const double z = window_->frame()->engines[0].snapshot->states[1].X_WB.p.z();
  QVERIFY2(std::abs(z - 0.02) < 1e-4, qPrintable(QString::number(z)));
  QTRY_VERIFY_WITH_TIMEOUT(window_->runPanel().table().value("Contacts").toInt() > 0, kPatience);
  QVERIFY(window_->runPanel().timeText().endsWith(" s"));
}

void WindowTest::pausesStepsAndResetsExactly() {
  openScene("cube_over_plate");
  window_->command("run.step")->trigger();
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->step(), 1, kPatience);
  window_->command("run.step10")->trigger();
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->step(), 11, kPatience);
  const auto hash = dynamics::stateHash(window_->frame()->engines[0].snapshot->states);
  window_->command("run.play")->trigger();
  QTRY_VERIFY_WITH_TIMEOUT(window_->frame()->step() > 30, kPatience);
  window_->command("run.play")->trigger();
  window_->session().sync();
  QTRY_VERIFY_WITH_TIMEOUT(!window_->frame()->playing, kPatience);
  const auto stood = window_->frame()->step();
  QTest::qWait(60);
  QCOMPARE(window_->frame()->step(), stood);
  window_->command("run.reset")->trigger();
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->step(), 0, kPatience);
  window_->command("run.step10")->trigger();
  window_->command("run.step")->trigger();
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->step(), 11, kPatience);
  QCOMPARE(dynamics::stateHash(window_->frame()->engines[0].snapshot->states), hash);
}

void WindowTest::everyCommandRunsWithoutWarning() {
  openScene("cube_over_plate");
  window_->selectBody(1);
  const std::vector<QAction*> commands = window_->commands();
  QVERIFY(commands.size() > 30);
  // Twice, so that every switch is left as it was.
  for (int round = 0; round < 2; ++round) {
    for (QAction* action : commands) {
      if (action->objectName() == "file.quit") continue;
      action->trigger();
      QTest::qWait(20);
      closeDialogs();
      QTRY_VERIFY_WITH_TIMEOUT(!window_->loading(), kPatience);
    }
  }
  QTRY_VERIFY_WITH_TIMEOUT(window_->frame()->scene != nullptr, kPatience);
  QVERIFY(!window_->message().isError());
  window_->command("view.layout")->trigger();  // windows after this one look as at first
  window_->command("file.quit")->trigger();
  QVERIFY(!window_->isVisible());
}

void WindowTest::commandsAreDescribedAndTheirKeysDiffer() {
  QSet<QString> keys, names;
  for (const QAction* action : window_->commands()) {
    QVERIFY(!action->objectName().isEmpty());
    QVERIFY2(!names.contains(action->objectName()), qPrintable(action->objectName()));
    names.insert(action->objectName());
    QVERIFY2(!action->toolTip().isEmpty() && !action->statusTip().isEmpty(), qPrintable(action->objectName()));
    const QString key = action->shortcut().toString();
    QVERIFY2(key.isEmpty() || !keys.contains(key), qPrintable(action->objectName() + ": " + key));
    if (!key.isEmpty()) keys.insert(key);
    // Each is found in a menu.
    bool inMenu = false;
    for (const QObject* owner : action->associatedObjects()) inMenu |= qobject_cast<const QMenu*>(owner) != nullptr;
    QVERIFY2(inMenu, qPrintable(action->objectName()));
  }
  for (const char* name :
       {"run.play", "run.step", "run.reset", "view.fit", "view.top", "help.shortcuts", "file.open"}) {
    QVERIFY2(!window_->command(name)->shortcut().isEmpty(), name);
  }
}

void WindowTest::mouseTurnsMovesAndZooms() {
  openScene("cube_over_plate");
  ViewWidget& view = window_->view(0);
  const auto camera = [&] { return window_->cameraRig().camera(); };
  const QPoint middle = view.rect().center();
  const auto drag = [&](Qt::MouseButton button) {
    QTest::mousePress(&view, button, Qt::NoModifier, middle);
    for (int i = 1; i <= 5; ++i) {
      const QPoint at = middle + QPoint(12 * i, 6 * i);
      QMouseEvent move(QEvent::MouseMove, at, view.mapToGlobal(at), Qt::NoButton, button, Qt::NoModifier);
      QCoreApplication::sendEvent(&view, &move);
    }
    QTest::mouseRelease(&view, button, Qt::NoModifier, middle + QPoint(60, 30));
  };
  Camera before = camera();
  drag(Qt::LeftButton);
  QVERIFY((camera().direction() - before.direction()).norm() > 0.1);
  QCOMPARE(window_->selectedBody(), -1);  // a drag selects nothing

  before = camera();
  drag(Qt::RightButton);
  QVERIFY((camera().direction() - before.direction()).norm() < 1e-12);
  QVERIFY((camera().target() - before.target()).norm() > 1e-3);

  before = camera();
  QWheelEvent wheel(middle, view.mapToGlobal(middle), QPoint(), QPoint(0, 240), Qt::NoButton, Qt::NoModifier,
                    Qt::NoScrollPhase, false);
  QCoreApplication::sendEvent(&view, &wheel);
  QVERIFY(camera().distance() < 0.9 * before.distance());

  before = camera();
  view.setFocus();
  QTest::keyClick(&view, Qt::Key_Left);
  QVERIFY((camera().direction() - before.direction()).norm() > 0.05);

  window_->command("view.top")->trigger();
  QVERIFY((camera().direction() + Vec3::UnitZ()).norm() < 1e-12);
  window_->command("view.orthographic")->setChecked(true);
  QVERIFY(camera().view().orthographic);
}

void WindowTest::clickSelectsThePartUnderTheCursor() {
  openScene("cube_over_plate");
  ViewWidget& view = window_->view(0);
  QTest::mouseClick(&view, Qt::LeftButton, Qt::NoModifier, test::pixelOf(*window_, Vec3(0, 0, 0.04)));
  QCOMPARE(window_->selectedBody(), 1);
  QCOMPARE(window_->partsPanel().selected(), 1);
  QTest::mouseClick(&view, Qt::LeftButton, Qt::NoModifier, test::pixelOf(*window_, Vec3(0.08, -0.08, 0)));
  QCOMPARE(window_->selectedBody(), 0);
  QTest::mouseClick(&view, Qt::LeftButton, Qt::NoModifier, QPoint(3, view.height() - 3));
  QCOMPARE(window_->selectedBody(), -1);
  window_->partsPanel().setCurrentItem(window_->partsPanel().topLevelItem(1));
  QCOMPARE(window_->selectedBody(), 1);
}

void WindowTest::pullingLiftsAPart() {
  openScene("cube_over_plate");
  window_->session().step(1200);  // long enough to fall asleep
  window_->session().sync();
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->step(), 1200, kPatience);
  ViewWidget& view = window_->view(0);
  const QPoint start = test::pixelOf(*window_, Vec3(0, 0, 0.02));
  const QPoint end = start - QPoint(0, view.height() / 4);
  QTest::mousePress(&view, Qt::LeftButton, Qt::ControlModifier, start);
  QMouseEvent move(QEvent::MouseMove, end, view.mapToGlobal(end), Qt::NoButton, Qt::LeftButton, Qt::ControlModifier);
  QCoreApplication::sendEvent(&view, &move);
  window_->session().sync();
  QTRY_VERIFY_WITH_TIMEOUT(!window_->frame()->pulls.empty(), kPatience);
  window_->command("run.play")->trigger();
  QTRY_VERIFY_WITH_TIMEOUT(window_->frame()->engines[0].snapshot->states[1].X_WB.p.z() > 0.03, kPatience);
  QVERIFY(window_->frame()->engines[0].pullForces_W.at(0).norm() > 0);
  QTest::mouseRelease(&view, Qt::LeftButton, Qt::ControlModifier, end);
  QTRY_VERIFY_WITH_TIMEOUT(window_->frame()->pulls.empty(), kPatience);
}

void WindowTest::aBadFileShowsItsMessageAndKeepsTheScene() {
  openScene("cube_over_plate");
  const auto opened = window_->frame()->opened;
  QMimeData mime;
  mime.setUrls({QUrl::fromLocalFile("/nowhere/bad.stl")});
  QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(window_.get(), &enter);
  QVERIFY(enter.isAccepted());
  QDropEvent drop(QPointF(100, 100), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(window_.get(), &drop);
  QTRY_VERIFY_WITH_TIMEOUT(window_->message().isError(), kPatience);
  QCOMPARE(window_->message().text(), QString("/nowhere/bad.stl: is no mesh; give a closed one"));
  QCOMPARE(window_->frame()->opened, opened);
  window_->command("run.step")->trigger();
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->step(), 1, kPatience);
  window_->command("select.none")->trigger();
  QVERIFY(window_->message().text().isEmpty());
  // And a good one afterwards takes its place.
  openScene("another");
  QCOMPARE(window_->frame()->opened, opened + 1);
}

void WindowTest::aLoadCanBeCancelledWhileTheSceneGoesOn() {
  openScene("cube_over_plate");
  window_->command("run.play")->trigger();
  holdLoad_ = true;
  window_->open("slow");
  const auto before = window_->frame()->step();
  QTRY_VERIFY_WITH_TIMEOUT(window_->frame()->step() > before + 50, kPatience);  // neither window nor run waits
  auto* line = window_->findChild<ProgressLine*>();
  QTRY_VERIFY_WITH_TIMEOUT(line->isVisible(), kPatience);
  emit line->cancelled();
  QVERIFY(!window_->loading());
  QVERIFY(!line->isVisible());
  holdLoad_ = false;
  QTRY_COMPARE_WITH_TIMEOUT(Loader::threadsAlive(), 0, kPatience);
  QTest::qWait(50);
  QCOMPARE(window_->frame()->scene->source, std::string("cube_over_plate"));
  QCOMPARE(window_->openFile(), QString("cube_over_plate"));
}

void WindowTest::enginesChosenDuringALoadAreThoseOfTheNewScene() {
  openScene("cube_over_plate");
  holdLoad_ = true;
  window_->open("slow");
  window_->setEngines({"native", "free"});
  holdLoad_ = false;
  QTRY_VERIFY_WITH_TIMEOUT(!window_->loading(), kPatience);
  QCOMPARE(window_->openFile(), QString("slow"));
  QCOMPARE(window_->frame()->scene->source, std::string("slow"));
  QCOMPARE(window_->frame()->engines.size(), 2U);
}

void WindowTest::comparingShowsTwoEnginesOnOneClock() {
  openScene("cube_over_plate");
  QCOMPARE(window_->visibleViews(), 1);
  window_->command("run.compare")->trigger();
  QTRY_COMPARE_WITH_TIMEOUT(window_->visibleViews(), 2, kPatience);
  QTRY_VERIFY_WITH_TIMEOUT(window_->frame()->engines.size() == 2, kPatience);
  window_->command("run.play")->trigger();
  QTRY_VERIFY_WITH_TIMEOUT(window_->frame()->time() > 0.1, kPatience);
  const auto frame = window_->frame();
  QCOMPARE(frame->engines[0].snapshot->step, frame->engines[1].snapshot->step);
  QTRY_VERIFY_WITH_TIMEOUT(window_->caption(0).contains("native"), kPatience);
  QTRY_VERIFY_WITH_TIMEOUT(window_->caption(1).contains("free"), kPatience);
  QVERIFY(window_->command("engines.native+free")->isChecked());
  window_->command("run.compare")->trigger();
  QTRY_COMPARE_WITH_TIMEOUT(window_->visibleViews(), 1, kPatience);
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->engines.size(), 1U, kPatience);
}

void WindowTest::thePictureShowsTheParts() {
  openScene("cube_over_plate");
  window_->setDark(false);
  window_->command("view.isometric")->trigger();
  QTest::qWait(100);
  const QTemporaryDir folder;
  window_->savePicture(folder.filePath("views.png"), false);
  window_->savePicture(folder.filePath("window.png"), true);
  const QImage views(folder.filePath("views.png")), whole(folder.filePath("window.png"));
  QVERIFY(!views.isNull() && !whole.isNull());
  QVERIFY(whole.width() > views.width());
  const Pixels seen = count(views);
  const int all = views.width() * views.height();
  QVERIFY2(seen.red > all / 200, qPrintable(QString::number(seen.red)));
  QVERIFY2(seen.blue > all / 50, qPrintable(QString::number(seen.blue)));
  QVERIFY(count(whole).red >= seen.red / 2);
  // The sky at the top is drawn too: nothing of the widget's own background shows through.
  const QColor sky = views.pixelColor(views.width() / 2, 4);
  QVERIFY(sky != window_->palette().color(QPalette::Window));
  // From below, the plate hides the cube.
  window_->command("view.bottom")->trigger();
  QTest::qWait(100);
  window_->savePicture(folder.filePath("below.png"), false);
  QVERIFY(count(QImage(folder.filePath("below.png"))).red < seen.red / 4);
}

void WindowTest::anUnwritablePictureIsReported() {
  openScene("cube_over_plate");
  QVERIFY_EXCEPTION_THROWN(window_->savePicture("/nowhere/at/all.png", false), InputError);
}

void WindowTest::settingsSurviveAnotherWindow() {
  QAction* broad = window_->command("overlay.broadphase");
  QVERIFY(broad);
  const bool was = broad->isChecked();
  broad->setChecked(!was);
  window_->command("view.dark")->setChecked(true);
  QVERIFY(window_->palette().color(QPalette::Window).lightnessF() < 0.5F);
  openScene("remembered");
  cleanup();
  init();
  QCOMPARE(window_->command("overlay.broadphase")->isChecked(), !was);
  QVERIFY(window_->command("view.dark")->isChecked());
  bool found = false;
  for (const QAction* action : window_->findChildren<QAction*>()) found |= action->text() == "remembered";
  QVERIFY(found);
  window_->command("overlay.broadphase")->setChecked(was);
  window_->command("view.dark")->setChecked(false);
  QVERIFY(window_->palette().color(QPalette::Window).lightnessF() > 0.5F);
}

void WindowTest::speedFollowsSliderBoxAndKeys() {
  openScene("cube_over_plate");
  const auto speed = [&] {
    window_->session().sync();
    return window_->session().frame()->speed;
  };
  QCOMPARE(speed(), 1.0);
  window_->command("run.slower")->trigger();
  QCOMPARE(speed(), 0.5);
  window_->command("run.faster")->trigger();
  window_->command("run.faster")->trigger();
  QCOMPARE(speed(), 2.0);
  auto* box = window_->findChild<QToolBar*>()->findChild<QDoubleSpinBox*>();
  QCOMPARE(box->value(), 2.0);
  box->setValue(0.25);
  QCOMPARE(speed(), 0.25);
  for (QSlider* slider : window_->findChildren<QSlider*>()) {
    if (slider->minimum() == -200) slider->setValue(100);
  }
  QCOMPARE(speed(), 10.0);
  window_->command("run.realtime")->trigger();
  QCOMPARE(speed(), 1.0);
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/edit_test.h"

#include <QApplication>
#include <QDialogButtonBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <chrono>
#include <cmath>
#include <thread>

#include "app/window/joint_dialog.h"
#include "core/error.h"
#include "tests/document/document_scene.h"

using namespace passung;
using namespace passung::app;

namespace {
constexpr int kPatience = 20000;  // [ms]
constexpr double kImpossibleFriction = 0.77;
}  // namespace

void EditTest::init() {
  QTest::failOnWarning(QRegularExpression(".*"));
  WindowServices services;
  services.read = [this](const std::string& file) {
    while (file == "slow" && holdLoad_) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return scenes::loadSceneText(test::kAssembly, file);
  };
  services.make = [](const dynamics::WorldDef& def, const dynamics::EngineOptions& options) {
    for (const dynamics::BodyDef& body : def.bodies) {
      if (body.material.friction == kImpossibleFriction) throw InputError(body.name, "friction", "no engine takes it");
    }
    return dynamics::makeEngine(def, options);
  };
  services.engines = {"native"};
  window_ = std::make_unique<MainWindow>(services);
  window_->cameraRig().setSmooth(false);
  window_->resize(1300, 900);
  window_->show();
  QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
  openScene();
}

void EditTest::cleanup() {
  holdLoad_ = false;
  window_->history().markSaved("");
  window_->close();
  window_.reset();
}

void EditTest::openScene() {
  window_->open("assembly.json");
  QTRY_VERIFY_WITH_TIMEOUT(!window_->loading() && window_->frame()->scene, kPatience);
}

void EditTest::settle() {
  QTRY_VERIFY_WITH_TIMEOUT(!window_->reopening() && !window_->loading(), kPatience);
  QCOMPARE(window_->frame()->scene, window_->history().scene());
}

const dynamics::BodyDef& EditTest::body(const std::string& name) const {
  return test::bodyNamed(*window_->frame()->scene, name);
}

void EditTest::enter(const char* field, const QString& text) {
  auto* edit = window_->findChild<QuantityEdit*>(QString::fromLatin1(field));
  QVERIFY2(edit && edit->isVisible(), field);
  edit->enter(text);
}

void EditTest::aTypedPlaceStartsTheSceneAnewWithTheViewAsItWas() {
  window_->selectBody(3);  // the pin
  window_->command("view.right")->trigger();
  window_->session().step(20);
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->step(), 20, kPatience);
  const Camera before = window_->cameraRig().camera();
  QVERIFY(!window_->isWindowModified());
  enter("part.position.z", "12.5");
  settle();
  QCOMPARE(body("pin").X_WB.p.z(), 0.0125);  // exactly: what was typed, in millimetres
  QCOMPARE(window_->frame()->step(), 0);
  QCOMPARE(window_->frame()->engines[0].snapshot->states[3].X_WB.p.z(), 0.0125);
  QCOMPARE(window_->selectedBody(), 3);
  QVERIFY((window_->cameraRig().camera().direction() - before.direction()).norm() < 1e-12);
  QVERIFY(window_->isWindowModified());
}

void EditTest::undoAndRedoFollowTheMenu() {
  QAction* undo = window_->command("edit.undo");
  QAction* redo = window_->command("edit.redo");
  QVERIFY(!undo->isEnabled() && !redo->isEnabled());
  window_->selectBody(3);
  window_->command("part.fix")->trigger();
  settle();
  QCOMPARE(body("pin").motion, dynamics::Motion::kFixed);
  QVERIFY(undo->isEnabled());
  QVERIFY(undo->text().contains("pin"));
  undo->trigger();
  settle();
  QCOMPARE(body("pin").motion, dynamics::Motion::kDynamic);
  QVERIFY(!window_->isWindowModified());
  redo->trigger();
  settle();
  QCOMPARE(body("pin").motion, dynamics::Motion::kFixed);
}

void EditTest::everyFieldOfAPartCanBeChanged() {
  window_->selectBody(3);
  enter("part.rotation.y", "45 deg");
  enter("part.velocity.x", "2 m/s");
  enter("part.spin.z", "60 rpm");
  enter("part.density", "2.7 g/cm3");
  enter("part.friction", "0,35");
  enter("part.mass", "250 g");
  auto* material = window_->findChild<QComboBox*>("part.material");
  settle();
  QVERIFY(std::abs((body("pin").X_WB.q * Vec3::UnitX()).z() + std::sqrt(0.5)) < 1e-12);
  QCOMPARE(body("pin").v_WC, Vec3(2, 0, 0));
  QVERIFY((body("pin").w_WB - Vec3(0, 0, 2 * kPi)).norm() < 1e-12);
  QCOMPARE(body("pin").material.friction, 0.35);
  QCOMPARE(body("pin").material.density, 2700.0);
  QVERIFY(std::abs(dynamics::massProperties(body("pin")).mass - 0.25) < 1e-15);
  material->setCurrentIndex(material->findData("PTFE"));
  emit material->activated(material->currentIndex());
  auto* name = window_->findChild<QLineEdit*>("part.name");
  name->setText("dowel");
  emit name->editingFinished();
  settle();
  QCOMPARE(body("dowel").material.density, 2180.0);
  QCOMPARE(window_->frame()->scene->monitors[1].body, std::string("dowel"));
  QTRY_COMPARE_WITH_TIMEOUT(window_->partsPanel().topLevelItem(3)->text(0), QString("dowel"), kPatience);
}

void EditTest::aRefusedEditSaysWhyAndChangesNothing() {
  window_->selectBody(2);  // the arm hangs on a driven crank: fixed, nothing of the joint would move
  const auto before = window_->history().scene();
  window_->command("part.fix")->trigger();
  QVERIFY(window_->message().isError());
  QVERIFY(window_->message().text().contains("move freely"));
  enter("part.position.x", "far");
  QVERIFY(window_->message().text().contains("'far' is not a length"));
  QCOMPARE(window_->history().scene(), before);
  QVERIFY(!window_->isWindowModified());
}

void EditTest::quickEditsShareTheirEngines() {
  const auto opened = window_->frame()->opened;
  for (int i = 1; i <= 40; ++i) window_->apply(setPosition("pin", Vec3(0, 0, 0.01 * i)));
  settle();
  QCOMPARE(body("pin").X_WB.p.z(), 0.4);
  QVERIFY(window_->frame()->opened <= opened + 2);
}

void EditTest::quantitiesTakeUnits() {
  const Quantity length = Quantity::length();
  QCOMPARE(length.parse("12.5"), 0.0125);
  QCOMPARE(length.parse(" 1 in "), 0.0254);
  QCOMPARE(length.parse("-1e-3 m"), -0.001);
  QCOMPARE(length.parse("5 \u00b5m"), 5e-6);
  QVERIFY(std::abs(Quantity::angularSpeed().parse("30 rpm").value_or(0) - kPi) < 1e-15);
  QCOMPARE(Quantity::density().parse("7.85 g/cm\u00b3"), 7850.0);
  QCOMPARE(length.text(0.0125), QString("12.5"));
  for (const char* wrong : {"", "x", "1 kg", "1 2", "1e999", "nan"}) QVERIFY2(!length.parse(wrong), wrong);
}

void EditTest::partsComeAndGoFromTheMenu() {
  const int before = window_->partsPanel().topLevelItemCount();
  window_->selectBody(3);
  window_->command("part.duplicate")->trigger();
  settle();
  QTRY_COMPARE_WITH_TIMEOUT(window_->partsPanel().topLevelItemCount(), before + 1, kPatience);
  QCOMPARE(window_->selectedBody(), before);
  QCOMPARE(window_->partsPanel().topLevelItem(before)->text(0), QString("pin copy"));
  window_->command("part.remove")->trigger();
  settle();
  QTRY_COMPARE_WITH_TIMEOUT(window_->partsPanel().topLevelItemCount(), before, kPatience);
  QCOMPARE(window_->selectedBody(), -1);
  window_->command("edit.undo")->trigger();
  window_->command("edit.undo")->trigger();
  settle();
  QVERIFY(!window_->isWindowModified());
}

void EditTest::aJointIsAskedForAndAdded() {
  window_->selectBody(3);
  window_->command("assembly.joint")->trigger();
  auto* dialog = window_->findChild<JointDialog*>();
  QVERIFY(dialog);
  dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->click();
  settle();
  QCOMPARE(window_->frame()->scene->world.joints.size(), 2U);
  QCOMPARE(window_->frame()->scene->world.joints[1].body, 3);
  QVERIFY(window_->command("overlay.joints")->isChecked());
}

void EditTest::aMistakeInADialogIsNotAcceptedUnseen() {
  window_->selectBody(3);
  window_->command("assembly.joint")->trigger();
  auto* dialog = window_->findChild<JointDialog*>();
  QVERIFY(dialog);
  auto* ok = dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
  for (QuantityEdit* field : dialog->findChildren<QuantityEdit*>()) {
    field->enter("far");
    ok->click();
    QVERIFY(dialog->isVisible());
  }
  const auto before = window_->history().scene();
  QCOMPARE(before->world.joints.size(), 1U);
  // What is typed afterwards is new.
  auto* field = dialog->findChild<QuantityEdit*>();
  field->enter("far");
  field->selectAll();
  QTest::keyClicks(field, "0.5 in");
  ok->click();
  settle();
  QCOMPARE(window_->history().scene()->world.joints.size(), 2U);
}

void EditTest::anEditWithoutEnginesIsTakenBackAndSaysWhy() {
  window_->selectBody(3);
  enter("part.position.z", "300");
  settle();
  enter("part.friction", QString::number(kImpossibleFriction));
  settle();
  QCOMPARE(body("pin").material.friction, 0.2);
  QCOMPARE(body("pin").X_WB.p.z(), 0.3);  // the edit before it stays
  QVERIFY(window_->message().isError());  // still, although engines were made since
  QVERIFY(window_->message().text().contains("no engine takes it"));
  QVERIFY(!window_->loadError().empty());
  enter("part.friction", "0.4");
  settle();
  QCOMPARE(body("pin").material.friction, 0.4);
  QVERIFY(window_->message().text().isEmpty());
  QVERIFY(window_->loadError().empty());
}

void EditTest::nothingIsEditedWhileAnotherSceneIsRead() {
  window_->selectBody(3);
  const auto before = window_->history().scene();
  holdLoad_ = true;
  window_->open("slow");
  window_->command("part.fix")->trigger();
  QVERIFY(window_->message().text().contains("cannot be edited while another scene is being read"));
  enter("part.friction", "0.3");
  QCOMPARE(window_->history().scene(), before);
  QCOMPARE(window_->openFile(), QString("assembly.json"));
  holdLoad_ = false;
  QTRY_VERIFY_WITH_TIMEOUT(!window_->loading(), kPatience);
  QCOMPARE(window_->openFile(), QString("slow"));
  window_->selectBody(3);
  window_->command("part.fix")->trigger();
  settle();
  QCOMPARE(body("pin").motion, dynamics::Motion::kFixed);
}

void EditTest::everyCommandRunsOnASceneThatCanBeEdited() {
  window_->setAsks(false);
  const std::vector<QAction*> commands = window_->commands();
  for (int round = 0; round < 2; ++round) {
    for (QAction* action : commands) {
      if (action->objectName() == "file.quit") continue;
      if (window_->selectedBody() < 0) window_->selectBody(3);
      action->trigger();
      QTest::qWait(10);
      for (QWidget* widget : QApplication::topLevelWidgets()) {
        if (auto* dialog = qobject_cast<QDialog*>(widget)) dialog->close();
      }
      QTRY_VERIFY_WITH_TIMEOUT(!window_->loading() && !window_->reopening(), kPatience);
      QVERIFY2(window_->loadError().empty(),
               qPrintable(action->objectName() + ": " + QString::fromStdString(window_->loadError())));
    }
  }
}

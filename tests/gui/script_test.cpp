// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/script_test.h"

#include <QAbstractButton>
#include <QFile>
#include <QFileDialog>
#include <QImage>
#include <QMessageBox>
#include <QTest>
#include <cmath>

#include "app/session/recording_frames.h"
#include "app/window/script.h"
#include "app/window/script_commands.h"
#include "app/window/script_runner.h"
#include "core/error.h"
#include "tests/document/document_scene.h"

using namespace passung;
using namespace passung::app;
using test::kPatience;

void ScriptTest::wordsQuotesAndComments() {
  const auto lines = parseScript(
      "# nothing\n#nothing\n  select \"a \\\"big\\\" part#1\"   # it\r\npicture x#1.png\t#c08030 \"\"\n", "f");
  QCOMPARE(lines.size(), 2U);
  QCOMPARE(lines[0].number, 3);
  QCOMPARE(lines[0].arguments, QStringList{"a \"big\" part#1"});
  QCOMPARE(lines[1].command, QString("picture"));
  QCOMPARE(lines[1].arguments, (QStringList{"x#1.png", "#c08030", ""}));
}

void ScriptTest::aNewcomerGoesFromPartToPictureAndFile() {
  run(QStringLiteral(R"(
open screw_into_bracket
select screw
part.material screw brass
part.pose screw 0.6mm 0 110mm  0 0.5 0
part.color screw #d0a020
view.front
view.dark off
run.until 0.3
picture "%1" window
picture "%2"
save "%3"
)")
          .arg(path("whole.png"), path("views.png"), path("my scene.json")));
  const auto frame = window_->frame();
  QVERIFY(std::abs(frame->time() - 0.3) < 1e-12);
  QCOMPARE(test::bodyNamed(*frame->scene, "screw").material.density, 8470.0);
  QCOMPARE(test::bodyNamed(*frame->scene, "screw").X_WB.p.z(), 0.11);
  QVERIFY(!window_->isWindowModified());
  QVERIFY(window_->windowTitle().contains("my scene.json"));
  const QImage whole(path("whole.png")), views(path("views.png"));
  QVERIFY(!whole.isNull() && whole.width() > views.width());
  // The file opens with what was edited, and undo went with the old one.
  run(QStringLiteral("open \"%1\"").arg(path("my scene.json")));
  QCOMPARE(test::bodyNamed(*window_->frame()->scene, "screw").X_WB.p, Vec3(0.0006, 0, 0.11));
  QVERIFY(!window_->command("edit.undo")->isEnabled());
  run("part.motion screw fixed\nedit.undo\nedit.redo\nquit");
  QVERIFY(!window_->isVisible());
}

void ScriptTest::stepsArePreciseAndTheSameEveryTime() {
  run("open box_stack\nrun.step 7\n");
  QCOMPARE(window_->frame()->step(), 7);
  run("run.until 0.05");
  const double dt = window_->frame()->scene->world.dt;
  QCOMPARE(window_->frame()->step(), std::llround(0.05 / dt));
  const auto hash = dynamics::stateHash(window_->frame()->engines[0].snapshot->states);
  run("run.reset\nrun.until 0.02\nrun.until 0.05");
  QCOMPARE(dynamics::stateHash(window_->frame()->engines[0].snapshot->states), hash);
}

void ScriptTest::aForceGivesTheImpulseItShould() {
  QFile file(path("free.json"));
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(R"({"version": 1, "gravity": [0, 0, 0], "bodies": [
    {"name": "ball", "shapes": [{"type": "sphere", "radius": 0.01}], "mass": {"mass": 2, "inertia": [1, 1, 1, 0, 0, 0]}}]})");
  file.close();
  run(QStringLiteral("open %1\npull ball 3 0 -4 for 0.5").arg(path("free.json")));
  const auto state = window_->frame()->engines[0].snapshot->states[0];
  // Momentum is force times time.
  QVERIFY((state.v_WC - Vec3(0.75, 0, -1)).norm() < 1e-9);
  run("run.step 10");
  QVERIFY((window_->frame()->engines[0].snapshot->states[0].v_WC - state.v_WC).norm() < 1e-12);  // it was let go
  run("run.reset\ndrag ball 5mm 0 0 for 3");
  QVERIFY((window_->frame()->engines[0].snapshot->states[0].X_WB.p - Vec3(0.005, 0, 0)).norm() < 1e-5);
}

void ScriptTest::mistakesNameLineFaultAndRemedy_data() {
  QTest::addColumn<QString>("script");
  QTest::addColumn<QString>("message");
  const auto row = [](const char* name, const char* script, const char* message) {
    QTest::newRow(name) << QString(script) << QString(message);
  };
  row("unknown", "\nviw.front", "test.txt:2: there is no command 'viw.front'; did you mean 'view.front'?");
  row("few", "run.until", "test.txt:1: 0 arguments after run.until; run.until T");
  row("early", "select screw", "test.txt:1: no scene is open; begin with: open FILE");
  row("part", "open screw_into_bracket\nselect scre", "test.txt:2: there is no part 'scre'; did you mean 'screw'?");
  row("material", "open screw_into_bracket\npart.material screw stel",
      "test.txt:2: there is no material 'stel'; did you mean 'steel'?");
  row("number", "open screw_into_bracket\npart.pose screw 1 2 x", "test.txt:2: 'x' is not a length; a number in SI");
  row("scene", "open nothing_like_it", "test.txt:1: nothing_like_it: no such file or built-in scene");
  row("edit", "open screw_into_bracket\npart.density screw -3", "test.txt:2: screw_into_bracket: materials.");
  row("past", "open box_stack\nrun.until 0.1\nrun.until 0.05", "test.txt:3: 0.05 s have passed; a later time");
  row("switch", "view.dark of", "test.txt:1: 'of' after view.dark; on or off");
  row("engine", "open box_stack\nengines nativ", "test.txt:2: ");
  row("pull", "open screw_into_bracket\npull bracket 1 0 0 for 1", "test.txt:2: 'bracket' does not move freely");
  row("quote", "select \"screw", "test.txt:1: a quote is not closed");
  row("picture", "open box_stack\npicture /nowhere/at/all.png", "test.txt:2: /nowhere/at/all.png: the picture cannot");
  row("itself", "open box_stack\nmonitor.contact box1 box1",
      "test.txt:2: box_stack: monitors[4].other: it is the body of the monitor itself; name another one");
  row("type", "open four_bar\njoint.set \"crank pin\" type fixed",
      "test.txt:2: the type of a joint cannot be changed; remove it and add one of the other type");
  row("undo", "open box_stack\nedit.undo", "test.txt:2: edit.undo cannot be done now");
}

void ScriptTest::mistakesNameLineFaultAndRemedy() {
  QFETCH(QString, script);
  QFETCH(QString, message);
  const QString said = error(script);
  QVERIFY2(said.startsWith(message), qPrintable(said));
  QVERIFY(!said.contains('\n'));
}

void ScriptTest::everyCommandIsInTheDocs() {
  QFile file(QStringLiteral(PASSUNG_DOCS "/scripts.md"));
  QVERIFY(file.open(QIODevice::ReadOnly));
  const QString docs = QString::fromUtf8(file.readAll());
  for (const ScriptCommand& command : scriptCommands()) {
    QVERIFY2(docs.contains(QStringLiteral("| `%1` |").arg(command.name)), command.name);
    QVERIFY2(docs.contains(QString(command.purpose)), command.purpose);
  }
}

// Closing asks; cancelling keeps the window, discarding closes it.
void ScriptTest::unsavedEditsAreAskedAboutBeforeTheyAreLost() {
  run("open screw_into_bracket\npart.motion screw fixed");
  QVERIFY(window_->isWindowModified());
  const auto answer = [&](QMessageBox::StandardButton button) {
    auto* question = window_->findChild<QMessageBox*>();
    QVERIFY(question);
    question->button(button)->click();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  };
  window_->close();
  QVERIFY(window_->isVisible());
  answer(QMessageBox::Cancel);
  QVERIFY(window_->isVisible() && window_->isWindowModified());
  window_->command("file.reload")->trigger();
  answer(QMessageBox::Cancel);
  QVERIFY(!window_->loading());
  window_->close();
  answer(QMessageBox::Discard);
  QTRY_VERIFY_WITH_TIMEOUT(!window_->isVisible(), kPatience);
}

void ScriptTest::editsOfAProgramThatDiedAreOffered() {
  QVERIFY(window_->recoveryBar().isHidden());
  {
    // What a program that was killed leaves behind.
    Recovery other(path("recovery"));
    const auto scene = std::make_shared<const scenes::Scene>(scenes::loadScene("screw_into_bracket"));
    SceneDocument document = documentOf(*scene);
    setPosition("screw", Vec3(0, 0, 0.5)).apply(document);
    other.keep(document, "screw_into_bracket");
  }
  window_->close();
  open();
  QVERIFY(window_->recoveryBar().isVisible());
  window_->recoveryBar().recover();
  QTRY_VERIFY_WITH_TIMEOUT(!window_->loading() && window_->frame()->scene, kPatience);
  QTRY_COMPARE_WITH_TIMEOUT(window_->history().scene(), window_->frame()->scene, kPatience);
  QCOMPARE(test::bodyNamed(*window_->frame()->scene, "screw").X_WB.p, Vec3(0, 0, 0.5));
  QVERIFY(window_->isWindowModified());
  QVERIFY(window_->recoveryBar().isHidden());
  // Saved, nothing is left to recover.
  run(QStringLiteral("save \"%1\"").arg(path("saved.json")));
  QVERIFY(QDir(path("recovery")).entryList(QDir::Files).isEmpty());
}

void ScriptTest::stepsFromThePastGoOnFromThere() {
  run("open box_stack\nrun.step 30\ntime.back\ntime.back");
  QVERIFY(window_->looksBack());
  const auto past = window_->frame()->step();
  QVERIFY(past > 0 && past < 30);
  run("run.step 3");
  QVERIFY(!window_->looksBack());
  QCOMPARE(window_->frame()->step(), past + 3);
  QCOMPARE(window_->session().frame()->step(), past + 3);
  const double dt = window_->frame()->scene->world.dt;
  QVERIFY(std::abs(window_->session().history().summary().last - static_cast<double>(past + 3) * dt) < 1e-12);
  run("time.back\nrun.until 0.05");
  QCOMPARE(window_->frame()->step(), std::llround(0.05 / dt));
}

void ScriptTest::aLoadThatFailsTakesNoSavedEditBack() {
  run(QStringLiteral("open screw_into_bracket\npart.motion screw fixed\nsave \"%1\"").arg(path("fixed.json")));
  QVERIFY(error("engines nativ").startsWith("test.txt:1: "));
  QCOMPARE(test::bodyNamed(*window_->history().scene(), "screw").motion, dynamics::Motion::kFixed);
  QVERIFY(!window_->isWindowModified());
  QVERIFY(window_->command("edit.undo")->isEnabled());
  QVERIFY(window_->variants() == variantsOf({"native"}));
  QVERIFY(window_->message().isError());
  run("run.step");  // what failed is told once
}

void ScriptTest::aCopyWithMeshesStaysOne() {
  QVERIFY(QDir(folder_->path()).mkpath("parts") && QDir(folder_->path()).mkpath("out"));
  QFile mesh(path("parts/tetrahedron.obj"));
  QVERIFY(mesh.open(QIODevice::WriteOnly));
  mesh.write("v 0 0 0\nv 10 0 0\nv 0 10 0\nv 0 0 10\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
  mesh.close();
  QFile scene(path("parts/scene.json"));
  QVERIFY(scene.open(QIODevice::WriteOnly));
  scene.write(
      R"({"version": 1, "bodies": [{"name": "part", "shapes": [{"type": "mesh", "file": "tetrahedron.obj"}]}]})");
  scene.close();
  run(QStringLiteral("open \"%1\"\nsave \"%2\" meshes\npart.pose part 0 0 1\nsave")
          .arg(path("parts/scene.json"), path("out/copy.json")));
  const auto meshOf = [&] {
    return jsonOf(documentOf(scenes::loadScene(path("out/copy.json").toStdString())))["bodies"][0]["shapes"][0]["file"]
        .get<std::string>();
  };
  QCOMPARE(meshOf(), std::string("copy_meshes/tetrahedron.obj"));
  run("part.pose part 0 0 2");
  window_->command("file.save")->trigger();
  QTRY_VERIFY_WITH_TIMEOUT(!window_->isWindowModified(), kPatience);  // meshes are written beside the window
  QCOMPARE(meshOf(), std::string("copy_meshes/tetrahedron.obj"));
  QCOMPARE(scenes::loadScene(path("out/copy.json").toStdString()).world.bodies[0].X_WB.p.z(), 2.0);
}

void ScriptTest::record(const QString& scene, const QString& recording) {
  run(QStringLiteral("open box_stack\nsave \"%1\"\nrun.step 20").arg(path(scene)));
  saveRecording(path(recording).toStdString(), window_->session().history().frames());
  run(QStringLiteral("open \"%1\"").arg(path(recording)));
}

void ScriptTest::aRecordingIsNoSceneFileToSaveTo() {
  record("stack.json", "run.prec");
  const std::string before = scenes::readTextFile(path("stack.json").toStdString());
  const double last = window_->session().history().summary().last;
  QVERIFY(last > 0);
  const QString part = QString::fromStdString(window_->frame()->scene->world.bodies[1].name);
  run(QStringLiteral("part.motion \"%1\" fixed").arg(part));
  QCOMPARE(window_->session().history().summary().count, 1U);  // the recorded states are not those of the edited scene
  QVERIFY(error("save").endsWith("run.prec is no scene file that could be written; save FILE.json"));
  window_->command("file.save")->trigger();
  auto* dialog = window_->findChild<QFileDialog*>();
  QVERIFY(dialog);  // it asks where to
  dialog->reject();
  QCOMPARE(scenes::readTextFile(path("stack.json").toStdString()), before);
  QVERIFY(window_->isWindowModified());
  run("edit.undo");
  QCOMPARE(window_->session().history().summary().last, last);
  run(QStringLiteral("save \"%1\"\nsave").arg(path("other.json")));
  QCOMPARE(window_->openFile(), path("other.json"));
}

// The engines stand at the first of the states that are replayed.
void ScriptTest::aRecordingIsReplayedFromItsStart() {
  record("stack.json", "run.prec");
  QCOMPARE(window_->frame()->step(), 0);
  run("speed 0.1\ntime.replay");
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->step(), 20, kPatience);
  QVERIFY(window_->looksBack());
  QCOMPARE(window_->session().frame()->step(), 0);
}

void ScriptTest::aScriptThatCannotBeReadSaysWhatToGive() {
  const auto message = [&](const QString& file) -> QString {
    try {
      runScriptFile(*window_, file);
    } catch (const InputError& e) {
      return e.what();
    }
    return {};
  };
  QVERIFY(message(path("none.txt")).endsWith("none.txt: no such file; give a file of commands, one a line"));
  QVERIFY(message(folder_->path()).endsWith(": is a folder; give a file of commands, one a line"));
  QFile empty(path("empty.txt"));
  QVERIFY(empty.open(QIODevice::WriteOnly));
  QCOMPARE(message(path("empty.txt")), QString());
}

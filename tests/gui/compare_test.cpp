// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/compare_test.h"

#include <QComboBox>
#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>

#include "app/window/clearances_panel.h"
#include "app/window/comparison_panel.h"
#include "app/window/determinism_dialog.h"
#include "app/window/variants_dialog.h"
#include "core/error.h"

using namespace passung;
using namespace passung::app;
using test::kPatience;

namespace {

QByteArray contentOf(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

void CompareTest::fourVariantsAreInTheTableAndTwoInView() {
  run("open box_stack\n"
      "variants native native,solver=impulse native,dt=0.0005 native,friction=0\ncompare.table\nrun.until 0.05");
  const auto frame = window_->frame();
  QCOMPARE(frame->engines.size(), 4U);
  QCOMPARE(window_->visibleViews(), 2);
  QCOMPARE(frame->engines[2].snapshot->step, 100);  // 0.05 s
  ComparisonPanel& table = window_->comparison();
  QTRY_COMPARE_WITH_TIMEOUT(table.rows(), 4, kPatience);
  QCOMPARE(table.cell(1, "Variant"), QString("2  impulse"));
  QCOMPARE(table.cell(3, "Variant"), QString("4  native, friction 0"));
  QVERIFY(!table.cell(2, "Drift").isEmpty());
  QTRY_VERIFY_WITH_TIMEOUT(window_->caption(1).contains("impulse"), kPatience);
  run("show 3 4");
  QTRY_VERIFY_WITH_TIMEOUT(window_->caption(0).contains("500 us"), kPatience);
  QTRY_VERIFY_WITH_TIMEOUT(window_->caption(1).contains("friction 0"), kPatience);
  emit table.showAsked(0);
  QCOMPARE(window_->inView(1), 0U);
  QVERIFY(error("show 5").contains("there is no variant 5; 1 to 4"));
  // One alone ends it.
  window_->command("run.compare")->trigger();
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->engines.size(), 1U, kPatience);
  QCOMPARE(window_->inView(0), 0U);
  QTRY_COMPARE_WITH_TIMEOUT(table.rows(), 0, kPatience);
}

void CompareTest::theDialogAsksForVariants() {
  run("open box_stack");
  window_->command("compare.variants")->trigger();
  auto* dialog = window_->findChild<VariantsDialog*>();
  QVERIFY(dialog);
  QTableWidget& table = dialog->table();
  QCOMPARE(table.rowCount(), 2);
  const auto press = [&](const QString& text) {
    for (auto* button : dialog->findChildren<QPushButton*>()) {
      if (button->text() == text) button->click();
    }
  };
  press("&Add");
  press("&Add");
  press("&Add");  // no fifth
  QCOMPARE(table.rowCount(), 4);
  table.setCurrentCell(3, 0);
  press("&Remove");
  QCOMPARE(table.rowCount(), 3);
  auto* engine = qobject_cast<QComboBox*>(table.cellWidget(2, 0));
  engine->setCurrentText("native");
  qobject_cast<QComboBox*>(table.cellWidget(2, 1))->setCurrentText("penalty");
  qobject_cast<QLineEdit*>(table.cellWidget(2, 4))->setText("200 us");
  qobject_cast<QLineEdit*>(table.cellWidget(2, 6))->setText("0.3");
  dialog->accept();
  const Variant wanted{.solver = "penalty", .dt = 0.0002, .friction = 0.3};
  QCOMPARE(window_->variants().size(), 3U);
  QVERIFY(window_->variants()[2] == wanted);
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->engines.size(), 3U, kPatience);
  QCOMPARE((*window_->frame()->infos)[2].solver, std::string("penalty"));
  QVERIFY(window_->comparison().isVisible());
}

void CompareTest::theDialogRefusesInOneLine() {
  run("open box_stack");
  VariantsDialog dialog({"native"}, {Variant{}, Variant{}});
  int chosen = 0;
  connect(&dialog, &VariantsDialog::chosen, &dialog, [&] { ++chosen; });
  auto* step = qobject_cast<QLineEdit*>(dialog.table().cellWidget(1, 4));
  for (const char* wrong : {"soon", "-1", "0"}) {
    step->setText(wrong);
    dialog.accept();
    QCOMPARE(chosen, 0);
  }
  step->clear();
  dialog.accept();
  QCOMPARE(chosen, 1);
}

void CompareTest::theVariantsAreRemembered() {
  run("open box_stack\nvariants native,solver=impulse native,restitution=0.5");
  window_->close();
  open();
  run("open box_stack\nrun.compare on");
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->engines.size(), 2U, kPatience);
  QVERIFY((window_->variants() == std::vector<Variant>{{.solver = "impulse"}, {.restitution = 0.5}}));
}

void CompareTest::exportsAllForms() {
  run(QStringLiteral("open box_stack\nvariants native native,solver=impulse native,dt=0.0005\nrun.until 0.02\n"
                     "export \"%1\"\nexport \"%2\"\nexport \"%3\"\nexport \"%4\"")
          .arg(path("a.html"), path("a.png"), path("a.csv"), path("a.json")));
  const QImage picture(path("a.png"));
  // Three pictures, two in a row.
  QVERIFY(picture.width() > 2 * window_->view(0).width() - 1);
  QVERIFY(picture.height() > 2 * window_->view(0).height() - 1);
  const QByteArray html = contentOf(path("a.html")), csv = contentOf(path("a.csv"));
  QCOMPARE(html.count("data:image/png;base64,"), 3);
  QVERIFY(html.contains("<svg"));
  QVERIFY(csv.startsWith("figure,unit,native (implicit),native (impulse),\"native (implicit), dt 500 us\"\n"));
  const QJsonObject json = QJsonDocument::fromJson(contentOf(path("a.json"))).object();
  const QJsonArray variants = json["variants"].toArray();
  QCOMPARE(variants.size(), 3);
  QCOMPARE(variants[1].toObject()["solver"].toString(), QString("impulse"));
  QCOMPARE(variants[2].toObject()["settings"].toString(), QString("dt 500 us"));
  QCOMPARE(variants[2].toObject()["steps"].toInt(), 40);  // 0.02 s
}

void CompareTest::exportsNeedAComparisonAndAKnownEnding() {
  run("open box_stack");
  QVERIFY(error("export x.html").contains("nothing is compared"));
  run("engines native,native");
  QVERIFY(error("export x.doc").contains(".html, .png, .csv or .json"));
  QVERIFY(error("export /nowhere/at/all.csv").contains("/nowhere/at/all.csv"));
}

void CompareTest::aRefusedVariantChangesNothing() {
  run("open box_stack\nvariants native native,solver=impulse\nrun.until 0.01");
  QVERIFY(!error("variants native native,solver=nonsense").isEmpty());
  QVERIFY(error("variants native native,dt=1e-9").contains("times shorter than that of the first variant"));
  QCOMPARE(window_->variants().size(), 2U);
  QCOMPARE(window_->variants()[1].solver, std::string("impulse"));
  QCOMPARE(window_->frame()->engines.size(), 2U);
  // Nor is it what the next comparison begins with.
  run("run.compare off\nrun.compare on");
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->engines.size(), 2U, kPatience);
  QCOMPARE(window_->variants()[1].solver, std::string("impulse"));
  QCOMPARE(QSettings().value("variants").toStringList(), (QStringList{"native", "native,solver=impulse"}));
}

// The narrow phase is one of a variant's settings: the contacts, and so the bits, are the same.
void CompareTest::theNarrowPhaseOfAVariantIsChosen() {
  run("open screw_into_bracket");
  window_->command("compare.variants")->trigger();
  auto* dialog = window_->findChild<VariantsDialog*>();
  QVERIFY(dialog);
  QTableWidget& table = dialog->table();
  const auto choose = [&](int row, int column, const QString& text) {
    auto* box = qobject_cast<QComboBox*>(table.cellWidget(row, column));
    QVERIFY(box && box->findText(text) >= 0);
    box->setCurrentText(text);
  };
  for (int row : {0, 1}) {
    choose(row, 0, "native");
    choose(row, 1, "impulse");
    qobject_cast<QLineEdit*>(table.cellWidget(row, 6))->clear();
  }
  choose(1, 3, "conglomerates");
  dialog->accept();
  QCOMPARE(window_->variants()[1].narrowPhase, std::string("conglomerates"));
  QVERIFY(window_->variants()[0].narrowPhase.empty());
  QTRY_COMPARE_WITH_TIMEOUT(window_->frame()->engines.size(), 2U, kPatience);
  QCOMPARE((*window_->frame()->infos)[1].solver, std::string("impulse"));
  run("run.until 0.1");
  const SessionFrame& frame = *window_->frame();
  QCOMPARE(frame.engines.size(), 2U);
  QVERIFY(!frame.engines[1].snapshot->contacts.empty());
  QCOMPARE(dynamics::stateHash(frame.engines[0].snapshot->states),
           dynamics::stateHash(frame.engines[1].snapshot->states));
  // A solver that looks several times a step does not take it, and says so.
  QVERIFY(error("variants native native,solver=implicit,narrow-phase=conglomerates").contains("implicit"));
  QCOMPARE(window_->variants()[1].solver, std::string("impulse"));
}

// The bits that are compared are those of what is shown: the first variant with its settings, and the solver chosen
// since.
void CompareTest::theBitsAreThoseOfTheVariant() {
  const auto hashAfter = [&](const std::function<void(dynamics::WorldDef&)>& change) {
    scenes::Scene scene = scenes::loadScene("box_stack");
    change(scene.world);
    const auto engine = dynamics::makeEngine(scene.world, {.engine = "native", .threads = 1});
    for (int i = 0; i < 12; ++i) engine->step();
    return dynamics::stateHash(engine->states());
  };
  run("open box_stack\nvariants native,dt=0.0005,friction=0.1 native\ndeterminism 12");
  QVERIFY2(window_->determinism().text().startsWith("box_stack, native, dt 500 us, friction 0.1: the same bits"),
           qPrintable(window_->determinism().text()));
  QCOMPARE(window_->determinism().result()->hashes[0], hashAfter([](dynamics::WorldDef& def) {
             def.dt = 0.0005;
             for (dynamics::BodyDef& body : def.bodies) body.material.friction = 0.1;
           }));
  run("engines native\nsolver impulse all\ndeterminism 12");
  QCOMPARE(window_->determinism().result()->hashes[0], hashAfter([](dynamics::WorldDef& def) {
             def.solver.name = "impulse";
             def.solver.contactPolicy = "all";
           }));
}

// What is measured of a state says when that was, whatever the step of the scene.
void CompareTest::clearancesOfAVariantHaveItsTime() {
  run("open box_stack\nvariants native,dt=0.0005 native\nrun.until 0.02\ninspect.clearances");
  auto* panel = window_->findChild<ClearancesPanel*>();
  QTRY_COMPARE_WITH_TIMEOUT(panel->state(), QString("At t = 0.020 s."), kPatience);
}

// Looking back changes no picture of the export: it belongs to the figures.
void CompareTest::exportsShowTheStateOfTheFigures() {
  const auto exported = [&](const char* name) {
    run(QStringLiteral("export \"%1\"").arg(path(name)));
    return QImage(path(name));
  };
  run("open box_stack\nvariants native native,solver=impulse\nview.front\nrun.step 1\nrun.until 0.2");
  const QImage newest = exported("a.png");
  run("time.back10");
  QVERIFY(window_->looksBack());
  QCOMPARE(exported("b.png"), newest);
}

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
#include <QRegularExpression>
#include <QTest>

#include "app/window/comparison_panel.h"
#include "app/window/script_runner.h"
#include "app/window/variants_dialog.h"
#include "core/error.h"

using namespace passung;
using namespace passung::app;

namespace {

constexpr int kPatience = 20000;  // [ms]

QByteArray contentOf(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

void CompareTest::init() {
  QTest::failOnWarning(QRegularExpression(".*"));
  folder_ = std::make_unique<QTemporaryDir>();
  QSettings().clear();
  open();
}

void CompareTest::open() {
  WindowServices services = WindowServices::standard();
  services.recoveryFolder = path("recovery");
  window_ = std::make_unique<MainWindow>(services);
  window_->resize(1200, 800);
  window_->show();
  QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
}

void CompareTest::cleanup() {
  window_->setAsks(false);
  window_->close();
  window_.reset();
  folder_.reset();
}

void CompareTest::run(const QString& script) {
  try {
    runScript(*window_, script, "test.txt");
  } catch (const InputError& e) {
    QFAIL(e.what());
  }
}

QString CompareTest::error(const QString& script) {
  try {
    runScript(*window_, script, "test.txt");
  } catch (const InputError& e) {
    return e.what();
  }
  return {};
}

void CompareTest::fourVariantsAreInTheTableAndTwoInView() {
  run("open box_stack\n"
      "variants native native,solver=impulse native,dt=0.0005 native,friction=0\ncompare.table\nrun.until 0.05");
  const auto frame = window_->frame();
  QCOMPARE(frame->engines.size(), 4U);
  QCOMPARE(window_->visibleViews(), 2);
  QCOMPARE(frame->engines[2].snapshot->step, 100);  // 0.05 s
  ComparisonPanel& table = window_->comparison();
  QTRY_COMPARE_WITH_TIMEOUT(table.rows(), 4, kPatience);
  QCOMPARE(table.cell(1, "Variant"), QString("impulse"));
  QCOMPARE(table.cell(3, "Variant"), QString("native, friction 0"));
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
  qobject_cast<QLineEdit*>(table.cellWidget(2, 3))->setText("200 us");
  qobject_cast<QLineEdit*>(table.cellWidget(2, 4))->setText("0.3");
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
  auto* step = qobject_cast<QLineEdit*>(dialog.table().cellWidget(1, 3));
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
  QCOMPARE(window_->variants().size(), 2U);
  QCOMPARE(window_->variants()[1].solver, std::string("impulse"));
  QCOMPARE(window_->frame()->engines.size(), 2U);
}

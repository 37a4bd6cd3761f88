// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/plots_test.h"

#include <QDialogButtonBox>
#include <QDockWidget>
#include <QFile>
#include <QPushButton>
#include <QSettings>
#include <QTest>
#include <QWheelEvent>
#include <cmath>

#include "app/window/curve_dialog.h"
#include "app/window/determinism_dialog.h"
#include "app/window/format.h"
#include "app/window/plot_axis.h"
#include "app/window/plots_panel.h"
#include "app/window/profiler_panel.h"
#include "core/error.h"
#include "tests/session/free_engine.h"

using namespace passung;
using namespace passung::app;
using test::kPatience;

namespace {

constexpr double kGravity = 9.81, kStep = 1e-3;

// A ball that falls for ever, and one that stays.
const char* const kScene = R"({"version": 1, "name": "fall", "bodies": [
  {"name": "ball", "position": [0, 0, 1], "shapes": [{"type": "sphere", "radius": 0.01}]},
  {"name": "post", "motion": "fixed", "position": [1, 0, 0], "shapes": [{"type": "box", "size": [0.1, 0.1, 0.1]}]}]})";

// Says of its k-th stage that it took k + 1 ms.
class TimedEngine : public test::FreeEngine {
 public:
  using FreeEngine::FreeEngine;
  dynamics::StepReport step() override {
    dynamics::StepReport report = FreeEngine::step();
    for (std::size_t k = 0; k < report.stage_ms.size(); ++k) report.stage_ms[k] = static_cast<double>(k + 1);
    return report;
  }
};

// The height after n steps of symplectic Euler from rest.
double heightAfter(double n) { return 1 - kGravity * kStep * kStep * n * (n + 1) / 2; }

}  // namespace

void PlotsTest::init() {
  WindowFixture::init();
  run("open fall");
}

WindowServices PlotsTest::services() const {
  WindowServices services;
  services.read = [](const std::string& file) { return scenes::loadSceneText(kScene, file); };
  services.make = [](const dynamics::WorldDef& def,
                     const dynamics::EngineOptions& options) -> std::unique_ptr<dynamics::Engine> {
    if (options.engine == "broken") throw InputError(options.engine, "", "is broken");
    return std::make_unique<TimedEngine>(def, options.engine);
  };
  services.engines = {"free", "other"};
  return services;
}

// A spike of one sample among a thousand survives the thinning, at its time.
void PlotsTest::samplesAreKeptAndThinnedWithTheirExtremes() {
  CurveData data(1000);
  for (int i = 0; i < 5000; ++i) data.add(1e-3 * i, i == 137 ? 1e6 : i == 138 ? -1e6 : std::sin(0.01 * i));
  QVERIFY(data.samples().size() <= 1000U);
  QCOMPARE(data.range(0, 5).high, 1e6);
  QCOMPARE(data.range(0, 5).low, -1e6);
  QCOMPARE(data.at(0.137).value_or(0), 1e6);
  double before = -1;
  for (const CurveSample& s : data.samples()) {
    QVERIFY(s.time > before);
    before = s.time;
  }
  QCOMPARE(before, 4.999);
  data.add(2.0, 7);  // the run went back
  QCOMPARE(data.samples().back().time, 2.0);
  QCOMPARE(data.at(10).value_or(0), 7.0);
  QVERIFY(!data.at(-1));
}

void PlotsTest::unitsAreReadable() {
  QCOMPARE(plotUnit(Dimension::kLength, 0.02).name, QString("mm"));
  QCOMPARE(plotUnit(Dimension::kLength, 3).name, QString("m"));
  QCOMPARE(plotUnit(Dimension::kForce, 2500).name, QString("kN"));
  QCOMPARE(plotUnit(Dimension::kTime, 2e-4).name, QString::fromUtf8("\u00b5s"));
  QCOMPARE(valueText(0.0125, plotUnit(Dimension::kLength, 0.0125)), QString("12.50 mm"));
}

void PlotsTest::curvesShowTheFallAtEveryStep() {
  run("plot.add position.z ball\nplot.add velocity.z ball\nplot.add velocity ball\nrun.step 100");
  const auto& rows = window_->plots().rows();
  QCOMPARE(rows.size(), 2U);  // one a unit
  QCOMPARE(rows[1].curves.size(), 2U);
  const auto heights = rows[0].curves[0].engines[0].samples();
  QCOMPARE(heights.size(), 101U);  // the start as well
  for (std::size_t n = 0; n < heights.size(); ++n) {
    const auto steps = static_cast<double>(n);
    QVERIFY(std::abs(heights[n].time - kStep * steps) < 1e-12);
    QVERIFY(std::abs(heights[n].value - heightAfter(steps)) < 1e-12);
  }
  QVERIFY(std::abs(rows[1].curves[0].engines[0].at(0.1).value_or(0) + kGravity * 0.1) < 1e-12);
  QVERIFY(std::abs(rows[1].curves[1].engines[0].at(0.1).value_or(0) - kGravity * 0.1) < 1e-12);
  QVERIFY(window_->plotsPanel().isVisible());
}

// What the history keeps is there at once; from then on every step.
void PlotsTest::aLateCurveKnowsThePast() {
  run("run.step 100\nplot.add position.z ball");
  const auto samples = window_->plots().rows()[0].curves[0].engines[0].samples();
  QVERIFY(samples.size() > 5);
  QCOMPARE(samples.front().time, 0.0);
  QVERIFY(std::abs(samples.back().time - 0.1) < 1e-12);
  for (const CurveSample& s : samples) QVERIFY(std::abs(s.value - heightAfter(std::round(s.time / kStep))) < 1e-12);
  const std::size_t before = samples.size();
  run("run.step 7");
  QCOMPARE(window_->plots().rows()[0].curves[0].engines[0].samples().size(), before + 7);
}

void PlotsTest::curvesFollowResetsEditsAndTheirParts() {
  run("plot.add position.z ball\nrun.step 50\nrun.reset");
  const auto data = [&]() -> const CurveData& { return window_->plots().rows()[0].curves[0].engines[0]; };
  QCOMPARE(data().samples().size(), 1U);
  run("run.step 20\ntime.back\nrun.step 1");  // goes on from the past
  QVERIFY(data().samples().back().time < 0.0205);
  QCOMPARE(std::llround(data().samples().back().time / kStep), window_->frame()->step());
  run("part.pose ball 0 0 2\nrun.step 3");
  QCOMPARE(data().samples().size(), 4U);
  QCOMPARE(data().samples().front().value, 2.0);
  run("part.remove ball");  // the curve waits for its part
  QVERIFY(!window_->plots().rows()[0].curves[0].probe);
  run("edit.undo\nrun.step 2");
  QCOMPARE(data().samples().size(), 3U);
}

void PlotsTest::twoEnginesHaveACurveEach() {
  run("plot.add position.z ball\nengines free,other\nrun.step 10");
  const Curve& curve = window_->plots().rows()[0].curves[0];
  QCOMPARE(curve.engines.size(), 2U);
  for (const CurveData& data : curve.engines) QVERIFY(std::abs(data.at(0.01).value_or(0) - heightAfter(10)) < 1e-12);
  QVERIFY(window_->plotsPanel().views()[0]->legendOf(curve, 1).startsWith("position.z ball (other): "));
}

// Rows of samples count the steps of the engine that sets the clock, whatever the scene says.
void PlotsTest::curvesOfAVariantHaveItsTimes() {
  run("plot.add position.z ball\nvariants free,dt=0.0005 other\nrun.step 10");
  const Curve& curve = window_->plots().rows()[0].curves[0];
  const auto samples = curve.engines[0].samples();
  QCOMPARE(samples.size(), 11U);
  for (std::size_t n = 0; n < samples.size(); ++n) {
    const auto steps = static_cast<double>(n);
    QVERIFY(std::abs(samples[n].time - 0.0005 * steps) < 1e-12);
    QVERIFY(std::abs(samples[n].value - (1 - kGravity * 0.0005 * 0.0005 * steps * (steps + 1) / 2)) < 1e-12);
  }
  QVERIFY(window_->plotsPanel().views()[0]->legendOf(curve, 0).startsWith("position.z ball (free, dt 500 us): "));
}

// The wheel ends where the digits do: what is shown stays finite and has a width, and is painted.
void PlotsTest::zoomingHasAnEnd() {
  run("plot.add position.z ball\nrun.step 50");
  PlotsPanel& panel = window_->plotsPanel();
  PlotView* view = panel.views()[0];
  for (const int notch : {120, -120}) {
    for (const Qt::KeyboardModifier keys : {Qt::NoModifier, Qt::ControlModifier}) {
      for (int i = 0; i < 600; ++i) {
        const QPointF place(0.6 * view->width(), 0.6 * view->height());
        QWheelEvent event(place, view->mapToGlobal(place), {}, QPoint(0, notch), Qt::NoButton, keys, Qt::NoScrollPhase,
                          false);
        QCoreApplication::sendEvent(view, &event);
      }
    }
    const ValueRange values = view->values();
    QVERIFY(std::isfinite(values.high - values.low) && values.high - values.low > 0);
    QVERIFY(panel.scope().to > panel.scope().from && std::isfinite(panel.scope().to - panel.scope().from));
    QVERIFY(!view->grab().isNull());
    window_->command("plots.fit")->trigger();
  }
}

void PlotsTest::theMouseZoomsMovesAndMeasures() {
  run("plot.add velocity.z ball\nrun.step 400");
  PlotsPanel& panel = window_->plotsPanel();
  PlotView* view = panel.views()[0];
  QTRY_VERIFY_WITH_TIMEOUT(panel.scope().to > 0.399, kPatience);
  QVERIFY(view->width() > 200 && view->height() > 60);
  const auto at = [&](double time) {
    return QPoint(static_cast<int>(std::lround(view->xOf(time))), view->height() / 2);
  };

  // Two cursors: the difference of speeds is g times that of times.
  QTest::mouseClick(view, Qt::LeftButton, {}, at(0.1));
  QTest::mouseClick(view, Qt::LeftButton, Qt::ShiftModifier, at(0.3));
  QVERIFY(panel.scope().cursorA && panel.scope().cursorB);
  const double a = *panel.scope().cursorA, b = *panel.scope().cursorB;
  QVERIFY(std::abs(a - 0.1) < 0.002 && std::abs(b - 0.3) < 0.002);
  QVERIFY(panel.cursorText().contains("Hz"));
  const Curve& curve = window_->plots().rows()[0].curves[0];
  const double speedA = curve.engines[0].at(a).value_or(0), speedB = curve.engines[0].at(b).value_or(0);
  QVERIFY(std::abs(speedB - speedA + kGravity * (b - a)) < 2 * kGravity * kStep);
  const QString legend = view->legendOf(curve, 0);
  QVERIFY2(legend.contains(QString::fromUtf8("\u0394 -1.9")) || legend.contains(QString::fromUtf8("\u0394 -2.0")),
           qPrintable(legend));

  // The wheel zooms the time about the cursor: what is under it stays.
  const QPointF place = at(0.2);
  const double under = view->timeAt(place.x()), width = panel.scope().to - panel.scope().from;
  const auto wheel = [&](Qt::KeyboardModifiers keys) {
    QWheelEvent event(place, view->mapToGlobal(place), {}, QPoint(0, 240), Qt::NoButton, keys, Qt::NoScrollPhase,
                      false);
    QCoreApplication::sendEvent(view, &event);
  };
  wheel({});
  QVERIFY(panel.scope().to - panel.scope().from < 0.7 * width);
  QVERIFY(std::abs(view->timeAt(place.x()) - under) < 1e-9);
  const ValueRange values = view->values();
  wheel(Qt::ControlModifier);
  QVERIFY(view->values().high - view->values().low < 0.7 * (values.high - values.low));

  // A drag moves it.
  const double from = panel.scope().from;
  QTest::mousePress(view, Qt::LeftButton, {}, at(0.2));
  QTest::mouseMove(view, at(0.2) + QPoint(30, 0));
  QTest::mouseMove(view, at(0.2) + QPoint(60, 0));
  QTest::mouseRelease(view, Qt::LeftButton, {}, at(0.2) + QPoint(60, 0));
  QVERIFY(panel.scope().from < from);
  QCOMPARE(panel.scope().cursorA.value_or(0), a);  // it was no click

  window_->command("plots.fit")->trigger();
  QVERIFY(panel.scope().from == 0 && panel.scope().to > 0.399);
  window_->command("plots.noCursors")->trigger();
  QVERIFY(panel.cursorText().isEmpty());
}

void PlotsTest::curvesAreAskedForAndRemoved() {
  window_->selectBody(0);
  window_->command("plots.add")->trigger();
  auto* dialog = window_->findChild<CurveDialog*>();
  QVERIFY(dialog);
  dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->click();
  QCOMPARE(window_->plots().saved(), QStringList{"position ball"});
  run("plot.add energy\nplot.add kinetic row\nplot.add potential");
  QCOMPARE(window_->plots().rows().size(), 3U);
  QCOMPARE(window_->plots().rows()[1].curves.size(), 2U);  // energy and potential
  run("plot.remove energy\nplot.remove position ball");
  QCOMPARE(window_->plots().saved(), (QStringList{"potential", "", "kinetic"}));
  run("plots.clear");
  QVERIFY(window_->plots().empty());
  QVERIFY(window_->plotsPanel().views().empty());
}

void PlotsTest::curvesSurviveAnotherWindow() {
  run("plot.add velocity.y ball\nplot.add energy");
  window_->setAsks(false);
  window_->close();
  open();
  QCOMPARE(window_->plots().saved(), (QStringList{"velocity.y ball", "", "energy"}));
  run("open fall\nrun.step 4");
  QCOMPARE(window_->plots().rows()[0].curves[0].engines[0].samples().size(), 5U);
}

void PlotsTest::theTableHoldsWhatIsPlotted() {
  run(QStringLiteral("plot.add position.z ball\nplot.add contacts\nrun.step 3\nplot.csv \"%1\"").arg(path("t.csv")));
  QFile file(path("t.csv"));
  QVERIFY(file.open(QIODevice::ReadOnly));
  const QStringList lines = QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts);
  QCOMPARE(lines.size(), 5);
  QCOMPARE(lines[0], QString("t [s],position.z ball [m],contacts"));
  for (int n = 0; n <= 3; ++n) {
    const QStringList fields = lines[n + 1].split(',');
    QCOMPARE(fields.size(), 3);
    QVERIFY(std::abs(fields[0].toDouble() - kStep * n) < 1e-15);
    QCOMPARE(fields[1].toDouble(), window_->plots().rows()[0].curves[0].engines[0].samples()[n].value);
    QCOMPARE(fields[2], QString("0"));
  }
}

void PlotsTest::theProfilerListsEveryStage() {
  run("inspect.profiler\nprofiler.steps 20\nrun.step 50");
  ProfilerPanel& profiler = window_->profiler();
  QTRY_VERIFY_WITH_TIMEOUT(profiler.summary().contains("real time"), kPatience);
  QStringList names;
  for (int g = 0; g < profiler.table().topLevelItemCount(); ++g) {
    for (int r = 0; r < profiler.table().topLevelItem(g)->childCount(); ++r)
      names << profiler.table().topLevelItem(g)->child(r)->text(0);
  }
  for (const char* name : {"broad phase", "narrow phase", "contacts", "solver", "continuous pass", "integration",
                           "whole step", "monitors", "curves", "snapshot", "overlays", "drawing"})
    QVERIFY2(names.contains(name), name);
  QCOMPARE(profiler.steps(), 20);
}

// Of a step each, in the units of its own engine, although one step of the first is four of the second and a third of
// one of the third.
void PlotsTest::theProfilerGivesTheFiguresOfOneStep() {
  run("inspect.profiler\nvariants free other,dt=0.00025 other,dt=0.003\nrun.step 60");
  ProfilerPanel& profiler = window_->profiler();
  QTRY_VERIFY_WITH_TIMEOUT(profiler.summary().contains("3.00 ms"), kPatience);
  const QStringList lines = profiler.summary().split('\n');
  QVERIFY2(lines[0].startsWith("free: ") && lines[0].contains("for a step of 1.00 ms"), qPrintable(lines[0]));
  QVERIFY2(lines[1].startsWith("other, dt 250 us: ") && lines[1].contains("0.250 ms"), qPrintable(lines[1]));
  QVERIFY2(lines[2].startsWith("other, dt 3.00 ms: ") && lines[2].contains("3.00 ms"), qPrintable(lines[2]));
  for (int engine = 0; engine < 3; ++engine) {
    const QTreeWidgetItem* group = profiler.table().topLevelItem(engine);
    for (int k = 0; k < dynamics::kStageCount; ++k) {
      for (const int column : {1, 2, 3})
        QCOMPARE(group->child(k)->text(column), format::milliseconds(static_cast<double>(k + 1)));
    }
  }
}

void PlotsTest::theSameBitsAreFoundInTheWindow() {
  run("determinism 30");
  QVERIFY(window_->determinism().result());
  QVERIFY(window_->determinism().result()->same());
  QCOMPARE(window_->determinism().result()->steps, 30);
  QVERIFY(window_->determinism().text().startsWith("fall, free: the same bits over 30 steps with 1 and "));
  // One that would last for hours is cancelled.
  window_->determinism().check(2000000000);
  QVERIFY(window_->determinism().running());
  window_->determinism().cancel();
  QVERIFY(!window_->determinism().running());
  QTRY_COMPARE_WITH_TIMEOUT(backgroundThreads().load(), 0, kPatience);
}

void PlotsTest::mistakesAreTold() {
  QVERIFY(error("plot.add speed ball").contains("there is no quantity 'speed'; one of position, velocity"));
  QVERIFY(error("plot.add velocity bal").contains("there is no part 'bal'; did you mean 'ball'?"));
  QVERIFY(error("plot.add joint_force hinge").contains("there is no joint 'hinge'; the scene has no joints"));
  QVERIFY(error("plot.add energy\nplot.add energy").contains("test.txt:2: energy is plotted already"));
  QVERIFY(error("plot.add velocity").contains("velocity is of a part or joint; name it"));
  QVERIFY(error("plot.remove kinetic").contains("kinetic is not plotted; plot.add adds it"));
  QVERIFY(error("plot.range 0 1e-10").contains("0 1e-10 is too narrow or too wide to be shown"));
  QVERIFY(error("plot.range 2 1").contains("2 1 is no stretch of time"));
  QVERIFY(error("plots.clear\nplot.csv x.csv").contains("x.csv: nothing is plotted; add a curve first"));
  QVERIFY(error("plot.add energy wide").contains("'wide' after energy; leave it out, or write row"));
  QVERIFY(error("profiler.steps 0").contains("'0' is no number of steps"));
}

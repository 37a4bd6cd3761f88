// SPDX-License-Identifier: GPL-3.0-or-later
// Plots, the profiler and the check of determinism: their panels and commands, and how values come to them.
#include <QDockWidget>
#include <QFileDialog>
#include <QMenu>
#include <QMenuBar>
#include <tuple>

#include "app/window/curve_dialog.h"
#include "app/window/determinism_dialog.h"
#include "app/window/drive_tool.h"
#include "app/window/main_window.h"
#include "app/window/plots_panel.h"
#include "app/window/profiler_panel.h"
#include "core/error.h"
#include "core/output_file.h"

namespace passung::app {

void MainWindow::makePlots() {
  group_ = tr("Plots");
  QMenu* menu = menuBar()->addMenu(tr("&Plots"));
  plots_ = new PlotModel(this);
  add(menu, {"plots.show", tr("&Plots"), tr("Show or hide the panel of plots"), "Ctrl+L"},
      [this] { toggleDock(QStringLiteral("dockPlots")); });
  menu->addSeparator();
  QAction* addCurve =
      add(menu,
          {"plots.add", tr("&Add curve\u2026"), tr("Plot a quantity of the scene, a part or a joint"), "Ctrl+Shift+L"},
          [this] { askCurve(); });
  QMenu* removal = menu->addMenu(tr("&Remove curve"));
  connect(removal, &QMenu::aboutToShow, this, [this, removal] {
    removal->clear();
    for (const PlotRow& row : plots_->rows()) {
      for (const Curve& curve : row.curves) {
        connect(removal->addAction(QString::fromStdString(curve.what.text())), &QAction::triggered, this,
                [this, what = curve.what] { plots_->remove(what); });
      }
    }
  });
  add(menu, {"plots.clear", tr("Remove all &curves"), tr("Plot nothing"), {}}, [this] { plots_->clear(); });
  menu->addSeparator();
  QAction* fit =
      add(menu, {"plots.fit", tr("Show &everything"), tr("All times and all values of the plots"), "Ctrl+Shift+F"},
          [this] { plotsPanel_->fit(); });
  QAction* noCursors =
      add(menu, {"plots.noCursors", tr("Remove c&ursors"), tr("Take both cursors out of the plots"), "Ctrl+Shift+U"},
          [this] { plotsPanel_->setCursors({}, {}); });
  QAction* save =
      add(menu, {"plots.csv", tr("&Save as CSV\u2026"), tr("Write the curves to a table, in SI"), "Ctrl+Alt+E"},
          [this] { choosePlotFile(); });

  plotsPanel_ = new PlotsPanel(*plots_, {addCurve, fit, noCursors, save});
  connect(plotsPanel_, &PlotsPanel::removeAsked, this, [this](const Signal& what) { plots_->remove(what); });
  connect(plotsPanel_, &PlotsPanel::jumpAsked, this, [this](double time) {
    replayClock_.invalidate();
    lookAt(session_.history().at(time));
  });
  // Below the pictures only: the panels at the sides keep their height.
  setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  QDockWidget* dock = addPanel(tr("Plots"), "dockPlots", plotsPanel_, Qt::BottomDockWidgetArea);
  // One behind the other: side by side, neither has room for its columns.
  if (auto* table = findChild<QDockWidget*>(QStringLiteral("dockComparison"))) tabifyDockWidget(table, dock);
  plots_->load(settings_.value(QStringLiteral("plots")).toStringList());
  connect(plots_, &PlotModel::curvesChanged, this, [this] {
    settings_.setValue(QStringLiteral("plots"), plots_->saved());
    sampleCurves();
  });
}

void MainWindow::makeProfiler(QMenu* menu) {
  profiler_ = new ProfilerPanel;
  QDockWidget* dock = addPanel(tr("Profiler"), "dockProfiler", profiler_, Qt::RightDockWidgetArea);
  if (auto* run = findChild<QDockWidget*>(QStringLiteral("dockRun"))) tabifyDockWidget(run, dock);
  add(menu, {"inspect.profiler", tr("&Profiler"), tr("Show or hide what each stage of a step costs"), "Ctrl+Shift+J"},
      [this] { toggleDock(QStringLiteral("dockProfiler")); });
  determinism_ = new DeterminismDialog(
      services_.makeThreaded, [this] { return determinismSubject(); }, this);
  add(menu,
      {"inspect.determinism", tr("Check &determinism\u2026"),
       tr("Whether the scene gives the same bits with one thread and with all"), "Ctrl+Shift+K"},
      [this] {
        determinism_->show();
        determinism_->raise();
      });
}

// The first engine as it runs: with its variant's settings, and with the solver that was chosen since.
DeterminismSubject MainWindow::determinismSubject() const {
  const auto scene = history_.scene();
  if (!scene) return {};
  Variant variant = variants_.front();
  auto def = std::make_shared<dynamics::WorldDef>(scene->world);
  applyVariant(variant, *def);
  // As the session gives it to the engines, unless it was refused.
  const auto infos = session_.frame()->infos;
  const bool ofVariant = variants_.size() > 1 && !variant.solver.empty();
  if (solver_ && !ofVariant && infos && infos->front().solver == solver_->first) {
    std::tie(def->solver.name, def->solver.contactPolicy) = *solver_;
    variant.solver = solver_->first;
    variant.policy = solver_->second;
  }
  if (drives_->changed() && !reopening()) dynamics::actuate(*def, drives_->actuation());
  return {.name = QString::fromStdString(scene->name),
          .engine = QString::fromStdString(variantTitle(variant)),
          .engineName = variant.engine,
          .def = std::move(def),
          .duration = scene->duration};
}

// Hidden at first.
QDockWidget* MainWindow::addPanel(const QString& title, const char* name, QWidget* widget, Qt::DockWidgetArea area) {
  auto* dock = new QDockWidget(title, this);
  dock->setObjectName(QString::fromLatin1(name));
  dock->setWidget(widget);
  addDockWidget(area, dock);
  panelsMenu_->addAction(dock->toggleViewAction());
  dock->hide();
  return dock;
}

void MainWindow::toggleDock(const QString& name) {
  auto* dock = findChild<QDockWidget*>(name);
  // A tab behind others is brought to the front first.
  const bool seen = dock->isVisible() && !dock->visibleRegion().isEmpty();
  dock->setVisible(!seen);
  if (!seen) dock->raise();
  stale_ = true;
}

void MainWindow::askCurve() {
  if (!shown_->scene) return say(tr("Open a scene first"));
  auto* dialog = new CurveDialog(shown_->scene->world, selectedName(), this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &CurveDialog::chosen, this, [this](const Signal& what, bool ownRow) {
    try {
      addCurve(what, ownRow);
    } catch (const InputError& e) {
      message_->showError(QString::fromUtf8(e.what()));
    }
  });
  dialog->open();
}

void MainWindow::addCurve(const Signal& what, bool ownRow) {
  plots_->add(what, ownRow);
  auto* dock = findChild<QDockWidget*>(QStringLiteral("dockPlots"));
  dock->show();
  dock->raise();
}

// From now on the session samples what is plotted; of what was before, its history knows.
void MainWindow::sampleCurves() {
  if (!shown_->scene) return;
  takeCurves();
  probesId_ = session_.setProbes(plots_->probes());
  plots_->fill(session_.history().frames());
  stale_ = true;
}

void MainWindow::takeCurves() {
  const SampleRows rows = session_.takeSamples();
  if (shown_->infos && rows.probesId == probesId_) plots_->take(rows, shown_->infos->front().dt);
  // A reset, or a run that was taken up again at an earlier state.
  const auto newest = session_.frame();
  if (newest->opened == seenOpened_ && newest->step() < sampledStep_) plots_->cutAfter(newest->time());
  sampledStep_ = newest->step();
}

void MainWindow::refreshPlots() {
  if (plotsPanel_->isVisible()) plotsPanel_->refresh(shown_->time());
  if (profiler_->isVisible()) profiler_->display(*shown_, session_.costs());
}

void MainWindow::savePlots(const QString& path) {
  if (plots_->empty()) throw InputError(path.toStdString(), "", "nothing is plotted", "add a curve first");
  takeCurves();
  writeFile(path.toStdString(), plots_->csv());
}

void MainWindow::choosePlotFile() {
  auto* dialog = new QFileDialog(this, tr("Save the curves"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(QStringLiteral("csv"));
  dialog->setNameFilters({tr("Tables (*.csv)")});
  dialog->setDirectory(settings_.value(QStringLiteral("pictureFolder")).toString());
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
    try {
      savePlots(file);
      say(tr("Saved %1").arg(file));
    } catch (const InputError& e) {
      message_->showError(QString::fromStdString(e.what()));
    }
  });
  dialog->open();
}

}  // namespace passung::app

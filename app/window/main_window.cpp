// SPDX-License-Identifier: GPL-3.0-or-later
// What the window does; how it is put together is in main_window_layout.cpp.
#include "app/window/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDateTime>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QPainter>
#include <QSignalBlocker>
#include <QSlider>
#include <QStandardPaths>
#include <QStatusBar>
#include <algorithm>
#include <cmath>

#include "app/run/recorded_scene.h"
#include "app/window/clearance_tool.h"
#include "app/window/contacts_panel.h"
#include "app/window/drive_tool.h"
#include "app/window/drives_panel.h"
#include "app/window/format.h"
#include "app/window/gallery_dialog.h"
#include "app/window/gap_tool.h"
#include "app/window/icons.h"
#include "app/window/look_inside.h"
#include "app/window/pair_test_tool.h"
#include "app/window/picture_sequence.h"
#include "app/window/plot_model.h"
#include "app/window/profiler_panel.h"
#include "app/window/ruler.h"
#include "app/window/ruler_panel.h"
#include "app/window/start_checker.h"
#include "app/window/theme.h"
#include "core/error.h"
#include "dynamics/recording.h"

namespace passung::app {

namespace {

constexpr int kFrameTime = 16;      // [ms]
constexpr qint64 kPanelTime = 100;  // [ms]

// The camera a scene asks for, or a fit of all its parts.
Camera cameraOf(const scenes::Scene& scene, const dynamics::WorldSnapshot& snapshot, double aspect) {
  const render::View view = sceneView(scene, snapshot, "", aspect);
  Camera camera;
  camera.set({.eye = view.eye, .target = view.target, .up = view.up, .fovDegrees = view.fovY * 180 / kPi});
  return camera;
}

}  // namespace

WindowServices WindowServices::standard() {
  return {
      .read =
          [](const std::string& file) {
            return dynamics::isRecording(file) ? sceneOfRecording(file) : scenes::loadScene(file);
          },
      .make = dynamics::makeEngine,
      .builtins = scenes::builtinScenes(),
      .engines = dynamics::engineNames(),
      .recoveryFolder = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/recovery"),
      .makeThreaded = [](const dynamics::WorldDef& def, const std::string& name,
                         int threads) { return dynamics::makeEngine(def, {.engine = name, .threads = threads}); },
      .program = QCoreApplication::applicationFilePath(),
      .pictureFolder = QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + QStringLiteral("/examples")};
}

MainWindow::MainWindow(WindowServices services, QWidget* parent)
    : QMainWindow(parent),
      services_(std::move(services)),
      session_(services_.make),
      loader_(services_.read, services_.make),
      recovery_(services_.recoveryFolder),
      shown_(session_.frame()) {
  setObjectName(QStringLiteral("mainWindow"));
  setWindowTitle(tr("Passung"));
  setWindowIcon(appIcon());
  setAcceptDrops(true);
  setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
  if (services_.engines.empty()) services_.engines = {"native"};
  if (!services_.makeThreaded) {
    services_.makeThreaded = [make = services_.make](const dynamics::WorldDef& def, const std::string& name, int) {
      return make(def, {.engine = name});
    };
  }
  variants_ = variantsOf({services_.engines.front()});

  makeCentral();
  makeFileMenu();
  makeEditMenu();
  makeAssemblyMenu();
  makeSimulationMenu();
  makeCompareMenu();
  makeViewMenu();
  makePanels();
  makeComparison();
  makeInspect();
  makePlots();
  makeHelpMenu();
  makeToolBar();
  makeStatusBar();
  makeRecovery();
  defaultState_ = saveState();
  restore();

  timer_.setTimerType(Qt::PreciseTimer);
  connect(&timer_, &QTimer::timeout, this, &MainWindow::tick);
  timer_.start(kFrameTime);
}

MainWindow::~MainWindow() { timer_.stop(); }

QAction* MainWindow::command(const QString& name) const {
  const auto found = byName_.find(name);
  return found == byName_.end() ? nullptr : found->second;
}

int MainWindow::visibleViews() const {
  return static_cast<int>(
      std::count_if(views_.begin(), views_.end(), [](const ViewWidget* v) { return v->isVisible(); }));
}

void MainWindow::say(const QString& text) { statusBar()->showMessage(text, 5000); }

// --- Loading

bool MainWindow::reopening() const {
  return reopen_ || prepared_.busy() || (reading_ && reading_->keeps) ||
         std::any_of(given_.begin(), given_.end(), [](const Opening& o) { return o.keeps; });
}

// Whether a scene that takes the place of the open one is on its way.
bool MainWindow::opensAnother() const {
  return (reading_ && !reading_->keeps) ||
         std::any_of(given_.begin(), given_.end(), [](const Opening& o) { return !o.keeps; });
}

void MainWindow::start(Opening opening) {
  if (!opening.afterFailure && !keepsMessage_) loadError_.clear();
  reading_ = std::move(opening);
  reading_->undoIndex = history_.stack().index();
  progress_->begin();
  loader_.start(reading_->request);
}

// The open scene as edited, with the chosen engines.
MainWindow::Opening MainWindow::ofDocument() const {
  return {.request = {.file = openFile_.toStdString(),
                      .variants = variants_,
                      .scene = history_.scene(),
                      .states = !history_.modified()},
          .play = shown_->playing,
          .keeps = true};
}

void MainWindow::pollLoader() {
  if (!loading() && reopen_) reopenEdited();
  if (!reading_) return;
  LoadStatus status = loader_.poll();
  if (status.running) {
    progress_->report(QString::fromStdString(status.progress) + QStringLiteral(" \u2026"), status.done, status.total);
    return;
  }
  Opening opening = std::move(*reading_);
  reading_.reset();
  endProgress();
  if (status.loaded) {
    if (askUnits(opening, *status.loaded)) return;
    give(std::move(opening), std::move(*status.loaded));
  } else if (!status.error.empty()) {
    loadFailed(opening, status.error);
  }
  refreshEngineChecks();
}

// What was read goes to the session.
void MainWindow::give(Opening opening, LoadedScene loaded) {
  variants_ = loaded.variants;
  rememberVariants();
  const bool keepsMessage = std::exchange(keepsMessage_, false);
  if (!opening.afterFailure && !keepsMessage) message_->dismiss();
  if (opening.assembly) opening.request.file = opening.files[opening.assembly->base].path;
  if (opening.keeps) {
    goodIndex_ = opening.undoIndex;
  } else {
    solver_.reset();
    reopen_ = false;  // of the scene that leaves
  }
  opening.request.scene = loaded.scene;
  opening.number = ++givenCount_;
  session_.open(std::move(loaded), opening.play);
  if (solver_) session_.setSolver(solver_->first, solver_->second);
  if (opening.keeps) drives_->carryOver(*opening.request.scene);
  drives_->wait();
  given_.push_back(std::move(opening));
}

void MainWindow::loadFailed(const Opening& opening, const std::string& error) {
  if (opening.assembly && opening.assembly->others.failures.size() > 1) {
    tellRead(opening.assembly->others);
  } else if (!opening.keptFile.isEmpty()) {
    message_->showError(QString::fromStdString(error));  // another file would not have the edits
  } else {
    tellError(error, QString::fromStdString(opening.request.file));
  }
  loadError_ = error;
  // Engines that cannot be made for an edit take it back; any other failure leaves the document alone.
  if (opening.ofAnEdit) takeEditBack();
  backToShown();
  if (!shown_->scene) openFile_ = QString::fromStdString(opening.request.file);  // to be tried again
}

void MainWindow::cancelLoad() {
  // A save that copies meshes cannot be ended on its way.
  const bool saves = saving_.busy(), loads = reading_ || prepared_.busy();
  if (saves && saved_.cancellable) {
    saving_.cancel();
    saved_.then = nullptr;
    closesAfterSave_ = false;
  }
  loader_.cancel();
  prepared_.cancel();
  if (reading_ && std::exchange(reading_, std::nullopt)->ofAnEdit) takeEditBack();
  endProgress();
  if (loads) {
    backToShown();
    say(tr("Loading cancelled"));
  } else if (saves) {
    say(saved_.cancellable ? tr("Saving cancelled") : tr("%1 is written to its end, to be whole").arg(saved_.path));
  }
}

// The line of progress goes with the last of those that use it.
void MainWindow::endProgress() {
  if (!reading_ && !prepared_.busy() && !saving_.busy() && !sequence_->running()) progress_->end();
}

// The engines are again those of the scene that is shown.
void MainWindow::backToShown() {
  if (shown_->infos) {
    variants_.clear();
    for (const EngineInfo& info : *shown_->infos) variants_.push_back(info.variant);
  }
  refreshEngineChecks();
}

// To the last state of the document that had engines. Edits in quick succession may have made one step of several.
void MainWindow::takeEditBack() {
  QUndoStack& stack = history_.stack();
  if (stack.index() == 0) return;
  stack.setIndex(std::min(goodIndex_, stack.index() - 1));
  afterFailure_ = true;
}

void MainWindow::sceneOpened() {
  const scenes::Scene& scene = *shown_->scene;
  seenOpened_ = shown_->opened;
  while (!given_.empty() && given_.front().number < shown_->opened) given_.pop_front();
  const Opening opening = given_.empty() ? Opening() : std::move(given_.front());
  if (!given_.empty()) given_.pop_front();
  const bool same = opening.keeps;
  if (history_.scene() != shown_->scene && !same) {
    recovery_.drop();  // of the scene that left, saved or not wanted
    openFile_ = QString::fromStdString(opening.request.file);
    openUnit_ = opening.assembly ? opening.files[opening.assembly->base].unit : std::string();
    prepared_.cancel();
    meshFiles_ = scenes::MeshFiles::kReferenced;
    reopen_ = false;
    goodIndex_ = 0;
    history_.open(shown_->scene);
    if (!opening.keptFile.isEmpty()) takeOverKept(opening.keptFile);
    if (opening.unsaved) history_.markModified();
  }
  forgetPulls();
  geometry_ = std::make_shared<SceneGeometry>(scene);
  for (std::size_t& variant : inView_) variant = std::min(variant, shown_->engines.size() - 1);
  run_->clearPlots();
  probesId_ = 0;  // what is still sampled is of the scene before
  sampledStep_ = -1;
  plots_->open(*shown_);  // and has it sampled
  start_->follow(shown_->scene);
  refreshParts();
  refreshCameras();
  const bool both = shown_->engines.size() > 1;
  panes_[1]->setVisible(both);
  for (QLabel* caption : captions_) caption->setVisible(both);
  if (!same) {
    selectBody(-1);
    ruler_->clear();
    pictures_->layout()->activate();
    rig_.set(cameraOf(scene, *shown_->engines.front().snapshot, viewAspect()));
    command(QStringLiteral("view.orthographic"))->setChecked(false);
  } else if (selectWhenOpen_ || selected_ >= static_cast<int>(scene.world.bodies.size())) {
    selectBody(selectWhenOpen_.value_or(-1));
  } else {
    parts_->select(selected_);
  }
  selectWhenOpen_.reset();
  refreshEditor();
  look_->open(*shown_, same);
  drives_->open(*shown_, same);
  refreshTitle();

  if (!same) {
    ++scenesOpened_;
    moved_.clear();
    tellNotes(opening);
  }
  rememberRecent();
  if (!same) joinAssembly(opening);
}

// What loading assumed, and which of several files could not be read.
void MainWindow::tellNotes(const Opening& opening) {
  std::vector<Message> notes;
  const auto note = [&](const QString& text) { notes.push_back({Message::Severity::kNote, text}); };
  if (opening.assembly) {
    for (const std::string& line : opening.assembly->others.failures) notes.push_back(failure(line, {}));
    for (const std::string& w : opening.assembly->others.warnings) note(QString::fromStdString(w));
  }
  if (std::optional<Message> open = openSurfaces()) notes.push_back(std::move(*open));
  for (const std::string& w : shown_->scene->warnings) note(QString::fromStdString(w));
  for (const EngineInfo& info : *shown_->infos) {
    const QString title = QString::fromStdString(variantTitle(info.variant));
    for (const std::string& w : info.warnings) note(QStringLiteral("%1: %2").arg(title, QString::fromStdString(w)));
  }
  message_->tell(std::move(notes));
}

// --- The clock of the window

void MainWindow::tick() {
  rig_.tick();
  pollLoader();
  pollPrepared();
  pollSaving();
  advanceReplay();
  const auto newest = frameToShow();
  const bool fresh = newest != shown_;
  const bool playingChanged = newest->playing != shown_->playing;
  shown_ = newest;
  const bool opened = shown_->scene && shown_->opened != seenOpened_;
  if (opened) {
    sceneOpened();
    stale_ = true;
  }
  if (!shown_->scene) return;
  clearances_->follow(*shown_);
  look_->follow(*shown_);
  followTools();
  gaps_->follow(*shown_, geometry_, selected_, clearances_->chosenPair());
  pairTest_->follow(*shown_, geometry_);
  refreshTimeline();
  takeCurves();
  if (fresh && !past_) run_->record(*shown_);
  // Drawing takes no more than half of the time: the rest is the simulation's.
  undrawn_ = undrawn_ || fresh || stale_;
  const bool rested = std::all_of(views_.begin(), views_.end(), [](const ViewWidget* view) { return view->rested(); });
  if (undrawn_ && (rested || opened)) drawFrame();
  sequence_->tick();
  if (playingChanged) {
    play_->setText(shown_->playing ? tr("&Pause") : tr("&Play"));
    play_->setIcon(icon(shown_->playing ? QStringLiteral("pause") : QStringLiteral("play")));
  }
  if (shown_->error != lastError_) {
    lastError_ = shown_->error;
    if (!lastError_.empty()) message_->showError(QString::fromStdString(lastError_));
  }
  if (shown_->refused != lastRefused_) {
    lastRefused_ = shown_->refused;
    if (!lastRefused_.empty()) message_->showError(QString::fromStdString(lastRefused_));
    // A recording that could not begin was never seen to run.
    if (!lastRefused_.empty() && !shown_->recorded && !past_) record_->setChecked(false);
  }
  const qint64 now = QDateTime::currentMSecsSinceEpoch();
  if ((fresh || stale_) && (now - panelsAt_ >= kPanelTime || !shown_->playing)) {
    panelsAt_ = now;
    refreshPanels();
    stale_ = false;
  } else {
    stale_ = stale_ && now - panelsAt_ < kPanelTime;
  }
}

void MainWindow::drawFrame() {
  if (!geometry_ || shown_->opened != seenOpened_) return;
  undrawn_ = false;
  const double start = steadySeconds();
  overlays_.selectedBodies.clear();
  if (selected_ >= 0) overlays_.selectedBodies.push_back(selected_);
  look_->addTo(overlays_);
  for (std::size_t i = 0; i < views_.size() && i < shown_->engines.size(); ++i) {
    const std::size_t e = inView_[i];
    // Clearances speak of the first engine; contact marks of the solver would only be taken for theirs.
    const bool clearances = e == 0 && clearances_->marks(*shown_);
    OverlayOptions overlays = overlays_;
    if (clearances) overlays.contacts = overlays.normals = overlays.forces = false;
    if (overlays.trails) {
      for (const auto& past : session_.history().between(shown_->time() - kTrailTime, shown_->time())) {
        if (e < past->engines.size()) overlays.past.push_back(past->engines[e].snapshot);
      }
    }
    auto list =
        std::make_shared<DrawList>(drawScene(*shown_->scene, *geometry_, *shown_->engines[e].snapshot, overlays));
    if (clearances) clearances_->addTo(*list);
    if (e == 0 && gaps_->shows(*shown_)) gaps_->addTo(*list);
    if (e == 0 && pairTest_->shows(*shown_)) pairTest_->addTo(*list);
    if (i == 0) drawTools(*list);
    addPull(*list, shown_->engines[e]);
    views_[i]->display(std::move(list));
  }
  double draw = 0;
  for (const ViewWidget* view : views_) draw += view->isVisible() ? view->paintTime() : 0;
  profiler_->add({.publish = shown_->publish_ms, .lists = 1000 * (steadySeconds() - start), .draw = draw});
}

void MainWindow::refreshPanels() {
  run_->display(*shown_);
  refreshPlots();
  const auto b = static_cast<std::size_t>(selected_);
  properties_->display(*shown_, selected_, selected_ >= 0 && b < summaries_.size() ? &summaries_[b] : nullptr);
  refreshCaptions();
  rulerPanel_->refresh();
  if (drivesPanel_->isVisible()) drivesPanel_->display(*shown_, selected_);
  if (!past_) {
    const auto before = std::exchange(recorded_, shown_->recorded);
    if (before && !recorded_) {
      record_->setChecked(false);
      if (shown_->refused.empty()) say(tr("The recording ended after %1 states or more").arg(format::count(*before)));
    }
  }
  if (contactsDock_->isVisible()) contacts_->display(*shown_->scene, *shown_->engines[inView_[0]].snapshot);
  refreshComparison();
  const QString time = tr("t = %1 s").arg(shown_->time(), 0, 'f', 3);
  statusTime_->setText(
      shown_->recorded && !past_ ? tr("%1, %2 states recorded").arg(time, format::count(*shown_->recorded)) : time);
  statusSpeed_->setText(shown_->playing && shown_->realTimeFactor > 0
                            ? tr("%1\u00d7 real time").arg(shown_->realTimeFactor, 0, 'f', 2)
                            : QString());
  const dynamics::WorldSnapshot& first = *shown_->engines.front().snapshot;
  const double gap = smallestGap(first);
  statusContacts_->setText(std::isfinite(gap)
                               ? tr("%n contacts, %1", nullptr, static_cast<int>(first.contacts.size()))
                                     .replace(QStringLiteral("%n"), QString::number(first.contacts.size()))
                                     .arg(gapText(gap))
                               : tr("no contacts"));
}

// --- What the user does

void MainWindow::selectBody(int body) {
  selected_ = body;
  nextFault_ = 0;
  parts_->select(body);
  hold_->setChecked(held(body));
  refreshEditor();
  stale_ = true;
}

void MainWindow::changeCamera(const std::function<void(Camera&)>& change) {
  Camera camera = rig_.goal();
  change(camera);
  rig_.moveTo(camera);
}

Aabb MainWindow::boundsOf(int body) const {
  Aabb box;
  if (!shown_->scene) return box;
  for (const EngineFrame& engine : shown_->engines) {
    if (body < 0) box.add(sceneBounds(*shown_->scene, *engine.snapshot));
    // Each where it is drawn: parts may be taken apart for display.
    const auto& bodies = shown_->scene->world.bodies;
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      if (body >= 0 ? b != static_cast<std::size_t>(body) : !(look_->explosion() > 0)) continue;
      Transform X_WB = engine.snapshot->states[b].X_WB;
      X_WB.p += look_->explosionOf(static_cast<int>(b));
      const Aabb local = dynamics::localBounds(bodies[b]);
      if (local.extent().allFinite()) box.add(transformed(local, X_WB));
    }
  }
  return box;
}

double MainWindow::viewAspect() const {
  const QSize size = views_[0]->size();
  return size.height() > 0 ? static_cast<double>(size.width()) / size.height() : 1.0;
}

void MainWindow::setSpeed(double factor) {
  speed_ = std::clamp(factor, 0.01, 10.0);
  session_.setSpeed(speed_);
  showSpeed();
}

void MainWindow::showSpeed() {
  const QSignalBlocker a(speedSlider_), b(speedBox_);
  speedSlider_->setValue(static_cast<int>(std::lround(100 * std::log10(speed_))));
  speedBox_->setValue(speed_);
}

void MainWindow::setDark(bool dark) {
  dark_ = dark;
  applyTheme(*qApp, dark);
  rendering_.dark = dark;
  applyRendering();
  if (QAction* action = command(QStringLiteral("view.dark")); action && action->isChecked() != dark)
    action->setChecked(dark);
}

void MainWindow::applyRendering() {
  for (ViewWidget* view : views_) view->setOptions(rendering_);
}

// --- Files

void MainWindow::chooseExample() {
  auto* dialog = new GalleryDialog(services_.builtins, services_.program, services_.pictureFolder, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &GalleryDialog::chosen, this,
          [this](const QString& scene) { guarded([this, scene] { open(scene); }); });
  dialog->open();
}

void MainWindow::choosePicture() {
  auto* dialog = new QFileDialog(this, tr("Save a picture"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(QStringLiteral("png"));
  dialog->setNameFilters({tr("The views (*.png)"), tr("The whole window (*.png)")});
  dialog->setDirectory(settings_.value(QStringLiteral("pictureFolder")).toString());
  connect(dialog, &QFileDialog::fileSelected, this, [this, dialog](const QString& file) {
    settings_.setValue(QStringLiteral("pictureFolder"), QFileInfo(file).absolutePath());
    try {
      savePicture(file, dialog->selectedNameFilter() == dialog->nameFilters().back());
      say(tr("Saved %1").arg(file));
    } catch (const InputError& e) {
      message_->showError(QString::fromStdString(e.what()));
    }
  });
  dialog->open();
}

bool MainWindow::pictureReady() const {
  if (shown_->playing || !shown_->scene) return true;
  return (!gaps_->on() || gaps_->settled()) && (!pairTest_->on() || pairTest_->settled());
}

void MainWindow::savePicture(const QString& path, bool whole) {
  if (undrawn_) drawFrame();
  const bool fine = views_.front()->fine();
  for (ViewWidget* view : views_) view->setFine(true);
  const QPixmap picture = whole ? grab() : pictures_->grab();
  for (ViewWidget* view : views_) view->setFine(fine);
  if (picture.isNull() || !picture.save(path, "PNG")) {
    throw InputError(path.toStdString(), "", "the picture cannot be written", "choose a folder you may write to");
  }
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (saving_.busy()) {  // half a file is none
    event->ignore();
    if (!std::exchange(closesAfterSave_, true)) {
      saved_.then = [this, then = saved_.then] {
        if (then) then();
        close();
      };
    }
    return say(tr("The window closes once %1 is written").arg(saved_.path));
  }
  if (history_.modified() && asks_ && !closing_) {
    event->ignore();
    guarded([this] {
      closing_ = true;
      close();
    });
    return;
  }
  recovery_.drop();
  remember();
  timer_.stop();
  loader_.cancel();
  session_.pause();
  event->accept();
}

}  // namespace passung::app

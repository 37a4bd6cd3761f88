// SPDX-License-Identifier: GPL-3.0-or-later
// How the main window is put together: commands, menus, tool bar, panels, and what is remembered between runs.
#include <QApplication>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QSlider>
#include <QSplitter>
#include <QStatusBar>
#include <QToolBar>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/window/help.h"
#include "app/window/icons.h"
#include "app/window/main_window.h"
#include "app/window/theme.h"
#include "dynamics/solver/contact_solver.h"

namespace passung::app {

namespace {

// The panels of the first layout, as wide and high as they are needed.
void sizePanels(QMainWindow& window) {
  const auto dock = [&](const char* name) { return window.findChild<QDockWidget*>(QString::fromLatin1(name)); };
  QDockWidget *parts = dock("dockParts"), *run = dock("dockRun");
  window.resizeDocks({parts, run}, {300, 320}, Qt::Horizontal);
  window.resizeDocks({parts, dock("dockProperties")}, {260, 460}, Qt::Vertical);
  window.resizeDocks({run, dock("dockOverlays")}, {560, 320}, Qt::Vertical);
}

constexpr int kMostRecent = 10;

// The name of an overlay on the command line, as a title in the window.
QString overlayTitle(const OverlayInfo& info) {
  const std::map<QString, QString> titles{{"bvh", MainWindow::tr("Triangle hierarchies")},
                                          {"broadphase", MainWindow::tr("Broad-phase boxes")},
                                          {"boxes", MainWindow::tr("Body boxes")},
                                          {"com", MainWindow::tr("Centres of mass")},
                                          {"velocity", MainWindow::tr("Velocities")},
                                          {"cones", MainWindow::tr("Friction cones")},
                                          {"patches", MainWindow::tr("Contact patches")},
                                          {"trails", MainWindow::tr("Contact trails")},
                                          {"spin", MainWindow::tr("Angular velocities")},
                                          {"inertia", MainWindow::tr("Inertia ellipsoids")},
                                          {"islands", MainWindow::tr("Islands and sleep")},
                                          {"pairs", MainWindow::tr("Broad-phase pairs")},
                                          {"jointframes", MainWindow::tr("Joint frames")},
                                          {"tree", MainWindow::tr("Broad-phase tree")},
                                          {"gaps", MainWindow::tr("Gaps as numbers")},
                                          {"slip", MainWindow::tr("Slip velocities")},
                                          {"reactions", MainWindow::tr("Joint forces")},
                                          {"limits", MainWindow::tr("Joint limits")},
                                          {"residual", MainWindow::tr("Solver residual")},
                                          {"forces", MainWindow::tr("Forces")},
                                          {"normals", MainWindow::tr("Normals")},
                                          {"contacts", MainWindow::tr("Contacts")},
                                          {"joints", MainWindow::tr("Joints")},
                                          {"labels", MainWindow::tr("Labels")}};
  const QString name = QString::fromLatin1(info.name);
  if (const auto found = titles.find(name); found != titles.end()) return found->second;
  return name;
}

}  // namespace

// --- Commands: each is described once and found in menu, key, tool tip, status line, help and by name.

void MainWindow::register_(QAction* action, const CommandText& text) {
  action->setObjectName(QString::fromLatin1(text.name));
  action->setToolTip(text.keys.isEmpty() ? text.tip
                                         : QStringLiteral("%1 (%2)").arg(
                                               text.tip, QKeySequence(text.keys).toString(QKeySequence::NativeText)));
  action->setStatusTip(text.tip);
  action->setProperty("group", group_);
  if (!text.keys.isEmpty()) action->setShortcut(QKeySequence(text.keys));
  if (*text.icon) action->setIcon(icon(QString::fromLatin1(text.icon)));
  byName_[action->objectName()] = action;
  order_.push_back(action);
  addAction(action);
}

QAction* MainWindow::add(QMenu* menu, const CommandText& text, Handler handler) {
  auto* action = new QAction(text.text, this);
  register_(action, text);
  connect(action, &QAction::triggered, this, [handler = std::move(handler)] { handler(); });
  menu->addAction(action);
  return action;
}

QAction* MainWindow::addToggle(QMenu* menu, const CommandText& text, bool on, std::function<void(bool)> handler) {
  auto* action = new QAction(text.text, this);
  action->setCheckable(true);
  action->setChecked(on);
  register_(action, text);
  connect(action, &QAction::toggled, this, [handler = std::move(handler)](bool checked) { handler(checked); });
  menu->addAction(action);
  return action;
}

// --- The middle of the window

void MainWindow::makeCentral() {
  auto* middle = new QWidget(this);
  auto* column = new QVBoxLayout(middle);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  message_ = new MessageBar(middle);
  progress_ = new ProgressLine(middle);
  connect(progress_, &ProgressLine::cancelled, this, &MainWindow::cancelLoad);
  recoveryBar_ = new RecoveryBar(middle);
  column->addWidget(recoveryBar_);
  column->addWidget(message_);
  column->addWidget(progress_);

  pictures_ = new QWidget(middle);
  auto* row = new QHBoxLayout(pictures_);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(2);
  for (std::size_t i = 0; i < views_.size(); ++i) {
    panes_[i] = new QWidget(pictures_);
    auto* pane = new QVBoxLayout(panes_[i]);
    pane->setContentsMargins(0, 0, 0, 0);
    pane->setSpacing(0);
    captions_[i] = new QLabel(panes_[i]);
    captions_[i]->setObjectName(QStringLiteral("viewCaption"));
    captions_[i]->setTextFormat(Qt::RichText);
    captions_[i]->setAlignment(Qt::AlignCenter);
    captions_[i]->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);  // a long one never widens the window
    captions_[i]->hide();
    auto* view = new ViewWidget(rig_, panes_[i]);
    views_[i] = view;
    pane->addWidget(captions_[i]);
    pane->addWidget(view, 1);
    row->addWidget(panes_[i], 1);
    connect(captions_[i], &QLabel::linkActivated, this, [this, i] { popUpVariants(i); });
    connect(view, &ViewWidget::picked, this, &MainWindow::selectBody);
    connect(view, &ViewWidget::pullStarted, this, [this, i](int body, Vec3 p) { startPull(i, body, p); });
    connect(view, &ViewWidget::pullMoved, this, [this](Vec3 p) {
      if (!pull_) return;
      pull_->p_WT = p;
      session_.pull(*pull_);
    });
    connect(view, &ViewWidget::pushStarted, this, [this, i](int body, Vec3 p, Vec3 n) { startPush(i, body, p, n); });
    connect(view, &ViewWidget::pushMoved, this, &MainWindow::movePush);
    connect(view, &ViewWidget::pullEnded, this, &MainWindow::endPull);
    connect(view, &ViewWidget::failed, this,
            [this](const QString& why) { message_->showError(tr("The picture cannot be drawn: %1").arg(why)); });
  }
  panes_[1]->hide();
  column->addWidget(pictures_, 1);
  makeTimeline(column);
  setCentralWidget(middle);
}

// --- Menus

void MainWindow::makeFileMenu() {
  group_ = tr("File");
  QMenu* menu = menuBar()->addMenu(tr("&File"));
  makeOpenCommands(menu);
  add(menu, {"file.examples", tr("E&xamples\u2026"), tr("All built-in scenes, with pictures"), "Ctrl+Shift+O"},
      [this] { chooseExample(); });
  QMenu* builtin = menu->addMenu(tr("&Built-in scenes"));
  for (const scenes::BuiltinScene& scene : services_.builtins) {
    const QString name = QString::fromStdString(scene.name);
    auto* action = builtin->addAction(name);
    action->setToolTip(QString::fromStdString(scene.purpose));
    action->setStatusTip(QString::fromStdString(scene.purpose));
    connect(action, &QAction::triggered, this, [this, name] { guarded([this, name] { open(name); }); });
  }
  builtin->setToolTipsVisible(true);
  recent_ = menu->addMenu(tr("Open &recent"));
  add(menu, {"file.reload", tr("Re&load"), tr("Read the open file again"), "F5"}, [this] {
    if (!openFile_.isEmpty()) guarded([this] { openFiles({{openFile_.toStdString(), openUnit_}}, shown_->playing); });
  });
  menu->addSeparator();
  makeSaveCommands(menu);
  add(menu,
      {"file.picture", tr("&Save picture\u2026"), tr("Save the views or the whole window as a PNG picture"),
       "Ctrl+Shift+P", "camera"},
      [this] { choosePicture(); });
  add(menu,
      {"file.recording", tr("Save r&ecording\u2026"), tr("Save the states that the timeline holds as a recording"),
       "Ctrl+Shift+R"},
      [this] { chooseRecording(); });
  makeSequence(menu);
  menu->addSeparator();
  add(menu, {"file.quit", tr("&Quit"), tr("Close the program"), "Ctrl+Q"}, [this] { close(); });
}

void MainWindow::makeSimulationMenu() {
  group_ = tr("Simulation");
  QMenu* menu = menuBar()->addMenu(tr("&Simulation"));
  play_ = add(menu, {"run.play", tr("&Play"), tr("Play or pause"), "Space", "play"}, [this] {
    if (session_.frame()->playing && !past_) {
      session_.pause();
    } else {
      resumeFromPast();
      session_.play();
    }
  });
  add(menu, {"run.step", tr("S&tep"), tr("Pause and advance by one time step"), ".", "step"},
      [this] { stepForward(1); });
  add(menu, {"run.step10", tr("Ten steps"), tr("Pause and advance by ten time steps"), "Shift+."},
      [this] { stepForward(10); });
  add(menu, {"run.reset", tr("&Reset"), tr("Back to the start"), "Ctrl+R", "reset"}, [this] {
    leavePast();
    forgetPulls();
    session_.reset();
  });
  hold_ = addToggle(
      menu,
      {"run.hold", tr("&Hold"), tr("Keep pulling when the mouse lets go, or hold the selected part where it is"), "H"},
      false, [this](bool on) { hold(on); });
  add(menu, {"run.letGo", tr("Let &go"), tr("End every pull and let go of all parts that are held"), "Ctrl+Shift+H"},
      [this] { letGo(); });
  makeDrives(menu);
  record_ = addToggle(menu,
                      {"run.record", tr("Record every step\u2026"),
                       tr("Write each step to a recording from now on; again ends it"), "Ctrl+Shift+W"},
                      false, [this](bool on) { toggleRecord(on); });
  menu->addSeparator();
  makeTimelineCommands(menu);
  menu->addSeparator();
  add(menu, {"run.slower", tr("S&lower"), tr("Half the speed"), "["}, [this] { setSpeed(speed_ / 2); });
  add(menu, {"run.faster", tr("&Faster"), tr("Twice the speed"), "]"}, [this] { setSpeed(speed_ * 2); });
  add(menu, {"run.realtime", tr("Real ti&me"), tr("One simulated second a second"), "="}, [this] { setSpeed(1); });
  menu->addSeparator();
  makeSolverMenu(menu->addMenu(tr("S&olver")));
}

// Each solver of the native engine with each contact policy that it takes.
void MainWindow::makeSolverMenu(QMenu* menu) {
  group_ = tr("Solver");
  for (const dynamics::SolverEntry& solver : dynamics::solvers()) {
    for (const dynamics::ContactPolicyEntry& policy : dynamics::contactPolicies()) {
      if (!solver.refusal(policy.policy).empty()) continue;
      const std::string name(solver.name), own(policy.name);
      const QByteArray id = QByteArray::fromStdString("solver." + name + "+" + own);
      const QString text = QString::fromStdString(name + ", " + own);
      const QString tip = QString::fromUtf8(solver.purpose.data(), static_cast<qsizetype>(solver.purpose.size()));
      add(menu, {id.constData(), text, tip, {}}, [this, name, own] {
        solver_ = {name, own};
        session_.setSolver(name, own);
      });
    }
    menu->addSeparator();
  }
}

void MainWindow::makeViewMenu() {
  group_ = tr("View");
  QMenu* menu = menuBar()->addMenu(tr("&View"));
  add(menu, {"view.fit", tr("&Fit all"), tr("Show the whole scene"), "F", "fit"},
      [this] { changeCamera([this](Camera& c) { c.fit(boundsOf(-1), viewAspect()); }); });
  add(menu, {"view.fitSelection", tr("Fit &selection"), tr("Show the selected part in full"), "Ctrl+F"},
      [this] { changeCamera([this](Camera& c) { c.fit(boundsOf(selected_), viewAspect()); }); });
  add(menu, {"view.home", tr("Scene's &own view"), tr("Back to the view the scene opened with"), "Home"}, [this] {
    if (!shown_->scene) return;
    const render::View v = sceneView(*shown_->scene, *shown_->engines.front().snapshot, "", viewAspect());
    changeCamera(
        [&](Camera& c) { c.set({.eye = v.eye, .target = v.target, .up = v.up, .fovDegrees = v.fovY * 180 / kPi}); });
  });
  cameras_ = menu->addMenu(tr("Scene's &cameras"));
  cameras_->setEnabled(false);
  menu->addSeparator();
  struct Standard {
    StandardView view;
    const char* name;
    QString text, tip;
  };
  const std::vector<Standard> standards{
      {StandardView::kFront, "view.front", tr("Front"), tr("Look along +y")},
      {StandardView::kBack, "view.back", tr("Back"), tr("Look along -y")},
      {StandardView::kLeft, "view.left", tr("Left"), tr("Look along +x")},
      {StandardView::kRight, "view.right", tr("Right"), tr("Look along -x")},
      {StandardView::kTop, "view.top", tr("Top"), tr("Look down, along -z")},
      {StandardView::kBottom, "view.bottom", tr("Bottom"), tr("Look up, along +z")},
      {StandardView::kIsometric, "view.isometric", tr("Isometric"), tr("Look along (-1, 1, -1)")},
  };
  for (std::size_t i = 0; i < standards.size(); ++i) {
    const Standard& s = standards[i];
    add(menu, {s.name, s.text, s.tip, QString::number(i + 1), s.view == StandardView::kIsometric ? "iso" : ""},
        [this, view = s.view] {
          changeCamera([this, view](Camera& c) {
            c.lookAlong(view);
            c.fit(boundsOf(-1), viewAspect());
          });
        });
  }
  addToggle(menu,
            {"view.orthographic", tr("&Orthographic"), tr("Parallel lines stay parallel, as in a drawing"), "Ctrl+P",
             "ortho"},
            false, [this](bool on) {
              Camera camera = rig_.goal();
              camera.setOrthographic(on);
              rig_.set(camera);
            });
  addToggle(menu, {"view.xray", tr("See &through parts"), tr("Draw parts half transparent, to look inside"), "Ctrl+T"},
            false, [this](bool on) { setOpacity(on ? 0.35 : 1.0); });
  makeBookmarks(menu);
  makeLookInside(menu);
  makePairTest(menu);
  menu->addSeparator();
  makeOverlayMenu();
  group_ = tr("Picture");
  QMenu* picture = menu->addMenu(tr("P&icture"));
  struct Switch {
    const char* name;
    QString text, tip;
    bool render::RenderOptions::*value;
  };
  const std::vector<Switch> switches{
      {"picture.shadows", tr("Shadows"), tr("Shadows, to read where parts stand"), &render::RenderOptions::shadows},
      {"picture.occlusion", tr("Ambient occlusion"), tr("Darken corners and gaps, to read depth"),
       &render::RenderOptions::ambientOcclusion},
      {"picture.edges", tr("Edges"), tr("The sharp edges of parts as lines"), &render::RenderOptions::meshEdges},
      {"picture.hiddenLine", tr("Hidden-line drawing"),
       tr("Parts as in a drawing: edges on paper, those behind other parts pale"), &render::RenderOptions::hiddenLine},
      {"picture.grid", tr("Ground grid"), tr("A grid at the lowest point of the scene, with a scale bar"),
       &render::RenderOptions::grid},
      {"picture.axes", tr("Axes"), tr("The directions x, y, z in the corner"), &render::RenderOptions::axes},
  };
  for (const Switch& s : switches) {
    const QString key = QStringLiteral("picture/") + QString::fromLatin1(s.name).section('.', 1);
    rendering_.*s.value = settings_.value(key, rendering_.*s.value).toBool();
    renderingActions_.push_back(
        addToggle(picture, {s.name, s.text, s.tip, {}}, rendering_.*s.value, [this, key, value = s.value](bool on) {
          rendering_.*value = on;
          settings_.setValue(key, on);
          applyRendering();
        }));
  }
  const QString fineKey = QStringLiteral("picture/fine");
  addToggle(picture,
            {"picture.fine",
             tr("Full quality while moving"),
             tr("No simpler pictures while something moves, even where they take long"),
             {}},
            settings_.value(fineKey, false).toBool(), [this, fineKey](bool on) {
              for (ViewWidget* view : views_) view->setFine(on);
              settings_.setValue(fineKey, on);
            });
  for (ViewWidget* view : views_) view->setFine(settings_.value(fineKey, false).toBool());
  group_ = tr("View");
  menu->addSeparator();
  panelsMenu_ = menu->addMenu(tr("&Panels"));
  makeMessages(menu);
  add(menu, {"view.layout", tr("Reset &layout"), tr("All panels back to their places"), {}}, [this] {
    restoreState(defaultState_);
    sizePanels(*this);  // that state was kept before the window was first laid out
  });
  addToggle(menu, {"view.dark", tr("&Dark theme"), tr("Light on dark, or dark on light"), "Ctrl+D", "dark"}, false,
            [this](bool on) { setDark(on); });
  makeLanguageMenu(menu);
  addToggle(menu, {"view.fullscreen", tr("F&ull screen"), tr("Fill the whole screen"), "F11"}, false, [this](bool on) {
    setWindowState(on ? windowState() | Qt::WindowFullScreen : windowState() & ~Qt::WindowFullScreen);
  });
  add(menu, {"select.none", tr("Select &nothing"), tr("Drop tools and selection, and close the message"), "Esc"},
      [this] {
        for (QAction* tool : {rulerAction_, placeAction_, mateAction_}) tool->setChecked(false);
        letGo();
        selectBody(-1);
        message_->dismiss();
      });
}

void MainWindow::setOpacity(double share) {
  overlays_.opacity = share;
  if (overlayPanel_) overlayPanel_->showOpacity(share);
  stale_ = true;
}

void MainWindow::setHierarchyLevel(int level) {
  overlays_.bvhLevel = level;
  if (overlayPanel_) overlayPanel_->showLevel(level);
  settings_.setValue(QStringLiteral("bvhLevel"), level);
  stale_ = true;
}

void MainWindow::makeOverlayMenu() {
  group_ = tr("Overlays");
  QMenu* menu = menuBar()->addMenu(tr("&Overlays"));
  OverlayGroup last = overlayList().front().group;
  for (const OverlayInfo& info : overlayList()) {
    if (std::exchange(last, info.group) != info.group) menu->addSeparator();
    const QString key = QStringLiteral("overlays/") + QString::fromLatin1(info.name);
    overlays_.*info.enabled = settings_.value(key, overlays_.*info.enabled).toBool();
    const QByteArray name = QByteArray("overlay.") + info.name;
    // Every overlay's key with Shift: plain letters belong to the camera.
    const QString keys = info.key ? QStringLiteral("Shift+") + QChar(info.key).toUpper() : QString();
    QAction* action = addToggle(
        menu, {name.constData(), overlayTitle(info), QCoreApplication::translate("Overlays", info.tooltip), keys},
        overlays_.*info.enabled, [this, key, enabled = info.enabled](bool on) {
          overlays_.*enabled = on;
          settings_.setValue(key, on);
          stale_ = true;
          if (enabled == &OverlayOptions::tree) session_.showTree(on);
        });
    overlayActions_.push_back({action, QCoreApplication::translate("Overlays", info.legend),
                               QCoreApplication::translate("Overlays", groupTitle(info.group))});
  }
  session_.showTree(overlays_.tree);
}

void MainWindow::makeHelpMenu() {
  group_ = tr("Help");
  QMenu* menu = menuBar()->addMenu(tr("&Help"));
  add(menu, {"help.shortcuts", tr("&Keys and mouse"), tr("Every key and mouse gesture"), "F1", "help"},
      [this] { showShortcuts(*this, order_); });
  add(menu, {"help.script", tr("&Script commands"), tr("Every command that a script can give"), {}},
      [this] { showScriptCommands(*this, order_); });
  add(menu, {"help.about", tr("&About Passung"), tr("Version and licences"), {}}, [this] { showAbout(*this); });
}

// --- Tool bar, panels, status bar

void MainWindow::makeToolBar() {
  QToolBar* bar = addToolBar(tr("Tools"));
  bar->setObjectName(QStringLiteral("tools"));
  bar->setMovable(false);
  const int side = std::max(20, fontMetrics().height() + 4);
  bar->setIconSize({side, side});
  const auto put = [&](const char* name) { bar->addAction(command(QString::fromLatin1(name))); };
  put("file.open");
  put("file.save");
  bar->addSeparator();
  put("run.play");
  put("run.step");
  put("run.reset");
  speedSlider_ = new QSlider(Qt::Horizontal, bar);
  speedSlider_->setRange(-200, 100);  // hundredths of a decade: 0.01 .. 10
  speedSlider_->setFixedWidth(130);
  speedSlider_->setToolTip(tr("Speed: simulated seconds a second"));
  speedSlider_->setAccessibleName(tr("Speed"));
  connect(speedSlider_, &QSlider::valueChanged, this,
          [this](int v) { setSpeed(std::abs(v) < 6 ? 1.0 : std::pow(10.0, v / 100.0)); });
  speedBox_ = new QDoubleSpinBox(bar);
  speedBox_->setRange(0.01, 10);
  speedBox_->setDecimals(2);
  speedBox_->setSingleStep(0.1);
  speedBox_->setSuffix(QStringLiteral("\u00d7"));
  speedBox_->setToolTip(speedSlider_->toolTip());
  speedBox_->setAccessibleName(tr("Speed"));
  speedBox_->setFocusPolicy(Qt::ClickFocus);  // the keys belong to the views
  connect(speedBox_, qOverload<double>(&QDoubleSpinBox::valueChanged), this, [this](double v) { setSpeed(v); });
  auto* label = new QLabel(tr("Speed"), bar);
  label->setContentsMargins(8, 0, 4, 0);
  bar->addWidget(label);
  bar->addWidget(speedSlider_);
  bar->addWidget(speedBox_);
  bar->addSeparator();
  put("run.compare");
  bar->addSeparator();
  put("view.fit");
  put("view.isometric");
  put("view.orthographic");
  bar->addSeparator();
  put("file.picture");
  put("view.dark");
  put("help.shortcuts");
  if (auto* button = bar->widgetForAction(compare_)) {
    qobject_cast<QToolButton*>(button)->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  }
  panelsMenu_->addAction(bar->toggleViewAction());
  showSpeed();
}

void MainWindow::makePanels() {
  const auto dock = [this](const QString& title, const char* name, QWidget* widget, Qt::DockWidgetArea area,
                           bool scroll) {
    auto* panel = new QDockWidget(title, this);
    panel->setObjectName(QString::fromLatin1(name));
    if (scroll) {
      widget = new VerticalScroll(widget, panel);
    }
    panel->setWidget(widget);
    addDockWidget(area, panel);
    panelsMenu_->addAction(panel->toggleViewAction());
    return panel;
  };
  parts_ = new PartsPanel;
  properties_ = new PropertiesPanel;
  editor_ = new PartEditor;
  properties_->addEditor(editor_);
  connect(editor_, &PartEditor::edited, this, [this](const Edit& edit) { tryEdit([&] { apply(edit); }); });
  connect(editor_, &PartEditor::refused, message_, &MessageBar::showError);
  run_ = new RunPanel;
  overlayPanel_ = new OverlaysPanel(overlayActions_, renderingActions_);
  dock(tr("Parts"), "dockParts", parts_, Qt::LeftDockWidgetArea, false);
  dock(tr("Properties"), "dockProperties", properties_, Qt::LeftDockWidgetArea, true);
  dock(tr("Simulation"), "dockRun", run_, Qt::RightDockWidgetArea, true);
  dock(tr("Display"), "dockOverlays", overlayPanel_, Qt::RightDockWidgetArea, true);
  makeLookPanel();
  makePairTestPanel();
  sizePanels(*this);

  parts_->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(parts_, &QWidget::customContextMenuRequested, this, &MainWindow::popUpPartMenu);
  connect(parts_, &PartsPanel::partSelected, this, [this](int body) {
    selected_ = body;
    nextFault_ = 0;
    hold_->setChecked(held(body));
    refreshEditor();
    stale_ = true;
  });
  connect(parts_, &PartsPanel::faultClicked, this, &MainWindow::showFault);
  connect(overlayPanel_, &OverlaysPanel::levelChanged, this, &MainWindow::setHierarchyLevel);
  connect(overlayPanel_, &OverlaysPanel::opacityChanged, this, &MainWindow::setOpacity);
  connect(overlayPanel_, &OverlaysPanel::treeLevelChanged, this, [this](int level) {
    overlays_.treeLevel = level;
    settings_.setValue(QStringLiteral("treeLevel"), level);
    stale_ = true;
  });
  overlays_.bvhLevel = std::clamp(settings_.value(QStringLiteral("bvhLevel"), overlays_.bvhLevel).toInt(), 0, 40);
  overlayPanel_->showLevel(overlays_.bvhLevel);
  overlays_.treeLevel = std::clamp(settings_.value(QStringLiteral("treeLevel"), overlays_.treeLevel).toInt(), 0, 60);
  overlayPanel_->showTreeLevel(overlays_.treeLevel);
  overlayPanel_->showOpacity(overlays_.opacity);
}

void MainWindow::makeStatusBar() {
  makeStartCheck();
  for (QLabel** label : {&statusContacts_, &statusSpeed_, &statusTime_}) {
    *label = new QLabel(this);
    (*label)->setContentsMargins(8, 0, 8, 0);
    statusBar()->addPermanentWidget(*label);
  }
  statusTime_->setToolTip(tr("Simulated time"));
  statusSpeed_->setToolTip(tr("Simulated time over wall time, as measured"));
  statusContacts_->setToolTip(tr("Contact points and the smallest gap among them, of the first engine"));
}

// --- Remembered between runs

void MainWindow::restore() {
  resize(1440, 900);
  restoreGeometry(settings_.value(QStringLiteral("geometry")).toByteArray());
  if (!restoreState(settings_.value(QStringLiteral("state")).toByteArray())) {
    // The first start: sizes that are asked for before the window is laid out are lost.
    QTimer::singleShot(0, this, [this] { sizePanels(*this); });
  }
  setDark(settings_.value(QStringLiteral("dark"), systemPrefersDark()).toBool());
  refreshRecent();
}

void MainWindow::remember() {
  settings_.setValue(QStringLiteral("geometry"), saveGeometry());
  settings_.setValue(QStringLiteral("state"), saveState());
  settings_.setValue(QStringLiteral("dark"), dark_);
}

void MainWindow::refreshCameras() {
  cameras_->clear();
  for (const auto& [name, camera] : shown_->scene->cameras) {
    QAction* action = cameras_->addAction(QString::fromStdString(name));
    connect(action, &QAction::triggered, this,
            [this, wanted = camera] { changeCamera([&](Camera& c) { c.set(wanted); }); });
  }
  cameras_->setEnabled(!cameras_->isEmpty());
}

void MainWindow::rememberRecent() {
  if (openFile_.isEmpty()) return;
  QStringList recent = settings_.value(QStringLiteral("recent")).toStringList();
  recent.removeAll(openFile_);
  recent.prepend(openFile_);
  settings_.setValue(QStringLiteral("recent"), recent.mid(0, kMostRecent));
  refreshRecent();
}

void MainWindow::refreshRecent() {
  recent_->clear();
  const QStringList files = settings_.value(QStringLiteral("recent")).toStringList();
  for (const QString& file : files) {
    QAction* action = recent_->addAction(QFileInfo(file).fileName());
    action->setStatusTip(file);
    connect(action, &QAction::triggered, this, [this, file] { guarded([this, file] { open(file); }); });
  }
  recent_->setEnabled(!files.isEmpty());
}

}  // namespace passung::app

// SPDX-License-Identifier: GPL-3.0-or-later
// The tools of the mouse: ruler, placing and mating; bookmarks of views; picture sequences.
#include <QDir>
#include <QDockWidget>
#include <QMenu>
#include <QStandardPaths>
#include <utility>

#include "app/window/bookmarks.h"
#include "app/window/look_inside.h"
#include "app/window/main_window.h"
#include "app/window/picture_sequence.h"
#include "app/window/placer.h"
#include "app/window/ruler.h"
#include "app/window/ruler_panel.h"
#include "app/window/sequence_dialog.h"
#include "core/error.h"

namespace passung::app {

// --- Ruler

void MainWindow::makeRuler(QMenu* menu) {
  ruler_ = new Ruler(this);
  auto* panel = new RulerPanel(*ruler_);
  auto* dock = new QDockWidget(tr("Ruler"), this);
  dock->setObjectName(QStringLiteral("dockRuler"));
  dock->setWidget(new VerticalScroll(panel, dock));
  addDockWidget(Qt::RightDockWidgetArea, dock);
  panelsMenu_->addAction(dock->toggleViewAction());
  if (auto* run = findChild<QDockWidget*>(QStringLiteral("dockRun"))) {
    tabifyDockWidget(run, dock);
    run->raise();
  }
  const auto setMode = [this](RulerMode mode) {
    ruler_->setMode(mode);
    settings_.setValue(QStringLiteral("ruler/mode"), static_cast<int>(mode));
  };
  ruler_->setMode(static_cast<RulerMode>(std::clamp(settings_.value(QStringLiteral("ruler/mode"), 0).toInt(), 0, 2)));
  connect(panel, &RulerPanel::modeChosen, this, setMode);
  rulerPanel_ = panel;

  rulerAction_ = addToggle(menu,
                           {"inspect.ruler", tr("&Ruler"),
                            tr("Measure between corners, edges, faces and axes, or the clearance of two parts"), "R"},
                           false, [this, dock](bool on) {
                             ruler_->setOn(on);
                             if (on) {
                               placeAction_->setChecked(false);
                               mateAction_->setChecked(false);
                               dock->show();
                               dock->raise();
                             }
                             chooseViewTool();
                           });
  struct Choice {
    const char* name;
    QString text, tip;
    RulerMode mode;
  };
  const std::vector<Choice> choices{
      {"ruler.points", tr("Measure &places"), tr("The ruler takes corners, edges and points"), RulerMode::kPoints},
      {"ruler.features", tr("Measure &faces and axes"),
       tr("The ruler takes the planes and cylinders that faces lie on"), RulerMode::kFeatures},
      {"ruler.clearance", tr("Measure &clearance"), tr("The smallest clearance of two parts that are clicked"),
       RulerMode::kParts},
  };
  for (const Choice& c : choices) {
    add(menu, {c.name, c.text, c.tip, {}}, [this, setMode, mode = c.mode] {
      setMode(mode);
      rulerAction_->setChecked(true);
    });
  }
  connect(ruler_, &Ruler::changed, this, [this] {
    if (rulerAction_->isChecked() != ruler_->on()) rulerAction_->setChecked(ruler_->on());
    stale_ = true;
  });
}

void MainWindow::chooseViewTool() {
  ViewTool* tool = ruler_->on()                         ? static_cast<ViewTool*>(ruler_)
                   : placer_->mode() != PlaceMode::kOff ? static_cast<ViewTool*>(placer_)
                                                        : nullptr;
  views_[0]->setTool(tool);
}

// --- Placing

void MainWindow::makePlacing(QMenu* menu) {
  placer_ = new Placer(this);
  const auto toggle = [this](PlaceMode mode, QAction* other) {
    return [this, mode, other](bool on) {
      if (on) {
        other->setChecked(false);
        if (rulerAction_) rulerAction_->setChecked(false);
        if (shown_->step() != 0 || shown_->playing) {
          leavePast();
          session_.pause();
          forgetPulls();
          session_.reset();
          say(tr("Parts are placed at the start, so the run was reset"));
        }
      }
      if (on && shown_->scene) followTools();  // what is selected may be newer than its last frame
      if (on || placer_->mode() == mode) placer_->setMode(on ? mode : PlaceMode::kOff);
      chooseViewTool();
    };
  };
  placeAction_ = new QAction(tr("&Move and turn by mouse"), this);
  mateAction_ = new QAction(tr("M&ate faces or axes"), this);
  struct Switch {
    QAction* action;
    CommandText text;
    PlaceMode mode;
    QAction* other;
  };
  const Switch switches[] = {
      {placeAction_,
       {"part.place", {}, tr("Arrows, squares and rings to move and turn the selected part; Ctrl: in steps"), "M"},
       PlaceMode::kGizmo,
       mateAction_},
      {mateAction_,
       {"part.mateByMouse",
        {},
        tr("Click a plane or cylinder of a part, then one of another part: they come together"),
        "A"},
       PlaceMode::kMate,
       placeAction_},
  };
  for (const Switch& s : switches) {
    s.action->setCheckable(true);
    register_(s.action, s.text);
    connect(s.action, &QAction::toggled, this, toggle(s.mode, s.other));
    menu->addAction(s.action);
  }
  connect(placer_, &Placer::changed, this, [this] { stale_ = true; });
  connect(placer_, &Placer::said, this, &MainWindow::say);
  connect(placer_, &Placer::placed, this, [this](int body, const Transform& X_WB, bool turned) {
    const auto before = history_.scene();
    if (!before || static_cast<std::size_t>(body) >= shown_->scene->world.bodies.size()) return placer_->drop();
    const std::string name = shown_->scene->world.bodies[static_cast<std::size_t>(body)].name;
    Edit edit = turned ? setPose(name, X_WB.p, eulerDegrees(X_WB.q)) : setPosition(name, X_WB.p);
    edit.key.clear();  // each drag can be taken back by itself
    tryEdit([&] { apply(edit); });
    if (history_.scene() == before) placer_->drop();
  });
}

// --- Each frame

void MainWindow::followTools() {
  std::vector<Vec3> moved;
  for (std::size_t i = 0; look_->explosion() > 0 && i < shown_->scene->world.bodies.size(); ++i) {
    moved.push_back(look_->explosionOf(static_cast<int>(i)));
  }
  ruler_->follow(*shown_, inView_[0], moved);
  placer_->follow(*shown_, inView_[0], moved, selected_, rig_.camera(), views_[0]->height());
}

void MainWindow::drawTools(DrawList& list) const {
  ruler_->addTo(list);
  placer_->addTo(list);
}

// --- Bookmarks

void MainWindow::makeBookmarks(QMenu* parent) {
  const QString group = std::exchange(group_, tr("Bookmarks"));
  QMenu* menu = parent->addMenu(tr("&Bookmarks"));
  for (int n = 1; n <= kBookmarks; ++n) {
    const QByteArray name = "bookmark.recall" + QByteArray::number(n);
    add(menu,
        {name.constData(), tr("View %1").arg(n), tr("Back to the view stored as %1").arg(n),
         QStringLiteral("Alt+%1").arg(n)},
        [this, n] {
          if (const auto camera = bookmark(settings_, openFile_, n)) {
            command(QStringLiteral("view.orthographic"))->setChecked(camera->orthographic());
            rig_.moveTo(*camera);
          } else {
            say(tr("No view is stored as %1; Alt+Shift+%1 stores this one").arg(n));
          }
        });
  }
  menu->addSeparator();
  for (int n = 1; n <= kBookmarks; ++n) {
    const QByteArray name = "bookmark.store" + QByteArray::number(n);
    add(menu,
        {name.constData(), tr("Store as %1").arg(n), tr("Keep this view as %1, for this file").arg(n),
         QStringLiteral("Alt+Shift+%1").arg(n)},
        [this, n] {
          storeBookmark(settings_, openFile_, n, rig_.goal());
          say(tr("Stored; Alt+%1 comes back to this view").arg(n));
        });
  }
  group_ = group;
}

// --- Picture sequences

void MainWindow::makeSequence(QMenu* menu) {
  sequence_ = new PictureSequence({.step = [this](std::int64_t steps) { session_.step(steps); },
                                   .shown =
                                       [this] {
                                         return PictureSequence::Shown{.opened = shown_->opened,
                                                                       .step = shown_->step(),
                                                                       .elsewhere = shown_->playing || looksBack(),
                                                                       .ready = pictureReady(),
                                                                       .error = shown_->error};
                                       },
                                   .save = [this](const QString& path) { savePicture(path, false); }},
                                  this);
  add(menu,
      {"file.sequence", tr("Save picture se&quence\u2026"), tr("Run on and save every n-th step as a picture"),
       "Ctrl+Shift+E"},
      [this] { chooseSequence(); });
  connect(sequence_, &PictureSequence::progressed, this, [this](const QString& text) { progress_->report(text); });
  connect(sequence_, &PictureSequence::finished, this, [this] {
    progress_->end();
    if (!sequence_->error().empty()) return message_->showError(QString::fromStdString(sequence_->error()));
    say(tr("Saved %1 of %2 pictures").arg(sequence_->saved()).arg(sequence_->plan().count()));
  });
  connect(progress_, &ProgressLine::cancelled, sequence_, &PictureSequence::cancel);
}

void MainWindow::startSequence(const SequencePlan& plan) {
  leavePast();
  session_.pause();
  sequence_->start(plan);
  progress_->begin();
}

void MainWindow::chooseSequence() {
  if (!shown_->scene) return say(tr("Open a scene first"));
  const QString key = QStringLiteral("sequenceFolder");
  const QString folder =
      settings_.value(key, QStandardPaths::writableLocation(QStandardPaths::PicturesLocation)).toString();
  session_.pause();
  const scenes::Scene& scene = *shown_->scene;
  const double dt = shown_->infos->front().dt;  // a variant has its own
  auto* dialog = new SequenceDialog(folder, session_.frame()->step(), dt, scene.duration, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &SequenceDialog::planned, this, [this, key](const SequencePlan& plan) {
    settings_.setValue(key, plan.folder);
    try {
      startSequence(plan);
    } catch (const InputError& e) {
      message_->showError(QString::fromUtf8(e.what()));
    }
  });
  dialog->open();
}

}  // namespace passung::app

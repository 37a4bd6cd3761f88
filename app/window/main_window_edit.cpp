// SPDX-License-Identifier: GPL-3.0-or-later
// How the main window edits the open scene: commands, and starting the engines anew with what was changed.
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <algorithm>
#include <utility>

#include "app/window/look_inside.h"
#include "app/window/main_window.h"
#include "app/window/start_checker.h"
#include "core/error.h"

namespace passung::app {

void MainWindow::makeEditMenu() {
  group_ = tr("Edit");
  QMenu* menu = menuBar()->addMenu(tr("&Edit"));
  QUndoStack& stack = history_.stack();
  QAction* undo = add(menu, {"edit.undo", tr("&Undo"), tr("Take the last edit back"), "Ctrl+Z"},
                      [this] { tryEdit([this] { history_.stack().undo(); }); });
  QAction* redo = add(menu, {"edit.redo", tr("&Redo"), tr("Make the edit that was taken back again"), "Ctrl+Shift+Z"},
                      [this] { tryEdit([this] { history_.stack().redo(); }); });
  undo->setEnabled(false);
  redo->setEnabled(false);
  connect(&stack, &QUndoStack::canUndoChanged, undo, &QAction::setEnabled);
  connect(&stack, &QUndoStack::canRedoChanged, redo, &QAction::setEnabled);
  connect(&stack, &QUndoStack::undoTextChanged, undo,
          [undo](const QString& text) { undo->setText(text.isEmpty() ? tr("&Undo") : tr("&Undo: %1").arg(text)); });
  connect(&stack, &QUndoStack::redoTextChanged, redo,
          [redo](const QString& text) { redo->setText(text.isEmpty() ? tr("&Redo") : tr("&Redo: %1").arg(text)); });
  menu->addSeparator();

  struct Choice {
    dynamics::Motion motion;
    const char* name;
    QString text, tip, keys;
  };
  const std::vector<Choice> choices{
      {dynamics::Motion::kFixed, "part.fix", tr("&Fix part"), tr("The selected part stands still"), "Ctrl+1"},
      {dynamics::Motion::kDynamic, "part.free", tr("&Let part move"),
       tr("The selected part follows gravity, forces and contact"), "Ctrl+2"},
      {dynamics::Motion::kKinematic, "part.drive", tr("&Drive part"),
       tr("The selected part keeps the velocities given under Properties"), "Ctrl+3"},
  };
  for (const Choice& c : choices) {
    add(menu, {c.name, c.text, c.tip, c.keys}, [this, motion = c.motion] {
      if (selected_ < 0) return say(tr("Select a part first"));
      tryEdit([&] { apply(setMotion(selectedName(), motion)); });
    });
  }

  menu->addSeparator();
  makePlacing(menu);

  connect(&history_, &EditHistory::sceneChanged, this, &MainWindow::sceneEdited);
  connect(&history_, &EditHistory::modifiedChanged, this, &MainWindow::refreshTitle);
}

// The selected part in the document, whose parts are others than those shown until the engines of an edit are there;
// -1: none.
int MainWindow::selectedInDocument() const {
  if (selected_ < 0 || !shown_->scene || !history_.scene()) return -1;
  const auto& shown = shown_->scene->world.bodies;
  const auto& bodies = history_.scene()->world.bodies;
  const auto b = static_cast<std::size_t>(selected_);
  if (b >= shown.size()) return -1;
  if (b < bodies.size() && bodies[b].name == shown[b].name) return selected_;
  const auto found =
      std::find_if(bodies.begin(), bodies.end(), [&](const auto& body) { return body.name == shown[b].name; });
  if (found != bodies.end()) return static_cast<int>(found - bodies.begin());
  return bodies.size() == shown.size() ? selected_ : -1;  // renamed, or gone
}

std::string MainWindow::selectedName() const {
  const int body = selectedInDocument();
  return body < 0 ? std::string() : history_.scene()->world.bodies[static_cast<std::size_t>(body)].name;
}

void MainWindow::refreshEditor() {
  editor_->display(history_, selectedInDocument());
  const auto body = static_cast<std::size_t>(selected_);
  const bool any = shown_->scene && selected_ >= 0 && body < shown_->scene->world.bodies.size();
  look_->select(any ? shown_->scene->world.bodies[body].name : std::string());
}

void MainWindow::tryEdit(const std::function<void()>& edit) {
  try {
    if (opensAnother()) {
      throw InputError(openFile_.toStdString(), "",
                       tr("cannot be edited while another scene is being read").toStdString(),
                       tr("wait for that one, or cancel it first").toStdString());
    }
    edit();
  } catch (const InputError& e) {
    message_->showError(QString::fromUtf8(e.what()));
    refreshEditor();  // the fields show what still holds
  }
}

void MainWindow::sceneEdited() {
  reopen_ = true;  // once no load runs any longer: edits in quick succession share their engines
  afterFailure_ = false;
  start_->follow({});  // it would speak of a scene that is no more
  refreshEditor();
}

void MainWindow::reopenEdited() {
  reopen_ = false;
  Opening opening = ofDocument();
  opening.afterFailure = std::exchange(afterFailure_, false);
  opening.ofAnEdit = !opening.afterFailure;
  start(std::move(opening));
}

void MainWindow::refreshTitle() {
  const auto& scene = history_.scene();
  if (!scene) return;
  const bool isFile = openFile_.contains('/') || openFile_.contains('.');
  setWindowTitle(
      tr("%1[*] \u2013 Passung").arg(isFile ? QFileInfo(openFile_).fileName() : QString::fromStdString(scene->name)));
  setWindowModified(history_.modified());
}

}  // namespace passung::app

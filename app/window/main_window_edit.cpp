// SPDX-License-Identifier: GPL-3.0-or-later
// How the main window edits the open scene: commands, and starting the engines anew with what was changed.
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>

#include "app/window/main_window.h"
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

  connect(&history_, &EditHistory::sceneChanged, this, &MainWindow::sceneEdited);
  connect(&history_, &EditHistory::modifiedChanged, this, &MainWindow::refreshTitle);
}

std::string MainWindow::selectedName() const {
  const auto& bodies = history_.scene()->world.bodies;
  return selected_ >= 0 && static_cast<std::size_t>(selected_) < bodies.size()
             ? bodies[static_cast<std::size_t>(selected_)].name
             : std::string();
}

void MainWindow::tryEdit(const std::function<void()>& edit) {
  try {
    edit();
  } catch (const InputError& e) {
    message_->showError(QString::fromUtf8(e.what()));
    editor_->display(history_, selected_);  // the fields show what still holds
  }
}

void MainWindow::sceneEdited() {
  reopen_ = true;  // once no load runs any longer: edits in quick succession share their engines
  editor_->display(history_, selected_);
}

void MainWindow::reopenEdited() {
  reopen_ = false;
  keepCameraFor_ = history_.scene();
  loadError_.clear();
  playAfter_ = shown_->playing;
  loading_ = true;
  progress_->begin();
  loader_.start({.file = file_.toStdString(), .engines = engines_, .scene = keepCameraFor_});
}

void MainWindow::refreshTitle() {
  const auto& scene = history_.scene();
  if (!scene) return;
  const QString source = QString::fromStdString(scene->source);
  const bool isFile = source.contains('/') || source.endsWith(QStringLiteral(".json"));
  setWindowTitle(
      tr("%1[*] \u2013 Passung").arg(isFile ? QFileInfo(source).fileName() : QString::fromStdString(scene->name)));
  setWindowModified(history_.modified());
}

}  // namespace passung::app

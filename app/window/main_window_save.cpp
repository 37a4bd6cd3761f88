// SPDX-License-Identifier: GPL-3.0-or-later
// How the main window saves the open scene, asks before edits are lost, and keeps unsaved ones on disk.
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <utility>

#include "app/session/recording_frames.h"
#include "app/window/main_window.h"
#include "app/window/script_runner.h"
#include "core/error.h"
#include "dynamics/recording.h"

namespace passung::app {

namespace {
constexpr int kKeepAfter = 2000;  // [ms] from an edit to its copy on disk
}

void MainWindow::makeSaveCommands(QMenu* menu) {
  add(menu, {"file.save", tr("&Save"), tr("Write the edited scene to its file"), "Ctrl+S", "save"},
      [this] { save({}); });
  add(menu,
      {"file.saveAs", tr("Save &as\u2026"), tr("Write the scene to another file, with or without its meshes"),
       "Ctrl+Shift+S"},
      [this] { saveAs({}); });
  add(menu, {"file.script", tr("Run s&cript\u2026"), tr("Run the commands of a file, one after the other"), {}},
      [this] { chooseScript(); });
}

void MainWindow::chooseScript() {
  auto* dialog = new QFileDialog(this, tr("Run a script"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  dialog->setDirectory(settings_.value(QStringLiteral("folder")).toString());
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
    guarded([this, file] {
      try {
        runScriptFile(*this, file);
        say(tr("%1 is done").arg(QFileInfo(file).fileName()));
      } catch (const InputError& e) {
        message_->showError(QString::fromUtf8(e.what()));
      }
    });
  });
  dialog->open();
}

void MainWindow::makeRecovery() {
  keepTimer_.setSingleShot(true);
  keepTimer_.setInterval(kKeepAfter);
  connect(&keepTimer_, &QTimer::timeout, this, &MainWindow::keepEdits);
  connect(&history_, &EditHistory::sceneChanged, this, [this] {
    if (!keepTimer_.isActive()) keepTimer_.start();
  });
  connect(recoveryBar_, &RecoveryBar::chosen, this,
          [this](const QString& file) { guarded([this, file] { openKept(file); }); });
  const std::vector<Recovery::Found> found = recovery_.leftBehind();
  for (const Recovery::Found& f : found) {
    message_->log(
        {Message::Severity::kNote,
         tr("%1: unsaved edits were kept").arg(f.source),
         {{tr("&Recover"), tr("Open the scene with these edits"), [this, f] { recoveryBar_->recover(f.file); }}}});
  }
  recoveryBar_->offer(found);
}

// False where that failed.
bool MainWindow::keepEdits() {
  try {
    if (history_.modified()) {
      recovery_.keep(history_.document(), openFile_.toStdString());
    } else {
      recovery_.drop();
    }
    return true;
  } catch (const InputError& e) {
    say(QString::fromUtf8(e.what()));
    return false;
  }
}

void MainWindow::openKept(const QString& file) {
  try {
    const Recovery::Kept kept = Recovery::read(file);
    start({.request = {.file = kept.source,
                       .variants = variants_,
                       .scene = nullptr,
                       .read = [kept](const LoadProgress&) { return sceneOf(kept.document, kept.source); }},
           .keptFile = file});
  } catch (const InputError& e) {
    message_->showError(QString::fromUtf8(e.what()));
  }
}

// The recovered scene is open: from now on its edits are this window's.
void MainWindow::takeOverKept(const QString& file) {
  history_.markModified();
  if (keepEdits()) Recovery::forget(file);
}

void MainWindow::saveTo(const QString& path, scenes::MeshFiles meshes) {
  if (!history_.editable()) throw InputError("", "", "there is no scene to save", "open one from a file first");
  if (saving_.busy() && saved_.path == path)
    throw InputError(path.toStdString(), "", "is still being written", "wait for that, then save again");
  scenes::writeSceneFile(path.toStdString(), jsonOf(history_.document()), history_.document().folder, meshes);
  tookPlace(path, meshes);
}

// `then` once it is written. A copy of the meshes may take long: that is done beside the window.
void MainWindow::trySave(const QString& path, scenes::MeshFiles meshes, const Handler& then) {
  try {
    if (meshes == scenes::MeshFiles::kReferenced) {
      saveTo(path, meshes);
      if (then) then();
      return;
    }
    if (!history_.editable()) throw InputError("", "", "there is no scene to save", "open one from a file first");
    const SceneDocument& document = history_.document();
    saveBeside(
        path,
        [document, file = path.toStdString(), meshes](const auto&) {
          scenes::writeSceneFile(file, jsonOf(document), document.folder, meshes);
        },
        [this, path, meshes, then, saved = history_.scene()] {
          if (history_.scene() != saved) return say(tr("Saved %1, without the edits that came after").arg(path));
          tookPlace(path, meshes);
          if (then) then();
        });
    saved_.cancellable = false;
    saved_.again = [this] { saveAs({}); };
  } catch (const InputError& e) {
    notWritten(QString::fromUtf8(e.what()), [this] { saveAs({}); });
  }
}

void MainWindow::notWritten(const QString& error, const Handler& again) {
  message_->tell({{Message::Severity::kError, error, {{tr("Save &as\u2026"), tr("Write it to another file"), again}}}});
}

// The scene is in that file from now on.
void MainWindow::tookPlace(const QString& path, scenes::MeshFiles meshes) {
  history_.markSaved(path.toStdString());
  recovery_.drop();
  openFile_ = path;
  openUnit_.clear();
  meshFiles_ = meshes;
  rememberRecent();
  refreshTitle();
  say(tr("Saved %1").arg(path));
}

// --- Writing beside the window

void MainWindow::saveBeside(const QString& path, std::function<void(const std::function<bool(int, int)>&)> write,
                            Handler then) {
  if (saving_.busy()) {
    throw InputError(path.toStdString(), "", "cannot be written while " + saved_.path.toStdString() + " is",
                     "wait for that one, or cancel it first");
  }
  saved_ = {.path = path, .then = std::move(then), .again = {}};
  saving_.start([write = std::move(write)](const auto& progress) {
    write(progress);
    return true;
  });
  progress_->begin();
}

void MainWindow::pollSaving() {
  if (!saving_.busy()) return;
  const auto status = saving_.poll();
  if (status.running) return progress_->report(tr("Writing %1 \u2026").arg(saved_.path), status.done, status.total);
  endProgress();
  closesAfterSave_ = false;
  const Handler then = std::exchange(saved_.then, nullptr);
  if (!status.result) return notWritten(QString::fromStdString(status.error), saved_.again);
  if (then) then();
}

void MainWindow::saveRecordingTo(const QString& path) {
  saveBeside(
      path,
      [frames = session_.history().frames(), file = path.toStdString()](const auto& progress) {
        saveRecording(file, frames, progress);
      },
      [this, path] { say(tr("Saved %1").arg(path)); });
  saved_.again = [this] { chooseRecording(); };
}

bool MainWindow::hasSceneFile() const {
  return history_.scene() && openFile_.endsWith(QStringLiteral(".json"), Qt::CaseInsensitive) &&
         QFileInfo::exists(openFile_) && !dynamics::isRecording(openFile_.toStdString());
}

void MainWindow::save(const Handler& then) {
  if (!history_.scene()) return;
  if (!hasSceneFile()) return saveAs(then);
  trySave(openFile_, meshFiles_, then);
}

void MainWindow::saveAs(const Handler& then) {
  if (!history_.editable()) return;
  auto* dialog = new QFileDialog(this, tr("Save the scene"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(QStringLiteral("json"));
  dialog->setNameFilters({tr("Scene (*.json)"), tr("Scene with a copy of its mesh files (*.json)")});
  dialog->setDirectory(settings_.value(QStringLiteral("folder")).toString());
  dialog->selectFile(QString::fromStdString(history_.scene()->name) + QStringLiteral(".json"));
  connect(dialog, &QFileDialog::fileSelected, this, [this, dialog, then](const QString& file) {
    settings_.setValue(QStringLiteral("folder"), QFileInfo(file).absolutePath());
    const bool copies = dialog->selectedNameFilter() == dialog->nameFilters().back();
    trySave(file, copies ? scenes::MeshFiles::kCopied : scenes::MeshFiles::kReferenced, then);
  });
  dialog->open();
}

void MainWindow::guarded(const Handler& next) {
  if (!history_.modified() || !asks_) return next();
  auto* question = new QMessageBox(QMessageBox::Question, tr("Unsaved edits"),
                                   tr("%1 has unsaved edits.").arg(QString::fromStdString(history_.scene()->name)),
                                   QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
  question->setAttribute(Qt::WA_DeleteOnClose);
  question->setInformativeText(tr("Save them before they are lost?"));
  question->setDefaultButton(QMessageBox::Save);
  connect(question, &QMessageBox::buttonClicked, this, [this, question, next](QAbstractButton* button) {
    const QMessageBox::StandardButton answer = question->standardButton(button);
    if (answer == QMessageBox::Save) save(next);
    // The copy on disk goes once the next scene is open: it may turn out to be none.
    if (answer == QMessageBox::Discard) next();
  });
  question->open();
}

}  // namespace passung::app

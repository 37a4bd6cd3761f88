// SPDX-License-Identifier: GPL-3.0-or-later
// How the main window opens files: one or several, with their units, and what is read beside it for an edit.
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMimeData>
#include <algorithm>
#include <filesystem>

#include "app/window/main_window.h"
#include "app/window/start_checker.h"
#include "app/window/unit_dialog.h"
#include "core/error.h"

namespace passung::app {

namespace {

constexpr auto kAskUnit = "file.askUnit";

std::string absolutePath(const std::string& path) {
  return std::filesystem::absolute(path).lexically_normal().string();
}

std::vector<FileRequest> requestsOf(const QStringList& files) {
  std::vector<FileRequest> requests;
  for (const QString& file : files) requests.push_back({file.toStdString()});
  return requests;
}

QStringList localFiles(const QMimeData& mime) {
  QStringList files;
  for (const QUrl& url : mime.urls()) {
    if (url.isLocalFile()) files << url.toLocalFile();
  }
  return files;
}

// The requests whose unit is only guessed, among the files that were read for them.
std::vector<SourceFile> guessedOf(const std::vector<FileRequest>& requests, const std::vector<SourceFile>& read) {
  std::vector<SourceFile> guessed;
  for (const SourceFile& file : read) {
    if (file.unitSource != "guessed") continue;
    const bool asked = std::any_of(requests.begin(), requests.end(), [&](const FileRequest& request) {
      return request.unit.empty() && absolutePath(request.path) == file.path;
    });
    if (asked) guessed.push_back(file);
  }
  return guessed;
}

// The requests with the units that were chosen for `files`; empty where all guesses were right.
std::vector<FileRequest> corrected(std::vector<FileRequest> requests, const std::vector<SourceFile>& files,
                                   const std::vector<std::string>& units) {
  bool any = false;
  for (std::size_t i = 0; i < files.size(); ++i) {
    any = any || units[i] != files[i].unit;
    // A guess that was confirmed is not asked about again.
    for (FileRequest& request : requests) {
      if (request.unit.empty() && absolutePath(request.path) == files[i].path) request.unit = units[i];
    }
  }
  return any ? requests : std::vector<FileRequest>();
}

}  // namespace

// --- Choosing files

void MainWindow::makeOpenCommands(QMenu* menu) {
  add(menu,
      {"file.open", tr("&Open\u2026"), tr("Open scene, CAD or mesh files; several become one assembly"), "Ctrl+O",
       "open"},
      [this] { chooseFile(); });
  add(menu,
      {"file.add", tr("A&dd parts\u2026"), tr("Add the parts of CAD or mesh files to the open scene"), "Ctrl+Shift+A"},
      [this] {
        QFileDialog* dialog = fileDialog(tr("Add the parts of CAD or mesh files"));
        connect(dialog, &QFileDialog::filesSelected, this,
                [this](const QStringList& files) { addFiles(requestsOf(files)); });
        dialog->open();
      });
  addToggle(menu,
            {kAskUnit,
             tr("Ask for missing &units"),
             tr("Ask for the unit of files that state none, when they are opened"),
             {}},
            settings_.value(QStringLiteral("units/ask"), true).toBool(),
            [this](bool on) { settings_.setValue(QStringLiteral("units/ask"), on); });
}

QFileDialog* MainWindow::fileDialog(const QString& title) {
  auto* dialog = new QFileDialog(this, title);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFiles);
  dialog->setNameFilters(
      {tr("Scenes, recordings, CAD and meshes (*.json *.prec *.step *.stp *.iges *.igs *.obj *.stl *.ply *.gltf *.glb "
          "*.dae "
          "*.3mf *.off *.fbx *.3ds *.x3d *.amf)"),
       tr("Scenes (*.json)"), tr("Recordings (*.prec)"), tr("CAD: STEP and IGES (*.step *.stp *.iges *.igs)"),
       tr("Meshes (*.obj *.stl *.ply *.gltf *.glb *.dae *.3mf *.off *.fbx *.3ds *.x3d *.amf)"), tr("All files (*)")});
  dialog->setDirectory(settings_.value(QStringLiteral("folder")).toString());
  connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList& files) {
    settings_.setValue(QStringLiteral("folder"), QFileInfo(files.front()).absolutePath());
  });
  return dialog;
}

void MainWindow::chooseFile() {
  QFileDialog* dialog = fileDialog(tr("Open scene, CAD or mesh files"));
  connect(dialog, &QFileDialog::filesSelected, this,
          [this](const QStringList& files) { guarded([this, files] { openFiles(requestsOf(files)); }); });
  dialog->open();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (!localFiles(*event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  const QStringList files = localFiles(*event->mimeData());
  if (files.isEmpty()) return;
  event->acceptProposedAction();
  if (event->modifiers() & Qt::ShiftModifier) return addFiles(requestsOf(files));
  guarded([this, files] { openFiles(requestsOf(files)); });
}

// --- Opening

void MainWindow::openFiles(std::vector<FileRequest> files, bool play) {
  if (files.empty()) return;
  const bool single = files.size() == 1;
  Opening opening{.request = {.file = files.front().path, .variants = variants_, .states = single}, .play = play};
  if (!single || !files.front().unit.empty()) {
    opening.assembly = std::make_shared<Assembly>();
    opening.request.read = [files, read = services_.read, assembly = opening.assembly](const LoadProgress& progress) {
      const OpenScene one = [&](const FileRequest& file) {
        return file.unit.empty() ? read(file.path) : scenes::loadScene(file.path, {.overrides = {}, .unit = file.unit});
      };
      *assembly = readAssembly(files, one, progress);
      if (!assembly->scene) throw InputError("", "", assembly->others.failures.front());
      return *assembly->scene;
    };
  }
  opening.files = std::move(files);
  start(std::move(opening));
}

// True where the window asks first, and goes on with what was read, or reads again, when it is told.
bool MainWindow::askUnits(Opening& opening, LoadedScene& loaded) {
  if (opening.keeps || opening.files.empty()) return false;
  std::vector<SourceFile> read = sourceFiles(*loaded.scene);
  if (opening.assembly && opening.assembly->others.edit.meshes) {
    for (const SourceFile& file : sourceFiles(*opening.assembly->others.edit.meshes)) read.push_back(file);
  }
  // Both are kept until the answer: a right guess costs no second reading.
  struct Held {
    Opening opening;
    LoadedScene loaded;
  };
  const std::vector<FileRequest> files = opening.files;
  const bool play = opening.play;
  const auto held = std::make_shared<Held>();
  const bool asked = askUnitsOf(files, read, [this, held, play](const std::vector<FileRequest>& again) {
    if (!again.empty()) return openFiles(again, play);
    give(std::move(held->opening), std::move(held->loaded));
    refreshEngineChecks();
  });
  if (!asked) return false;
  *held = {std::move(opening), std::move(loaded)};
  return true;
}

bool MainWindow::askUnitsOf(const std::vector<FileRequest>& files, const std::vector<SourceFile>& read,
                            std::function<void(const std::vector<FileRequest>& again)> then) {
  if (!asks_ || !command(QString::fromLatin1(kAskUnit))->isChecked()) return false;
  const std::vector<SourceFile> guessed = guessedOf(files, read);
  if (guessed.empty()) return false;
  auto* dialog = new UnitDialog(guessed, true, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QDialog::accepted, this, [this, dialog, files, guessed, then = std::move(then)] {
    if (dialog->neverAgain()) command(QString::fromLatin1(kAskUnit))->setChecked(false);
    then(corrected(files, guessed, dialog->units()));
  });
  connect(dialog, &QDialog::rejected, this, [this] {
    backToShown();
    say(tr("Loading cancelled"));
  });
  dialog->open();
  return true;
}

// The scene of the first file is open: the parts of the others join it.
void MainWindow::joinAssembly(const Opening& opening) {
  if (!opening.assembly) return;
  const ReadFiles& others = opening.assembly->others;
  keepsMessage_ = static_cast<bool>(others.edit.apply);  // what was told of the files
  if (!others.failures.empty()) loadError_ = others.failures.front();
  if (others.edit.apply) tryEdit([&] { apply(others.edit); });
  if (!reopen_) keepsMessage_ = false;  // nothing follows
}

// --- Edits that read files

void MainWindow::addFiles(std::vector<FileRequest> files) {
  if (files.empty()) return;
  if (!history_.scene()) return openFiles(std::move(files));
  const QString text = files.size() == 1
                           ? tr("Reading %1").arg(QFileInfo(QString::fromStdString(files.front().path)).fileName())
                           : tr("Reading %1 files").arg(files.size());
  adding_ = files;
  prepare(text, [files](const FileProgress& progress) { return readFiles(files, progress); });
}

void MainWindow::changeUnit(const std::string& body, const std::string& unit) {
  const std::string path = fileOf(history_.document(), body);
  if (path.empty()) {
    throw InputError("", "", "'" + body + "' is of no file, so it has no unit", "choose a part of a CAD or mesh file");
  }
  adding_.clear();
  prepare(tr("Reading %1").arg(QFileInfo(QString::fromStdString(path)).fileName()),
          [document = history_.document(), path, unit, meshes = history_.scene()->meshes](const FileProgress&) {
            return ReadFiles{.edit = readUnit(document, path, unit, *meshes)};
          });
}

void MainWindow::askUnit(const std::string& body) {
  const std::string path = fileOf(history_.document(), body);
  std::vector<SourceFile> files = sourceFiles(*history_.scene());
  // A part that collides as a simpler shape shows no mesh, but the file was read.
  for (const SourceFile& f : sourceFiles(*history_.scene()->meshes)) files.push_back(f);
  const auto file = std::find_if(files.begin(), files.end(), [&](const SourceFile& f) { return f.path == path; });
  if (path.empty() || file == files.end()) return say(tr("This part is of no file: its shape is made from numbers"));
  auto* dialog = new UnitDialog({*file}, false, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QDialog::accepted, this, [this, dialog, body, before = file->unit] {
    const std::string unit = dialog->units().front();
    if (unit != before) tryEdit([&] { changeUnit(body, unit); });
  });
  dialog->open();
}

void MainWindow::prepare(const QString& text, std::function<ReadFiles(const FileProgress& progress)> work) {
  loadError_.clear();
  preparing_ = text;
  prepared_.start(std::move(work));
  progress_->begin();
}

void MainWindow::pollPrepared() {
  if (!prepared_.busy()) return;
  const auto status = prepared_.poll();
  if (status.running) {
    const int total = status.total > 1 ? status.total : 0;
    return progress_->report(preparing_ + QStringLiteral(" \u2026"), status.done, total);
  }
  endProgress();
  if (!status.result) {
    loadError_ = status.error;
    return tellError(status.error, {});
  }
  const ReadFiles& read = *status.result;
  if (read.edit.meshes && !adding_.empty() &&
      askUnitsOf(adding_, sourceFiles(*read.edit.meshes), [this, read](const std::vector<FileRequest>& again) {
        again.empty() ? takePrepared(read) : addFiles(again);
      })) {
    return;
  }
  takePrepared(read);
}

void MainWindow::takePrepared(const ReadFiles& read) {
  tellRead(read);
  keepsMessage_ = read.edit.apply && (!read.failures.empty() || !read.warnings.empty());
  if (!read.failures.empty()) loadError_ = read.failures.front();
  if (read.edit.apply) tryEdit([&] { apply(read.edit); });
  if (!reopen_) keepsMessage_ = false;  // nothing follows
}

// A line for each file that could not be read, and for what had to be assumed of the others.
void MainWindow::tellRead(const ReadFiles& read) {
  std::vector<Message> messages;
  for (const std::string& line : read.failures) messages.push_back(failure(line, {}));
  for (const std::string& line : read.warnings) {
    messages.push_back({Message::Severity::kNote, QString::fromStdString(line)});
  }
  message_->tell(std::move(messages));
}

}  // namespace passung::app

// SPDX-License-Identifier: GPL-3.0-or-later
// Messages with what can be done about them: the panel of all, files to be found again, faults of parts to be shown.
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QStatusBar>
#include <algorithm>
#include <filesystem>

#include "app/window/format.h"
#include "app/window/look_inside.h"
#include "app/window/main_window.h"
#include "app/window/messages_panel.h"
#include "app/window/start_checker.h"
#include "core/error.h"
#include "scenes/description/load.h"

namespace passung::app {

namespace {

constexpr std::size_t kMostOverlaps = 20;  // the deepest; more are not read one by one

// Parts of files whose surface is open.
std::vector<std::string> openParts(const std::vector<PartSummary>& parts) {
  std::vector<std::string> names;
  for (const PartSummary& part : parts) {
    const bool open = std::any_of(part.faults.begin(), part.faults.end(),
                                  [](const PartFault& fault) { return fault.kind == PartFault::Kind::kOpen; });
    if (open && !part.file.isEmpty()) names.push_back(part.name.toStdString());
  }
  return names;
}

QString listed(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 3;
  QStringList list;
  for (std::size_t i = 0; i < names.size() && i < kMost; ++i) list << QString::fromStdString(names[i]);
  return list.join(QStringLiteral(", ")) + (names.size() > kMost ? QStringLiteral(", \u2026") : QString());
}

}  // namespace

void MainWindow::makeMessages(QMenu* menu) {
  messages_ = new MessagesPanel(*message_);
  QDockWidget* dock = addPanel(tr("Messages"), "dockMessages", messages_, Qt::BottomDockWidgetArea);
  dock->hide();
  add(menu,
      {"view.messages", tr("&Messages"), tr("All messages so far, with what can be done about them"), "Ctrl+Shift+M"},
      [this] { toggleDock(QStringLiteral("dockMessages")); });
}

// What went wrong when `file` was to be opened (empty: something else), with the way out of it.
Message MainWindow::failure(const std::string& error, const QString& file) {
  Message message{Message::Severity::kError, QString::fromUtf8(error.c_str())};
  const QString missing = partsOf(message.text).file;
  if (missing.contains('/') && !QFileInfo::exists(missing)) {
    message.fixes.push_back({tr("&Find file\u2026"), tr("Choose where %1 is now").arg(QFileInfo(missing).fileName()),
                             [this, missing, file] { findFile(missing, file); }});
  }
  return message;
}

// Opens the scene with the file that took the place of the missing one; or that file, where it was to be opened itself.
void MainWindow::findFile(const QString& missing, const QString& file) {
  QFileDialog* dialog = fileDialog(tr("Where is %1?").arg(QFileInfo(missing).fileName()));
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this,
          [this, missing, file](const QString& found) { replaceFile(missing, found, file); });
  dialog->open();
}

void MainWindow::replaceFile(const QString& missing, const QString& found, const QString& file) {
  if (file.isEmpty() || file == missing) return guarded([this, found] { open(found); });
  // A folder that was moved is found file by file: what was found before stays found.
  auto& moved = moved_[file];
  std::erase_if(moved, [&](const auto& pair) { return pair.first == missing.toStdString(); });
  moved.emplace_back(missing.toStdString(), found.toStdString());
  guarded([this, moved, file] {
    start({.request = {.file = file.toStdString(),
                       .variants = variants_,
                       .scene = nullptr,
                       .read =
                           [moved, file = file.toStdString()](const LoadProgress&) {
                             const std::filesystem::path path(file);
                             const std::string folder = path.parent_path().string();
                             scenes::Json json = scenes::parseJson(scenes::readTextFile(file), file);
                             for (const auto& [from, to] : moved) json = withFileMoved(json, folder, from, to);
                             return scenes::loadSceneDocument(json, {path.stem().string(), folder, file});
                           }},
           .unsaved = true});
  });
}

// --- Faults of parts

// What a button does, unless another scene is open by then.
MainWindow::Handler MainWindow::ofThisScene(Handler act) {
  return [this, act = std::move(act), count = scenesOpened_] {
    if (count != scenesOpened_) return say(tr("That scene is no longer open"));
    act();
  };
}

// What is said of parts whose surface is not closed; nothing where there are none that could be mended.
std::optional<Message> MainWindow::openSurfaces() {
  const std::vector<std::string> open = openParts(summaries_);
  if (open.empty() || !history_.editable()) return {};
  return Message{Message::Severity::kNote,
                 tr("Parts whose surface is not closed, %1: %2").arg(open.size()).arg(listed(open)),
                 {{tr("&Mend"), tr("Fill the holes of these surfaces"),
                   ofThisScene([this, open] { tryEdit([&] { apply(setMend(open, true)); }); })}}};
}

void MainWindow::makeStartCheck() {
  auto* status = new QLabel(this);
  status->setToolTip(tr("Whether parts overlap at the start, or a surface cuts itself"));
  statusBar()->addPermanentWidget(status);
  start_ = new StartChecker(status, this);
  connect(start_, &StartChecker::done, this, [this] {
    refreshParts();
    if (std::optional<Message> open = openSurfaces()) message_->log(std::move(*open));
    std::vector<collision::Clearance> overlaps = start_->report()->overlaps;
    std::stable_sort(overlaps.begin(), overlaps.end(), [](const auto& a, const auto& b) { return a.depth > b.depth; });
    if (overlaps.size() > kMostOverlaps) overlaps.resize(kMostOverlaps);
    for (const collision::Clearance& pair : overlaps) {
      const auto a = static_cast<std::size_t>(pair.bodyA), b = static_cast<std::size_t>(pair.bodyB);
      const auto& faults = summaries_[a].faults;
      const auto fault = std::find_if(faults.begin(), faults.end(), [&](const PartFault& f) {
        return f.kind == PartFault::Kind::kOverlap && f.place && *f.place == Vec3(0.5 * (pair.pA_W + pair.pB_W));
      });
      const Vec3 place = fault == faults.end() ? pair.pA_W : *fault->place;
      const double radius = fault == faults.end() ? pair.depth : fault->radius;
      message_->log({Message::Severity::kNote,
                     tr("%1 and %2 overlap at the start by %3; move one of them, or check the units of their files")
                         .arg(summaries_[a].name, summaries_[b].name, format::length(pair.depth, 3)),
                     {{tr("&Show place"), tr("The place in the middle of the pictures"),
                       ofThisScene([this, place, radius] { zoomTo(place, radius); })}}});
    }
    const auto count = start_->report()->overlaps.size();
    if (count == 1) say(tr("Two parts overlap at the start; View > Messages shows where"));
    if (count > 1) say(tr("%1 pairs of parts overlap at the start; View > Messages shows the deepest").arg(count));
  });
}

void MainWindow::refreshParts() {
  const std::optional<StartReport>& report = start_->report();
  summaries_ = partSummaries(*shown_->scene, &shown_->infos->front(), report ? &*report : nullptr);
  parts_->display(summaries_);
  parts_->select(selected_);
  stale_ = true;
}

void MainWindow::showFault(int body, int fault) {
  const auto b = static_cast<std::size_t>(body), f = static_cast<std::size_t>(fault);
  if (body < 0 || b >= summaries_.size() || fault < 0 || f >= summaries_[b].faults.size()) return;
  const PartFault& what = summaries_[b].faults[f];
  selectBody(body);
  say(tr("%1: %2").arg(summaries_[b].name, what.text));
  if (!what.place) return changeCamera([&](Camera& c) { c.fit(boundsOf(body), viewAspect()); });
  Vec3 place = *what.place;
  if (what.kind != PartFault::Kind::kOverlap) place = shown_->engines.front().snapshot->states[b].X_WB * place;
  zoomTo(place + look_->explosionOf(body), what.radius);
}

// Of the selected part, one after the other; of none, the first part that has any.
void MainWindow::showNextFault() {
  int body = selected_;
  for (std::size_t b = 0; body < 0 && b < summaries_.size(); ++b) {
    if (!summaries_[b].faults.empty()) body = static_cast<int>(b);
  }
  const auto b = static_cast<std::size_t>(body);
  if (body < 0 || b >= summaries_.size() || summaries_[b].faults.empty()) {
    return say(selected_ < 0 ? tr("Nothing is wrong with the parts") : tr("Nothing is wrong with this part"));
  }
  if (nextFault_ >= summaries_[b].faults.size()) nextFault_ = 0;
  showFault(body, static_cast<int>(nextFault_++));
}

}  // namespace passung::app

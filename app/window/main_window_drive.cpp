// SPDX-License-Identifier: GPL-3.0-or-later
// Driving the running scene by hand, and recording what it does.
#include <QDockWidget>
#include <QMenu>

#include "app/document/drive_edits.h"
#include "app/session/recording_frames.h"
#include "app/window/drive_tool.h"
#include "app/window/drives_panel.h"
#include "app/window/main_window.h"
#include "core/error.h"

namespace passung::app {

void MainWindow::makeDrives(QMenu* menu) {
  drives_ = new DriveTool(session_, this);
  drivesPanel_ = new DrivesPanel(*drives_);
  add(menu,
      {"run.drives", tr("D&rives"), tr("Show or hide the sliders for drives and joints, by torque, force or speed"),
       "Ctrl+Shift+V"},
      [this] { toggleDock(QStringLiteral("dockDrives")); });
  add(menu, {"drives.reset", tr("Drives as in the scene"), tr("Every drive and joint as the scene gives it"), {}},
      [this] { drives_->reset(); });
  add(menu, {"drives.keep", tr("Keep drives in the scene"), tr("The scene takes over what is set on its drives"), {}},
      [this] { keepDrives(); });
  connect(drives_, &DriveTool::changedRows, this, [this] { stale_ = true; });
  connect(drives_, &DriveTool::changedValues, this, [this] { stale_ = true; });
  connect(drivesPanel_, &DrivesPanel::resetAsked, drives_, &DriveTool::reset);
  connect(drivesPanel_, &DrivesPanel::removeAsked, drives_, &DriveTool::remove);
  connect(drivesPanel_, &DrivesPanel::keepAsked, this, &MainWindow::keepDrives);
  connect(drivesPanel_, &DrivesPanel::refused, this, [this](const QString& why) { message_->showError(why); });
  connect(drivesPanel_, &DrivesPanel::addAsked, this, [this](bool angular, int axis) {
    try {
      drives_->add(selected_, angular, Vec3::Unit(axis));
    } catch (const InputError& e) {
      message_->showError(QString::fromStdString(e.what()));
    }
  });
}

void MainWindow::keepDrives() {
  if (reopening()) return say(tr("The last edit is still on its way; keep the drives once it is there"));
  if (!drives_->changed()) return say(tr("The drives are as in the scene"));
  const auto scene = history_.scene();
  const dynamics::Actuation actuation = drives_->actuation();
  tryEdit([&] {
    apply(keepActuation(*scene, actuation));
    drives_->keptIn(history_.scene());
  });
}

// --- Recording

void MainWindow::record(const QString& path) {
  if (looksBack())
    throw InputError("", "", "an earlier state is shown", "play on from it, or go to the newest one (End), first");
  session_.record(beginRecording(path.toStdString(), *session_.frame()));
  const QSignalBlocker block(record_);
  record_->setChecked(true);
  record_->setText(tr("End the recording"));
  say(tr("Each step is written to %1").arg(path));
}

void MainWindow::stopRecording() {
  session_.stopRecording();
  record_->setText(tr("Record every step\u2026"));
  const QSignalBlocker block(record_);
  record_->setChecked(false);
}

void MainWindow::toggleRecord(bool on) {
  if (!on) return stopRecording();
  {
    const QSignalBlocker block(record_);
    record_->setChecked(false);  // until there is a file
  }
  askRecording(tr("Record every step"), [this](const QString& file) { record(file); });
}

}  // namespace passung::app

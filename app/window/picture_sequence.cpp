// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/picture_sequence.h"

#include <QDir>

#include "core/error.h"

namespace passung::app {

PictureSequence::PictureSequence(Window window, QObject* parent) : QObject(parent), window_(std::move(window)) {}

void PictureSequence::start(const SequencePlan& plan) {
  if (plan.count() < 1) {
    throw InputError("", "picture sequence", "the run ends before its first picture",
                     "a later end, and at least one step between pictures");
  }
  if (!QDir().mkpath(plan.folder)) {
    throw InputError(plan.folder.toStdString(), "", "the folder cannot be made", "choose a folder you may write to");
  }
  plan_ = plan;
  saved_ = 0;
  error_.clear();
  running_ = true;
  stepping_ = false;
}

void PictureSequence::cancel() {
  if (running_) end();
}

void PictureSequence::end() {
  running_ = false;
  emit finished();
}

void PictureSequence::tick() {
  if (!running_) return;
  const std::int64_t goal = plan_.first + saved_ * plan_.every, shown = window_.shownStep();
  if (shown < goal) {
    if (!stepping_) window_.step(goal - shown);
    stepping_ = true;
    return;
  }
  stepping_ = false;
  const QString file = QStringLiteral("%1/%2_%3.png").arg(plan_.folder, plan_.name).arg(saved_, 5, 10, QChar('0'));
  try {
    window_.save(file);
  } catch (const InputError& e) {
    error_ = e.what();
    return end();
  }
  ++saved_;
  if (saved_ >= plan_.count()) return end();
  emit progressed(tr("Saved picture %1 of %2").arg(saved_).arg(plan_.count()));
}

}  // namespace passung::app

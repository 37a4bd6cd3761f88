// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/picture_sequence.h"

#include <QDir>
#include <algorithm>

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
  stepping_ = paused_ = false;
  last_ = window_.shown();
}

void PictureSequence::cancel() {
  if (running_) end();
}

void PictureSequence::end() {
  running_ = false;
  emit finished();
}

void PictureSequence::fail(const QString& why) {
  error_ = InputError("", "picture sequence", why.toStdString(), "").what();
  end();
}

void PictureSequence::tick() {
  if (!running_) return;
  const Shown shown = window_.shown();
  if (shown.opened != last_.opened) return fail(tr("ended, for the scene was changed"));
  if (!paused_) {
    if (shown.elsewhere) return;  // it is about to pause
    paused_ = true;
    plan_.first = std::max(plan_.first, shown.step);
    last_ = shown;
  }
  const std::int64_t goal = plan_.first + saved_ * plan_.every;
  if (!shown.error.empty()) return fail(tr("ended, for the run did: %1").arg(QString::fromStdString(shown.error)));
  if (shown.elsewhere) return fail(tr("ended, for the run was played or an earlier state looked at"));
  if (shown.step < last_.step || shown.step > goal) return fail(tr("ended, for the run was moved to another time"));
  last_ = shown;
  if (shown.step < goal) {
    if (!stepping_) window_.step(goal - shown.step);
    stepping_ = true;
    return;
  }
  if (!shown.ready) return;
  stepping_ = false;
  const QString number = QStringLiteral("%1").arg(saved_, 5, 10, QChar('0'));
  const QString file = QStringLiteral("%1/%2_%3.png").arg(plan_.folder, plan_.name, number);
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

// SPDX-License-Identifier: GPL-3.0-or-later
// Looking back: the timeline under the pictures, its commands, and playing on from an earlier state.
#include <QFileDialog>
#include <QMenu>
#include <QVBoxLayout>
#include <algorithm>

#include "app/session/recording_frames.h"
#include "app/window/main_window.h"
#include "app/window/timeline.h"
#include "core/error.h"

namespace passung::app {

void MainWindow::makeTimeline(QVBoxLayout* column) {
  timeline_ = new Timeline(column->parentWidget());
  column->addWidget(timeline_);
  connect(timeline_, &Timeline::scrubbed, this, [this](double time) {
    replayClock_.invalidate();
    lookAt(session_.history().at(time));
  });
}

void MainWindow::makeTimelineCommands(QMenu* menu) {
  add(menu, {"time.back", tr("State &before"), tr("Pause and show the kept state before this one"), ","},
      [this] { stepBack(1); });
  add(menu,
      {"time.back10", tr("Ten states before"), tr("Pause and show the tenth kept state before this one"), "Shift+,"},
      [this] { stepBack(10); });
  add(menu, {"time.previousEvent", tr("Pre&vious event"), tr("Show the last marked event before this state"), "Ctrl+,"},
      [this] { jumpToEvent(-1); });
  add(menu, {"time.nextEvent", tr("Ne&xt event"), tr("Show the next marked event after this state"), "Ctrl+."},
      [this] { jumpToEvent(1); });
  QMenu* kinds = menu->addMenu(tr("&Jump to"));
  using Kind = HistoryEvent::Kind;
  struct Jump {
    const char* name;
    QString text, tip;
    const char* keys;
    int direction;  // 0: wherever it is
    std::vector<Kind> kinds;
  };
  const Jump jumps[] = {
      {"time.nextContact",
       tr("Next new &contact"),
       tr("Show when two parts touch for the first time"),
       "Ctrl+Alt+C",
       1,
       {Kind::kContact}},
      {"time.previousContact",
       tr("Previous new contact"),
       tr("Show when two parts touched for the first time"),
       "Ctrl+Alt+Shift+C",
       -1,
       {Kind::kContact}},
      {"time.deepest",
       tr("&Deepest penetration"),
       tr("Show the state with the deepest overlap of contacts"),
       "Ctrl+Alt+D",
       0,
       {Kind::kOverlap}},
      {"time.nextMonitor",
       tr("Next &monitor"),
       tr("Show when a monitor passes or fails next"),
       "Ctrl+Alt+M",
       1,
       {Kind::kMet, Kind::kFailed}},
      {"time.previousMonitor",
       tr("Previous monitor"),
       tr("Show when a monitor passed or failed last"),
       "Ctrl+Alt+Shift+M",
       -1,
       {Kind::kMet, Kind::kFailed}},
      {"time.nextOverrun",
       tr("Next &overrun"),
       tr("Show when the machine could not hold the speed next"),
       "Ctrl+Alt+O",
       1,
       {Kind::kSlow}},
      {"time.previousOverrun",
       tr("Previous overrun"),
       tr("Show when the machine could not hold the speed last"),
       "Ctrl+Alt+Shift+O",
       -1,
       {Kind::kSlow}},
  };
  for (const Jump& jump : jumps) {
    add(kinds, {jump.name, jump.text, jump.tip, QString::fromLatin1(jump.keys)},
        [this, direction = jump.direction, of = jump.kinds] { jumpToEvent(direction, of); });
  }
  add(menu,
      {"time.replay", tr("Rep&lay"), tr("Show the kept states again from here, without simulating"), "Shift+Space"},
      [this] { toggleReplay(); });
  add(menu, {"time.newest", tr("&Newest state"), tr("Leave the past and show the newest state"), "End"},
      [this] { leavePast(); });
}

// Pauses and shows a frame of the history.
void MainWindow::lookAt(const std::shared_ptr<const SessionFrame>& frame) {
  if (!frame || frame->opened != session_.frame()->opened) return;
  const auto newest = session_.frame();
  if (newest->playing || frame->step() > newest->step()) session_.pause();
  // Looking at the state of the engines is no looking back.
  if (frame->step() == newest->step() && !newest->playing) {
    leavePast();
    return;
  }
  auto copy = std::make_shared<SessionFrame>(*frame);
  copy->playing = copy->behind = false;
  copy->realTimeFactor = 0;
  copy->error.clear();
  copy->refused.clear();
  copy->pulls.clear();
  past_ = std::move(copy);
  stale_ = true;
}

void MainWindow::leavePast() {
  replayClock_.invalidate();
  past_.reset();
  stale_ = true;
}

void MainWindow::resumeFromPast() {
  if (!past_) return;
  session_.resume(past_);
  forgetPulls();
  leavePast();
}

void MainWindow::showTime(double time) {
  replayClock_.invalidate();
  lookAt(session_.history().at(time));
}

void MainWindow::stepBack(int count) {
  replayClock_.invalidate();
  lookAt(session_.history().beside(shown_->step(), -count));
}

// Forwards in the past as far as there are states; beyond, a step is simulated.
void MainWindow::stepForward(int count) {
  if (!past_) {
    session_.step(count);
    return;
  }
  replayClock_.invalidate();
  lookAt(session_.history().beside(past_->step(), count));
}

// From the state that is looked at; from the newest one, from the oldest on.
void MainWindow::toggleReplay() {
  if (replayClock_.isValid()) {
    replayClock_.invalidate();
    return;
  }
  const HistorySummary summary = session_.history().summary();
  if (summary.count < 2) {
    say(tr("There is nothing to replay yet"));
    return;
  }
  replayTime_ = shown_->time() < summary.last ? shown_->time() : summary.first;
  replayClock_.start();
}

void MainWindow::advanceReplay() {
  if (!replayClock_.isValid()) return;
  const HistorySummary summary = session_.history().summary();
  replayTime_ = std::max(replayTime_ + 1e-3 * static_cast<double>(replayClock_.restart()) * speed_, summary.first);
  lookAt(session_.history().at(replayTime_));
  if (replayTime_ >= summary.last) {
    replayClock_.invalidate();
  } else if (!replayClock_.isValid()) {
    replayClock_.start();  // the state of the engines is one on the way, as at the start of a recording
  }
}

void MainWindow::chooseRecording() {
  askRecording(tr("Save a recording"), [this](const QString& file) { saveRecordingTo(file); });
}

void MainWindow::askRecording(const QString& title, const std::function<void(const QString& file)>& then) {
  auto* dialog = new QFileDialog(this, title);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(QStringLiteral("prec"));
  dialog->setNameFilters({tr("Recordings (*.prec)")});
  dialog->setDirectory(settings_.value(QStringLiteral("pictureFolder")).toString());
  connect(dialog, &QFileDialog::fileSelected, this, [this, then](const QString& file) {
    try {
      then(file);
    } catch (const InputError& e) {
      message_->showError(QString::fromStdString(e.what()));
    }
  });
  dialog->open();
}

bool MainWindow::jumpToEvent(int direction, const std::vector<HistoryEvent::Kind>& kinds) {
  replayClock_.invalidate();
  const std::vector<HistoryEvent> events = session_.history().events();
  const std::int64_t now = shown_->step();
  const double oldest = session_.history().summary().first;
  const HistoryEvent* found = nullptr;
  for (const HistoryEvent& e : events) {
    if (e.time < oldest) continue;
    if (!kinds.empty() && std::find(kinds.begin(), kinds.end(), e.kind) == kinds.end()) continue;
    if (direction == 0) found = &e;                 // the last of them
    if (direction < 0 && e.step < now) found = &e;  // the last of them
    if (direction > 0 && e.step > now && !found) found = &e;
  }
  if (!found) {
    say(direction < 0   ? tr("No such event before this state")
        : direction > 0 ? tr("No such event after this state")
                        : tr("No such event yet"));
    return false;
  }
  const QString text = tr("t = %1 s: %2").arg(found->time, 0, 'f', 3).arg(eventText(*found));
  lookAt(session_.history().beside(found->step, 0));
  say(text);
  return true;
}

// The frame to show: that of the past while one looks back, unless the session has gone on without it.
std::shared_ptr<const SessionFrame> MainWindow::frameToShow() {
  auto newest = session_.frame();
  if (past_ && newest->opened != past_->opened) past_.reset();
  return past_ ? past_ : newest;
}

void MainWindow::refreshTimeline() {
  const HistorySummary summary = session_.history().summary();
  if (summary.version != timelineVersion_) {
    timelineVersion_ = summary.version;
    timelineEvents_ = session_.history().events();
  }
  timeline_->display(summary, timelineEvents_, shown_->time(), past_ != nullptr);
}

}  // namespace passung::app

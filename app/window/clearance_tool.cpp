// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/clearance_tool.h"

#include <algorithm>

#include "app/overlays/clearances.h"
#include "app/window/format.h"

namespace passung::app {

namespace {

constexpr double kShort = 0.5;  // [s] work of that length may follow every pause by itself

}  // namespace

ClearanceTool::ClearanceTool(ClearancesPanel* panel, QObject* parent) : QObject(parent), panel_(panel) {
  connect(panel_, &ClearancesPanel::updateAsked, this, [this] {
    asked_ = true;
    error_.clear();
  });
  connect(panel_, &ClearancesPanel::cancelAsked, this, [this] {
    worker_.cancel();
    runningStep_ = -1;
    cancelled_ = true;
    error_ = tr("The measurement was cancelled");
    panel_->showState(tr("Cancelled."), false);
  });
  connect(panel_, &ClearancesPanel::marksToggled, this, &ClearanceTool::changed);
  connect(panel_, &ClearancesPanel::pairChosen, this, [this](int index) {
    chosen_ = index;
    emit changed();
  });
  connect(panel_, &ClearancesPanel::zoomAsked, this, &ClearanceTool::zoom);
}

void ClearanceTool::start(const SessionFrame& frame) {
  asked_ = cancelled_ = false;
  error_.clear();
  runningStep_ = frame.step();
  runningTime_ = frame.time();
  scene_ = frame.scene;
  measured_ = frame.engines.front().snapshot;
  worker_.start({.scene = frame.scene,
                 .poses = posesOf(measured_->states),
                 .options = {.limit = panel_->limit(), .tolerance = {}, .threads = 1}});
}

void ClearanceTool::follow(const SessionFrame& frame) {
  if (!frame.scene || frame.engines.empty()) return;
  if (frame.opened != opened_) {
    worker_.cancel();
    opened_ = frame.opened;
    report_.reset();
    step_ = runningStep_ = chosen_ = -1;
    seconds_ = 0;
    cancelled_ = false;
    sizes_.clear();
    for (const dynamics::BodyDef& body : frame.scene->world.bodies)
      sizes_.push_back(dynamics::localBounds(body).size());
    panel_->clear();
  }

  if (runningStep_ >= 0) {
    ClearanceStatus status = worker_.poll();
    if (status.running) {
      if (seen_) panel_->showProgress(status.done, status.total);
    } else if (status.report) {
      step_ = runningStep_;
      time_ = runningTime_;
      runningStep_ = -1;
      seconds_ = status.seconds;
      report_ = std::move(status.report);
      countPressed(*report_, measured_->contacts);
      chosen_ = -1;
      panel_->display(*scene_, *report_);
      emit changed();
    } else {
      step_ = runningStep_;
      time_ = runningTime_;
      runningStep_ = -1;
      report_.reset();  // it is of another instant
      chosen_ = -1;
      error_ = QString::fromStdString(status.error);
      panel_->showError(error_);
      emit changed();
    }
  }

  const bool outdated = step_ != frame.step();
  const bool byItself = outdated && !frame.playing && !cancelled_ && (step_ < 0 || seconds_ < kShort);
  if (runningStep_ < 0 && seen_ && (asked_ || byItself)) start(frame);
  if (runningStep_ >= 0 || !report_ || !seen_) return;
  panel_->showState(outdated ? tr("As it was at t = %1 s; the parts have moved since.").arg(time_, 0, 'f', 3)
                             : tr("At t = %1 s.").arg(time_, 0, 'f', 3),
                    outdated);
}

bool ClearanceTool::marks(const SessionFrame& frame) const {
  return report_ && seen_ && panel_->marksWanted() && frame.opened == opened_ && frame.step() == step_;
}

double legendBelow(const DrawList& list) {
  double top = 12;
  for (const DrawText& t : list.texts) {
    if (t.screen) top = std::max(top, t.p.y() + 20);
  }
  return top;
}

void ClearanceTool::addTo(DrawList& list) const {
  addClearances({.pairs = report_->pairs, .chosen = chosen_, .legendTop = legendBelow(list)}, list);
}

void ClearanceTool::setLimit(double limit) { panel_->setLimit(limit); }

bool ClearanceTool::upToDate(const SessionFrame& frame) const {
  return report_ && runningStep_ < 0 && !asked_ && frame.opened == opened_ && frame.step() == step_;
}

bool ClearanceTool::choose(int first, int second) {
  if (!report_) return false;
  const auto found = std::find_if(report_->pairs.begin(), report_->pairs.end(), [&](const collision::Clearance& c) {
    return std::minmax(c.bodyA, c.bodyB) == std::minmax(first, second);
  });
  return found != report_->pairs.end() && panel_->choose(static_cast<int>(found - report_->pairs.begin()));
}

std::optional<collision::BodyPair> ClearanceTool::chosenPair() const {
  if (!report_ || chosen_ < 0 || chosen_ >= static_cast<int>(report_->pairs.size())) return {};
  const collision::Clearance& c = report_->pairs[static_cast<std::size_t>(chosen_)];
  return collision::BodyPair{c.bodyA, c.bodyB};
}

void ClearanceTool::setSeen(bool seen) {
  seen_ = seen;
  emit changed();
}

void ClearanceTool::zoom(int index) {
  if (!report_ || index < 0 || index >= static_cast<int>(report_->pairs.size())) return;
  const collision::Clearance& c = report_->pairs[static_cast<std::size_t>(index)];
  double part = report_->size;
  for (const int body : {c.bodyA, c.bodyB}) {
    const double size = sizes_[static_cast<std::size_t>(body)];
    if (size > 0) part = std::min(part, size);
  }
  emit zoomAsked(0.5 * (c.pA_W + c.pB_W), std::max(0.08 * part, 3 * std::max(c.gap, c.depth)));
}

}  // namespace passung::app

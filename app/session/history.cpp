// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/history.h"

#include <algorithm>

#include "app/session/session.h"

namespace passung::app {

namespace {

// A pile of thousands of bodies would otherwise be nothing but first contacts.
constexpr std::size_t kMostContactEvents = 400;
// And a monitor on the edge nothing but changes of its mind.
constexpr std::size_t kMostMonitorEvents = 200;

std::size_t bytesOf(const SessionFrame& frame) {
  std::size_t bytes = sizeof(SessionFrame);
  for (const EngineFrame& e : frame.engines) {
    if (e.monitors) {
      for (const MonitorResult& m : *e.monitors) bytes += sizeof(m) + m.name.size() + m.detail.size();
    }
    const dynamics::WorldSnapshot& s = *e.snapshot;
    bytes += sizeof(EngineFrame) + sizeof(dynamics::WorldSnapshot) + s.states.size() * sizeof(dynamics::BodyState) +
             s.contacts.size() * sizeof(dynamics::Contact) + s.broadphaseBoxes.size() * sizeof(Aabb) +
             s.broadphaseLevels.size() * sizeof(collision::LevelBox) + s.solves.size() * sizeof(dynamics::SolveState) +
             s.joints.size() * sizeof(dynamics::JointState) + s.drives.size() * sizeof(dynamics::DriveState);
  }
  return bytes;
}

}  // namespace

void History::clear() {
  entries_.clear();
  events_.clear();
  contactEvents_ = monitorEvents_ = 0;
  verdicts_.clear();
  met_.clear();
  deepest_ = 0;
  slow_ = full_ = false;
  bytes_ = 0;
}

void History::add(const Frame& frame, bool keep) {
  if (frame->engines.empty() || !frame->scene) return;
  const std::lock_guard lock(mutex_);
  if (frame->opened != opened_ || (!entries_.empty() && frame->step() < entries_.back().step)) clear();
  opened_ = frame->opened;
  const bool eventful = note(*frame);
  if (!entries_.empty() && ((!keep && !eventful) || frame->step() == entries_.back().step)) return;
  const std::size_t bytes = bytesOf(*frame);
  entries_.push_back({frame, frame->step(), frame->time(), bytes});
  bytes_ += bytes;
  while (bytes_ > budget_ && entries_.size() > 1) {
    bytes_ -= entries_.front().bytes;
    entries_.pop_front();
    full_ = true;
  }
  ++version_;
}

void History::addEvent(HistoryEvent event, const SessionFrame& frame) {
  event.step = frame.step();
  event.time = frame.time();
  events_.push_back(std::move(event));
  ++version_;
}

// Events are those of the first engine.
bool History::note(const SessionFrame& frame) {
  const std::uint64_t before = version_;
  const auto name = [&](int body) { return frame.scene->world.bodies[static_cast<std::size_t>(body)].name; };
  double gap = 0;
  for (const dynamics::Contact& c : frame.engines.front().snapshot->contacts) {
    gap = std::min(gap, c.gap);
    if (c.f_W.squaredNorm() > 0 && met_.insert({c.bodyA, c.bodyB}).second && contactEvents_ < kMostContactEvents) {
      ++contactEvents_;
      addEvent({.kind = HistoryEvent::Kind::kContact, .what = name(c.bodyA) + ", " + name(c.bodyB)}, frame);
    }
  }
  // One mark, which moves to the deepest place so far. A tenth more is worth moving it.
  if (gap < 1.1 * deepest_) {
    deepest_ = gap;
    std::erase_if(events_, [](const HistoryEvent& e) { return e.kind == HistoryEvent::Kind::kOverlap; });
    addEvent({.kind = HistoryEvent::Kind::kOverlap, .depth = -gap}, frame);
  }
  if (frame.behind && !slow_) addEvent({.kind = HistoryEvent::Kind::kSlow}, frame);
  slow_ = frame.behind;
  if (!frame.error.empty() && (events_.empty() || events_.back().kind != HistoryEvent::Kind::kError)) {
    addEvent({.kind = HistoryEvent::Kind::kError, .what = frame.error}, frame);
  }
  noteMonitors(frame);
  return version_ != before;
}

// Those of the first engine. What they say at the very start, when nothing has moved, is no news; nor is what they say
// first.
void History::noteMonitors(const SessionFrame& frame) {
  if (frame.engines.empty() || !frame.engines.front().monitors || frame.step() == 0) return;
  const std::vector<MonitorResult>& now = *frame.engines.front().monitors;
  for (std::size_t i = 0; i < now.size() && i < verdicts_.size(); ++i) {
    if (now[i].passed == verdicts_[i] || monitorEvents_ >= kMostMonitorEvents) continue;
    ++monitorEvents_;
    addEvent({.kind = now[i].passed ? HistoryEvent::Kind::kMet : HistoryEvent::Kind::kFailed,
              .what = now[i].name,
              .detail = now[i].detail},
             frame);
  }
  verdicts_.clear();
  for (const MonitorResult& monitor : now) verdicts_.push_back(monitor.passed);
}

std::size_t History::countOf(std::initializer_list<HistoryEvent::Kind> kinds) const {
  return static_cast<std::size_t>(std::count_if(events_.begin(), events_.end(), [&](const HistoryEvent& e) {
    return std::find(kinds.begin(), kinds.end(), e.kind) != kinds.end();
  }));
}

void History::cutAfter(std::int64_t step) {
  const std::lock_guard lock(mutex_);
  while (entries_.size() > 1 && entries_.back().step > step) {
    bytes_ -= entries_.back().bytes;
    entries_.pop_back();
  }
  std::erase_if(events_, [step](const HistoryEvent& e) { return e.step > step; });
  contactEvents_ = countOf({HistoryEvent::Kind::kContact});
  monitorEvents_ = countOf({HistoryEvent::Kind::kMet, HistoryEvent::Kind::kFailed});
  verdicts_.clear();  // they are judged anew from there
  // What happens again is worth saying again.
  met_.clear();
  if (!entries_.empty()) {
    for (const dynamics::Contact& c : entries_.back().frame->engines.front().snapshot->contacts) {
      if (c.f_W.squaredNorm() > 0) met_.insert({c.bodyA, c.bodyB});
    }
  }
  if (std::none_of(events_.begin(), events_.end(),
                   [](const HistoryEvent& e) { return e.kind == HistoryEvent::Kind::kOverlap; })) {
    deepest_ = 0;
  }
  slow_ = false;
  ++version_;
}

HistorySummary History::summary() const {
  const std::lock_guard lock(mutex_);
  HistorySummary s{.version = version_, .count = entries_.size(), .bytes = bytes_, .full = full_};
  if (!entries_.empty()) {
    s.first = entries_.front().time;
    s.last = entries_.back().time;
  }
  return s;
}

std::vector<HistoryEvent> History::events() const {
  const std::lock_guard lock(mutex_);
  std::vector<HistoryEvent> sorted = events_;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const HistoryEvent& a, const HistoryEvent& b) { return a.step < b.step; });
  return sorted;
}

std::vector<History::Frame> History::frames() const {
  const std::lock_guard lock(mutex_);
  std::vector<Frame> frames;
  for (const Entry& e : entries_) frames.push_back(e.frame);
  return frames;
}

std::vector<History::Frame> History::between(double first, double last) const {
  const std::lock_guard lock(mutex_);
  const auto earlier = [](const Entry& e, double t) { return e.time < t; };
  std::vector<Frame> found;
  for (auto e = std::lower_bound(entries_.begin(), entries_.end(), first, earlier);
       e != entries_.end() && e->time < last; ++e) {
    found.push_back(e->frame);
  }
  return found;
}

History::Frame History::at(double time) const {
  const std::lock_guard lock(mutex_);
  if (entries_.empty()) return nullptr;
  const auto after =
      std::upper_bound(entries_.begin(), entries_.end(), time, [](double t, const Entry& e) { return t < e.time; });
  return after == entries_.begin() ? after->frame : std::prev(after)->frame;
}

History::Frame History::beside(std::int64_t step, int count) const {
  const std::lock_guard lock(mutex_);
  if (entries_.empty()) return nullptr;
  const auto found = std::lower_bound(entries_.begin(), entries_.end(), step,
                                      [](const Entry& e, std::int64_t s) { return e.step < s; });
  const auto i =
      std::clamp<std::ptrdiff_t>(found - entries_.begin() + count, 0, static_cast<std::ptrdiff_t>(entries_.size()) - 1);
  return entries_[static_cast<std::size_t>(i)].frame;
}

}  // namespace passung::app

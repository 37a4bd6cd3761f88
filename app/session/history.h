// SPDX-License-Identifier: GPL-3.0-or-later
// The states that a session has shown, kept in bounded memory so that one can look back, and what happened when.
//
// One frame is kept for each batch of steps (about 80 a second while playing; every step when stepping by hand). When
// the memory is used up, the oldest go. A frame holds poses, velocities and contacts of all bodies, so a scene with 50
// bodies in contact keeps some minutes, one with 5000 some seconds; summary() says how many.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace passung::app {

struct SessionFrame;

struct HistoryEvent {
  enum class Kind { kContact, kOverlap, kSlow, kError, kMet, kFailed };  // the last two: of a monitor
  Kind kind = Kind::kContact;
  std::int64_t step = 0;
  double time = 0;       // [s]
  std::string what{};    // the two parts of a contact, the name of a monitor, why the run stopped
  std::string detail{};  // the figures of a monitor
  double depth = 0;      // [m] of an overlap
};

struct HistorySummary {
  std::uint64_t version = 0;   // changes whenever anything here or an event does
  std::size_t count = 0;       // frames
  double first = 0, last = 0;  // [s] times of the oldest and the newest; 0 without any
  std::size_t bytes = 0;       // taken by the frames, estimated
  bool full = false;           // older ones were dropped for want of memory
};

// Safe to use from several threads.
class History {
 public:
  using Frame = std::shared_ptr<const SessionFrame>;
  static constexpr std::size_t kBudget = std::size_t{256} << 20;  // [byte]

  explicit History(std::size_t budget = kBudget) : budget_(budget) {}

  // Takes a frame that is newer than the last. One of the same step is left out; one of another scene, or of an earlier
  // step (a reset), starts anew. Without `keep` the frame is kept only if an event is found in it.
  void add(const Frame& frame, bool keep = true);
  // Forgets everything after a step: the run goes on from there.
  void cutAfter(std::int64_t step);

  [[nodiscard]] HistorySummary summary() const;
  [[nodiscard]] std::vector<HistoryEvent> events() const;  // by time
  [[nodiscard]] std::vector<Frame> frames() const;         // by time
  // Those of the times [first, last).
  [[nodiscard]] std::vector<Frame> between(double first, double last) const;
  // The last frame at or before a time [s], or the oldest; null without any.
  [[nodiscard]] Frame at(double time) const;
  // The frame `count` places after (before: negative) the one of a step; the newest or oldest where there are fewer.
  [[nodiscard]] Frame beside(std::int64_t step, int count) const;

 private:
  struct Entry {
    Frame frame;
    std::int64_t step;
    double time;
    std::size_t bytes;
  };
  void clear();
  bool note(const SessionFrame& frame);  // whether there was an event
  void noteMonitors(const SessionFrame& frame);
  [[nodiscard]] std::size_t countOf(std::initializer_list<HistoryEvent::Kind> kinds) const;
  void addEvent(HistoryEvent event, const SessionFrame& frame);

  std::size_t budget_;
  mutable std::mutex mutex_;  // guards what follows
  std::deque<Entry> entries_;
  std::vector<HistoryEvent> events_;
  std::size_t contactEvents_ = 0, monitorEvents_ = 0;
  std::vector<bool> verdicts_;         // of the monitors, as noted last; empty: not yet
  std::set<std::pair<int, int>> met_;  // pairs of bodies that have touched
  double deepest_ = 0;                 // [m] smallest gap so far, negative
  bool slow_ = false;
  std::size_t bytes_ = 0;
  std::uint64_t opened_ = 0, version_ = 0;
  bool full_ = false;
};

}  // namespace passung::app

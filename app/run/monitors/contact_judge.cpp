// SPDX-License-Identifier: GPL-3.0-or-later
// contact: two bodies touch at the end, or never.
#include <algorithm>
#include <optional>

#include "app/run/monitors/judge.h"
#include "app/run/units.h"
#include "core/error.h"

namespace passung::app {
namespace {

class ContactJudge final : public Judge {
 public:
  ContactJudge(const scenes::Monitor& monitor, const JudgedWorld& world) : Judge(monitor, world) {
    if (monitor.body.empty() || monitor.other.empty()) {
      throw InputError("", "monitor '" + monitor.name + "'", "it needs two bodies", "give both 'body' and 'other'");
    }
    body_ = find(monitor.body);
    other_ = find(monitor.other);
  }

  // A forbidden contact may last one step only; for the others the samples will do.
  [[nodiscard]] bool needsContacts() const override { return monitor_.forbidden && !monitor_.atEnd; }

  void step(const JudgedStep& now) override {
    time_ = now.time;
    if (needsContacts() && !touched_) look(now.states, now.contacts, now.time);
  }

  void sample(const RunSample& sample) override {
    if (!needsContacts()) look(sample.states, sample.contacts, sample.time);
  }

  [[nodiscard]] MonitorResult finish(const RunFigures&) const override {
    const std::string pair = nameOf(body_) + " and " + nameOf(other_);
    const std::string now = count_ > 0
                                ? std::to_string(count_) + " contact points, force " + readable(force_.norm(), "N")
                                : std::string("no contact");
    if (!monitor_.forbidden) return {"", count_ > 0, since_.value_or(time_), pair + ": " + now + " at the end"};
    if (touched_) return {"", false, *touched_, pair + " touched at " + secondsText(*touched_)};
    return {"", !monitor_.atEnd || count_ == 0, time_,
            monitor_.atEnd ? pair + ": " + now + " at the end" : pair + " never touched"};
  }

 private:
  void look(std::span<const dynamics::BodyState> states, std::span<const dynamics::Contact> contacts, double time) {
    const int a = std::min(body_, other_);
    const int b = std::max(body_, other_);
    count_ = 0;
    force_ = Vec3::Zero();
    for (const dynamics::Contact& contact : contacts) {
      if (contact.bodyA != a || contact.bodyB != b || !touching(contact, states)) continue;
      ++count_;
      force_ += contact.f_W;
    }
    if (count_ == 0) {
      since_.reset();
    } else if (!since_) {
      since_ = time;
    }
    if (needsContacts() && count_ > 0) touched_ = time;
  }

  int body_ = -1, other_ = -1;
  int count_ = 0;
  Vec3 force_ = Vec3::Zero();  // [N]
  double time_ = 0;
  std::optional<double> since_, touched_;  // [s]
};

}  // namespace

JudgePtr makeContactJudge(const scenes::Monitor& monitor, const JudgedWorld& world) {
  return std::make_unique<ContactJudge>(monitor, world);
}

}  // namespace passung::app

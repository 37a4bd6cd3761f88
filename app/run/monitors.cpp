// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/monitors.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "app/run/body_points.h"
#include "app/run/units.h"
#include "core/error.h"

namespace passung::app {
namespace {

using Type = scenes::Monitor::Type;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string seconds(double t) { return plain(t, 5) + " s"; }

std::string place(const Vec3& p) {
  return "(" + plain(p.x(), 4) + ", " + plain(p.y(), 4) + ", " + plain(p.z(), 4) + ") m";
}

// Smallest signed distance of `inner` to the sides of `outer` [m]: >= 0 when inside.
double insideMargin(const Aabb& inner, const Aabb& outer) {
  return std::min((inner.lower - outer.lower).minCoeff(), (outer.upper - inner.upper).minCoeff());
}

// Largest separation of two boxes along an axis [m]: >= 0 when they do not overlap.
double outsideMargin(const Aabb& a, const Aabb& b) {
  return std::max((a.lower - b.upper).maxCoeff(), (b.lower - a.upper).maxCoeff());
}

// A contact that carries force, or whose bodies overlap. A sleeping pair keeps its contacts, whatever their force.
bool touching(const dynamics::Contact& contact, std::span<const dynamics::BodyState> states) {
  const auto asleep = [&](int body) { return states[static_cast<std::size_t>(body)].asleep; };
  return contact.f_W.squaredNorm() > 0 || contact.gap <= 0 || asleep(contact.bodyA) || asleep(contact.bodyB);
}

}  // namespace

// One monitor and what it has seen. `decided_` holds an outcome that no later step can change.
class MonitorSet::Judge {
 public:
  Judge(const scenes::Monitor& monitor, const dynamics::WorldDef& def) : monitor_(monitor), def_(&def) {
    // A monitor without a body speaks of all dynamic ones.
    if (monitor.body.empty()) {
      for (std::size_t i = 0; i < def.bodies.size(); ++i) {
        if (def.bodies[i].motion == dynamics::Motion::kDynamic) bodies_.push_back(static_cast<int>(i));
      }
    } else {
      bodies_.push_back(find(monitor.body));
    }
    if (!monitor.other.empty()) other_ = find(monitor.other);
    const bool pair = monitor.type == Type::kContact || monitor.type == Type::kDistance;
    if (pair && (monitor.body.empty() || other_ < 0)) {
      throw InputError("", "monitor '" + monitor.name + "'", "it needs two bodies", "give both 'body' and 'other'");
    }
    for (const scenes::Monitor& child : monitor.children) children_.emplace_back(child, def);
    for (const int body : bodies_) box_B_.push_back(dynamics::localBounds(def.bodies[static_cast<std::size_t>(body)]));
    checked_.resize(bodies_.size());
  }

  // A forbidden contact may last one step only; for the others the samples will do.
  [[nodiscard]] bool everyContactCounts() const {
    return monitor_.type == Type::kContact && monitor_.forbidden && !monitor_.atEnd;
  }
  [[nodiscard]] bool needsContacts() const {
    return everyContactCounts() ||
           std::any_of(children_.begin(), children_.end(), [](const Judge& child) { return child.needsContacts(); });
  }

  void step(std::span<const dynamics::BodyState> states, std::span<const dynamics::Contact> contacts, double time) {
    for (Judge& child : children_) child.step(states, contacts, time);
    time_ = time;
    if (decided_) return;
    switch (monitor_.type) {
      case Type::kInsideBox:
      case Type::kOutsideBox:
        stepBox(states, time);
        break;
      case Type::kContact:
        if (everyContactCounts()) stepContact(states, contacts, time);
        break;
      case Type::kPosition:
        stepNear((states[at(bodies_.front())].X_WB.p - monitor_.point).norm(), time);
        break;
      case Type::kDistance:
        stepNear((states[at(bodies_.front())].X_WB.p - states[at(other_)].X_WB.p).norm(), time);
        break;
      default:
        break;
    }
  }

  void sample(const RunSample& sample) {
    for (Judge& child : children_) child.sample(sample);
    if (monitor_.type == Type::kContact && !everyContactCounts())
      stepContact(sample.states, sample.contacts, sample.time);
    if (monitor_.type != Type::kMaxPenetration) return;
    for (const PairDepth& pair : sample.depths) {
      if (!concerns(pair) || !(pair.depth > worst_)) continue;
      worst_ = pair.depth;
      worstPair_ = pair;
      worstTime_ = sample.time;
      if (worst_ > monitor_.value && !firstBad_) firstBad_ = sample.time;
    }
  }

  [[nodiscard]] MonitorResult finish(const RunFigures& figures) const {
    MonitorResult result = judge(figures);
    result.name = monitor_.name;
    return result;
  }

 private:
  [[nodiscard]] static std::size_t at(int body) { return static_cast<std::size_t>(body); }
  [[nodiscard]] const std::string& nameOf(int body) const { return def_->bodies[at(body)].name; }

  [[nodiscard]] int find(const std::string& name) const {
    std::string known;
    for (std::size_t i = 0; i < def_->bodies.size(); ++i) {
      if (def_->bodies[i].name == name) return static_cast<int>(i);
      known += (known.empty() ? "" : ", ") + def_->bodies[i].name;
    }
    throw InputError("", "monitor '" + monitor_.name + "'", "there is no body '" + name + "'",
                     "the bodies are " + known);
  }

  [[nodiscard]] bool concerns(const PairDepth& pair) const {
    const auto is = [&](int body) { return pair.bodyA == body || pair.bodyB == body; };
    return (monitor_.body.empty() || is(bodies_.front())) && (other_ < 0 || is(other_));
  }

  // The exact bounds cost all vertices, so they are taken anew only when a body may have moved by its margin.
  struct Checked {
    bool valid = false;
    Transform X_WB;
    double margin = 0;  // [m]
  };

  void stepBox(std::span<const dynamics::BodyState> states, double time) {
    const bool inside = monitor_.type == Type::kInsideBox;
    double least = kInfinity;
    for (std::size_t k = 0; k < bodies_.size(); ++k) {
      const dynamics::BodyDef& body = def_->bodies[at(bodies_[k])];
      const Transform& X_WB = states[at(bodies_[k])].X_WB;
      const auto marginOf = [&](const Aabb& box) {
        if (box.empty()) return kInfinity;
        return inside ? insideMargin(box, monitor_.box) : outsideMargin(box, monitor_.box);
      };
      // The box of the box is looser than the exact bounds: when it passes, they do.
      double margin = marginOf(transformed(box_B_[k], X_WB));
      if (margin < 0) {
        Checked& last = checked_[k];
        const double moved = last.valid ? largestMotion(box_B_[k], last.X_WB, X_WB) : kInfinity;
        margin = last.margin - moved;
        if (!(moved < last.margin)) {
          margin = marginOf(exactBounds(body, X_WB));
          last = {true, X_WB, margin};
        }
      }
      if (margin < least) {
        least = margin;
        boxBody_ = bodies_[k];
      }
    }
    holds_ = least >= 0;
    worst_ = std::max(worst_, -least);
    if (!monitor_.atEnd && !holds_) decide(false, time);
  }

  void stepContact(std::span<const dynamics::BodyState> states, std::span<const dynamics::Contact> contacts,
                   double time) {
    const int a = std::min(bodies_.front(), other_);
    const int b = std::max(bodies_.front(), other_);
    contactCount_ = 0;
    contactForce_ = Vec3::Zero();
    for (const dynamics::Contact& contact : contacts) {
      if (contact.bodyA != a || contact.bodyB != b || !touching(contact, states)) continue;
      ++contactCount_;
      contactForce_ += contact.f_W;
    }
    if (contactCount_ == 0) {
      contactSince_.reset();
    } else if (!contactSince_) {
      contactSince_ = time;
    }
    if (monitor_.forbidden && !monitor_.atEnd && contactCount_ > 0) decide(false, time);
  }

  void stepNear(double distance, double time) {
    last_ = distance;
    if (distance < nearest_) {
      nearest_ = distance;
      nearestTime_ = time;
    }
    if (!monitor_.atEnd && distance <= monitor_.value) decide(true, time);
  }

  void decide(bool passed, double time) {
    decided_ = passed;
    decidedTime_ = time;
  }

  [[nodiscard]] MonitorResult judge(const RunFigures& figures) const {
    switch (monitor_.type) {
      case Type::kAtRest:
        return judgeRest(figures);
      case Type::kInsideBox:
      case Type::kOutsideBox:
        return judgeBox();
      case Type::kMaxPenetration: {
        const bool ok = !(worst_ > monitor_.value);
        std::string detail = "no overlap";
        if (worst_ > 0) {
          detail = "deepest " + readable(worst_, "m") + " (" + nameOf(worstPair_.bodyA) + ", " +
                   nameOf(worstPair_.bodyB) + ") at " + seconds(worstTime_);
        }
        return {"", ok, ok ? time_ : *firstBad_, detail + ", allowed " + readable(monitor_.value, "m")};
      }
      case Type::kMaxEnergyGain: {
        const double allowed = monitor_.value * figures.energy.potentialDrop;
        return {"", figures.energy.maxGain <= allowed, time_,
                "gained at most " + readable(figures.energy.maxGain, "J") + ", allowed " + readable(allowed, "J") +
                    " (" + plain(monitor_.value) + " of the potential drop of " +
                    readable(figures.energy.potentialDrop, "J") + ")"};
      }
      case Type::kContact:
        return judgeContact();
      case Type::kPosition:
      case Type::kDistance:
        return judgeNear();
      case Type::kAll:
      case Type::kAny:
        return judgeChildren(figures);
    }
    return {};
  }

  [[nodiscard]] MonitorResult judgeRest(const RunFigures& figures) const {
    MonitorResult result{"", true, 0, "no moving body"};
    double drift = 0, tilt = 0;
    for (const int body : bodies_) {
      const RestReport& rest = figures.rest[at(body)];
      if (!rest.atRest) {
        return {"", false, time_,
                nameOf(body) + " moves at the end: up to " + readable(rest.maxSpeed, "m/s") + " from " +
                    seconds(rest.since) + " on, drift " + readable(rest.drift, "m")};
      }
      result.at = std::max(result.at, rest.since);
      drift = std::max(drift, rest.drift);
      tilt = std::max(tilt, rest.tiltChange);
    }
    if (!bodies_.empty()) {
      result.detail = (bodies_.size() == 1 ? nameOf(bodies_.front()) : std::string("all moving bodies")) +
                      " at rest since " + seconds(result.at) + ", drift " + readable(drift, "m") + ", tilt change " +
                      readable(tilt, "rad");
    }
    return result;
  }

  [[nodiscard]] MonitorResult judgeBox() const {
    const bool ok = decided_.value_or(holds_);
    const bool inside = monitor_.type == Type::kInsideBox;
    std::string detail = "box " + place(monitor_.box.lower) + " to " + place(monitor_.box.upper);
    if (ok) {
      detail = (inside ? "inside " : "outside ") + detail + (monitor_.atEnd ? " at the end" : " all the time");
    } else if (boxBody_ >= 0) {
      detail = nameOf(boxBody_) + (inside ? " reaches " : " intrudes ") + readable(worst_, "m") +
               (inside ? " out of " : " into ") + detail;
    }
    return {"", ok, decided_ ? decidedTime_ : time_, detail};
  }

  [[nodiscard]] MonitorResult judgeContact() const {
    const std::string pair = nameOf(bodies_.front()) + " and " + nameOf(other_);
    const std::string now = contactCount_ > 0 ? std::to_string(contactCount_) + " contact points, force " +
                                                    readable(contactForce_.norm(), "N")
                                              : std::string("no contact");
    if (!monitor_.forbidden) {
      return {"", contactCount_ > 0, contactSince_.value_or(time_), pair + ": " + now + " at the end"};
    }
    if (decided_) return {"", false, decidedTime_, pair + " touched at " + seconds(decidedTime_)};
    return {"", !monitor_.atEnd || contactCount_ == 0, time_,
            monitor_.atEnd ? pair + ": " + now + " at the end" : pair + " never touched"};
  }

  [[nodiscard]] MonitorResult judgeNear() const {
    const std::string what = monitor_.type == Type::kPosition ? nameOf(bodies_.front()) + " to " + place(monitor_.point)
                                                              : nameOf(bodies_.front()) + " to " + nameOf(other_);
    const std::string allowed = ", asked for " + readable(monitor_.value, "m");
    if (monitor_.atEnd) {
      return {"", last_ <= monitor_.value, time_, what + ": " + readable(last_, "m") + " at the end" + allowed};
    }
    if (decided_)
      return {"", true, decidedTime_,
              what + ": within " + readable(monitor_.value, "m") + " at " + seconds(decidedTime_)};
    return {"", false, time_,
            what + ": no closer than " + readable(nearest_, "m") + ", at " + seconds(nearestTime_) + allowed};
  }

  // All: decided by the last that passed or the first that failed. Any: the other way round.
  [[nodiscard]] MonitorResult judgeChildren(const RunFigures& figures) const {
    const bool all = monitor_.type == Type::kAll;
    MonitorResult result{"", all, 0, ""};
    std::optional<double> latest, earliestOpposite;
    for (const Judge& child : children_) {
      const MonitorResult one = child.finish(figures);
      if (one.passed == all) {
        latest = std::max(latest.value_or(one.at), one.at);
      } else {
        result.passed = !all;
        earliestOpposite = std::min(earliestOpposite.value_or(one.at), one.at);
      }
      result.detail += (result.detail.empty() ? "" : "; ") + std::string(one.passed ? "passed: " : "failed: ") +
                       (one.name.empty() ? "" : one.name + ": ") + one.detail;
    }
    result.at = earliestOpposite.value_or(latest.value_or(time_));
    if (children_.empty()) result.detail = "no conditions";
    return result;
  }

  scenes::Monitor monitor_;
  const dynamics::WorldDef* def_;
  std::vector<int> bodies_;
  int other_ = -1;
  std::vector<Aabb> box_B_;
  std::vector<Judge> children_;

  std::optional<bool> decided_;
  double decidedTime_ = 0, time_ = 0;
  bool holds_ = true;
  int boxBody_ = -1;
  std::vector<Checked> checked_;
  double worst_ = 0, worstTime_ = 0;  // deepest penetration, or farthest across a side of the box [m]
  PairDepth worstPair_;
  std::optional<double> firstBad_;
  int contactCount_ = 0;
  Vec3 contactForce_ = Vec3::Zero();
  std::optional<double> contactSince_;
  double nearest_ = kInfinity, nearestTime_ = 0, last_ = kInfinity;
};

MonitorSet::MonitorSet(const std::vector<scenes::Monitor>& monitors, const dynamics::WorldDef& def) {
  for (const scenes::Monitor& monitor : monitors) judges_.emplace_back(monitor, def);
  for (const Judge& judge : judges_) needsContacts_ = needsContacts_ || judge.needsContacts();
}

MonitorSet::~MonitorSet() = default;

void MonitorSet::step(std::span<const dynamics::BodyState> states, std::span<const dynamics::Contact> contacts,
                      double time) {
  for (Judge& judge : judges_) judge.step(states, contacts, time);
}

void MonitorSet::sample(const RunSample& sample) {
  for (Judge& judge : judges_) judge.sample(sample);
}

std::vector<MonitorResult> MonitorSet::finish(const RunFigures& figures) const {
  std::vector<MonitorResult> results;
  for (const Judge& judge : judges_) results.push_back(judge.finish(figures));
  return results;
}

}  // namespace passung::app

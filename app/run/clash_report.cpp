// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/clash_report.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "core/error.h"

namespace passung::app {

using collision::BodyPair;
using collision::Clearance;
using collision::ClearanceState;

namespace {

std::vector<std::vector<collision::Collider>> collidersOf(const dynamics::WorldDef& def) {
  std::vector<std::vector<collision::Collider>> colliders;
  for (const dynamics::BodyDef& body : def.bodies) colliders.push_back(body.colliders);
  return colliders;
}

// The worst first; equals in the order of the bodies.
void sortAndCount(ClashReport& report) {
  const auto rankOf = [](const Clearance& c) { return std::tuple(c.state, -c.depth, c.gap, c.bodyA, c.bodyB); };
  std::sort(report.pairs.begin(), report.pairs.end(),
            [&](const Clearance& x, const Clearance& y) { return rankOf(x) < rankOf(y); });
  report.clashes = report.touching = report.apart = 0;
  for (const Clearance& c : report.pairs) {
    ++(c.state == ClearanceState::kOverlapping ? report.clashes
       : c.state == ClearanceState::kTouching  ? report.touching
                                               : report.apart);
  }
}

}  // namespace

const char* clearanceWord(ClearanceState state) {
  switch (state) {
    case ClearanceState::kOverlapping:
      return "clash";
    case ClearanceState::kTouching:
      return "touching";
    case ClearanceState::kApart:
      return "clearance";
  }
  return "";
}

std::optional<double> ClashReport::smallestGap() const {
  const auto first =
      std::find_if(pairs.begin(), pairs.end(), [](const Clearance& c) { return c.state == ClearanceState::kApart; });
  return first == pairs.end() ? std::nullopt : std::optional(first->gap);
}

std::optional<double> ClashReport::deepestClash() const {
  return clashes == 0 ? std::nullopt : std::optional(pairs.front().depth);
}

ClashCheck::ClashCheck(const dynamics::WorldDef& def) : oracle_(collidersOf(def)) {
  for (const dynamics::BodyDef& body : def.bodies) bounds_B_.push_back(dynamics::localBounds(body));
  for (const dynamics::JointDef& joint : def.joints) {
    if (!joint.collide && joint.body >= 0 && joint.to >= 0) {
      joined_.push_back({std::min(joint.body, joint.to), std::max(joint.body, joint.to)});
    }
  }
  std::sort(joined_.begin(), joined_.end());
  joined_.erase(std::unique(joined_.begin(), joined_.end()), joined_.end());
}

ClashReport ClashCheck::report(std::span<const Transform> X_WB, const ClashOptions& options,
                               const collision::ClearanceOracle::Progress& progress) const {
  if (X_WB.size() != bounds_B_.size()) {
    throw InputError("", "poses", std::to_string(X_WB.size()) + " are given",
                     "there are " + std::to_string(bounds_B_.size()) + " bodies");
  }
  ClashReport report;
  Aabb all;
  for (std::size_t i = 0; i < bounds_B_.size(); ++i) {
    if (!bounds_B_[i].empty()) all.add(transformed(bounds_B_[i], X_WB[i]));
    report.chordErrors.push_back(oracle_.chordErrorOf(static_cast<int>(i)));
  }
  report.size = all.size();
  report.limit = options.limit.value_or(kLimitShare * report.size);
  report.joined = joined_;

  Jobs jobs(options.threads);
  const auto notJoined = [this](int a, int b) {
    return !std::binary_search(joined_.begin(), joined_.end(), BodyPair{a, b});
  };
  report.pairs = oracle_.pairs(
      X_WB, {.limit = report.limit, .tolerance = options.tolerance}, jobs, notJoined, [&](int done, int total) {
        report.cancelled = (progress && !progress(done, total) && done < total) || report.cancelled;
        return !report.cancelled;
      });
  sortAndCount(report);
  return report;
}

void countPressed(ClashReport& report, std::span<const dynamics::Contact> contacts) {
  std::set<std::pair<int, int>> pressed;
  for (const dynamics::Contact& c : contacts) {
    if (c.f_W.squaredNorm() > 0) pressed.emplace(c.bodyA, c.bodyB);
  }
  for (Clearance& c : report.pairs) {
    if (c.state == ClearanceState::kApart && pressed.contains({c.bodyA, c.bodyB})) c.state = ClearanceState::kTouching;
  }
  sortAndCount(report);
}

std::vector<Transform> startPoses(const dynamics::WorldDef& def) {
  std::vector<Transform> poses;
  for (const dynamics::BodyDef& body : def.bodies) poses.push_back(body.X_WB);
  return poses;
}

std::vector<Transform> posesOf(std::span<const dynamics::BodyState> states) {
  std::vector<Transform> poses;
  for (const dynamics::BodyState& state : states) poses.push_back(state.X_WB);
  return poses;
}

}  // namespace passung::app

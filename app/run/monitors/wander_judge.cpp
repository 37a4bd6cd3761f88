// SPDX-License-Identifier: GPL-3.0-or-later
// never_climbs, drift, sideways_shift and stands: a distance that must never exceed a length.
#include <algorithm>
#include <optional>

#include "app/run/body_points.h"
#include "app/run/monitors/judge.h"
#include "app/run/units.h"

namespace passung::app {
namespace {

using Type = scenes::Monitor::Type;

class WanderJudge final : public Judge {
 public:
  WanderJudge(const scenes::Monitor& monitor, const JudgedWorld& world)
      : Judge(monitor, world),
        bodies_(monitor.type == Type::kStands ? bodies() : std::vector<int>{oneBody()}),
        worstBody_(bodies_.empty() ? -1 : bodies_.front()) {
    for (const int body : bodies_) box_B_.push_back(dynamics::localBounds(world.def.bodies[at(body)]));
  }

  void step(const JudgedStep& now) override {
    time_ = now.time;
    if (!inWindow(now.time)) return;
    const bool first = starts_.empty();
    for (std::size_t k = 0; k < bodies_.size(); ++k) {
      const Vec3 p_WC = centerOf(bodies_[k], now.states);
      if (first) starts_.push_back({now.states[at(bodies_[k])].X_WB, p_WC, axis().dot(p_WC)});
      const double distance = distanceOf(k, now.states[at(bodies_[k])].X_WB, p_WC);
      if (!(distance > worst_)) continue;
      worst_ = distance;
      worstTime_ = now.time;
      worstBody_ = bodies_[k];
    }
    if (worst_ > monitor_.value && !firstBad_) firstBad_ = now.time;
  }

  [[nodiscard]] MonitorResult finish(const RunFigures&) const override {
    MonitorResult result{.name = "", .passed = false, .at = time_, .detail = ""};
    result.limit = monitor_.value;
    result.unit = "m";
    if (starts_.empty()) {
      result.detail = bodies_.empty() ? "no moving body" : "the run ends before the window";
      result.passed = bodies_.empty();
      return result;
    }
    result.measured = worst_;
    result.passed = !firstBad_;
    if (firstBad_) result.at = *firstBad_;
    result.detail = nameOf(worstBody_) + words() + readable(worst_, "m") + " at most" +
                    (worst_ > 0 ? ", at " + secondsText(worstTime_) : std::string()) + ", allowed " +
                    readable(monitor_.value, "m");
    return result;
  }

 private:
  struct Start {
    Transform X_WB;
    Vec3 p_WC;
    double lowest;  // running minimum along the axis [m]
  };

  double distanceOf(std::size_t k, const Transform& X_WB, const Vec3& p_WC) {
    Start& start = starts_[k];
    const Vec3 moved = p_WC - start.p_WC;
    switch (monitor_.type) {
      case Type::kNeverClimbs:
        start.lowest = std::min(start.lowest, axis().dot(p_WC));
        return axis().dot(p_WC) - start.lowest;
      case Type::kSidewaysShift:
        return (moved - axis().dot(moved) * axis()).norm();
      case Type::kDrift:
        return std::max((X_WB.p - start.X_WB.p).norm(), largestMotion(box_B_[k], start.X_WB, X_WB));
      default:
        return moved.norm();
    }
  }

  [[nodiscard]] const char* words() const {
    switch (monitor_.type) {
      case Type::kNeverClimbs:
        return " climbs ";
      case Type::kSidewaysShift:
        return " shifts sideways by ";
      case Type::kDrift:
        return " drifts ";
      default:
        return " leaves its start by ";
    }
  }

  std::vector<int> bodies_;
  std::vector<Aabb> box_B_;
  std::vector<Start> starts_;
  double worst_ = 0, worstTime_ = 0, time_ = 0;
  int worstBody_;
  std::optional<double> firstBad_;
};

}  // namespace

JudgePtr makeWanderJudge(const scenes::Monitor& monitor, const JudgedWorld& world) {
  return std::make_unique<WanderJudge>(monitor, world);
}

}  // namespace passung::app

// SPDX-License-Identifier: GPL-3.0-or-later
// speed, angular_speed and turns: a figure of motion within a range.
#include <algorithm>
#include <limits>
#include <optional>

#include "app/run/monitors/judge.h"
#include "app/run/units.h"

namespace passung::app {
namespace {

using Type = scenes::Monitor::Type;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

class RangeJudge final : public Judge {
 public:
  RangeJudge(const scenes::Monitor& monitor, const JudgedWorld& world)
      : Judge(monitor, world),
        body_(oneBody()),
        least_(monitor.least.value_or(-kInfinity)),
        most_(monitor.most.value_or(kInfinity)) {}

  void step(const JudgedStep& now) override {
    time_ = now.time;
    if (!inWindow(now.time)) return;
    last_ = figure(now.states[at(body_)]);
    // Only the end counts for turns.
    if (monitor_.type == Type::kTurns) lowest_ = kInfinity, highest_ = -kInfinity;
    lowest_ = std::min(lowest_, *last_);
    highest_ = std::max(highest_, *last_);
    if (!within(*last_) && !firstBad_ && monitor_.type != Type::kTurns) firstBad_ = now.time;
  }

  [[nodiscard]] MonitorResult finish(const RunFigures&) const override {
    MonitorResult result{.name = "", .passed = false, .at = time_, .detail = "the run ends before the window"};
    result.unit = unit();
    if (monitor_.most) result.limit = monitor_.most;
    if (monitor_.least) result.limit = result.limit.value_or(*monitor_.least);
    if (!last_) return result;
    result.passed = within(lowest_) && within(highest_);
    if (firstBad_) result.at = *firstBad_;
    // The end that is nearer to its limit, or farther across it.
    result.measured = monitor_.least && (!monitor_.most || least_ - lowest_ > highest_ - most_) ? lowest_ : highest_;
    const std::string u = std::string(" ") + unit();
    result.detail = nameOf(body_) + words() + plain(lowest_, 4);
    if (highest_ > lowest_) result.detail += " to " + plain(highest_, 4);
    result.detail += u + ", asked for";
    if (monitor_.least) result.detail += " at least " + plain(least_, 4) + u;
    if (monitor_.most) result.detail += (monitor_.least ? " and" : "") + (" at most " + plain(most_, 4)) + u;
    return result;
  }

 private:
  [[nodiscard]] double figure(const dynamics::BodyState& state) const {
    switch (monitor_.type) {
      case Type::kAngularSpeed:
        return state.w_WB.dot(axis());
      case Type::kTurns:
        return state.turns.dot(world_.def.bodies[at(body_)].X_WB.q.conjugate() * axis());
      default:
        return monitor_.axis ? state.v_WC.dot(axis()) : state.v_WC.norm();
    }
  }
  [[nodiscard]] bool within(double value) const { return value >= least_ && value <= most_; }
  [[nodiscard]] const char* unit() const {
    return monitor_.type == Type::kSpeed ? "m/s" : monitor_.type == Type::kAngularSpeed ? "rad/s" : "turns";
  }
  [[nodiscard]] const char* words() const {
    return monitor_.type == Type::kSpeed          ? " moves at "
           : monitor_.type == Type::kAngularSpeed ? " spins at "
                                                  : " made ";
  }

  int body_;
  double least_, most_;
  double lowest_ = kInfinity, highest_ = -kInfinity;
  std::optional<double> last_, firstBad_;
  double time_ = 0;
};

}  // namespace

JudgePtr makeRangeJudge(const scenes::Monitor& monitor, const JudgedWorld& world) {
  return std::make_unique<RangeJudge>(monitor, world);
}

}  // namespace passung::app

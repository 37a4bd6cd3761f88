// SPDX-License-Identifier: GPL-3.0-or-later
// creep: how fast a part that should hold moves on, from its poses at the two ends of the window.
#include <algorithm>
#include <optional>

#include "app/run/body_points.h"
#include "app/run/monitors/judge.h"
#include "app/run/units.h"

namespace passung::app {
namespace {

class CreepJudge final : public Judge {
 public:
  CreepJudge(const scenes::Monitor& monitor, const JudgedWorld& world)
      : Judge(monitor, world), body_(oneBody()), box_B_(dynamics::localBounds(world.def.bodies[at(body_)])) {}

  void step(const JudgedStep& now) override {
    time_ = now.time;
    if (!inWindow(now.time)) return;
    last_ = {now.states[at(body_)].X_WB, now.time};
    if (!first_) first_ = last_;
  }

  [[nodiscard]] MonitorResult finish(const RunFigures&) const override {
    MonitorResult result{.name = "", .passed = false, .at = time_, .detail = "the window holds no two steps"};
    result.limit = monitor_.value;
    result.unit = "m/s";
    if (!first_ || !(last_.time > first_->time)) return result;
    const double way =
        std::max((last_.X_WB.p - first_->X_WB.p).norm(), largestMotion(box_B_, first_->X_WB, last_.X_WB));
    const double span = last_.time - first_->time;
    result.measured = way / span;
    result.passed = way / span <= monitor_.value;
    result.detail = nameOf(body_) + " creeps at " + readable(way / span, "m/s") + " over " + secondsText(span) +
                    ", allowed " + readable(monitor_.value, "m/s");
    return result;
  }

 private:
  struct Instant {
    Transform X_WB;
    double time = 0;
  };
  int body_;
  Aabb box_B_;
  std::optional<Instant> first_;
  Instant last_;
  double time_ = 0;
};

}  // namespace

JudgePtr makeCreepJudge(const scenes::Monitor& monitor, const JudgedWorld& world) {
  return std::make_unique<CreepJudge>(monitor, world);
}

}  // namespace passung::app

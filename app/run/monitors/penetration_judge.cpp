// SPDX-License-Identifier: GPL-3.0-or-later
// max_penetration: no part deeper in another, by the exact check at every sample.
#include <optional>

#include "app/run/monitors/judge.h"
#include "app/run/units.h"

namespace passung::app {
namespace {

class PenetrationJudge final : public Judge {
 public:
  PenetrationJudge(const scenes::Monitor& monitor, const JudgedWorld& world)
      : Judge(monitor, world),
        body_(monitor.body.empty() ? -1 : find(monitor.body)),
        other_(monitor.other.empty() ? -1 : find(monitor.other)) {}

  void step(const JudgedStep& now) override { time_ = now.time; }

  void sample(const RunSample& sample) override {
    for (const PairDepth& pair : sample.depths) {
      if (!concerns(pair) || !(pair.depth > worst_)) continue;
      worst_ = pair.depth;
      worstPair_ = pair;
      worstTime_ = sample.time;
      if (worst_ > monitor_.value && !firstBad_) firstBad_ = sample.time;
    }
  }

  [[nodiscard]] MonitorResult finish(const RunFigures&) const override {
    const bool ok = !(worst_ > monitor_.value);
    std::string detail = "no overlap";
    if (worst_ > 0) {
      detail = "deepest " + readable(worst_, "m") + " (" + nameOf(worstPair_.bodyA) + ", " + nameOf(worstPair_.bodyB) +
               ") at " + secondsText(worstTime_);
    }
    MonitorResult result{"", ok, ok ? time_ : *firstBad_, detail + ", allowed " + readable(monitor_.value, "m")};
    result.measured = worst_;
    result.limit = monitor_.value;
    result.unit = "m";
    return result;
  }

 private:
  [[nodiscard]] bool concerns(const PairDepth& pair) const {
    const auto is = [&](int body) { return pair.bodyA == body || pair.bodyB == body; };
    return (body_ < 0 || is(body_)) && (other_ < 0 || is(other_));
  }

  int body_, other_;
  double worst_ = 0, worstTime_ = 0, time_ = 0;  // [m], [s]
  PairDepth worstPair_;
  std::optional<double> firstBad_;
};

}  // namespace

JudgePtr makePenetrationJudge(const scenes::Monitor& monitor, const JudgedWorld& world) {
  return std::make_unique<PenetrationJudge>(monitor, world);
}

}  // namespace passung::app

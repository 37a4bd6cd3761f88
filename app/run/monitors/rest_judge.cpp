// SPDX-License-Identifier: GPL-3.0-or-later
// at_rest: the body, or every moving one, is at rest at the end.
#include <algorithm>

#include "app/run/monitors/judge.h"
#include "app/run/units.h"

namespace passung::app {
namespace {

class RestJudge final : public Judge {
 public:
  RestJudge(const scenes::Monitor& monitor, const JudgedWorld& world) : Judge(monitor, world), bodies_(bodies()) {}

  void step(const JudgedStep& now) override { time_ = now.time; }

  [[nodiscard]] MonitorResult finish(const RunFigures& figures) const override {
    MonitorResult result{"", true, 0, "no moving body"};
    double drift = 0, tilt = 0;
    for (const int body : bodies_) {
      const RestReport& rest = figures.rest[at(body)];
      if (!rest.atRest) {
        return {"", false, time_,
                nameOf(body) + " moves at the end: up to " + readable(rest.maxSpeed, "m/s") + " from " +
                    secondsText(rest.since) + " on, drift " + readable(rest.drift, "m")};
      }
      result.at = std::max(result.at, rest.since);
      drift = std::max(drift, rest.drift);
      tilt = std::max(tilt, rest.tiltChange);
    }
    if (!bodies_.empty()) {
      result.detail = (bodies_.size() == 1 ? nameOf(bodies_.front()) : std::string("all moving bodies")) +
                      " at rest since " + secondsText(result.at) + ", drift " + readable(drift, "m") +
                      ", tilt change " + readable(tilt, "rad");
    }
    return result;
  }

 private:
  std::vector<int> bodies_;
  double time_ = 0;
};

}  // namespace

JudgePtr makeRestJudge(const scenes::Monitor& monitor, const JudgedWorld& world) {
  return std::make_unique<RestJudge>(monitor, world);
}

}  // namespace passung::app

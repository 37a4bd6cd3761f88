// SPDX-License-Identifier: GPL-3.0-or-later
// travel_per_turn: the least-squares slope of travel along an axis over turns about it. Fitting all steps, not only the
// ends, leaves the play of the thread out.
#include <algorithm>
#include <cmath>

#include "app/run/monitors/judge.h"
#include "app/run/monitors/line_fit.h"
#include "app/run/units.h"

namespace passung::app {
namespace {

constexpr double kLeastTurns = 0.01;  // below, the play of the thread is all there is

class TravelJudge final : public Judge {
 public:
  TravelJudge(const scenes::Monitor& monitor, const JudgedWorld& world)
      : Judge(monitor, world), body_(oneBody()), other_(monitor.other.empty() ? -1 : find(monitor.other)) {}

  void step(const JudgedStep& now) override {
    time_ = now.time;
    if (!inWindow(now.time)) return;
    double travel = centerOf(body_, now.states).dot(axis());
    double turns = turnsOf(body_, now);
    if (other_ >= 0) {
      travel -= centerOf(other_, now.states).dot(axis());
      turns -= turnsOf(other_, now);
    }
    line_.add(turns, travel);
  }

  [[nodiscard]] MonitorResult finish(const RunFigures&) const override {
    const bool turned = line_.spanX() > kLeastTurns;
    return compared(turned ? line_.slope() : std::nullopt, monitor_.screw.pitch, monitor_.percent, "m",
                    "travel of " + nameOf(body_) + " per turn, over " + plain(line_.spanX(), 4) + " turns", time_,
                    "it hardly turns");
  }

 private:
  // Turns are kept about the body's own axes: the one that the axis is at the start.
  [[nodiscard]] double turnsOf(int body, const JudgedStep& now) const {
    const Vec3 axis_B = world_.def.bodies[at(body)].X_WB.q.conjugate() * axis();
    return now.states[at(body)].turns.dot(axis_B);
  }

  int body_, other_;
  LineFit line_;  // travel over turns
  double time_ = 0;
};

}  // namespace

JudgePtr makeTravelJudge(const scenes::Monitor& monitor, const JudgedWorld& world) {
  return std::make_unique<TravelJudge>(monitor, world);
}

}  // namespace passung::app

// SPDX-License-Identifier: GPL-3.0-or-later
// max_energy_gain: energy from nowhere, as a share of what the scene has to give.
#include "app/run/monitors/judge.h"
#include "app/run/units.h"

namespace passung::app {
namespace {

class EnergyJudge final : public Judge {
 public:
  EnergyJudge(const scenes::Monitor& monitor, const JudgedWorld& world) : Judge(monitor, world) {
    for (const int body : bodies()) {
      size_ += massOf(body).mass * world.def.gravity.norm() * dynamics::localBounds(world.def.bodies[at(body)]).size();
    }
  }

  void step(const JudgedStep& now) override { time_ = now.time; }

  [[nodiscard]] MonitorResult finish(const RunFigures& figures) const override {
    const double measure = monitor_.ofSize ? size_ : figures.energy.potentialDrop;
    const double allowed = monitor_.value * measure;
    MonitorResult result{"", figures.energy.maxGain <= allowed, time_,
                         "gained at most " + readable(figures.energy.maxGain, "J") + ", allowed " +
                             readable(allowed, "J") + " (" + plain(monitor_.value) + " of " +
                             (monitor_.ofSize ? "m g L of " : "the potential drop of ") + readable(measure, "J") + ")"};
    result.measured = figures.energy.maxGain;
    result.limit = allowed;
    result.unit = "J";
    return result;
  }

 private:
  double size_ = 0;  // sum of m g L [J]
  double time_ = 0;
};

}  // namespace

JudgePtr makeEnergyJudge(const scenes::Monitor& monitor, const JudgedWorld& world) {
  return std::make_unique<EnergyJudge>(monitor, world);
}

}  // namespace passung::app

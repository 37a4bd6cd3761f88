// SPDX-License-Identifier: GPL-3.0-or-later
// acceleration: the mean acceleration of the centre of mass along an axis, by the least-squares line through its speed.
// A jump of the speed at one end of the window then counts little, other than in the quotient of the ends.
#include <algorithm>
#include <optional>

#include "app/run/monitors/judge.h"
#include "app/run/monitors/line_fit.h"
#include "app/run/screw_law.h"

namespace passung::app {
namespace {

class AccelerationJudge final : public Judge {
 public:
  AccelerationJudge(const scenes::Monitor& monitor, const JudgedWorld& world)
      : Judge(monitor, world), body_(oneBody()), expected_(monitor.expected.value_or(0)) {
    const double along = world.def.gravity.dot(axis());
    if (monitor.law == scenes::Monitor::Law::kGravity) expected_ = along;
    if (monitor.law == scenes::Monitor::Law::kScrew) {
      const Vec3 axis_B = world.def.bodies[at(body_)].X_WB.q.conjugate() * axis();
      expected_ =
          screwAcceleration(along, massOf(body_).mass, axis_B.dot(massOf(body_).inertia * axis_B), monitor.screw.pitch);
    }
  }

  [[nodiscard]] bool needsContacts() const override { return monitor_.whileFree; }

  void step(const JudgedStep& now) override {
    time_ = now.time;
    const double speed = now.states[at(body_)].v_WC.dot(axis());
    const std::optional<double> before = speed_;
    speed_ = speed;
    if (!inWindow(now.time)) return;
    if (!monitor_.whileFree) {
      line_.add(now.time, speed);
      return;
    }
    // The forces of a step are those its contacts show at its end.
    const bool free = std::none_of(now.contacts.begin(), now.contacts.end(), [&](const dynamics::Contact& contact) {
      return (contact.bodyA == body_ || contact.bodyB == body_) && touching(contact, now.states);
    });
    if (!free || !before) return;
    gained_ += speed - *before;
    ++freeSteps_;
  }

  [[nodiscard]] MonitorResult finish(const RunFigures&) const override {
    std::optional<double> measured = line_.slope();
    std::string what = "mean acceleration of " + nameOf(body_);
    if (monitor_.whileFree) {
      if (freeSteps_ > 0) measured = gained_ / (static_cast<double>(freeSteps_) * world_.def.dt);
      what += " while free (" + std::to_string(freeSteps_) + " steps)";
    }
    return compared(measured, expected_, monitor_.percent, "m/s^2", what, time_, "the window holds too few steps");
  }

 private:
  int body_;
  double expected_ = 0;  // [m/s^2]
  LineFit line_;         // of the speed over time
  std::optional<double> speed_;
  double gained_ = 0;  // [m/s]
  long freeSteps_ = 0;
  double time_ = 0;
};

}  // namespace

JudgePtr makeAccelerationJudge(const scenes::Monitor& monitor, const JudgedWorld& world) {
  return std::make_unique<AccelerationJudge>(monitor, world);
}

}  // namespace passung::app

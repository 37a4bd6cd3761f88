// SPDX-License-Identifier: GPL-3.0-or-later
// contact_force: the mean force of one body on another along an axis, over the samples of the window, against a value
// or against the clamp force of a tightened nut.
#include <cmath>
#include <optional>

#include "app/run/contact_radius.h"
#include "app/run/monitors/judge.h"
#include "app/run/screw_law.h"
#include "app/run/units.h"
#include "core/error.h"

namespace passung::app {
namespace {

using Law = scenes::Monitor::Law;

class ForceJudge final : public Judge {
 public:
  ForceJudge(const scenes::Monitor& monitor, const JudgedWorld& world) : Judge(monitor, world), body_(oneBody()) {
    if (monitor.other.empty()) {
      throw InputError("", "monitor '" + monitor.name + "'", "it needs two bodies", "give both 'body' and 'other'");
    }
    other_ = find(monitor.other);
    if (monitor.law == Law::kPowerScrew) thread_ = find(monitor.screw.thread);
  }

  void step(const JudgedStep& now) override { time_ = now.time; }

  void sample(const RunSample& sample) override {
    if (!inWindow(sample.time)) return;
    ++samples_;
    const Vec3 center = thread_ >= 0 ? centerOf(thread_, sample.states) : Vec3::Zero();
    for (const dynamics::Contact& contact : sample.contacts) {
      if (isPair(contact, other_)) {
        force_ += (contact.bodyB == body_ ? 1.0 : -1.0) * contact.f_W.dot(axis());
        bearing_.add(contact, center, axis());
      }
      if (thread_ >= 0 && isPair(contact, thread_)) flanks_.add(contact, center, axis());
    }
  }

  [[nodiscard]] MonitorResult finish(const RunFigures&) const override {
    const std::string what = "force of " + nameOf(other_) + " on " + nameOf(body_);
    if (samples_ == 0) return compared(std::nullopt, 0, monitor_.percent, "N", what, time_, "no sample in the window");
    const double force = force_ / static_cast<double>(samples_);
    if (monitor_.law != Law::kPowerScrew) {
      return compared(force, monitor_.expected.value_or(0), monitor_.percent, "N", what, time_);
    }

    const scenes::ScrewLaw& law = monitor_.screw;
    const std::optional<double> radius = law.contactRadius ? law.contactRadius : flanks_.mean();
    const std::optional<double> bearing = law.bearingRadius ? law.bearingRadius : bearing_.mean();
    if (!radius || !bearing) {
      return compared(std::nullopt, 0, monitor_.percent, "N", what, time_,
                      radius ? "the face carries nothing" : "the thread carries nothing");
    }
    const double expected = clampForce(law.torque, {law.pitch, *radius, law.flankDegrees * kPi / 180},
                                       frictionOf(thread_), *bearing, frictionOf(other_));
    MonitorResult result = compared(force, expected, monitor_.percent, "N", what, time_);
    result.detail += " at r_c = " + readable(*radius, "m") + ", r_b = " + readable(*bearing, "m") +
                     ", T = " + plain(law.torque) + " N m";
    return result;
  }

 private:
  [[nodiscard]] bool isPair(const dynamics::Contact& contact, int with) const {
    return (contact.bodyA == body_ && contact.bodyB == with) || (contact.bodyA == with && contact.bodyB == body_);
  }
  [[nodiscard]] double frictionOf(int with) const {
    return std::sqrt(world_.def.bodies[at(body_)].material.friction * world_.def.bodies[at(with)].material.friction);
  }

  int body_, other_ = -1, thread_ = -1;
  double force_ = 0;  // sum over the samples [N]
  long samples_ = 0;
  ContactRadius flanks_, bearing_;
  double time_ = 0;
};

}  // namespace

JudgePtr makeForceJudge(const scenes::Monitor& monitor, const JudgedWorld& world) {
  return std::make_unique<ForceJudge>(monitor, world);
}

}  // namespace passung::app

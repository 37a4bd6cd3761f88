// SPDX-License-Identifier: Apache-2.0
#include "dynamics/joints/drive_set.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/error.h"

namespace passung::dynamics {

const char* driveKindName(DriveDef::Kind kind) {
  static constexpr const char* kNames[] = {"force", "torque", "spin", "speed"};
  return kNames[static_cast<int>(kind)];
}

DriveSet::DriveSet(const WorldDef& def, std::vector<MassProperties> masses) : def_(def), masses_(std::move(masses)) {
  (void)set(def.drives);
}

std::vector<int> DriveSet::set(const std::vector<DriveDef>& drives) {
  const int bodies = static_cast<int>(def_.bodies.size());
  std::vector<Motor> made;
  for (const DriveDef& d : drives) {
    const std::string place = "drive '" + d.name + "'";
    if (d.body < 0 || d.body >= bodies || !dynamic(d.body))
      throw InputError("", place, "it does not act on a body that moves freely", "name a dynamic body");
    if (d.reaction >= bodies || d.frame >= bodies || d.reaction == d.body)
      throw InputError("", place, "its reaction or frame is no other body of the scene", "name another body");
    if (!d.axis.allFinite() || !(d.axis.norm() > 0))
      throw InputError("", place, "its axis has no direction", "for instance [0, 0, 1]");
    if (!std::isfinite(d.value) || !(d.limit >= 0) || (d.point_B && !d.point_B->allFinite()))
      throw InputError("", place, "its value, limit or point is not a number", "a finite value and a limit >= 0");
    made.push_back({.def = d, .last = {}});
    made.back().def.axis.normalize();
    if (made.size() > drives_.size()) continue;
    const Motor& before = drives_[made.size() - 1];
    const bool same = d.kind == before.def.kind && d.body == before.def.body && d.reaction == before.def.reaction &&
                      d.frame == before.def.frame;
    if (d.body == before.def.body && d.angular() == before.def.angular()) made.back().last.speed = before.last.speed;
    if (!same) continue;
    made.back().active = before.active;
    made.back().effort = before.effort;
    made.back().last = before.last;
  }
  std::vector<int> driven;
  for (const std::vector<Motor>* list : {&std::as_const(drives_), &std::as_const(made)}) {
    for (const Motor& motor : *list) {
      for (const int body : {motor.def.body, motor.def.reaction}) {
        if (dynamic(body)) driven.push_back(body);
      }
    }
  }
  drives_ = std::move(made);
  loads_.clear();
  return driven;
}

bool DriveSet::dynamic(int body) const {
  return body >= 0 && def_.bodies[static_cast<std::size_t>(body)].motion == Motion::kDynamic;
}

Vec3 DriveSet::centre(int body, std::span<const BodyState> states) const {
  const auto i = static_cast<std::size_t>(body);
  return states[i].X_WB * masses_[i].com;
}

DriveSet::Frame DriveSet::frameOf(const DriveDef& drive, std::span<const BodyState> states) const {
  const BodyState& body = states[static_cast<std::size_t>(drive.body)];
  Frame frame{drive.axis, drive.point_B ? body.X_WB * *drive.point_B : centre(drive.body, states)};
  if (drive.frame >= 0) frame.axis_W = states[static_cast<std::size_t>(drive.frame)].X_WB.q * drive.axis;
  return frame;
}

double DriveSet::speedOf(const DriveDef& drive, std::span<const BodyState> states) const {
  const Frame frame = frameOf(drive, states);
  const auto along = [&](int body) {
    const BodyState& s = states[static_cast<std::size_t>(body)];
    if (drive.angular()) return frame.axis_W.dot(s.w_WB);
    return frame.axis_W.dot(s.v_WC + s.w_WB.cross(frame.p_W - centre(body, states)));
  };
  return along(drive.body) - (drive.reaction >= 0 ? along(drive.reaction) : 0);
}

double DriveSet::explicitEffort(const DriveDef& drive, std::span<const BodyState> states) const {
  const Frame frame = frameOf(drive, states);
  const auto mobility = [&](int body) {
    if (!dynamic(body)) return 0.0;
    const MassProperties& m = masses_[static_cast<std::size_t>(body)];
    const Quat& q = states[static_cast<std::size_t>(body)].X_WB.q;
    const Vec3 turn = drive.angular() ? frame.axis_W : (frame.p_W - centre(body, states)).cross(frame.axis_W);
    const Vec3 turn_B = q.conjugate() * turn;
    return (drive.angular() ? 0 : 1 / m.mass) + turn_B.dot(m.inertia.inverse() * turn_B);
  };
  const double lag = drive.value - speedOf(drive, states);
  return std::clamp(lag / (def_.dt * (mobility(drive.body) + mobility(drive.reaction))), -drive.limit, drive.limit);
}

std::vector<int> DriveSet::begin(double time, std::span<const BodyState> states, bool explicitMotors) {
  std::vector<int> changed;
  loads_.clear();
  if (drives_.empty()) return changed;
  before_.assign(states.begin(), states.end());
  for (std::size_t k = 0; k < drives_.size(); ++k) {
    Motor& motor = drives_[k];
    const DriveDef& d = motor.def;
    // A step belongs to a drive when its middle does, so that rounding of times does not matter.
    const double middle = time + 0.5 * def_.dt;
    const bool active = middle > d.start && middle < d.stop;
    if (active != motor.active) {
      for (int body : {d.body, d.reaction}) {
        if (dynamic(body)) changed.push_back(body);
      }
    }
    motor.active = active;
    motor.last = {.active = active};
    if (!active) motor.effort = 0;
    if (!active || (d.motor() && !explicitMotors)) continue;

    motor.last.effort = d.motor() ? explicitEffort(d, states) : d.value;
    const Frame frame = frameOf(d, states);
    for (const auto& [body, sign] : {std::pair{d.body, 1.0}, std::pair{d.reaction, -1.0}}) {
      if (!dynamic(body)) continue;
      const Vec3 effort_W = sign * motor.last.effort * frame.axis_W;
      DriveLoad load{.drive = static_cast<int>(k), .body = body};
      if (d.angular()) {
        load.t_W = effort_W;
      } else {
        load.f_W = effort_W;
        load.t_W = (frame.p_W - centre(body, states)).cross(effort_W);
      }
      loads_.push_back(load);
    }
  }
  return changed;
}

std::vector<Motor*> DriveSet::motors() {
  std::vector<Motor*> found;
  for (Motor& motor : drives_) {
    if (motor.active && motor.def.motor()) found.push_back(&motor);
  }
  return found;
}

double DriveSet::end(std::span<const BodyState> states) {
  for (const DriveLoad& load : loads_) {
    const auto i = static_cast<std::size_t>(load.body);
    const Vec3 way = centre(load.body, states) - centre(load.body, before_);
    const Vec3 turn = vectorFromRotation(states[i].X_WB.q * before_[i].X_WB.q.conjugate());
    drives_[static_cast<std::size_t>(load.drive)].last.work += load.f_W.dot(way) + load.t_W.dot(turn);
  }
  double sum = 0;
  for (Motor& motor : drives_) {
    motor.last.speed = speedOf(motor.def, states);
    sum += motor.last.work;
  }
  return sum;
}

std::vector<DriveState> DriveSet::states() const {
  std::vector<DriveState> all;
  for (const Motor& motor : drives_) all.push_back(motor.last);
  return all;
}

}  // namespace passung::dynamics

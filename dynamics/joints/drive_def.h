// SPDX-License-Identifier: Apache-2.0
// The recipe of an actuator: a constant load on a body, or a motor that holds one component of its velocity.
#pragma once

#include <limits>
#include <optional>
#include <string>

#include "core/math.h"

namespace passung::dynamics {

struct DriveDef {
  enum class Kind {
    kForce,   // constant force `value` [N] along the axis, at `point`
    kTorque,  // constant torque `value` [N m] about the axis
    kSpin,    // keeps w . axis at `value` [rad/s] with a torque of at most `limit` [N m]; all else stays free
    kSpeed    // keeps v . axis of `point` at `value` [m/s] with a force of at most `limit` [N]
  };
  std::string name;
  Kind kind = Kind::kTorque;
  int body = -1;                // a dynamic body
  int reaction = -1;            // the body that the motor stands on: it feels the opposite, and speeds are relative to
                                // it; -1: the ground
  int frame = -1;               // the body in whose frame the axis is fixed; -1: the world
  Vec3 axis = Vec3::UnitZ();    // of any length but 0
  std::optional<Vec3> point_B;  // of `body`, where a force or a speed acts [m]; default: its centre of mass
  double value = 0;
  double limit = std::numeric_limits<double>::infinity();            // of spin and speed, >= 0
  double start = 0, stop = std::numeric_limits<double>::infinity();  // acts from start until stop [s]

  bool operator==(const DriveDef&) const = default;
  [[nodiscard]] bool motor() const { return kind == Kind::kSpin || kind == Kind::kSpeed; }
  [[nodiscard]] bool angular() const { return kind == Kind::kTorque || kind == Kind::kSpin; }
};

[[nodiscard]] const char* driveKindName(DriveDef::Kind kind);  // "force", "torque", "spin", "speed"

// What a drive did in the last step.
struct DriveState {
  bool active = false;
  double effort = 0;  // force [N] or torque [N m] on the body along the axis, mean of the step
  double speed = 0;   // of the body along or about the axis, relative to the reaction body, at the end [m/s, rad/s]
  double work = 0;    // done by the drive on all bodies in the step [J]
};

}  // namespace passung::dynamics

// SPDX-License-Identifier: Apache-2.0
// The recipe of a joint between two bodies, or between a body and the ground.
#pragma once

#include <limits>
#include <optional>
#include <string>

#include "core/math.h"

namespace passung::dynamics {

// Drives the coordinate of a joint: holds its rate, or pushes with a constant effort.
struct JointMotor {
  std::optional<double> speed;                             // to hold [rad/s, m/s]
  double limit = std::numeric_limits<double>::infinity();  // largest effort that the speed may take [N, N m], >= 0
  double effort = 0;                                       // constant [N, N m]; counts where there is no speed

  bool operator==(const JointMotor&) const = default;
};

// Frame J sits on `to`, frame K on `body`; they coincide where the joint is at its zero. Axes are the frames' z axes.
struct JointDef {
  enum class Kind {
    kFixed,
    kRevolute,     // turns about the axis; coordinate: the angle of K in J [rad]
    kPrismatic,    // slides along the axis; coordinate: the travel of K in J [m]
    kCylindrical,  // turns and slides; coordinate: the travel [m]
    kScrew,        // turns and slides by `pitch` a turn; coordinate: the angle [rad]
    kSpherical,    // turns about the common origin; no coordinate
    kDistance,     // keeps the distance of the two origins, or within limits where there are some; coordinate: it [m]
    kSpring        // leaves all motion free; a spring between the two origins; coordinate: their distance [m]
  };
  std::string name;
  Kind kind = Kind::kRevolute;
  int body = -1;  // B
  int to = -1;    // A; -1: the ground
  Transform X_AJ, X_BK;
  double pitch = 0;  // of a screw [m per turn]; positive: right-handed

  // All on the coordinate; efforts are forces [N] or torques [N m].
  double lower = -std::numeric_limits<double>::infinity(), upper = std::numeric_limits<double>::infinity();
  JointMotor motor;
  double friction = 0;         // largest effort of dry friction
  double stiffness = 0;        // [N/m, N m/rad]
  double damping = 0;          // [N s/m, N m s/rad]
  std::optional<double> rest;  // of the spring, or the length of a distance; default: the start's
  bool collide = false;        // whether the two bodies also collide with each other

  [[nodiscard]] bool hasCoordinate() const { return kind != Kind::kFixed && kind != Kind::kSpherical; }
  [[nodiscard]] bool angular() const { return kind == Kind::kRevolute || kind == Kind::kScrew; }
  [[nodiscard]] bool limited() const {
    return lower > -std::numeric_limits<double>::infinity() || upper < std::numeric_limits<double>::infinity();
  }
  [[nodiscard]] bool rigidLength() const { return kind == Kind::kDistance && !limited(); }
};

[[nodiscard]] const char* jointKindName(JointDef::Kind kind);  // "fixed", "revolute", ...

// What a joint did in the last step.
struct JointState {
  double coordinate = 0, rate = 0;        // [rad, rad/s] or [m, m/s]; turns of an angle are counted
  Vec3 p_W = Vec3::Zero();                // origin of K [m]
  Vec3 axis_W = Vec3::UnitZ();            // axis of J
  Vec3 f_W = Vec3::Zero();                // all that the joint does to `body`: force [N], mean of the step ...
  Vec3 t_W = Vec3::Zero();                // ... and torque about p_W [N m]
  double motorEffort = 0, motorWork = 0;  // [N, N m], [J]
  double error = 0;                       // largest violation of its constraints at the end [m] (angles times a lever)
  double energy = 0;                      // stored in its spring and limits [J]
};

}  // namespace passung::dynamics

// SPDX-License-Identifier: Apache-2.0
// The runtime form of a body: constants made once from its BodyDef, and its state in the centre-of-mass frame.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "collision/narrowphase/contact_geometry.h"
#include "dynamics/world_def.h"

namespace passung::dynamics {

// Frame C: at the centre of mass, axes of the body frame B.
struct BodyMotion {
  Transform X_WC;
  Vec3 v = Vec3::Zero();  // of C [m/s]
  Vec3 w = Vec3::Zero();  // [rad/s], in W
};

struct RigidBody {
  struct Part {
    std::shared_ptr<const collision::ContactGeometry> geometry;
    Transform X_CG;
  };

  std::string name;
  Motion type = Motion::kDynamic;
  Material material;
  MassProperties mass;                                  // in B
  double m = 0;                                         // [kg]
  Mat3 inertia = Mat3::Zero(), inverse = Mat3::Zero();  // about C, body axes
  std::vector<Part> parts;
  double size = 0;       // diagonal of the bounds, half-spaces left out [m]
  double thickness = 0;  // of the thinnest part [m]
  double radius = 0;     // largest distance of a point from C [m]
  double fastest = 0;    // speed of a point, by the start velocity or a motor's target [m/s]

  BodyMotion state;
  // Of a jointed body: how long before its pose its velocity belongs, half the last implicit substep [s]; 0 after a
  // step of RATTLE.
  double velocityAge = 0;
  bool asleep = false;
  double slow_s = 0;  // time below the sleep speed [s]
  double asleep_s = 0;
  double energyBank = 0;  // numerical losses that may come back [J], see ImplicitSolver
  Vec3 turns = Vec3::Zero();
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();  // external, for the next step; about C, in W

  [[nodiscard]] bool dynamic() const { return type == Motion::kDynamic; }
  [[nodiscard]] Transform X_WB() const { return {state.X_WC.q, state.X_WC.p - state.X_WC.q * mass.com}; }
  [[nodiscard]] Mat3 inertiaAt(const Quat& q) const {
    const Mat3 R = q.toRotationMatrix();
    return R * inertia * R.transpose();
  }
  [[nodiscard]] Mat3 inverseAt(const Quat& q) const {
    const Mat3 R = q.toRotationMatrix();
    return R * inverse * R.transpose();
  }
};

}  // namespace passung::dynamics

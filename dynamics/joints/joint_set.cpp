// SPDX-License-Identifier: Apache-2.0
#include "dynamics/joints/joint_set.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"

namespace passung::dynamics {
namespace {

// Frames that are farther apart at the start, as a share of the joint's lever, are a mistake of the scene.
constexpr double kStartError = 1e-3;

const RigidBody* at(std::span<const RigidBody> bodies, int i) {
  return i < 0 ? nullptr : &bodies[static_cast<std::size_t>(i)];
}

Transform poseOf(const RigidBody* body) { return body == nullptr ? Transform() : body->state.X_WC; }

// Along the coordinate. A motor without a speed pushes with a constant effort.
Motor motorOf(const JointDef& joint, const JointMotor& wanted) {
  using Kind = DriveDef::Kind;
  Motor motor{.def = {}, .active = wanted.speed || wanted.effort != 0, .last = {}};
  if (wanted.speed) {
    motor.def.kind = joint.angular() ? Kind::kSpin : Kind::kSpeed;
    motor.def.value = *wanted.speed;
    motor.def.limit = wanted.limit;
  } else {
    motor.def.kind = joint.angular() ? Kind::kTorque : Kind::kForce;
    motor.def.value = wanted.effort;
  }
  return motor;
}

bool isValid(const JointMotor& motor) {
  return std::isfinite(motor.speed.value_or(0)) && motor.limit >= 0 && std::isfinite(motor.effort);
}

}  // namespace

JointSet::JointSet(const std::vector<JointDef>& defs, std::span<const RigidBody> bodies) {
  const int count = static_cast<int>(bodies.size());
  for (const JointDef& d : defs) {
    const std::string place = "joint '" + d.name + "'";
    if (d.body < -1 || d.to < -1 || d.body >= count || d.to >= count || d.body == d.to)
      throw InputError("", place, "it does not join two bodies, or one and the ground", "name two different bodies");
    const RigidBody *A = at(bodies, d.to), *B = at(bodies, d.body);
    if (!(A != nullptr && A->dynamic()) && !(B != nullptr && B->dynamic()))
      throw InputError("", place, "neither of its bodies moves freely", "make one of them dynamic");
    const bool numbers = passung::isFinite(d.X_AJ) && passung::isFinite(d.X_BK) && std::isfinite(d.pitch) &&
                         d.lower <= d.upper && d.friction >= 0 && isValid(d.motor) && std::isfinite(d.friction) &&
                         std::isfinite(d.stiffness) && std::isfinite(d.damping) && d.stiffness >= 0 && d.damping >= 0 &&
                         std::isfinite(d.rest.value_or(0));
    if (!numbers)
      throw InputError("", place, "a value is no number, negative, or its limits are in the wrong order",
                       "finite values, none below 0, lower <= upper");
    Joint j;
    j.def = d;
    j.X_AJ = A == nullptr ? d.X_AJ : Transform{Quat::Identity(), -A->mass.com} * d.X_AJ;
    j.X_BK = B == nullptr ? d.X_BK : Transform{Quat::Identity(), -B->mass.com} * d.X_BK;
    j.lever = 0;
    j.mass = j.size = std::numeric_limits<double>::infinity();
    for (const RigidBody* body : {A, B}) {
      if (body == nullptr || !body->dynamic()) continue;
      const double gyration = std::sqrt(body->inertia.trace() / (2 * body->m));
      j.lever = std::max(j.lever, gyration);
      j.mass = std::min(j.mass, body->m);
      j.size = std::min(j.size, body->size > 0 ? body->size : gyration);
    }
    if (d.hasCoordinate()) j.motor = motorOf(d, d.motor);
    if (d.friction > 0 && d.hasCoordinate()) j.friction = motorOf(d, {.speed = 0, .limit = d.friction});
    const JointRow q = j.coordinate(poseOf(A), poseOf(B));
    j.start = q.c;
    j.angle = d.angular() ? q.c : 0;
    if (d.kind == JointDef::Kind::kScrew) {
      std::vector<JointRow> rows;
      j.constraints(poseOf(A), poseOf(B), rows);
      j.travel0 = rows.back().c;
    }
    std::vector<JointRow> rows;
    j.constraints(poseOf(A), poseOf(B), rows);
    for (const JointRow& row : rows) {
      if (std::abs(row.c) > kStartError * j.lever)
        throw InputError("", place, "its two sides do not meet at the start", "place them so that they do");
    }
    const double slack = 1e-9 * (d.angular() ? 1 : j.lever);
    if (q.c < d.lower - slack || q.c > d.upper + slack)
      throw InputError("", place, "it starts outside its limits", "start within them");
    measure(j, bodies);
    joints_.push_back(std::move(j));
  }
}

void JointSet::measure(Joint& joint, std::span<const RigidBody> bodies) const {
  const Transform X_WA = poseOf(at(bodies, joint.def.to)), X_WB = poseOf(at(bodies, joint.def.body));
  joint.last.coordinate = joint.coordinate(X_WA, X_WB).c;
  joint.last.p_W = X_WB * joint.X_BK.p;
  joint.last.axis_W = X_WA.q * (joint.X_AJ.q * Vec3::UnitZ());
  const double stretch = joint.last.coordinate - joint.rest();
  joint.last.energy = joint.def.hasCoordinate() ? 0.5 * joint.def.stiffness * stretch * stretch : 0;
}

bool JointSet::separates(int bodyA, int bodyB) const {
  return std::any_of(joints_.begin(), joints_.end(), [&](const Joint& j) {
    return !j.def.collide && ((j.def.body == bodyA && j.def.to == bodyB) || (j.def.body == bodyB && j.def.to == bodyA));
  });
}

void JointSet::setMotor(int joint, const JointMotor& motor) {
  if (joint < 0 || static_cast<std::size_t>(joint) >= joints_.size())
    throw InputError("", "joint " + std::to_string(joint), "there is no such joint", "the number of one of the scene");
  Joint& j = joints_[static_cast<std::size_t>(joint)];
  const std::string place = "joint '" + j.def.name + "'";
  if (!j.def.hasCoordinate())
    throw InputError("", place, std::string("a ") + jointKindName(j.def.kind) + " joint has nothing to drive",
                     "a joint that turns about an axis or slides along one");
  if (!isValid(motor))
    throw InputError("", place, "the value or limit of its motor is not a number", "a finite value and a limit >= 0");
  const double effort = j.motor.effort;
  j.def.motor = motor;
  j.motor = motorOf(j.def, motor);
  if (j.motor.active && j.motor.def.motor()) j.motor.effort = std::clamp(effort, -motor.limit, motor.limit);
}

void JointSet::begin() {
  for (Joint& j : joints_) {
    // Resting bodies keep their last reaction; whoever is solved begins anew (see restart()).
    j.motor.last = {.active = j.motor.active};
    j.friction.last = {.active = j.friction.active};
    j.last.motorWork = j.last.motorEffort = 0;
  }
}

double JointSet::work(std::span<const RigidBody> bodies, double dt) const {
  double sum = 0;
  for (const Joint& j : joints_) {
    sum += j.motor.last.work;
    for (const auto& [index, sign] : {std::pair(j.def.to, 1.0), std::pair(j.def.body, -1.0)}) {
      const RigidBody* body = at(bodies, index);
      if (body == nullptr || body->type != Motion::kKinematic) continue;
      const Vec3 v = body->state.v + body->state.w.cross(j.last.p_W - body->state.X_WC.p);
      sum += sign * dt * (j.last.f_W.dot(v) + j.last.t_W.dot(body->state.w));
    }
  }
  return sum;
}

double JointSet::energy() const {
  double sum = 0;
  for (const Joint& j : joints_) sum += j.last.energy;
  return sum;
}

void JointSet::reset(std::span<const RigidBody> bodies) {
  for (Joint& j : joints_) {
    j.impulse.resize(0);
    j.motor.effort = j.friction.effort = 0;
    j.last = {};
    j.angle = j.def.angular() ? j.angleAt(poseOf(at(bodies, j.def.to)), poseOf(at(bodies, j.def.body))) : 0;
    measure(j, bodies);
  }
}

std::vector<JointState> JointSet::states() const {
  std::vector<JointState> all;
  for (const Joint& j : joints_) {
    all.push_back(j.last);
    all.back().motorEffort = j.motor.last.effort;
    all.back().motorWork = j.motor.last.work;
  }
  return all;
}

}  // namespace passung::dynamics

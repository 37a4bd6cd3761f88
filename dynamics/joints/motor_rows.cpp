// SPDX-License-Identifier: Apache-2.0
#include "dynamics/joints/motor_rows.h"

#include <algorithm>
#include <cmath>

namespace passung::dynamics {
namespace {

// Lag of an unsaturated motor, as a share of its target.
constexpr double kLag = 1e-4;
// The stiffest motor, in units of (apparent inertia) / h: below it the rounding of velocities is far below tolerances.
constexpr double kStiffest = 1e7;

}  // namespace

double motorGain(const DriveDef& def, double inertia, double h, double creep) {
  const double stiffest = kStiffest * inertia / h;
  const double zone = std::max(kLag * std::abs(def.value), creep);
  if (!std::isfinite(def.limit) || !(zone > 0)) return stiffest;
  return std::min(def.limit / zone, stiffest);
}

double fastestTarget(std::span<Motor* const> motors, std::span<const RigidBody> bodies) {
  double fastest = 0;
  for (const Motor* motor : motors) {
    const double lever = motor->def.angular() ? bodies[static_cast<std::size_t>(motor->def.body)].radius : 1;
    fastest = std::max(fastest, std::abs(motor->def.value) * lever);
  }
  return fastest;
}

void MotorRows::prepare(std::span<Motor* const> motors, std::span<const RigidBody> bodies, std::span<const int> local,
                        double h, double frictionSpeed) {
  h_ = h;
  rows_.clear();
  for (Motor* motor : motors) {
    const DriveDef& def = motor->def;
    if (!(def.limit > 0)) continue;
    const RigidBody& body = bodies[static_cast<std::size_t>(def.body)];
    Vec3 axis = def.axis.normalized();
    if (def.frame >= 0) axis = bodies[static_cast<std::size_t>(def.frame)].state.X_WC.q * axis;
    const Transform& X_WC = body.state.X_WC;
    const Vec3 p_W = def.point_B ? X_WC * (*def.point_B - body.mass.com) : X_WC.p;
    const auto jacobian = [&](const RigidBody& b) {
      Vec6 J;
      if (def.angular()) {
        J << Vec3::Zero(), axis;
      } else {
        J << axis, (p_W - b.state.X_WC.p).cross(axis);
      }
      return J;
    };
    Row row;
    row.a = local[static_cast<std::size_t>(def.body)];
    row.Ja = jacobian(body);
    const RigidBody* other = nullptr;
    if (def.reaction >= 0) {
      other = &bodies[static_cast<std::size_t>(def.reaction)];
      row.b = local[static_cast<std::size_t>(def.reaction)];
      row.Jb = -jacobian(*other);
    }
    push(*motor, &body, other, row, frictionSpeed / (def.angular() && body.radius > 0 ? body.radius : 1));
  }
}

void MotorRows::addRow(Motor& motor, const RigidBody* A, const RigidBody* B, int a, int b, const Vec6& JA,
                       const Vec6& JB, double creep) {
  if (motor.def.motor() && !(motor.def.limit > 0)) return;
  Row row;
  row.a = a;
  row.b = b;
  row.Ja = JA;
  row.Jb = JB;
  push(motor, A, B, row, creep);
}

// Bodies that are not solved for give the target their speed.
void MotorRows::push(Motor& motor, const RigidBody* A, const RigidBody* B, Row row, double creep) {
  row.motor = &motor;
  row.constant = !motor.def.motor();
  row.target = row.constant ? 0 : motor.def.value;
  double mobility = 0;  // velocity for a unit impulse
  const auto add = [&](const RigidBody* body, const Vec6& J) {
    if (body == nullptr) return;
    if (body->dynamic()) {
      mobility +=
          J.head<3>().squaredNorm() / body->m + J.tail<3>().dot(body->inverseAt(body->state.X_WC.q) * J.tail<3>());
    } else if (body->type == Motion::kKinematic) {
      row.target -= J.head<3>().dot(body->state.v) + J.tail<3>().dot(body->state.w);
    }
  };
  add(A, row.Ja);
  add(B, row.Jb);
  if (row.constant) {
    row.dual = motor.def.value;
    rows_.push_back(row);
    return;
  }
  row.limit = motor.def.limit;
  row.gain = motorGain(motor.def, 1 / mobility, h_, creep);
  row.dual = std::clamp(motor.effort, -row.limit, row.limit);
  rows_.push_back(row);
}

double MotorRows::lag(const Row& row, const Eigen::VectorXd& u) {
  double s = row.target;
  if (row.a >= 0) s -= row.Ja.dot(u.segment<6>(6 * row.a));
  if (row.b >= 0) s -= row.Jb.dot(u.segment<6>(6 * row.b));
  return s;
}

double MotorRows::effort(const Row& row, double s) {
  return row.constant ? row.dual : std::clamp(row.gain * s, -row.limit, row.limit);
}

double MotorRows::slope(const Row& row, double s) {
  if (row.constant) return 0;
  const double ratio = row.gain * std::abs(s) / row.limit;
  if (!(ratio > 1)) return row.gain;
  return row.gain * (1 - row.dual * (s < 0 ? -1.0 : 1.0) / row.limit) / ratio;
}

double MotorRows::add(const Eigen::VectorXd& u, Eigen::VectorXd& G) const {
  double sum = 0;
  for (const Row& row : rows_) {
    const double s = lag(row, u);
    const double T = effort(row, s);
    if (row.a >= 0) G.segment<6>(6 * row.a) -= h_ * T * row.Ja;
    if (row.b >= 0) G.segment<6>(6 * row.b) -= h_ * T * row.Jb;
    if (row.constant) {
      sum += h_ * T * s;
      continue;
    }
    const double zone = row.limit / row.gain;
    sum += std::abs(s) <= zone ? 0.5 * h_ * row.gain * s * s : h_ * row.limit * (std::abs(s) - 0.5 * zone);
  }
  return sum;
}

void MotorRows::updateDuals(const Eigen::VectorXd& u, const Eigen::VectorXd& du, double alpha) {
  for (Row& row : rows_) {
    if (row.constant) continue;
    const double s = lag(row, u);
    double ds = 0;
    if (row.a >= 0) ds -= row.Ja.dot(du.segment<6>(6 * row.a));
    if (row.b >= 0) ds -= row.Jb.dot(du.segment<6>(6 * row.b));
    const double next = effort(row, s) + slope(row, s) * ds;
    row.dual = std::clamp(row.dual + alpha * (next - row.dual), -row.limit, row.limit);
  }
}

double MotorRows::work(const Eigen::VectorXd& u, const Eigen::VectorXd& v) const {
  double sum = 0;
  for (const Row& row : rows_) {
    const double T = effort(row, lag(row, u));
    if (row.a >= 0) sum += h_ * T * row.Ja.dot(v.segment<6>(6 * row.a));
    if (row.b >= 0) sum += h_ * T * row.Jb.dot(v.segment<6>(6 * row.b));
  }
  return sum;
}

void MotorRows::record(const Eigen::VectorXd& u, double share) {
  for (Row& row : rows_) {
    const double s = lag(row, u);
    const double T = effort(row, s);
    DriveState& state = row.motor->last;
    row.motor->effort = T;
    double power = 0;
    if (row.a >= 0) power += T * row.Ja.dot(u.segment<6>(6 * row.a));
    if (row.b >= 0) power += T * row.Jb.dot(u.segment<6>(6 * row.b));
    state.effort += share * T;
    state.work += h_ * power;
    state.speed = (row.constant ? 0 : row.motor->def.value) - s;
  }
}

}  // namespace passung::dynamics

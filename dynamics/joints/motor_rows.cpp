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
    // Velocity along the axis for a unit impulse.
    const auto mobility = [&](const RigidBody& b, const Vec6& J) {
      return J.head<3>().squaredNorm() / b.m + J.tail<3>().dot(b.inverseAt(b.state.X_WC.q) * J.tail<3>());
    };

    Row row;
    row.motor = motor;
    row.a = local[static_cast<std::size_t>(def.body)];
    row.Ja = jacobian(body);
    row.target = def.value;
    double sum = mobility(body, row.Ja);
    if (def.reaction >= 0) {
      const RigidBody& other = bodies[static_cast<std::size_t>(def.reaction)];
      row.b = local[static_cast<std::size_t>(def.reaction)];
      row.Jb = -jacobian(other);
      if (other.dynamic()) {
        sum += mobility(other, row.Jb);
      } else {
        row.target -= row.Jb.head<3>().dot(other.state.v) + row.Jb.tail<3>().dot(other.state.w);
      }
    }
    row.limit = def.limit;
    const double lever = def.angular() && body.radius > 0 ? body.radius : 1;
    row.gain = motorGain(def, 1 / sum, h, frictionSpeed / lever);
    row.dual = std::clamp(motor->effort, -row.limit, row.limit);
    rows_.push_back(row);
  }
}

double MotorRows::lag(const Row& row, const Eigen::VectorXd& u) {
  double s = row.target;
  if (row.a >= 0) s -= row.Ja.dot(u.segment<6>(6 * row.a));
  if (row.b >= 0) s -= row.Jb.dot(u.segment<6>(6 * row.b));
  return s;
}

double MotorRows::effort(const Row& row, double s) { return std::clamp(row.gain * s, -row.limit, row.limit); }

double MotorRows::slope(const Row& row, double s) {
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
    const double zone = row.limit / row.gain;
    sum += std::abs(s) <= zone ? 0.5 * h_ * row.gain * s * s : h_ * row.limit * (std::abs(s) - 0.5 * zone);
  }
  return sum;
}

void MotorRows::updateDuals(const Eigen::VectorXd& u, const Eigen::VectorXd& du, double alpha) {
  for (Row& row : rows_) {
    const double s = lag(row, u);
    double ds = 0;
    if (row.a >= 0) ds -= row.Ja.dot(du.segment<6>(6 * row.a));
    if (row.b >= 0) ds -= row.Jb.dot(du.segment<6>(6 * row.b));
    const double next = effort(row, s) + slope(row, s) * ds;
    row.dual = std::clamp(row.dual + alpha * (next - row.dual), -row.limit, row.limit);
  }
}

double MotorRows::work(const Eigen::VectorXd& u) const {
  double sum = 0;
  for (const Row& row : rows_) {
    const double T = effort(row, lag(row, u));
    if (row.a >= 0) sum += h_ * T * row.Ja.dot(u.segment<6>(6 * row.a));
    if (row.b >= 0) sum += h_ * T * row.Jb.dot(u.segment<6>(6 * row.b));
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
    state.speed = row.motor->def.value - s;
  }
}

}  // namespace passung::dynamics

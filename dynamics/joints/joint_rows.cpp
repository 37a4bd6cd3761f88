// SPDX-License-Identifier: Apache-2.0
#include "dynamics/joints/joint_rows.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "dynamics/solver/gap_potential.h"

namespace passung::dynamics {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Constraints are solved this much further than velocities: what remains is rounding.
constexpr double kSharper = 1e3;
constexpr double kRounding = 64 * std::numeric_limits<double>::epsilon();
// Rows that lie within this share of the others' span are redundant.
constexpr double kRank = 1e-9;
// The shell of a limit: its radius as a share of the body's size, its stiffness in mass / h^2.
constexpr double kShell = 1e-4;
constexpr double kStiffness = 100;

}  // namespace

Mat3 leftJacobian(const Vec3& phi) {
  const double a2 = phi.squaredNorm(), a = std::sqrt(a2);
  const Mat3 S = skew(phi);
  const double x = a < 1e-3 ? 0.5 - a2 / 24 : (1 - std::cos(a)) / a2;
  const double y = a < 1e-3 ? 1.0 / 6 - a2 / 120 : (a - std::sin(a)) / (a2 * a);
  return Mat3::Identity() + x * S + y * S * S;
}

VectorXd solveRedundant(const MatrixXd& S, const VectorXd& r) {
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> solver;
  solver.setThreshold(kRank);
  solver.compute(S);
  return solver.solve(r);
}

void JointRows::prepare(std::span<Joint* const> joints, std::span<const RigidBody> bodies, std::span<const int> local,
                        double h, double frictionSpeed, MotorRows& motors, bool still) {
  still_ = still;
  joints_ = joints;
  slots_.clear();
  h_ = h;
  penalty_ = energyBefore_ = reach_ = 0;
  mass_ = std::numeric_limits<double>::infinity();
  toGround_ = false;
  int rows = 0, moving = 0;
  for (const int i : local) moving = std::max(moving, i + 1);
  for (Joint* joint : joints) {
    const auto body = [&](int i) -> const RigidBody* { return i < 0 ? nullptr : &bodies[static_cast<std::size_t>(i)]; };
    const auto index = [&](int i) { return i < 0 ? -1 : local[static_cast<std::size_t>(i)]; };
    const RigidBody *A = body(joint->def.to), *B = body(joint->def.body);
    Slot slot;
    slot.joint = joint;
    slot.a = index(joint->def.to);
    slot.b = index(joint->def.body);
    slot.first = rows;
    slot.count = joint->rowCount();
    if (A != nullptr) slot.X_WA = A->state.X_WC;
    if (B != nullptr) slot.X_WB = B->state.X_WC;
    slot.rB = slot.X_WB.q * joint->X_BK.p;
    joint->constraints(slot.X_WA, slot.X_WB, slot.rows);
    slot.coordinate = joint->coordinate(slot.X_WA, slot.X_WB);
    rows += slot.count;
    reach_ = std::max({reach_, slot.X_WA.p.lpNorm<Eigen::Infinity>(), slot.X_WB.p.lpNorm<Eigen::Infinity>(),
                       slot.rB.norm(), joint->lever});
    mass_ = std::min(mass_, joint->mass);
    if (slot.a < 0 || slot.b < 0) toGround_ = true;
    double energy = 0, force = 0, slope = 0;
    elastic(*joint, slot.coordinate.c, energy, force, slope);
    energyBefore_ += energy;

    const double creep = joint->def.angular() ? frictionSpeed / joint->lever : frictionSpeed;
    for (Motor* motor : {&joint->motor, &joint->friction}) {
      if (motor->active && !still)
        motors.addRow(*motor, A, B, slot.a, slot.b, slot.coordinate.JA, slot.coordinate.JB, creep);
    }
    slots_.push_back(std::move(slot));
  }
  J0_.setZero(rows, 6 * moving);
  for (const Slot& slot : slots_) {
    for (int k = 0; k < slot.count; ++k) {
      const JointRow& row = slot.rows[static_cast<std::size_t>(k)];
      if (slot.a >= 0) J0_.block<1, 6>(slot.first + k, 6 * slot.a) = row.JA.transpose();
      if (slot.b >= 0) J0_.block<1, 6>(slot.first + k, 6 * slot.b) = row.JB.transpose();
    }
  }
}

void JointRows::start(State& s) const {
  s.lambda = VectorXd::Zero(J0_.rows());
  for (const Slot& slot : slots_) {
    const Joint& joint = *slot.joint;
    if (joint.impulse.size() == slot.count && joint.substep > 0) {
      s.lambda.segment(slot.first, slot.count) = joint.impulse * (h_ / joint.substep);
    }
  }
}

void JointRows::elastic(const Joint& joint, double q, double& energy, double& force, double& slope) const {
  const JointDef& def = joint.def;
  energy = force = slope = 0;
  if (!def.hasCoordinate() || still_) return;
  if (def.stiffness > 0) {
    const double x = q - joint.rest();
    energy += 0.5 * def.stiffness * x * x;
    force -= def.stiffness * x;
    slope += def.stiffness;
  }
  // A limit begins to push where it is reached and has infinite force one shell beyond.
  const double lever = def.angular() ? joint.lever : 1;
  const double r0 = kShell * joint.size;
  const GapPotential shell{.r0 = r0, .k = kStiffness * joint.mass / (h_ * h_)};
  const auto limit = [&](double gap, double sign) {
    if (!(gap < 0)) return;
    const GapForce f = shell.at(lever * gap + r0);
    energy += f.energy;
    force += sign * lever * f.force;
    slope += lever * lever * f.slope;
  };
  limit(q - def.lower, 1);
  limit(def.upper - q, -1);
}

double JointRows::rate(const Slot& slot, const JointRow& row, const VectorXd& u) {
  double v = 0;
  if (slot.a >= 0) v += row.JA.dot(u.segment<6>(6 * slot.a));
  if (slot.b >= 0) v += row.JB.dot(u.segment<6>(6 * slot.b));
  return v;
}

double JointRows::evaluate(const VectorXd& u, const PoseOf& pose, State& s, VectorXd& G) const {
  if (empty()) return 0;
  const auto count = slots_.size();
  s.c.resize(J0_.rows());
  s.J1.setZero(J0_.rows(), J0_.cols());
  s.coordinates.resize(count);
  for (auto* v : {&s.force, &s.slope, &s.damping, &s.energy}) v->assign(count, 0);
  double potential = 0;
  std::vector<JointRow> rows;
  for (std::size_t k = 0; k < count; ++k) {
    const Slot& slot = slots_[k];
    const Joint& joint = *slot.joint;
    const Transform X_WA = joint.def.to < 0 ? Transform() : pose(joint.def.to);
    const Transform X_WB = joint.def.body < 0 ? Transform() : pose(joint.def.body);
    rows.clear();
    joint.constraints(X_WA, X_WB, rows);
    const auto place = [&](int body, int row, const Vec6& J) {
      s.J1.block<1, 3>(row, 6 * body) = J.head<3>().transpose();
      s.J1.block<1, 3>(row, 6 * body + 3) = J.tail<3>().transpose() * leftJacobian(h_ * u.segment<3>(6 * body + 3));
    };
    for (int i = 0; i < slot.count; ++i) {
      const JointRow& row = rows[static_cast<std::size_t>(i)];
      s.c[slot.first + i] = row.c;
      if (slot.a >= 0) place(slot.a, slot.first + i, row.JA);
      if (slot.b >= 0) place(slot.b, slot.first + i, row.JB);
    }

    if (!joint.def.hasCoordinate()) continue;
    s.coordinates[k] = joint.coordinate(X_WA, X_WB);
    elastic(joint, s.coordinates[k].c, s.energy[k], s.force[k], s.slope[k]);
    s.damping[k] = still_ ? 0 : joint.def.damping;
    const double v = rate(slot, s.coordinates[k], u);
    potential += s.energy[k] + 0.5 * h_ * s.damping[k] * v * v;
    const double f = s.force[k] - s.damping[k] * v;
    if (slot.a >= 0) G.segment<6>(6 * slot.a) -= h_ * f * s.coordinates[k].JA;
    if (slot.b >= 0) G.segment<6>(6 * slot.b) -= h_ * f * s.coordinates[k].JB;
  }
  if (J0_.rows() > 0) G -= J0_.transpose() * s.lambda;
  const double worst = J0_.rows() > 0 ? s.c.lpNorm<Eigen::Infinity>() : 0;
  s.error = kSharper * std::max(0.0, worst - kRounding * reach_) / h_;
  s.squares = mass_ * s.c.squaredNorm() / (h_ * h_);
  return potential;
}

double JointRows::energy(const State& s) const {
  double sum = 0;
  for (const double e : s.energy) sum += e;
  return sum;
}

double JointRows::dissipated(const VectorXd& u, const State& s) const {
  double sum = 0;
  for (std::size_t k = 0; k < slots_.size(); ++k) {
    const double v = rate(slots_[k], s.coordinates[k], u);
    sum += h_ * s.damping[k] * v * v;
  }
  return sum;
}

void JointRows::record(const VectorXd& u, const PoseOf& pose, const State& s, double dt) {
  for (std::size_t k = 0; k < slots_.size(); ++k) {
    const Slot& slot = slots_[k];
    Joint& joint = *slot.joint;
    const JointRow& q = s.coordinates[k];
    joint.impulse = s.lambda.segment(slot.first, slot.count);
    joint.substep = h_;
    JointState& last = joint.last;

    // Everything on B as an impulse on its centre of mass, then about the joint.
    Vec6 P = Vec6::Zero();
    for (int i = 0; i < slot.count; ++i) P += joint.impulse[i] * slot.rows[static_cast<std::size_t>(i)].JB;
    if (joint.def.hasCoordinate()) {
      last.rate = rate(slot, q, u);
      if (slot.a < 0 || slot.b < 0) last.rate = (q.c - slot.coordinate.c) / h_;  // a driven side counts, too
      P += h_ * (s.force[k] - s.damping[k] * rate(slot, q, u)) * q.JB;
      for (const Motor* motor : {&joint.motor, &joint.friction}) {
        if (motor->active) P += h_ * motor->effort * slot.coordinate.JB;
      }
      last.coordinate = q.c;
      last.energy = s.energy[k];
    }
    const Vec3 f = P.head<3>() / dt;
    last.f_W += f;
    last.t_W += P.tail<3>() / dt - slot.rB.cross(f);
    last.error = slot.count > 0 ? s.c.segment(slot.first, slot.count).lpNorm<Eigen::Infinity>() : 0;
    const Transform X_WA = joint.def.to < 0 ? Transform() : pose(joint.def.to);
    const Transform X_WB = joint.def.body < 0 ? Transform() : pose(joint.def.body);
    last.p_W = X_WB * joint.X_BK.p;
    last.axis_W = X_WA.q * (joint.X_AJ.q * Vec3::UnitZ());
    joint.angle = joint.angleAt(X_WA, X_WB);
  }
}

}  // namespace passung::dynamics

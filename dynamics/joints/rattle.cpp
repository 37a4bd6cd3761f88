// SPDX-License-Identifier: Apache-2.0
#include "dynamics/joints/rattle.h"

#include <algorithm>
#include <cmath>

#include "dynamics/integrator/free_rotation.h"
#include "dynamics/joints/joint_rows.h"

namespace passung::dynamics {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int kMaxSubsteps = 16;
constexpr double kPhase = 0.1;  // of springs, and of damping, per substep [rad]
constexpr double kTurn = 0.05;  // [rad] per substep
constexpr int kMaxIterations = 30;
constexpr double kRounding = 8 * std::numeric_limits<double>::epsilon();

class Rattle {
 public:
  Rattle(std::span<RigidBody> bodies, std::span<const int> moving, std::span<Joint* const> joints, const Vec3& gravity,
         double dt)
      : bodies_(bodies), moving_(moving), joints_(joints), gravity_(gravity), dt_(dt) {
    local_.assign(bodies.size(), -1);
    for (std::size_t i = 0; i < moving.size(); ++i) {
      local_[static_cast<std::size_t>(moving[i])] = static_cast<int>(i);
      const RigidBody& b = body(i);
      motion_.push_back(b.state);
      motion_.back().v += b.velocityAge * (gravity + b.force / b.m);
      motion_.back().w += b.velocityAge * (b.inverseAt(b.state.X_WC.q) * b.torque);
      turns_.push_back(Vec3::Zero());
    }
    for (const Joint* joint : joints) {
      first_.push_back(count_);
      count_ += joint->rowCount();
      reach_ = std::max(reach_, joint->lever);
      f_.push_back(Vec3::Zero());
      t_.push_back(Vec3::Zero());
    }
    for (const BodyMotion& m : motion_) reach_ = std::max(reach_, m.X_WC.p.lpNorm<Eigen::Infinity>());
  }

  int run() {
    const int n = substeps();
    if (n > kMaxSubsteps) return 0;
    for (int k = 0; k < n; ++k) {
      if (!step(dt_ / n)) return 0;
    }
    if (!withinLimits()) return 0;
    write();
    return std::max(iterations_, 1);
  }

 private:
  [[nodiscard]] const RigidBody& body(std::size_t i) const { return bodies_[static_cast<std::size_t>(moving_[i])]; }
  [[nodiscard]] int local(int index) const { return index < 0 ? -1 : local_[static_cast<std::size_t>(index)]; }

  [[nodiscard]] Transform pose(int index) const {
    if (index < 0) return {};
    if (local(index) >= 0) return motion_[static_cast<std::size_t>(local(index))].X_WC;
    const RigidBody& b = bodies_[static_cast<std::size_t>(index)];
    if (b.type != Motion::kKinematic) return b.state.X_WC;
    return {(rotationFromVector(elapsed_ * b.state.w) * b.state.X_WC.q).normalized(),
            b.state.X_WC.p + elapsed_ * b.state.v};
  }
  [[nodiscard]] Vec6 velocity(int index) const {
    Vec6 v = Vec6::Zero();
    if (index < 0) return v;
    const BodyMotion& m = local(index) >= 0 ? motion_[static_cast<std::size_t>(local(index))]
                                            : bodies_[static_cast<std::size_t>(index)].state;
    v << m.v, m.w;
    return v;
  }

  // Enough substeps for the fastest turn, the stiffest spring and the strongest damper.
  [[nodiscard]] int substeps() const {
    double phase = 0;
    for (const BodyMotion& m : motion_) phase = std::max(phase, m.w.norm() * dt_ / kTurn);
    for (const Joint* joint : joints_) {
      if (!joint->def.hasCoordinate()) continue;
      const JointRow q = joint->coordinate(pose(joint->def.to), pose(joint->def.body));
      const double mobility = mobilityOf(joint->def.to, q.JA) + mobilityOf(joint->def.body, q.JB);
      phase = std::max({phase, std::sqrt(joint->def.stiffness * mobility) * dt_ / kPhase,
                        joint->def.damping * mobility * dt_ / kPhase});
    }
    return phase < kMaxSubsteps ? std::max(1, static_cast<int>(std::ceil(phase))) : kMaxSubsteps + 1;
  }
  [[nodiscard]] double mobilityOf(int index, const Vec6& J) const {
    if (local(index) < 0) return 0;
    const RigidBody& b = bodies_[static_cast<std::size_t>(index)];
    return J.head<3>().squaredNorm() / b.m + J.tail<3>().dot(b.inverseAt(pose(index).q) * J.tail<3>());
  }

  // The constraints at the present poses, their Jacobian and M^-1 J'.
  void linearise() {
    c_.resize(count_);
    bias_.setZero(count_);
    J_.setZero(count_, static_cast<Eigen::Index>(6 * motion_.size()));
    rows_.clear();
    arms_.clear();
    for (std::size_t k = 0; k < joints_.size(); ++k) {
      const Joint& joint = *joints_[k];
      arms_.push_back(pose(joint.def.body).q * joint.X_BK.p);
      joint.constraints(pose(joint.def.to), pose(joint.def.body), rows_);
    }
    for (std::size_t k = 0; k < joints_.size(); ++k) {
      const Joint& joint = *joints_[k];
      for (int i = first_[k]; i < first_[k] + joint.rowCount(); ++i) {
        const JointRow& row = rows_[static_cast<std::size_t>(i)];
        c_[i] = row.c;
        for (const auto& [index, J] : {std::pair(joint.def.to, row.JA), std::pair(joint.def.body, row.JB)}) {
          if (local(index) >= 0) {
            J_.block<1, 6>(i, 6 * local(index)) = J.transpose();
          } else {
            bias_[i] += J.dot(velocity(index));
          }
        }
      }
    }
    W_ = J_.transpose();
    for (std::size_t i = 0; i < motion_.size(); ++i) {
      const auto at = static_cast<Eigen::Index>(6 * i);
      W_.middleRows<3>(at) /= body(i).m;
      W_.middleRows<3>(at + 3) = (body(i).inverseAt(motion_[i].X_WC.q) * W_.middleRows<3>(at + 3)).eval();
    }
  }

  // Half a step of all loads and springs, into the momenta; their reactions are booked.
  void kick(double h, std::vector<Vec3>& p, std::vector<Vec3>& L) {
    for (std::size_t i = 0; i < motion_.size(); ++i) {
      p[i] += 0.5 * h * (body(i).m * gravity_ + body(i).force);
      L[i] += 0.5 * h * body(i).torque;
    }
    for (std::size_t k = 0; k < joints_.size(); ++k) {
      const Joint& joint = *joints_[k];
      if (!joint.def.hasCoordinate() || (joint.def.stiffness == 0 && joint.def.damping == 0)) continue;
      const JointRow q = joint.coordinate(pose(joint.def.to), pose(joint.def.body));
      const double rate = q.JA.dot(velocity(joint.def.to)) + q.JB.dot(velocity(joint.def.body));
      const double f = -joint.def.stiffness * (q.c - joint.rest()) - joint.def.damping * rate;
      for (const auto& [index, J] : {std::pair(joint.def.to, q.JA), std::pair(joint.def.body, q.JB)}) {
        if (local(index) < 0) continue;
        const auto i = static_cast<std::size_t>(local(index));
        p[i] += 0.5 * h * f * J.head<3>();
        L[i] += 0.5 * h * f * J.tail<3>();
      }
      book(k, 0.5 * h * f * q.JB);
    }
  }

  // An impulse on B's centre of mass as a mean force and torque at the joint.
  void book(std::size_t k, const Vec6& P) {
    const Vec3 f = P.head<3>() / dt_;
    f_[k] += f;
    t_[k] += P.tail<3>() / dt_ - arms_[k].cross(f);
  }
  void book(const VectorXd& impulse) {
    for (std::size_t k = 0; k < joints_.size(); ++k) {
      Vec6 P = Vec6::Zero();
      for (int i = first_[k]; i < first_[k] + joints_[k]->rowCount(); ++i) {
        P += impulse[i] * rows_[static_cast<std::size_t>(i)].JB;
      }
      book(k, P);
    }
  }

  void velocities(const std::vector<Vec3>& p, const std::vector<Vec3>& L) {
    for (std::size_t i = 0; i < motion_.size(); ++i) {
      motion_[i].v = p[i] / body(i).m;
      motion_[i].w = body(i).inverseAt(motion_[i].X_WC.q) * L[i];
    }
  }
  static void add(const MatrixXd& J, const VectorXd& impulse, std::vector<Vec3>& p, std::vector<Vec3>& L) {
    const VectorXd P = J.transpose() * impulse;
    for (std::size_t i = 0; i < p.size(); ++i) {
      p[i] += P.segment<3>(static_cast<Eigen::Index>(6 * i));
      L[i] += P.segment<3>(static_cast<Eigen::Index>(6 * i + 3));
    }
  }

  bool step(double h) {
    const std::vector<BodyMotion> start = motion_;
    std::vector<Vec3> p(motion_.size()), L(motion_.size());
    for (std::size_t i = 0; i < motion_.size(); ++i) {
      p[i] = body(i).m * motion_[i].v;
      L[i] = body(i).inertiaAt(motion_[i].X_WC.q) * motion_[i].w;
    }
    linearise();
    kick(h, p, L);
    const MatrixXd J0 = J_;
    const std::vector<JointRow> rows0 = rows_;
    const std::vector<Vec3> arms0 = arms_;
    VectorXd lambda = VectorXd::Zero(count_);
    elapsed_ += h;

    const auto drift = [&](const std::vector<Vec3>& momentum, const std::vector<Vec3>& angular) {
      for (std::size_t i = 0; i < motion_.size(); ++i) {
        motion_[i].X_WC = {freeRotation(start[i].X_WC.q, angular[i], body(i).inverse, h),
                           start[i].X_WC.p + h / body(i).m * momentum[i]};
      }
    };
    std::vector<Vec3> pl = p, Ll = L;
    drift(pl, Ll);
    linearise();
    double best = count_ > 0 ? c_.lpNorm<Eigen::Infinity>() : 0;
    for (int iteration = 0; count_ > 0; ++iteration) {
      if (best <= kRounding * reach_) break;
      if (iteration == kMaxIterations) return false;
      ++iterations_;
      // The mean of the inertias at start and end makes the matrix exact to second order.
      MatrixXd W0 = J0.transpose();
      for (std::size_t i = 0; i < motion_.size(); ++i) {
        const auto at = static_cast<Eigen::Index>(6 * i);
        W0.middleRows<3>(at) /= body(i).m;
        const Mat3 inverse = 0.5 * (body(i).inverseAt(start[i].X_WC.q) + body(i).inverseAt(motion_[i].X_WC.q));
        W0.middleRows<3>(at + 3) = (inverse * W0.middleRows<3>(at + 3)).eval();
      }
      lambda += solveRedundant(J_ * W0, -c_ / h);
      pl = p;
      Ll = L;
      add(J0, lambda, pl, Ll);
      drift(pl, Ll);
      linearise();
      const double now = c_.lpNorm<Eigen::Infinity>();
      if (!std::isfinite(now)) return false;
      // Rounding ends the gain of digits.
      if (!(now < 0.5 * best)) {
        if (now > 64 * kRounding * reach_) return false;
        break;
      }
      best = now;
    }
    p = pl;
    L = Ll;
    for (std::size_t i = 0; i < motion_.size(); ++i) {
      const Vec3 turned = vectorFromRotation(motion_[i].X_WC.q * start[i].X_WC.q.conjugate());
      turns_[i] += start[i].X_WC.q.conjugate() * turned / (2 * kPi);
    }
    for (std::size_t k = 0; k < joints_.size(); ++k) {
      joints_[k]->angle = joints_[k]->angleAt(pose(joints_[k]->def.to), pose(joints_[k]->def.body));
    }

    velocities(p, L);
    kick(h, p, L);
    velocities(p, L);
    VectorXd u(static_cast<Eigen::Index>(6 * motion_.size()));
    for (std::size_t i = 0; i < motion_.size(); ++i) {
      u.segment<3>(static_cast<Eigen::Index>(6 * i)) = motion_[i].v;
      u.segment<3>(static_cast<Eigen::Index>(6 * i + 3)) = motion_[i].w;
    }
    if (count_ > 0) {
      const VectorXd mu = solveRedundant(J_ * W_, -(J_ * u + bias_));
      add(J_, mu, p, L);
      velocities(p, L);
      book(mu);
      // The start's share at the start's poses.
      rows_ = rows0;
      arms_ = arms0;
      book(lambda);
      impulse_ = lambda + mu;
      substep_ = h;
    }
    return true;
  }

  [[nodiscard]] bool withinLimits() const {
    return std::all_of(joints_.begin(), joints_.end(), [&](const Joint* joint) {
      if (!joint->def.hasCoordinate() || !joint->def.limited()) return true;
      const double q = joint->coordinate(pose(joint->def.to), pose(joint->def.body)).c;
      return q >= joint->def.lower && q <= joint->def.upper;
    });
  }

  void write() {
    for (std::size_t k = 0; k < joints_.size(); ++k) {
      Joint& joint = *joints_[k];
      const Transform X_WA = pose(joint.def.to), X_WB = pose(joint.def.body);
      JointState& last = joint.last;
      last.f_W = f_[k];
      last.t_W = t_[k];
      last.error = joint.rowCount() > 0 ? c_.segment(first_[k], joint.rowCount()).lpNorm<Eigen::Infinity>() : 0;
      last.p_W = X_WB * joint.X_BK.p;
      last.axis_W = X_WA.q * (joint.X_AJ.q * Vec3::UnitZ());
      if (joint.def.hasCoordinate()) {
        const JointRow q = joint.coordinate(X_WA, X_WB);
        last.coordinate = q.c;
        last.rate = q.JA.dot(velocity(joint.def.to)) + q.JB.dot(velocity(joint.def.body));
        const double stretch = q.c - joint.rest();
        last.energy = 0.5 * joint.def.stiffness * stretch * stretch;
      }
      if (joint.rowCount() > 0) joint.impulse = impulse_.segment(first_[k], joint.rowCount());
      joint.substep = substep_;
    }
    for (std::size_t i = 0; i < motion_.size(); ++i) {
      RigidBody& b = bodies_[static_cast<std::size_t>(moving_[i])];
      b.state = motion_[i];
      b.velocityAge = 0;
      b.turns += turns_[i];
    }
  }

  std::span<RigidBody> bodies_;
  std::span<const int> moving_;
  std::span<Joint* const> joints_;
  Vec3 gravity_;
  double dt_ = 0, elapsed_ = 0, reach_ = 0, substep_ = 0;
  int count_ = 0, iterations_ = 0;
  std::vector<int> local_, first_;
  std::vector<BodyMotion> motion_;
  std::vector<Vec3> turns_, f_, t_, arms_;
  std::vector<JointRow> rows_;
  VectorXd c_, bias_, impulse_;
  MatrixXd J_, W_;
};

}  // namespace

bool conservative(std::span<Joint* const> joints) {
  return std::none_of(joints.begin(), joints.end(),
                      [](const Joint* joint) { return joint->motor.active || joint->friction.active; });
}

int advanceByRattle(std::span<RigidBody> bodies, std::span<const int> moving, std::span<Joint* const> joints,
                    const Vec3& gravity, double dt) {
  std::vector<double> angles;
  for (const Joint* joint : joints) angles.push_back(joint->angle);
  const int iterations = Rattle(bodies, moving, joints, gravity, dt).run();
  for (std::size_t k = 0; k < joints.size() && iterations == 0; ++k) joints[k]->angle = angles[k];
  return iterations;
}

}  // namespace passung::dynamics

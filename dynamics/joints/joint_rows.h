// SPDX-License-Identifier: Apache-2.0
// Problem: joints in the implicit step: bilateral constraints that do not drift, limits, springs, motors and friction.
// Method: the end pose x(u) has to meet the constraints, c(x(u)) = 0, to rounding; their impulses lambda are unknowns
//   beside u:  G(u) - J0' lambda = 0, J0 the Jacobians at the start of the substep (as SHAKE has it: no work, momenta
//   kept). Newton's step of both is the Schur complement of the contact problem's own matrix H:
//       H du - J0' dlambda = -G,   J1 du = -c / h,   J1 = (1/h) dc/du exact, with the derivative of the exponential
//       map.
//   Redundant rows (closed loops) are met by a rank-revealing least-squares solve of least norm. Limits are shell
//   potentials of the gap to the limit, springs potentials of the end pose; both are part of G. Motors and dry friction
//   are rows of MotorRows.
// Source: constraints after Ryckaert, Ciccotti and Berendsen, "Numerical integration of the cartesian equations of
//   motion of a system with constraints", J. Comp. Phys. 23 (1977).
// Globalisation: steps are taken when the residual, constraints included, falls, or when the merit function plus an
//   exact penalty on |c| does.
// Cost: m solves with the factors of H and one dense m x m decomposition a Newton iteration, m rows of the island.
// Failure modes: limits of opposite rows that cannot be met together leave an error, which the solver reports by
//   halving the step and holding the bodies.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "dynamics/joints/joint.h"

namespace passung::dynamics {

class JointRows {
 public:
  // What belongs to one iterate.
  struct State {
    Eigen::VectorXd lambda;  // impulses of the constraints [N s]
    Eigen::VectorXd c;       // their violation [m]
    Eigen::MatrixXd J1;
    std::vector<JointRow> coordinates;                  // of each joint, at the end pose
    std::vector<double> force, slope, damping, energy;  // on each coordinate: of limits and springs
    double error = 0;    // largest violation beyond rounding as a velocity, weighted [m/s]
    double squares = 0;  // the constraints' share in the square of the residual [kg m^2/s^2]
  };
  // Pose of the centre-of-mass frame of a body at the end of the substep.
  using PoseOf = std::function<Transform(int body)>;

  // The joints of an island at the start of a substep h. `local` as in MotorRows; motors and friction go to `motors`.
  // `still`: the constraints alone count.
  void prepare(std::span<Joint* const> joints, std::span<const RigidBody> bodies, std::span<const int> local, double h,
               double frictionSpeed, MotorRows& motors, bool still);
  [[nodiscard]] bool empty() const { return joints_.empty(); }
  // The impulses of the last substep, for a first iterate.
  void start(State& s) const;
  // Evaluates s at the end pose of u; adds to G(u) and returns what adds to its potential.
  double evaluate(const Eigen::VectorXd& u, const PoseOf& pose, State& s, Eigen::VectorXd& G) const;
  // Adds 6 x 6 blocks of dG/du by addBlock(i, j, block).
  template <class AddBlock>
  void assemble(const State& s, AddBlock&& addBlock) const;
  // Turns du = H^-1 (-G) into a step that meets the constraints; returns the change of the impulses. `solve`: H^-1
  // times a matrix.
  template <class Solve>
  Eigen::VectorXd constrain(const State& s, Solve&& solve, Eigen::VectorXd& du);
  // What the constraints add to the merit function and to its slope along du.
  [[nodiscard]] double merit(const State& s) const { return empty() ? 0 : penalty_ * s.c.lpNorm<1>() / h_; }
  [[nodiscard]] double slope(const State& s, const Eigen::VectorXd& du) const {
    return empty() ? 0 : s.lambda.dot(J0_ * du) - merit(s);
  }
  // Energy of springs and limits at the start of the substep and at s; what dampers take in it [J].
  [[nodiscard]] double energyBefore() const { return energyBefore_; }
  [[nodiscard]] double energy(const State& s) const;
  [[nodiscard]] double dissipated(const Eigen::VectorXd& u, const State& s) const;
  [[nodiscard]] bool toGround() const { return toGround_; }
  // Books an accepted substep into the joints; dt: the whole step.
  void record(const Eigen::VectorXd& u, const PoseOf& pose, const State& s, double dt);

 private:
  struct Slot {
    Joint* joint = nullptr;
    int a = -1, b = -1;        // local indices
    int first = 0, count = 0;  // rows
    Vec3 rB = Vec3::Zero();    // origin of K at the start, from the centre of mass of B
    Transform X_WA, X_WB;      // at the start
    JointRow coordinate;
    std::vector<JointRow> rows;  // at the start
  };
  static double rate(const Slot& slot, const JointRow& row, const Eigen::VectorXd& u);
  void elastic(const Joint& joint, double q, double& energy, double& force, double& slope) const;

  std::vector<Slot> slots_;
  std::span<Joint* const> joints_;
  Eigen::MatrixXd J0_;
  double h_ = 0, penalty_ = 0, energyBefore_ = 0;
  double reach_ = 0;  // size of positions, for their rounding [m]
  double mass_ = 0;   // of the lightest jointed body [kg]
  bool toGround_ = false, still_ = false;
};

// The derivative of exp: exp(phi + dphi) = exp(J dphi) exp(phi).
[[nodiscard]] Mat3 leftJacobian(const Vec3& phi);

// Least-norm solution of S x = r for a matrix that may lack rank.
[[nodiscard]] Eigen::VectorXd solveRedundant(const Eigen::MatrixXd& S, const Eigen::VectorXd& r);

template <class AddBlock>
void JointRows::assemble(const State& s, AddBlock&& addBlock) const {
  for (std::size_t k = 0; k < slots_.size(); ++k) {
    const Slot& slot = slots_[k];
    const double stiff = h_ * h_ * s.slope[k] + h_ * s.damping[k];
    if (stiff == 0) continue;
    const JointRow& q = s.coordinates[k];
    if (slot.a >= 0) addBlock(slot.a, slot.a, Mat6(stiff * q.JA * q.JA.transpose()));
    if (slot.b >= 0) addBlock(slot.b, slot.b, Mat6(stiff * q.JB * q.JB.transpose()));
    if (slot.a < 0 || slot.b < 0) continue;
    addBlock(slot.a, slot.b, Mat6(stiff * q.JA * q.JB.transpose()));
    addBlock(slot.b, slot.a, Mat6(stiff * q.JB * q.JA.transpose()));
  }
}

template <class Solve>
Eigen::VectorXd JointRows::constrain(const State& s, Solve&& solve, Eigen::VectorXd& du) {
  if (J0_.rows() == 0) return Eigen::VectorXd::Zero(0);
  const Eigen::MatrixXd Z = solve(Eigen::MatrixXd(J0_.transpose()));
  const Eigen::VectorXd dlambda = solveRedundant(s.J1 * Z, -s.c / h_ - s.J1 * du);
  du += Z * dlambda;
  penalty_ = 2 * (s.lambda + dlambda).lpNorm<Eigen::Infinity>();
  return dlambda;
}

}  // namespace passung::dynamics

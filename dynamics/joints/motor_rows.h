// SPDX-License-Identifier: Apache-2.0
// Problem: motors in the implicit step: one component of a body's velocity is held at a target by a bounded effort.
// Method: the effort is T = clamp(gain s, -limit, limit) of the lag s = target - (component of u), the gradient of a
//   Huber potential h Phi(s): convex, so Newton's merit function keeps its meaning, and dissipative in the frame of the
//   motor. The gain follows from the limit and from the inertia and step (motorGain), so that an unsaturated motor
//   lags by no more than a ten-thousandth of its target whatever it drives. Newton's slope is that of the product
//   T max(1, gain |s| / limit) = gain s with T as an unknown of its own: a secant while T is unknown, exact at the end,
//   so there is no cycling across the narrow linear zone.
// Source: the slope after Chan, Golub and Mulet, "A nonlinear primal-dual method for total variation-based image
//   restoration", SIAM J. Sci. Comput. 20 (1999), as in contact_row.h.
// A constant effort is a motor of slope 0: a linear potential.
// Cost: two 6-vectors a motor. Axes and arms are those at the start of the substep: errors of the order of the step.
#pragma once

#include <span>
#include <vector>

#include "dynamics/joints/drive_def.h"
#include "dynamics/world/rigid_body.h"

namespace passung::dynamics {

// A motor of a world and its memory.
struct Motor {
  DriveDef def;
  bool active = false;
  double effort = 0;  // of the last substep
  DriveState last;
};

// Slope of the effort over the lag [N s/m or N m s]: full effort at a lag of 1e-4 of the target (or of `creep`, where
// the target is smaller), but not beyond what double precision resolves for the apparent inertia and the step h.
[[nodiscard]] double motorGain(const DriveDef& def, double inertia, double h, double creep);

// The largest speed of a point that the motors may bring about [m/s].
[[nodiscard]] double fastestTarget(std::span<Motor* const> motors, std::span<const RigidBody> bodies);

class MotorRows {
 public:
  // The motors of an island, at the start of a substep h. `local`: index of each body among the island's moving ones,
  // else -1. `frictionSpeed` [m/s]: creep of a motor that holds still.
  void prepare(std::span<Motor* const> motors, std::span<const RigidBody> bodies, std::span<const int> local, double h,
               double frictionSpeed);
  // A further one, on a given component of the velocities of A (reaction) and B; null is the ground. `creep`: its lag
  // where it holds still [m/s, rad/s].
  void addRow(Motor& motor, const RigidBody* A, const RigidBody* B, int a, int b, const Eigen::Matrix<double, 6, 1>& JA,
              const Eigen::Matrix<double, 6, 1>& JB, double creep);
  [[nodiscard]] bool empty() const { return rows_.empty(); }

  // Adds the motors' part to the residual G(u); returns their potential.
  double add(const Eigen::VectorXd& u, Eigen::VectorXd& G) const;
  // Adds 6 x 6 blocks of dG/du by addBlock(i, j, block).
  template <class AddBlock>
  void assemble(const Eigen::VectorXd& u, AddBlock&& addBlock) const {
    for (const Row& row : rows_) {
      const double k = h_ * slope(row, lag(row, u));
      if (row.a >= 0) addBlock(row.a, row.a, Mat6(k * row.Ja * row.Ja.transpose()));
      if (row.b >= 0) addBlock(row.b, row.b, Mat6(k * row.Jb * row.Jb.transpose()));
      if (row.a < 0 || row.b < 0) continue;
      addBlock(row.a, row.b, Mat6(k * row.Ja * row.Jb.transpose()));
      addBlock(row.b, row.a, Mat6(k * row.Jb * row.Ja.transpose()));
    }
  }
  // After a Newton step alpha du from u.
  void updateDuals(const Eigen::VectorXd& u, const Eigen::VectorXd& du, double alpha);
  // Work on the moving bodies over the substep [J],
  // with the efforts at u on the way h v.
  [[nodiscard]] double work(const Eigen::VectorXd& u, const Eigen::VectorXd& v) const;
  // Books an accepted substep, a share of the step, into the motors.
  void record(const Eigen::VectorXd& u, double share);

 private:
  using Vec6 = Eigen::Matrix<double, 6, 1>;
  using Mat6 = Eigen::Matrix<double, 6, 6>;
  struct Row {
    Motor* motor = nullptr;
    int a = -1, b = -1;  // local indices of the body and of the reaction body
    Vec6 Ja = Vec6::Zero(), Jb = Vec6::Zero();
    bool constant = false;  // `dual` is the effort, whatever the speed
    double target = 0;      // with the speed of a reaction body that is not solved for
    double limit = 0, gain = 0;
    double dual = 0;  // the effort as its own unknown
  };
  void push(Motor& motor, const RigidBody* A, const RigidBody* B, Row row, double creep);
  [[nodiscard]] static double lag(const Row& row, const Eigen::VectorXd& u);
  [[nodiscard]] static double effort(const Row& row, double s);
  [[nodiscard]] static double slope(const Row& row, double s);

  std::vector<Row> rows_;
  double h_ = 0;
};

}  // namespace passung::dynamics

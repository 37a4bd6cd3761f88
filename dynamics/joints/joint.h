// SPDX-License-Identifier: Apache-2.0
// The runtime form of a joint: constraint rows and the free coordinate as functions of two poses.
#pragma once

#include <vector>

#include "dynamics/joints/joint_def.h"
#include "dynamics/joints/motor_rows.h"

namespace passung::dynamics {

using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat6 = Eigen::Matrix<double, 6, 6>;

// A scalar function c of the poses of A and B and its derivatives: dc = JA . (dx_A, dtheta_A) + JB . (dx_B, dtheta_B),
// x the centre of mass and theta a rotation in W.
struct JointRow {
  double c = 0;
  Vec6 JA = Vec6::Zero(), JB = Vec6::Zero();
};

struct Joint {
  JointDef def;
  Transform X_AJ, X_BK;  // in the centre-of-mass frames; the ground's is W
  double lever = 1;      // turns angles into lengths [m]: the larger radius of gyration of its moving bodies
  double mass = 1;       // of the lighter moving body [kg]
  double size = 1;       // of the smaller body, for the shell of limits [m]
  double start = 0;      // coordinate at the start
  double travel0 = 0;    // of a screw, less pitch times angle
  double angle = 0;      // at the end of the last step, turns counted [rad]

  Motor motor, friction;
  Eigen::VectorXd impulse;  // of the constraints over the last substep [N s]
  double substep = 0;       // that substep [s]
  JointState last;

  [[nodiscard]] int rowCount() const;
  // Appends the constraints, all in metres.
  void constraints(const Transform& X_WA, const Transform& X_WB, std::vector<JointRow>& rows) const;
  // The coordinate in its own unit.
  [[nodiscard]] JointRow coordinate(const Transform& X_WA, const Transform& X_WB) const;
  // The angle about the axis of J, of the turn nearest to the last one.
  [[nodiscard]] double angleAt(const Transform& X_WA, const Transform& X_WB) const;
  // Forgets the forces of this step: it is solved (again).
  void restart() {
    last.f_W.setZero();
    last.t_W.setZero();
    motor.last = {.active = motor.active};
    friction.last = {.active = friction.active};
  }
  [[nodiscard]] double rest() const { return def.rest.value_or(start); }
};

}  // namespace passung::dynamics

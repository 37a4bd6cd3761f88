// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/pull.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace passung::app {

namespace {
constexpr double kSagShare = 0.02;     // of the body's size, hanging at rest; larger feels like rubber
constexpr double kStepAngle = 0.2;     // w dt; beyond about 1 the explicit spring would shake
constexpr double kWeights = 30;        // cut of the force, in weights of the body
constexpr double kIdleFrequency = 12;  // w without gravity [rad/s]
}  // namespace

Vec3 pullForce(const dynamics::WorldDef& def, const MassProperties& mass_B, const dynamics::BodyState& state,
               double size, const Pull& pull) {
  if (pull.f_W) return *pull.f_W;
  if (!(mass_B.mass > 0) || !(size > 0)) return Vec3::Zero();
  const double g = def.gravity.norm();
  const double wanted = g > 0 ? std::sqrt(g / (kSagShare * size)) : kIdleFrequency;
  const double w = std::min(wanted, kStepAngle / def.dt);

  const Vec3 p_WG = state.X_WB * pull.p_BG;
  const Vec3 r = p_WG - state.X_WB * mass_B.com;
  const Mat3 R = state.X_WB.R();
  const Mat3 J = R * mass_B.inertia * R.transpose();
  const Mat3 S = skew(r);
  const Mat3 mobility = Mat3::Identity() / mass_B.mass - S * J.inverse() * S;
  const Mat3 M = mobility.inverse();
  if (!M.allFinite()) return Vec3::Zero();

  const Vec3 v = state.v_WC + state.w_WB.cross(r);
  Vec3 force = M * (w * w * (pull.p_WT - p_WG) - 2 * w * v);
  const double limit = kWeights * mass_B.mass * (g > 0 ? g : w * w * size);
  if (force.norm() > limit) force *= limit / force.norm();
  return force;
}

}  // namespace passung::app

// SPDX-License-Identifier: Apache-2.0
#include "dynamics/integrator/free_rotation.h"

#include <algorithm>
#include <cmath>

namespace passung::dynamics {
namespace {

constexpr double kMaxAngle = 0.02;     // [rad] per substep
constexpr double kMaxSubsteps = 2000;  // a body that turns faster than 40 rad a step is beyond any contact anyway

using Vec4 = Eigen::Vector4d;

Vec4 rate(const Vec4& c, const Vec3& L_W, const Mat3& inverse_B) {
  const Quat q(c[3], c[0], c[1], c[2]);
  const Quat unit = q.normalized();
  const Vec3 w = unit * (inverse_B * (unit.conjugate() * L_W));
  return 0.5 * (Quat(0, w.x(), w.y(), w.z()) * q).coeffs();
}

}  // namespace

Quat freeRotation(const Quat& q_WB, const Vec3& L_W, const Mat3& inverse_B, double h) {
  if (L_W.isZero(0)) return q_WB;
  const Vec3 w = q_WB * (inverse_B * (q_WB.conjugate() * L_W));
  const int n = static_cast<int>(std::clamp(std::ceil(w.norm() * h / kMaxAngle), 1.0, kMaxSubsteps));
  const double s = h / n;
  Vec4 c = q_WB.coeffs();
  for (int i = 0; i < n; ++i) {
    const Vec4 k1 = rate(c, L_W, inverse_B);
    const Vec4 k2 = rate(c + 0.5 * s * k1, L_W, inverse_B);
    const Vec4 k3 = rate(c + 0.5 * s * k2, L_W, inverse_B);
    const Vec4 k4 = rate(c + s * k3, L_W, inverse_B);
    c += s / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    c.normalize();
  }
  return Quat(c[3], c[0], c[1], c[2]);
}

}  // namespace passung::dynamics

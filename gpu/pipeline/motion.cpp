// SPDX-License-Identifier: Apache-2.0
#include "gpu/pipeline/motion.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gpu/pipeline/placing.h"

namespace passung::gpu {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();

Double3 plain(const Vec3& p) { return {p.x(), p.y(), p.z()}; }
Vec3 vec(Double3 p) { return {p.x, p.y, p.z}; }

// The box of a box whose frame is at X_FB in F.
Aabb boxIn(const Transform& X_FB, const Vec3& half) {
  const Vec3 h = X_FB.R().cwiseAbs() * half;
  return {X_FB.p - h, X_FB.p + h};
}

}  // namespace

RigidMotion straightMotion(const Transform& start, const Transform& end, const Vec3& c_B) {
  const Transform X_AB0 = checkedPlacement(start, 0, 0);
  const Transform X_AB1 = checkedPlacement(end, 0, 0);
  RigidMotion m{};
  const Vec3 turn = vectorFromRotation((X_AB1.q * X_AB0.q.conjugate()).normalized());
  const Vec3 c0 = X_AB0 * c_B;
  const Vec3 v = X_AB1 * c_B - c0;
  const Mat3 R = X_AB0.R();
  m.angle = turn.norm();
  const Vec3 axis = m.angle > 0 ? Vec3(turn.stableNormalized()) : Vec3(Vec3::UnitZ());
  m.c_B = plain(c_B);
  m.c_A = plain(c0);
  m.v_A = plain(v);
  m.axis = plain(axis);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) m.R0[3 * i + j] = R(i, j);
  }
  return m;
}

RigidMotion screwMotion(const Transform& X_AB0, const Transform& X_AB1, const Vec3& c_B) {
  const RigidMotion straight = straightMotion(X_AB0, X_AB1, c_B);
  if (straight.angle < kLeastScrew) return straight;
  // The points of the axis move along it: s is the one nearest to the start of c_B.
  const Vec3 u = vec(straight.axis);
  const Vec3 v = vec(straight.v_A);
  const Vec3 across = v - u.dot(v) * u;
  const Vec3 s = vec(straight.c_A) + 0.5 * (across + u.cross(across) / std::tan(0.5 * straight.angle));
  return straightMotion(X_AB0, X_AB1, X_AB0.inverse() * s);
}

Transform transformAt(const RigidMotion& m, double t) {
  double q[4];
  turnAt(m, t, q);
  Mat3 R0;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) R0(i, j) = m.R0[3 * i + j];
  }
  Transform X;
  X.q = (Quat(q[0], q[1], q[2], q[3]) * Quat(R0)).normalized();
  X.p = vec(m.c_A) + t * vec(m.v_A) - X.q * vec(m.c_B);
  return X;
}

double lengthOf(const RigidMotion& m, double extent) {
  return extent + 2 * vec(m.c_B).norm() + vec(m.c_A).norm() + vec(m.v_A).norm();
}

double reachOf(const RigidMotion& m, const OrientedBox& box_B) {
  double reach = 0;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 signs((corner & 1) ? 1 : -1, (corner & 2) ? 1 : -1, (corner & 4) ? 1 : -1);
    const Vec3 p = box_B.X_MB * signs.cwiseProduct(box_B.half);
    reach = std::max(reach, reachOf(m, plain(p)));
  }
  return reach * (1 + 64 * kEps);
}

OrientedBox sweptBox(const RigidMotion& m, const OrientedBox& box_B, double t0, double t1) {
  OrientedBox swept;
  swept.X_MB = transformAt(m, 0.5 * (t0 + t1)) * box_B.X_MB;
  const Transform X_FA = swept.X_MB.inverse();
  Aabb ends;
  for (const double t : {t0, t1}) ends.add(boxIn(X_FA * (transformAt(m, t) * box_B.X_MB), box_B.half));

  // |r - chord| <= max |r''| dt^2 / 8, r'' = angle^2 rho.
  const double turned = m.angle * (t1 - t0);
  const double length = lengthOf(m, box_B.X_MB.p.norm() + box_B.half.norm());
  const double grown = turned * turned * reachOf(m, box_B) / 8 + 256 * kEps * length;
  swept.half = 0.5 * ends.extent() + Vec3::Constant(grown);
  swept.X_MB.p = swept.X_MB * ends.center();
  return swept;
}

}  // namespace passung::gpu

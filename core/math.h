// SPDX-License-Identifier: Apache-2.0
// Vectors, rotations and rigid transforms. SI units, right-handed frames.
//
// Frames in names: X_WB is the pose of frame B in frame W, p_WC the position of C in W; in a product the inner
// letters meet: p_WQ = X_WB * p_BQ.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace passung {

using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;
using Quat = Eigen::Quaterniond;

inline constexpr double kPi = 3.14159265358979323846;

// A rigid transform: rotation q, then translation p [m]. X_AB maps coordinates in B to coordinates in A.
struct Transform {
  Quat q = Quat::Identity();
  Vec3 p = Vec3::Zero();

  [[nodiscard]] Mat3 R() const { return q.toRotationMatrix(); }
  [[nodiscard]] Transform inverse() const {
    const Quat qi = q.conjugate();
    return {qi, -(qi * p)};
  }
};

inline Transform operator*(const Transform& X_AB, const Transform& X_BC) {
  return {(X_AB.q * X_BC.q).normalized(), X_AB.p + X_AB.q * X_BC.p};
}
inline Vec3 operator*(const Transform& X_AB, const Vec3& p_BQ) { return X_AB.p + X_AB.q * p_BQ; }

// The matrix S(a) with S(a) b = a x b.
inline Mat3 skew(const Vec3& a) {
  Mat3 S;
  S << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  return S;
}

// exp: the rotation by |phi| radians about phi. Exact at phi = 0.
inline Quat rotationFromVector(const Vec3& phi) {
  const double angle = phi.norm();
  const double half = 0.5 * angle;
  // sin(half)/angle by its series where the quotient loses digits.
  const double s = angle < 1e-4 ? 0.5 - angle * angle / 48.0 : std::sin(half) / angle;
  return Quat(std::cos(half), s * phi.x(), s * phi.y(), s * phi.z()).normalized();
}

// log: the rotation vector [rad] of q, of length <= pi.
inline Vec3 vectorFromRotation(const Quat& q) {
  const Vec3 v = q.vec();
  const double n = v.norm();
  const double w = q.w();
  if (n < 1e-12) return (w < 0 ? -2.0 : 2.0) * v;
  return (2.0 * std::atan2(w < 0 ? -n : n, std::abs(w)) / n) * v;
}

inline bool isFinite(const Vec3& v) { return v.allFinite(); }
inline bool isFinite(const Transform& X) { return X.p.allFinite() && X.q.coeffs().allFinite(); }

}  // namespace passung

// SPDX-License-Identifier: Apache-2.0
// Problem: where a body is at any time of a step, and how far its points can move.
// Method: a point c of B moves on a straight line at constant velocity while B turns about it at a constant rate, t
// from
//   0 to 1 (B. Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems", 1996, section 2.3; the interpolation
//   of X. Zhang, S. Redon, M. Lee and Y. J. Kim, "Continuous Collision Detection for Articulated Models Using Taylor
//   Models and Temporal Culling", 2007). With c on the axis of the screw it is the screw motion.
//   Sine and cosine are Taylor series of a quarter of the angle, below pi / 4, so both sides of an upload give the same
//   bits; the first term left out is below 1e-17.
// Bounds: x(t) = c(t) + r(t), |dx/dt| <= |v| + angle rho, with rho the distance of the point from the axis through c,
//   which does not change. Along a unit vector n: n . dx/dt <= n . v + angle |n x axis| rho.
// Cost: 150 operations a pose.
// Failure modes: turns of more than pi in a step are not told from their shorter counterparts.
#pragma once

#include <cmath>

#include "gpu/kernels/triangle_distance.h"

namespace passung::gpu {

// All in the frame of A, but for c_B. Times and velocities are per step.
struct RigidMotion {
  Double3 c_B;   // the point that moves straight, in B [m]
  Double3 c_A;   // where it is at t = 0 [m]
  Double3 v_A;   // its way within the step [m]
  Double3 axis;  // of the turn; unit
  double angle;  // turned within the step, 0 .. pi [rad]
  double R0[9];  // of B in A at t = 0, by rows
};
static_assert(sizeof(RigidMotion) == 22 * sizeof(double));

// x_A = R x_B + p, R by rows.
struct MotionPose {
  double R[9];
  Double3 p;
};

PASSUNG_HD inline Double3 turned(const double* R, Double3 q) {
  return {(R[0] * q.x + R[1] * q.y) + R[2] * q.z, (R[3] * q.x + R[4] * q.y) + R[5] * q.z,
          (R[6] * q.x + R[7] * q.y) + R[8] * q.z};
}
PASSUNG_HD inline Double3 place(const MotionPose& X, Double3 q_B) { return turned(X.R, q_B) + X.p; }

// The turn's quaternion at time t: w, x, y, z.
PASSUNG_HD inline void turnAt(const RigidMotion& m, double t, double (&q)[4]) {
  const double h = 0.25 * m.angle * t;
  const double x = h * h;
  double s = 1;
  for (int k = 17; k > 1; k -= 2) s = 1 - s * x / (k * (k - 1));
  double c = 1;
  for (int k = 18; k > 1; k -= 2) c = 1 - c * x / (k * (k - 1));
  s *= h;
  const double sine = 2 * s * c;  // of half the angle
  q[0] = 1 - 2 * s * s;
  q[1] = sine * m.axis.x;
  q[2] = sine * m.axis.y;
  q[3] = sine * m.axis.z;
}

PASSUNG_HD inline MotionPose poseAt(const RigidMotion& m, double t) {
  double q[4];
  turnAt(m, t, q);
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  const double T[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
                       2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                       2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
  MotionPose X{};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j)
      X.R[3 * i + j] = (T[3 * i] * m.R0[j] + T[3 * i + 1] * m.R0[3 + j]) + T[3 * i + 2] * m.R0[6 + j];
  }
  X.p = (m.c_A + t * m.v_A) - turned(X.R, m.c_B);
  return X;
}

// rho: the distance of a point of B from the axis of the turn [m].
PASSUNG_HD inline double reachOf(const RigidMotion& m, Double3 q_B) {
  return std::sqrt(squaredNorm(cross(m.axis, turned(m.R0, q_B - m.c_B))));
}

// Bounds the speed of points with a reach of at most rho [m per step].
PASSUNG_HD inline double speedBound(const RigidMotion& m, double rho) {
  return std::sqrt(squaredNorm(m.v_A)) + m.angle * rho;
}
// The same along a unit vector; may be negative: all of them move the other way.
PASSUNG_HD inline double speedBoundAlong(const RigidMotion& m, double rho, Double3 n) {
  return dot(n, m.v_A) + m.angle * std::sqrt(squaredNorm(cross(n, m.axis))) * rho;
}

}  // namespace passung::gpu

// SPDX-License-Identifier: Apache-2.0
// Problem: the first time of a step at which two triangles come within a distance d, one of them moving rigidly.
// Method: conservative advancement (B. Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems", 1996; M.
// Tang,
//   Y. J. Kim and D. Manocha, "C2A: Controlled Conservative Advancement", ICRA 2009). At time t let n be the unit
//   vector from the closest point of B to that of A, s the gap of the two triangles along n, mu the bound of B's speed
//   along n. A gap along any vector is a lower bound of the distance, and it shrinks by no more than mu dt, so the
//   distance stays above d for dt = (s - d) / mu. The same holds for the distance itself and the bound of the whole
//   speed. The larger of both steps is taken.
// Result: the distance is above d at every time before the one that is given, and at most d + tolerance at that time.
// So
//   it is never later than the true first time, and no pair that comes within d is missed.
// Cost: a distance of triangles a step; one step where n does not turn, else as many as halve the gap down to the
//   tolerance.
// Failure modes: triangles that glide along each other a little above d + tolerance make short steps. After mostSteps
// the
//   time reached is given as `kCut`: a pair that may come within d, not before that time.
#pragma once

#include "gpu/kernels/rigid_motion.h"

namespace passung::gpu {

enum class AdvanceEnd {
  kApart,    // not within d until the end
  kReached,  // within d + tolerance at the time, and not within d before
  kCut,      // not within d before the time; what comes then is not known
};

struct Advance {
  AdvanceEnd end;
  double time;      // [step]
  double distance;  // at that time [m]
  int steps;        // distances computed
};

struct AdvanceLimits {
  double distance;   // d [m]
  double tolerance;  // [m], above the rounding
  double rounding;   // bounds the error of a gap [m]
  double begin, end;
  int mostSteps;
};

// a, b_B: three corners of three coordinates each; rho: the largest reach of b's corners. closest(a, b_A, n) writes the
// way from b's closest point to a's, and returns the squared distance.
template <class Closest>
PASSUNG_HD Advance advance(const RigidMotion& m, const double* a, const double* b_B, double rho,
                           const AdvanceLimits& limits, Closest&& closest) {
  const double speed = speedBound(m, rho);
  Advance result{AdvanceEnd::kApart, limits.begin, 0, 0};
  while (result.steps < limits.mostSteps) {
    double b[9];
    const MotionPose X = poseAt(m, result.time);
    for (int c = 0; c < 3; ++c) place(X, b_B + 3 * c, b + 3 * c);
    double n[3];
    const double distance = std::sqrt(closest(a, b, n));
    ++result.steps;
    result.distance = distance;
    if (distance <= limits.distance + limits.tolerance) {
      result.end = AdvanceEnd::kReached;
      return result;
    }

    // The gap along n is computed anew, so it holds however exact n is.
    for (double& x : n) x /= distance;
    double lowA = 0;
    double highB = 0;
    for (int c = 0; c < 3; ++c) {
      const double onA = (n[0] * a[3 * c] + n[1] * a[3 * c + 1]) + n[2] * a[3 * c + 2];
      const double onB = (n[0] * b[3 * c] + n[1] * b[3 * c + 1]) + n[2] * b[3 * c + 2];
      lowA = c == 0 || onA < lowA ? onA : lowA;
      highB = c == 0 || onB > highB ? onB : highB;
    }
    const double left = limits.end - result.time;
    const double ways[2] = {lowA - highB - limits.distance - limits.rounding,
                            distance - limits.distance - limits.rounding};
    const double speeds[2] = {speedBoundAlong(m, rho, n), speed};
    double step = 0;
    for (int k = 0; k < 2; ++k) {
      if (ways[k] <= 0) continue;
      // Nothing moves that far until the end.
      if (speeds[k] * left < ways[k]) return result;
      const double safe = ways[k] / speeds[k];
      step = safe > step ? safe : step;
    }
    result.time += step * (1 - 0x1p-40);
  }
  result.end = AdvanceEnd::kCut;
  return result;
}

}  // namespace passung::gpu

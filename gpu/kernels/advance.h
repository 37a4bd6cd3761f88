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
//   time reached is given as `kCut`: a pair that may come within d, not before that time. So it is where rounding
//   leaves open whether triangles run through each other.
#pragma once

#include "gpu/kernels/closest_way.h"
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
  double tolerance;  // [m]; four times the rounding or more
  double rounding;   // bounds the error of a gap and of a coordinate [m]
  double begin, end;
  int mostSteps;
};

// The least coordinate of a triangle along n.
PASSUNG_HD inline double lowestAlong(Double3 n, const TriangleCorners& t) {
  return least(least(dot(n, t.v[0]), dot(n, t.v[1])), dot(n, t.v[2]));
}

// rho: the largest reach (rigid_motion.h) of the corners of b_B.
PASSUNG_HD inline Advance advance(const RigidMotion& m, const TriangleCorners& a, const TriangleCorners& b_B,
                                  double rho, const AdvanceLimits& limits) {
  const double speed = speedBound(m, rho);
  Advance result{AdvanceEnd::kApart, limits.begin, 0, 0};
  while (result.steps < limits.mostSteps) {
    const MotionPose X = poseAt(m, result.time);
    TriangleCorners b{};
    for (int c = 0; c < 3; ++c) b.v[c] = place(X, b_B.v[c]);
    const Double3 way = closestWay(a, b);
    result.distance = std::sqrt(squaredNorm(way));
    ++result.steps;
    result.end = AdvanceEnd::kReached;
    if (result.distance <= limits.distance + limits.tolerance) return result;

    // The gap along n is computed anew, so it holds however exact n is. Without a gap they may run through each other.
    const Double3 n = (1 / result.distance) * way;
    const double gap = lowestAlong(n, a) + lowestAlong(-1.0 * n, b);
    if (gap <= limits.rounding) {
      const Meeting meeting = filteredMeeting(a, b);
      if (meeting == Meeting::kYes) result.distance = 0;
      if (meeting == Meeting::kUndecided) result.end = AdvanceEnd::kCut;
      if (meeting != Meeting::kNo) return result;
    }

    result.end = AdvanceEnd::kApart;
    const double left = limits.end - result.time;
    const double ways[2] = {gap - limits.distance - limits.rounding,
                            result.distance - limits.distance - limits.rounding};
    const double speeds[2] = {speedBoundAlong(m, rho, n), speed};
    double step = 0;
    for (int k = 0; k < 2; ++k) {
      if (ways[k] <= 0) continue;
      // Nothing moves that far until the end.
      if (speeds[k] * left < ways[k]) return result;
      step = greatest(step, ways[k] / speeds[k]);
    }
    // Less a little, for the rounding of the bounds.
    result.time += step * (1 - 0x1p-40);
  }
  result.end = AdvanceEnd::kCut;
  return result;
}

}  // namespace passung::gpu

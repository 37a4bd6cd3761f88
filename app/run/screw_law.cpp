// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/screw_law.h"

#include <cmath>

#include "core/math.h"

namespace passung::app {
namespace {

double lead(const ThreadContact& thread) { return std::atan(thread.pitch / (2 * kPi * thread.radius)); }

}  // namespace

double normalHalfAngle(const ThreadContact& thread) {
  return std::atan(std::tan(thread.halfAngle) * std::cos(lead(thread)));
}

double selfLockFriction(const ThreadContact& thread) {
  return std::tan(lead(thread)) * std::cos(normalHalfAngle(thread));
}

double screwAcceleration(double along, double mass, double inertia, double pitch) {
  const double p = pitch / (2 * kPi);
  return along / (1 + inertia / (mass * p * p));
}

double clampForce(double torque, const ThreadContact& thread, double friction, double bearingRadius,
                  double bearingFriction) {
  const double rho = std::atan(friction / std::cos(normalHalfAngle(thread)));
  return torque / (thread.radius * std::tan(lead(thread) + rho) + bearingFriction * bearingRadius);
}

}  // namespace passung::app

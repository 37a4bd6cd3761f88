// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/energy.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/run/body_points.h"

namespace passung::app {
namespace {

// Smallest value of -g . p over all points of the box: exact where gravity is along an axis, else a lower bound.
double lowest(const Aabb& box, const Vec3& gravity) {
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 8 && !box.empty(); ++k) least = std::min(least, -gravity.dot(corner(box, k)));
  return least;
}

}  // namespace

EnergyAccount::EnergyAccount(const dynamics::WorldDef& def, std::vector<MassProperties> masses,
                             std::span<const dynamics::BodyState> start, double shell)
    : def_(def), masses_(std::move(masses)) {
  double datum = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < def.bodies.size(); ++i) {
    // In a frame whose z axis points up, the bounds give the lowest point for any direction of gravity.
    const double g = def.gravity.norm();
    if (g == 0) break;
    const Transform X_UW{Quat::FromTwoVectors(-def.gravity / g, Vec3::UnitZ()), Vec3::Zero()};
    const Aabb box_U = exactBounds(def.bodies[i], X_UW * start[i].X_WB);
    datum = std::min(datum, lowest(box_U, Vec3(0, 0, -g)));
  }
  datum_ = std::isfinite(datum) ? datum : 0.0;

  measure(start);
  report_.start = report_.end = kinetic_ + potential_ + shell;
  lowestBalance_ = report_.start;
  highestPotential_ = potential_;
}

void EnergyAccount::measure(std::span<const dynamics::BodyState> states) {
  kinetic_ = potential_ = 0;
  for (std::size_t i = 0; i < def_.bodies.size(); ++i) {
    if (def_.bodies[i].motion != dynamics::Motion::kDynamic) continue;
    const MassProperties& mass = masses_[i];
    const dynamics::BodyState& state = states[i];
    const Vec3 w_B = state.X_WB.q.conjugate() * state.w_WB;
    kinetic_ += 0.5 * mass.mass * state.v_WC.squaredNorm() + 0.5 * w_B.dot(mass.inertia * w_B);
    potential_ += mass.mass * (-def_.gravity.dot(state.X_WB * mass.com) - datum_);
  }
}

void EnergyAccount::add(std::span<const dynamics::BodyState> states, double shell, double work, double overlapWork) {
  measure(states);
  work_ += work + overlapWork;
  report_.overlapWork += overlapWork;
  report_.end = kinetic_ + potential_ + shell;

  const double balance = report_.end - work_;
  report_.maxGain = std::max(report_.maxGain, balance - lowestBalance_);
  lowestBalance_ = std::min(lowestBalance_, balance);
  report_.potentialDrop = std::max(report_.potentialDrop, highestPotential_ - potential_);
  highestPotential_ = std::max(highestPotential_, potential_);
}

double kinematicWork(const dynamics::WorldDef& def, std::span<const MassProperties> masses,
                     std::span<const dynamics::BodyState> states, std::span<const dynamics::Contact> contacts) {
  const auto kinematic = [&](int body) {
    return def.bodies[static_cast<std::size_t>(body)].motion == dynamics::Motion::kKinematic;
  };
  const auto speed = [&](int body, const Vec3& p_W) -> Vec3 {
    const auto i = static_cast<std::size_t>(body);
    return states[i].v_WC + states[i].w_WB.cross(p_W - states[i].X_WB * masses[i].com);
  };
  double power = 0;
  for (const dynamics::Contact& contact : contacts) {
    // f_W acts on B, its opposite on A.
    const bool a = kinematic(contact.bodyA);
    const bool b = kinematic(contact.bodyB);
    if (a && !b) power += contact.f_W.dot(speed(contact.bodyA, contact.p_W));
    if (b && !a) power -= contact.f_W.dot(speed(contact.bodyB, contact.p_W));
  }
  return power * def.dt;
}

}  // namespace passung::app

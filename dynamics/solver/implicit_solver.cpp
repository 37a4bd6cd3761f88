// SPDX-License-Identifier: Apache-2.0
#include "dynamics/solver/implicit_solver.h"

#include <algorithm>
#include <tuple>

#include "dynamics/joints/rattle.h"
#include "dynamics/solver/island_step.h"

namespace passung::dynamics {

double ImplicitSolver::relax(const Island& island, double dt) {
  IslandReport report;
  return IslandStep(bodies_, gravity_, tolerances_, island, dt, report).relax(dt);
}

// Jointed bodies clear of all others and without motors keep their energy by a step of their own.
bool ImplicitSolver::swings(const Island& island, double dt, IslandReport& report) {
  if (island.joints.empty() || !island.motors.empty() || !conservative(island.joints)) return false;
  for (const ContactPair* pair : island.pairs) {
    if (!pair->near.empty()) return false;
  }
  std::vector<std::tuple<BodyMotion, Vec3, double>> before;
  for (int i : island.bodies) {
    const RigidBody& b = bodies_[static_cast<std::size_t>(i)];
    before.emplace_back(b.state, b.turns, b.velocityAge);
  }
  report.iterations = advanceByRattle(bodies_, island.bodies, island.joints, gravity_, dt);
  if (report.iterations == 0) return false;
  const auto pose = [&](int index, int part) {
    const RigidBody& b = bodies_[static_cast<std::size_t>(index)];
    Transform X = b.state.X_WC;
    if (b.type == Motion::kKinematic) {
      X = {(rotationFromVector(dt * b.state.w) * X.q).normalized(), X.p + dt * b.state.v};
    }
    return X * b.parts[static_cast<std::size_t>(part)].X_CG;
  };
  const bool clear = std::all_of(island.pairs.begin(), island.pairs.end(), [&](const ContactPair* pair) {
    return pair->near.covers(pair->near.motion(pose(pair->bodyA, pair->partA), pose(pair->bodyB, pair->partB)),
                             pair->potential.r0);
  });
  if (clear) {
    for (ContactPair* pair : island.pairs) {
      pair->contacts.clear();
      pair->shellEnergy = 0;
    }
    return true;
  }
  for (std::size_t k = 0; k < island.bodies.size(); ++k) {
    RigidBody& b = bodies_[static_cast<std::size_t>(island.bodies[k])];
    std::tie(b.state, b.turns, b.velocityAge) = before[k];
  }
  for (Joint* joint : island.joints) joint->restart();
  report = {};
  return false;
}

IslandReport ImplicitSolver::solve(const Island& island, double dt) {
  const auto start = Clock::now();
  IslandReport report;
  if (swings(island, dt, report)) {
    report.total_ms = msSince(start);
    return report;
  }
  IslandStep step(bodies_, gravity_, tolerances_, island, dt, report);
  step.advance(dt, 0);
  step.finish();
  report.total_ms = msSince(start);
  return report;
}

}  // namespace passung::dynamics

// SPDX-License-Identifier: Apache-2.0
#include "dynamics/solver/minimal_solver.h"

#include <algorithm>
#include <cmath>

#include "dynamics/contacts/contact_reduction.h"
#include "dynamics/solver/velocity_island.h"

namespace passung::dynamics {
namespace {

// New points count from half a shell on: registered ones rest at one.
constexpr double kTouch = 0.5;
// Points within this many shells of a registered one are the same.
constexpr double kDrift = 20;
constexpr int kRounds = 8;  // over the points of one pair
constexpr double kSettled = 0.01;
// Sweeps stop at this many of the world's velocity tolerances, and at a share of the speed at which overlap is
// resolved.
constexpr double kTolerance = 10, kPushTolerance = 1e-4;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

class RigidStep {
 public:
  RigidStep(VelocityIsland& island, double h, double threshold) : island_(island), h_(h), threshold_(threshold) {}

  void warmStart() {
    for (const VelocityPair& p : island_.pairs) {
      for (int k = p.first; k < p.first + p.count; ++k) {
        const VelocityContact& c = island_.contacts[at(k)];
        island_.push(p, c, c.normal * c.n + c.friction1 * c.t1 + c.friction2 * c.t2);
      }
    }
  }

  // The largest change of a relative velocity [m/s]. `positions`: gaps may close and overlaps open within the step;
  // else contacts that bear get their velocity after the step.
  double sweep(bool positions, bool upwards) {
    double change = 0;
    const int n = static_cast<int>(island_.pairs.size());
    for (int i = 0; i < n; ++i) {
      change = std::max(change, solve(island_.pairs[at(upwards ? i : n - 1 - i)], positions));
    }
    return change;
  }

 private:
  double solve(const VelocityPair& p, bool positions) {
    // The points of a pair are solved together, to and fro: one after the other they would tilt the parts.
    double change = 0;
    for (int round = 0; round < kRounds; ++round) {
      double moved = 0;
      for (int i = 0; i < p.count; ++i) {
        moved = std::max(
            moved, solveNormal(p, island_.contacts[at(p.first + (round % 2 == 0 ? i : p.count - 1 - i))], positions));
      }
      if (round == 0) change = moved;
      if (moved <= kSettled * change) break;
    }
    for (int k = p.first; k < p.first + p.count; ++k)
      change = std::max(change, solveFriction(p, island_.contacts[at(k)]));
    return change;
  }

  double solveNormal(const VelocityPair& p, VelocityContact& c, bool positions) {
    const double s = island_.gapOf(p, c);
    double rate = s / h_;
    if (!positions && c.normal > 0 && p.restitution > 0 && c.approach < -threshold_) {
      rate = p.restitution * c.approach;
    } else if (s < 0) {
      rate = positions ? std::max(MinimalSolver::kCorrection * s / h_, -p.pushSpeed) : 0.0;
    }
    const Vec3 v = island_.velocityOf(p, c);
    const double total = std::max(0.0, c.normal - c.mass * (c.n.dot(v) + rate));
    const double change = std::abs(total - c.normal) / c.mass;
    island_.push(p, c, (total - c.normal) * c.n);
    c.normal = total;
    return change;
  }

  double solveFriction(const VelocityPair& p, VelocityContact& c) {
    if (!(p.friction * c.normal > 0) && c.friction1 == 0 && c.friction2 == 0) return 0;
    const auto [f1, f2] = c.friction(island_.velocityOf(p, c), p.friction * c.normal);
    const Vec3 friction = (f1 - c.friction1) * c.t1 + (f2 - c.friction2) * c.t2;
    island_.push(p, c, friction);
    c.friction1 = f1;
    c.friction2 = f2;
    return friction.norm() / c.mass;
  }

  VelocityIsland& island_;
  double h_, threshold_;
};

}  // namespace

MinimalSolver::MinimalSolver(const SolverContext& context)
    : context_(context),
      manager_(context.bodies, context.gravity, ContactPolicy::kAll),
      slots_(context.bodies.size(), -1) {}

bool MinimalSolver::gather(ContactPair& pair, double dt) {
  manager_.gather(pair, dt);
  // A registered point that bears nothing any more and has parted gives its place free.
  for (ContactPoint& p : pair.points) {
    if (p.registered && !(p.normalForce > 0) && p.gap > 2 * pair.potential.r0) p.registered = false;
  }
  return true;
}

bool MinimalSolver::registerFirst(ContactPair& pair, const Transform& X_WCa, const Transform& X_WCb, double dt) {
  std::vector<ContactPoint> registered, found;
  const double shell = pair.potential.r0;
  for (const ContactPoint& p : pair.points) {
    if (p.registered) {
      registered.push_back(p);
    } else if (const ContactPoint end = carried(p, X_WCa, X_WCb); end.gap < kTouch * shell) {
      found.push_back(end);  // seen ahead: a fast part may be beyond it by now
    }
  }
  if (registered.size() >= static_cast<std::size_t>(kMostPoints)) return false;
  if (found.empty()) manager_.find(pair, X_WCa, X_WCb, kTouch * shell, manager_.motionBound(pair, dt), found);

  // The first to touch: the gap at the start over the way that it closes. Overlap from before comes first, the deepest
  // of all.
  const Transform& A0 = context_.bodies[at(pair.bodyA)].state.X_WC;
  const Transform& B0 = context_.bodies[at(pair.bodyB)].state.X_WC;
  const ContactPoint* first = nullptr;
  ContactPoint start;
  double earliest = std::numeric_limits<double>::infinity();
  for (const ContactPoint& p : found) {
    if (sameAs(p, registered, kDrift * shell) >= 0) continue;
    const ContactPoint before = carried(p, A0, B0);
    const double closed = before.gap - p.gap;
    const double time =
        before.gap <= shell || !(closed > 0) ? std::min(before.gap, p.gap) / shell - 2 : (before.gap - shell) / closed;
    if (time >= earliest) continue;
    earliest = time;
    first = &p;
    start = before;
  }
  if (first == nullptr) return false;
  start.registered = true;
  start.age = 0;
  const auto place = std::lower_bound(pair.points.begin(), pair.points.end(), start.feature,
                                      [](const ContactPoint& p, std::uint64_t f) { return p.feature < f; });
  if (place != pair.points.end() && place->feature == start.feature) {
    place->registered = true;
    place->age = 0;
  } else {
    pair.points.insert(place, start);
  }
  return true;
}

IslandReport MinimalSolver::solve(const Island& island, double dt) {
  IslandReport report;
  double fastest = context_.acceleration * dt;
  for (int i : island.bodies) {
    const RigidBody& b = context_.bodies[at(i)];
    fastest = std::max(fastest, b.state.v.norm() + b.state.w.norm() * b.radius);
  }
  for (int attempt = 0;; ++attempt) {
    VelocityIsland state(context_.bodies, slots_, island, context_.gravity, context_.acceleration, dt, dt, true);
    RigidStep step(state, dt, context_.tolerances.restitutionSpeed);
    double scale = fastest;
    for (const VelocityPair& p : state.pairs) {
      if (p.pair->depth > p.rest) scale = std::max(scale, fastest + p.pushSpeed);
    }
    const int contacts = std::max(1, static_cast<int>(state.contacts.size()));
    const int sweeps = std::clamp(kWork / contacts, kFewestSweeps, kMostSweeps);
    const auto settle = [&](bool positions) {
      double change = 0;
      for (int i = 0; i < sweeps; ++i) {
        change = step.sweep(positions, i % 2 == 0);
        ++report.iterations;
        if (change < kTolerance * context_.tolerances.velocity + kPushTolerance * (scale - fastest)) break;
      }
      return change;
    };
    ++report.substeps;
    state.addForces(dt);
    step.warmStart();
    const double residual = settle(true);
    if (!(residual < kNoSolution * scale)) {
      // No solution: the points registered last go, the parts stay.
      for (ContactPair* pair : island.pairs) {
        for (ContactPoint& p : pair->points) {
          if (p.registered && p.age == 0) p.registered = false;
        }
      }
      state.store();
      state.hold();
      state.record(dt);
      report.held += static_cast<int>(island.bodies.size());
      report.residual = residual;
      return report;
    }
    state.movePoses(dt);
    bool again = false;
    if (attempt < kMostAttempts) {
      for (ContactPair* pair : island.pairs) {
        again = registerFirst(*pair, state.poseOf(*pair, 0), state.poseOf(*pair, 1), dt) || again;
      }
    }
    if (again) continue;
    report.residual = settle(false);
    for (VelocityContact& c : state.contacts) {
      c.sum = c.normal;
      c.sum1 = c.friction1;
      c.sum2 = c.friction2;
    }
    state.store();
    state.commit();
    state.record(dt);
    return report;
  }
}

}  // namespace passung::dynamics

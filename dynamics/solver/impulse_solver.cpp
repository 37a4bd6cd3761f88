// SPDX-License-Identifier: Apache-2.0
#include "dynamics/solver/impulse_solver.h"

#include <algorithm>
#include <cmath>

#include "dynamics/solver/velocity_island.h"

namespace passung::dynamics {
namespace {

constexpr int kBounceSweeps = 8;
constexpr int kRounds = 8;  // over the points of one pair
constexpr double kSettled = 0.01;
// Sweeps stop at this many of the world's velocity tolerances.
constexpr double kTolerance = 10;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// A spring and damper integrated implicitly over h, as factors of the impulse of a rigid contact:
//   lambda' = lambda - mass (massScale (v + rate s) ) - impulseScale lambda.
struct Softness {
  double rate = 0;  // [1/s]
  double massScale = 1, impulseScale = 0;

  static Softness of(double hertzTimesH, double damping, double h) {
    const double wh = 2 * kPi * hertzTimesH;
    const double a1 = 2 * damping + wh;
    const double a2 = wh * a1;
    return {wh / (a1 * h), a2 / (1 + a2), 1 / (1 + a2)};
  }
};

class SoftStep {
 public:
  SoftStep(VelocityIsland& island, double h, bool large)
      : island_(island),
        h_(h),
        rounds_(large ? 1 : kRounds),
        soft_{Softness::of((large ? 0.5 : 1.0) * ImpulseSolver::kHertz, ImpulseSolver::kDamping, h),
              Softness::of((large ? 0.5 : 1.0) * ImpulseSolver::kStillHertz, ImpulseSolver::kDamping, h)} {}

  void warmStart() {
    for (const VelocityPair& p : island_.pairs) {
      for (int k = p.first; k < p.first + p.count; ++k) {
        VelocityContact& c = island_.contacts[at(k)];
        island_.push(p, c, c.normal * c.n + c.friction1 * c.t1 + c.friction2 * c.t2);
      }
    }
  }

  // One sweep; returns the largest change of a contact's relative velocity [m/s].
  double sweep(bool bias, bool upwards) {
    const int n = static_cast<int>(island_.pairs.size());
    double change = 0;
    for (int i = 0; i < n; ++i) change = std::max(change, solve(island_.pairs[at(upwards ? i : n - 1 - i)], bias));
    return change;
  }

  // Contacts that have hit part again with their share of the speed of approach.
  void bounce(double threshold) {
    bool any = false;
    for (const VelocityPair& p : island_.pairs) any = any || p.restitution > 0;
    for (int sweepIndex = 0; any && sweepIndex < kBounceSweeps; ++sweepIndex) {
      any = false;
      for (const VelocityPair& p : island_.pairs) {
        if (!(p.restitution > 0)) continue;
        for (int k = p.first; k < p.first + p.count; ++k) {
          VelocityContact& c = island_.contacts[at(k)];
          if (c.approach > -threshold || !(c.most > 0)) continue;
          const double v = c.n.dot(island_.velocityOf(p, c));
          const double total = std::max(0.0, c.normal - c.mass * (v + p.restitution * c.approach));
          const double impulse = total - c.normal;
          if (impulse == 0) continue;
          c.normal = total;
          c.sum += impulse;
          c.most = std::max(c.most, total);
          island_.push(p, c, impulse * c.n);
          any = true;
        }
      }
    }
  }

 private:
  double solve(const VelocityPair& p, bool bias) {
    VelocityBody& a = island_.bodies[at(p.a)];
    VelocityBody& b = island_.bodies[at(p.b)];
    const Softness& soft = soft_[p.still ? 1 : 0];
    double change = 0;

    // Friction first, so that the normal impulses, which matter more, have the last word.
    for (int k = p.first; k < p.first + p.count; ++k) {
      VelocityContact& c = island_.contacts[at(k)];
      const double most = p.friction * c.normal;
      if (!(most > 0) && c.friction1 == 0 && c.friction2 == 0) continue;
      const Vec3 v = b.velocityAt(c.rb) - a.velocityAt(c.ra);
      const auto [f1, f2] = c.friction(v, most);
      const Vec3 impulse = (f1 - c.friction1) * c.t1 + (f2 - c.friction2) * c.t2;
      c.friction1 = f1;
      c.friction2 = f2;
      a.push(-impulse, c.ra);
      b.push(impulse, c.rb);
      change = std::max(change, impulse.squaredNorm() / (c.mass * c.mass));
    }
    change = std::sqrt(change);

    // The points of a pair are solved together, to and fro: one after the other they would tilt the parts.
    for (int round = 0; round < rounds_; ++round) {
      double moved = 0;
      for (int i = 0; i < p.count; ++i) {
        VelocityContact& c = island_.contacts[at(p.first + (round % 2 == 0 ? i : p.count - 1 - i))];
        const double s = island_.gapOf(p, c);
        double rate = 0, massScale = 1, impulseScale = 0;
        if (s > 0) {
          rate = s / h_;
        } else if (bias && soft.rate * s < -p.pushSpeed) {
          rate = -p.pushSpeed;  // rigid: a bounded correction could not make up for what a soft one loses
        } else if (bias) {
          rate = soft.rate * s;
          massScale = soft.massScale;
          impulseScale = soft.impulseScale;
        }
        const double v = c.n.dot(b.velocityAt(c.rb) - a.velocityAt(c.ra));
        const double total = std::max(0.0, c.normal - c.mass * massScale * (v + rate) - impulseScale * c.normal);
        const double impulse = total - c.normal;
        c.normal = total;
        c.most = std::max(c.most, total);
        const Vec3 push = impulse * c.n;
        a.push(-push, c.ra);
        b.push(push, c.rb);
        moved = std::max(moved, std::abs(impulse) / c.mass);
      }
      if (round == 0) change = std::max(change, moved);
      if (moved < kSettled * change) break;
    }
    return change;
  }

  VelocityIsland& island_;
  double h_;
  int rounds_;        // over the points of a pair
  Softness soft_[2];  // between moving parts, against what does not move
};

}  // namespace

ImpulseSolver::ImpulseSolver(const SolverContext& context)
    : context_(context),
      manager_(context.bodies, context.gravity, context.policy),
      acceleration_(context.acceleration),
      slots_(context.bodies.size(), -1) {}

IslandReport ImpulseSolver::solve(const Island& island, double dt) {
  IslandReport report;
  int contacts = 0;
  for (const ContactPair* pair : island.pairs) contacts += static_cast<int>(pair->points.size());
  const int sweeps = std::clamp(kWork / std::max(1, contacts), 1, kMostSweeps);
  const bool large = sweeps == 1;
  const int substeps = large ? 2 * kSubsteps : kSubsteps;
  const double h = dt / substeps;
  VelocityIsland state(context_.bodies, slots_, island, context_.gravity, acceleration_, dt, h);
  SoftStep step(state, h, large);
  const auto settle = [&](bool bias) {
    for (int i = 0; i < sweeps; ++i) {
      const double change = step.sweep(bias, i % 2 == 0);
      ++report.iterations;
      if (!bias) report.residual = change;
      if (change < kTolerance * context_.tolerances.velocity) break;
    }
  };
  for (int k = 0; k < substeps; ++k) {
    ++report.substeps;
    state.addForces(h);
    step.warmStart();
    settle(true);
    state.movePoses(h);
    settle(false);
    for (VelocityContact& c : state.contacts) {
      c.sum += c.normal;
      c.sum1 += c.friction1;
      c.sum2 += c.friction2;
    }
  }
  state.store();
  step.bounce(context_.tolerances.restitutionSpeed);
  state.commit();
  state.record(dt);
  return report;
}

}  // namespace passung::dynamics

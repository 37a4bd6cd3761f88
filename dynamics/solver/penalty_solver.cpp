// SPDX-License-Identifier: Apache-2.0
#include "dynamics/solver/penalty_solver.h"

#include <algorithm>
#include <cmath>

#include "dynamics/solver/velocity_island.h"

namespace passung::dynamics {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

struct Spring {
  double k = 0, c = 0;    // along the normal [N/m], [N s/m], critically damped
  double kt = 0, ct = 0;  // across
  double damping = 1;     // share of c in this touch
  bool touching = false;
  Vec3 stretch = Vec3::Zero();
  Vec3 force = Vec3::Zero();  // on B [N]
};

// Restitution of a pushing-only spring with the damping ratio zeta < 1: exp(-beta t), t the end of the touch.
double restitutionOf(double zeta) {
  const double root = std::sqrt(1 - zeta * zeta);
  return std::exp(-zeta / root * (kPi - std::atan2(2 * zeta * root, 1 - 2 * zeta * zeta)));
}

class SpringStep {
 public:
  SpringStep(VelocityIsland& island, double h, double threshold) : island_(island), h_(h), threshold_(threshold) {
    std::vector<int> count(island.bodies.size(), 0);
    for (const VelocityPair& p : island.pairs) {
      count[at(p.a)] += p.count;
      count[at(p.b)] += p.count;
    }
    for (int i = island.movable(); i < static_cast<int>(count.size()); ++i) count[at(i)] = 0;
    const double w = PenaltySolver::kFrequency / h;
    for (const VelocityPair& p : island.pairs) {
      const double n = std::max({1, count[at(p.a)], count[at(p.b)]});
      for (int k = p.first; k < p.first + p.count; ++k) {
        const VelocityContact& c = island.contacts[at(k)];
        const ContactPoint& point = p.pair->points[at(c.point)];
        Spring s{
            .k = c.mass * w * w / n, .c = 2 * c.mass * w / n, .kt = c.slide * w * w / n, .ct = 2 * c.slide * w / n};
        s.touching = point.age > 0 && point.normalForce > 0;
        s.damping = point.damping;
        if (s.touching) s.stretch = point.stretch_W - c.n * c.n.dot(point.stretch_W);
        springs_.push_back(s);
      }
    }
  }

  // Forces of all contacts at the present state, then their impulses.
  void push() {
    for (const VelocityPair& p : island_.pairs) {
      for (int k = p.first; k < p.first + p.count; ++k) evaluate(p, island_.contacts[at(k)], springs_[at(k)]);
    }
    for (const VelocityPair& p : island_.pairs) {
      for (int k = p.first; k < p.first + p.count; ++k) {
        const Spring& s = springs_[at(k)];
        if (s.touching) island_.push(p, island_.contacts[at(k)], h_ * s.force);
      }
    }
  }

  // Springs into the memory of the points; their energy into the pairs.
  void store(const Island& world) {
    for (ContactPair* pair : world.pairs) pair->shellEnergy = 0;
    for (const VelocityPair& p : island_.pairs) {
      for (int k = p.first; k < p.first + p.count; ++k) {
        const VelocityContact& c = island_.contacts[at(k)];
        const Spring& s = springs_[at(k)];
        ContactPoint& point = p.pair->points[at(c.point)];
        point.stretch_W = s.stretch;
        point.damping = s.damping;
        const double depth = std::min(0.0, island_.gapOf(p, c));
        p.pair->shellEnergy += 0.5 * s.k * depth * depth + (s.touching ? 0.5 * s.kt * s.stretch.squaredNorm() : 0.0);
      }
    }
  }

 private:
  void evaluate(const VelocityPair& p, VelocityContact& c, Spring& s) {
    const double gap = island_.gapOf(p, c);
    c.normal = c.friction1 = c.friction2 = 0;
    if (!(gap < 0)) {
      s.touching = false;
      s.stretch.setZero();
      return;
    }
    const Vec3 v = island_.velocityOf(p, c);
    const double vn = c.n.dot(v);
    if (!s.touching) s.damping = -vn > threshold_ ? dampingForRestitution(p.restitution) : 1;
    s.touching = true;
    const double f = std::max(0.0, -s.k * gap - s.damping * s.c * vn);
    const Vec3 vt = v - vn * c.n;
    s.stretch += h_ * vt;
    Vec3 friction = -s.kt * s.stretch - s.ct * vt;
    const double length = friction.norm(), most = p.friction * f;
    if (length > most) {
      friction *= most / length;
      s.stretch = s.kt > 0 ? Vec3(-friction / s.kt) : Vec3(Vec3::Zero());
    }
    s.force = f * c.n + friction;
    c.normal = h_ * f;
    c.friction1 = h_ * c.t1.dot(friction);
    c.friction2 = h_ * c.t2.dot(friction);
    c.sum += c.normal;
    c.sum1 += c.friction1;
    c.sum2 += c.friction2;
  }

  VelocityIsland& island_;
  double h_, threshold_;
  std::vector<Spring> springs_;  // as island_.contacts
};

}  // namespace

double dampingForRestitution(double e) {
  double low = 0, high = 1;
  if (!(e > restitutionOf(1 - 1e-9))) return 1;
  for (int i = 0; i < 50; ++i) {
    const double middle = 0.5 * (low + high);
    (restitutionOf(middle) > e ? low : high) = middle;
  }
  return low;
}

PenaltySolver::PenaltySolver(const SolverContext& context)
    : context_(context), manager_(context.bodies, context.gravity, context.policy), slots_(context.bodies.size(), -1) {}

IslandReport PenaltySolver::solve(const Island& island, double dt) {
  IslandReport report;
  const double h = dt / kSubsteps;
  VelocityIsland state(context_.bodies, slots_, island, context_.gravity, context_.acceleration, dt, h);
  SpringStep springs(state, h, context_.tolerances.restitutionSpeed);
  for (int k = 0; k < kSubsteps; ++k) {
    ++report.substeps;
    state.addForces(h);
    springs.push();
    state.movePoses(h);
  }
  state.store();
  state.record(dt);
  springs.store(island);
  state.commit();
  return report;
}

}  // namespace passung::dynamics

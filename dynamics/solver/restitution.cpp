// SPDX-License-Identifier: Apache-2.0
#include "dynamics/solver/restitution.h"

#include <algorithm>
#include <cmath>

namespace passung::dynamics {
namespace {

constexpr int kSweeps = 50;

struct Velocity {
  Vec3 v = Vec3::Zero(), w = Vec3::Zero();
};

double kineticEnergy(const RigidBody& b, const Vec3& v, const Vec3& w) {
  const Vec3 w_B = b.state.X_WC.q.conjugate() * w;
  return 0.5 * (b.m * v.squaredNorm() + w_B.dot(b.inertia * w_B));
}

}  // namespace

void applyRestitution(std::span<RigidBody* const> bodies, std::span<const BounceContact> contacts,
                      double energyBefore) {
  std::vector<Mat3> inverse;
  std::vector<Velocity> change(bodies.size());
  for (const RigidBody* b : bodies) inverse.push_back(b->inverseAt(b->state.X_WC.q));
  const auto at = [](int i) { return static_cast<std::size_t>(i); };

  std::vector<double> mass(contacts.size()), impulse(contacts.size(), 0.0);
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const BounceContact& c = contacts[k];
    double inv = 0;
    if (c.a >= 0) inv += 1 / bodies[at(c.a)]->m + c.ra.cross(c.n_W).dot(inverse[at(c.a)] * c.ra.cross(c.n_W));
    if (c.b >= 0) inv += 1 / bodies[at(c.b)]->m + c.rb.cross(c.n_W).dot(inverse[at(c.b)] * c.rb.cross(c.n_W));
    mass[k] = inv > 0 ? 1 / inv : 0;
  }

  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    for (std::size_t k = 0; k < contacts.size(); ++k) {
      const BounceContact& c = contacts[k];
      double vn = c.bias;
      if (c.b >= 0) {
        const RigidBody& b = *bodies[at(c.b)];
        vn += c.n_W.dot(b.state.v + change[at(c.b)].v + (b.state.w + change[at(c.b)].w).cross(c.rb));
      }
      if (c.a >= 0) {
        const RigidBody& b = *bodies[at(c.a)];
        vn -= c.n_W.dot(b.state.v + change[at(c.a)].v + (b.state.w + change[at(c.a)].w).cross(c.ra));
      }
      const double target = -c.restitution * c.approach;
      const double total = std::max(0.0, impulse[k] + mass[k] * ((c.restitution > 0 ? target : 0.0) - vn));
      const double d = total - impulse[k];
      impulse[k] = total;
      if (c.a >= 0) {
        change[at(c.a)].v -= d / bodies[at(c.a)]->m * c.n_W;
        change[at(c.a)].w -= inverse[at(c.a)] * c.ra.cross(d * c.n_W);
      }
      if (c.b >= 0) {
        change[at(c.b)].v += d / bodies[at(c.b)]->m * c.n_W;
        change[at(c.b)].w += inverse[at(c.b)] * c.rb.cross(d * c.n_W);
      }
    }
  }

  // Energy never exceeds what the impact found: the largest share of the change that keeps it.
  double e0 = 0, e1 = 0, e2 = 0;  // energy after a share s of the change is e0 + e1 s + e2 s^2
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const RigidBody& b = *bodies[i];
    const double before = kineticEnergy(b, b.state.v, b.state.w);
    const double added = kineticEnergy(b, change[i].v, change[i].w);
    const double sum = kineticEnergy(b, b.state.v + change[i].v, b.state.w + change[i].w);
    e0 += before;
    e2 += added;
    e1 += sum - before - added;
  }
  double share = 1;
  if (e0 + e1 + e2 > energyBefore && e2 > 0) {
    const double disc = e1 * e1 - 4 * e2 * (e0 - energyBefore);
    share = disc > 0 ? std::clamp((-e1 + std::sqrt(disc)) / (2 * e2), 0.0, 1.0) : 0.0;
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    bodies[i]->state.v += share * change[i].v;
    bodies[i]->state.w += share * change[i].w;
  }
}

}  // namespace passung::dynamics

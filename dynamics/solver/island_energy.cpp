// SPDX-License-Identifier: Apache-2.0
// The energy guard of an island: what a substep gained numerically, and the bank it is taken from.
#include <algorithm>
#include <cmath>
#include <limits>

#include "dynamics/solver/island_step.h"

namespace passung::dynamics {
namespace {

// An end-of-step contact force on a turning or cornering part does a little work, now positive, now negative. What was
// lost numerically (not to friction) may come back later: a bank, capped at a share of the kinetic energy so that
// plastic impacts do not fill it. Gains beyond the bank are taken from the velocities.
constexpr double kBankShare = 1e-3;

}  // namespace

IslandStep::Energy IslandStep::energyOf(const Iterate& it) {
  Energy e;
  double before = 0, after = 0, work = 0, weight = 0;
  VectorXd way = it.u;  // over h
  for (int i = 0; i < n_; ++i) {
    const RigidBody& b = body(i);
    const auto k = static_cast<std::size_t>(i);
    const Vec3 v = it.u.segment<3>(6 * i), w = it.u.segment<3>(6 * i + 3);
    const Vec3 L = momentum_[k] + M_[k] * (w - us_.segment<3>(6 * i + 3));
    const Quat q = moved(start_[k].X_WC, v, w, h_).q;
    before += 0.5 * (b.m * start_[k].v.squaredNorm() + start_[k].w.dot(M_[k] * start_[k].w));
    after += 0.5 * (b.m * v.squaredNorm() + L.dot(b.inverseAt(q) * L));
    // A joint turns velocities without work: theirs belong to the middle of the step, and so does the load's work.
    if (!joints_.empty()) way.segment<6>(6 * i) << 0.5 * (v + start_[k].v), 0.5 * (w + start_[k].w);
    work += loadTime(b, h_) *
            ((b.m * gravity_ + b.force).dot(way.segment<3>(6 * i)) + b.torque.dot(way.segment<3>(6 * i + 3)));
    weight += b.m * gravity_.norm();
  }
  e.kinetic = std::max(before, after);
  work += motors_.work(it.u, way);
  before += joints_.energyBefore();
  after += joints_.energy(it.joints);
  e.friction += joints_.dissipated(it.u, it.joints);
  double r0 = std::numeric_limits<double>::infinity();
  for (const ContactPair* pair : island_.pairs) {
    before += pair->shellEnergy;
    r0 = std::min(r0, pair->potential.r0);
  }
  double rounding = 0;  // of the work of contacts in places known to their last digits
  for (const ContactRow& row : it.rows) {
    const ContactPair& pair = *island_.pairs[static_cast<std::size_t>(row.pair)];
    rounding += 8 * std::numeric_limits<double>::epsilon() * row.gap.force * row.term.p_W.cwiseAbs().maxCoeff();
    after += row.gap.energy;
    e.friction += h_ * pair.friction * row.gap.force * row.vt.squaredNorm() / row.speed;
    if (row.a >= 0 && row.b >= 0) continue;
    // Work of a driven partner on the moving one.
    const Vec3 F = row.gap.force * (row.term.n_W - pair.friction / row.speed * row.vt);  // on B
    if (row.a < 0) work += h_ * F.dot(pointVelocity(it.u, pair.bodyA, -1, row.ra));
    if (row.b < 0) work -= h_ * F.dot(pointVelocity(it.u, pair.bodyB, -1, row.rb));
  }
  e.gain = after - before - work;
  e.noise = rounding + (std::isfinite(r0) ? 1e-6 * weight * r0 : 0);
  return e;
}

void IslandStep::balance(const Energy& e) {
  double bank = 0, kinetic = 0;
  std::vector<double> kinetics;
  for (int i = 0; i < n_; ++i) {
    const RigidBody& b = body(i);
    kinetics.push_back(0.5 * (b.m * b.state.v.squaredNorm() + b.state.w.dot(b.inertiaAt(b.state.X_WC.q) * b.state.w)));
    kinetic += kinetics.back();
    bank += b.energyBank;
  }
  bank -= e.gain > 0 ? e.gain : std::min(0.0, e.gain + e.friction);
  const double excess = -bank - e.noise;
  bank = std::clamp(bank, 0.0, kBankShare * kinetic);
  for (int i = 0; i < n_; ++i) {
    body(i).energyBank = kinetic > 0 ? bank * kinetics[static_cast<std::size_t>(i)] / kinetic : 0;
  }
  if (!(excess > 0)) return;
  const double factor = std::sqrt(std::max(0.0, 1 - excess / kinetic));
  for (int i = 0; i < n_; ++i) {
    body(i).state.v *= factor;
    body(i).state.w *= factor;
  }
}

}  // namespace passung::dynamics

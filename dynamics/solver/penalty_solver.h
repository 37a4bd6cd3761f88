// SPDX-License-Identifier: Apache-2.0
// Problem: contact by springs, the oldest and plainest method, kept to compare the others with.
// Method: a contact that overlaps is a spring and a critically damped damper along its normal, which only push:
//   f = max(0, -k s - c v), k = m w^2 / n, c = 2 zeta m w / n, w = kFrequency / h; m is the mass that the contact
//   meets, n the number of contacts of the busier body, h a substep of the step. All forces are taken at the start of a
//   substep, then velocities and poses move (symplectic Euler). Friction: a spring and damper from an anchor to the
//   contact point; it sticks while its force is at most mu f, else the force is mu f and the anchor follows.
// Source: Moore and Wilhelms, "Collision Detection and Response for Computer Animation" (1988). Damping ratio for a
//   restitution e, with a contact that ends when the force does: Schwager and Poeschel, "Coefficient of restitution and
//   linear-dashpot model revisited" (2007), equation 20; zeta = 1 gives e = exp(-2), which is the least there is.
// Cost: kSubsteps passes over the contacts.
// Failure modes: overlap is stored energy, so that an overlap at the start throws parts apart; stacks sway; heavy parts
//   on light ones sink by about M g h^2 / (m kFrequency^2) a contact.
#pragma once

#include <vector>

#include "dynamics/contacts/contact_manager.h"
#include "dynamics/solver/contact_solver.h"

namespace passung::dynamics {

class PenaltySolver final : public ContactSolver {
 public:
  explicit PenaltySolver(const SolverContext& context);

  bool gather(ContactPair& pair, double dt) override {
    manager_.gather(pair, dt);
    return true;
  }
  [[nodiscard]] std::optional<double> listReach(const ContactPair& pair, double dt) const override {
    return manager_.listReach(pair, dt);
  }
  [[nodiscard]] bool toleratesOverlap() const override { return true; }
  IslandReport solve(const Island& island, double dt) override;

  static constexpr int kSubsteps = 8;
  static constexpr double kFrequency = 0.3;  // w h; from 0.8 on critical damping is unstable

 private:
  SolverContext context_;
  ContactManager manager_;
  std::vector<int> slots_;
};

// The share of critical damping at which a pushing-only spring returns a part with e times its speed.
[[nodiscard]] double dampingForRestitution(double e);

}  // namespace passung::dynamics

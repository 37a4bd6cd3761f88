// SPDX-License-Identifier: Apache-2.0
// Problem: many bodies in contact, stacks and piles, in one pass of cost O(contacts).
// Method: sequential impulses in substeps of h = dt / kSubsteps with soft contacts. A substep: forces to velocities;
// warm
//   start with the impulses of the last substep; sweeps over all contacts with a soft bias that closes the position
//   error s like a spring and damper of frequency kHertz / h and damping ratio kDamping, at a bounded speed; poses
//   move; relaxing sweeps without bias take the speed of the correction out again. Gaps s > 0 may close within the
//   substep, no further (speculative contacts). At last a pass gives contacts that hit faster than a threshold e times
//   their speed of approach. Friction: one two-dimensional impulse a point, within the disc of radius mu times the
//   normal one.
// Source: Catto, "Soft Constraints" (GDC 2011), "Solver2D" (2024), the scheme called soft step in Box2D v3 and Box3D;
//   warm starting and accumulated impulses: Catto, "Iterative Dynamics with Temporal Coherence" (2005).
// Deviations: frequency as a share of the substep's, so that it follows every scale of time and length; parts rest one
//   shell apart instead of one slop deep; sweeps run up from the ground and down again, and are repeated while the
//   island is small (kWork) and not at rest, so that uneven masses converge. Large islands get one sweep, twice the
//   substeps and half the frequencies.
// Cost: 2 kSubsteps sweeps over the contacts, up to kMostSweeps times as many for small islands.
// Failure modes: heavy parts on light ones sink by (M/m) g (h / (2 pi kHertz))^2; closed loops of contacts with large
//   forces (jams, threads under load) converge slowly.
#pragma once

#include <vector>

#include "dynamics/contacts/contact_manager.h"
#include "dynamics/solver/contact_solver.h"

namespace passung::dynamics {

class ImpulseSolver final : public ContactSolver {
 public:
  explicit ImpulseSolver(const SolverContext& context);

  bool gather(ContactPair& pair, double dt) override {
    manager_.gather(pair, dt);
    return true;
  }
  [[nodiscard]] std::optional<double> listReach(const ContactPair& pair, double dt) const override {
    return manager_.listReach(pair, dt);
  }
  [[nodiscard]] bool toleratesOverlap() const override { return true; }
  IslandReport solve(const Island& island, double dt) override;

  static constexpr int kSubsteps = 4;
  static constexpr double kHertz = 0.25, kStillHertz = 0.5;  // times 1 / h; against what does not move
  static constexpr double kDamping = 10;                     // ratio of the critical damping
  static constexpr int kMostSweeps = 16, kWork = 1000;       // contacts times sweeps that cost no noticeable time

 private:
  SolverContext context_;
  ContactManager manager_;
  double acceleration_;
  std::vector<int> slots_;
};

}  // namespace passung::dynamics

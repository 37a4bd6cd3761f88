// SPDX-License-Identifier: Apache-2.0
// Problem: the motion of a contact island over one step, with friction, stable in tight fits, never interpenetrating.
// Method: fully implicit. The unknown is the mean velocity u of all moving bodies over a substep h. With the end pose
//   x(u) = x0 + h v, exp(h w) q0, the momentum balance
//       G(u) = M (u - us) - h sum f(d) Jn' + h sum mu f(d) Jt' t = 0,   t = vt / sqrt(vt^2 + eps^2),
//   is solved by Newton's method; us is the force-free velocity, f the shell force (GapPotential) of the gap d of one
//   pair of closest features AT the end pose, J its Jacobians there. The contact set, normals, arms and friction follow
//   each iterate, so the forces are the gradient of one potential and do no net work; the Jacobian is complete, with
//   the unsymmetric term of friction's normal force. Steps are accepted when |G| falls in the norm of M^-1; else the
//   symmetric part and an Armijo search on the merit function serve.
// Source: implicit contact potentials after Li et al., "Incremental Potential Contact" (2020), section 4, without its
//   continuous line search; friction regularised after the same, section 5.
// Deviations: only the end pose has to be free; a substep that does not converge or ends with a gap <= 0 is halved.
//   After SolverSettings::maxHalvings halvings the island is held (at rest, or in flight with its common velocity) and
//   reported.
// Rotation: angular momentum is carried exactly, the force-free attitude by freeRotation(); impulses act at the end
// pose. Cost: one dense LU of 6 n unknowns a Newton iteration, n moving bodies of the island; closest-feature queries
// dominate. Failure modes: motion beyond the motion limit is halved beforehand; overlap at the start is not resolved
// here.
#pragma once

#include <span>
#include <vector>

#include "dynamics/solver/contact_solver.h"

namespace passung::dynamics {

class ImplicitSolver final : public ContactSolver {
 public:
  ImplicitSolver(std::span<RigidBody> bodies, const Vec3& gravity, const SolverTolerances& tolerances)
      : bodies_(bodies), gravity_(gravity), tolerances_(tolerances) {}

  [[nodiscard]] bool hasMotors() const override { return true; }
  [[nodiscard]] std::string_view jointRefusal(JointDef::Kind) const override { return {}; }
  // Advances the island's bodies by dt; only they and the island's pairs are written. Islands may run side by side.
  IslandReport solve(const Island& island, double dt) override;

  // Eases touching or slightly overlapping bodies apart, without gravity, friction or velocity: a pseudo-step of dt
  // after which the bodies rest. Returns the smallest gap of all pairs [m] (the largest double when nothing is within a
  // shell).
  double relax(const Island& island, double dt);

 private:
  bool swings(const Island& island, double dt, IslandReport& report);

  std::span<RigidBody> bodies_;
  Vec3 gravity_;
  SolverTolerances tolerances_;
};

}  // namespace passung::dynamics

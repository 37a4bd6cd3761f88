// SPDX-License-Identifier: Apache-2.0
// Problem: contact with as few points as determine it, so that no redundant ones fight each other.
// Method: each pair of parts has a list of at most kMostPoints registered points. A step is tried with the forces that
//   keep the registered points apart (unilateral, with Coulomb friction; projected Gauss-Seidel to convergence). Where
//   the parts then touch at a point that is not registered, the first such point of each pair is registered and the
//   step is tried anew, from the same start. Points that part are forgotten. Where no forces are found, the points
//   registered last are taken out again and the parts stay at the last consistent state.
// Source: Buck, "Simulation interaktiv bewegter Objekte mit Hinderniskontakten" (thesis, Saarbruecken 1999), chapters 5
//   and 6; Eckstein, "Echtzeitfaehige Kollisionserkennung fuer Virtual-Reality-Anwendungen" (thesis, 1998).
// Deviations: Buck takes one new point an iteration of the simulation; here an iteration is one attempt at a step, so
//   that a part that lands on four corners does not sink in while it waits. Forces by an iterative solve, not by
//   elimination.
// Cost: per attempt a search for contacts at the end pose and up to some hundred sweeps over the registered points.
// Failure modes: contacts beyond the sixth of a pair are not seen, and parts sink in there until another point parts;
//   a step without solution freezes an island for that step; large islands converge badly.
#pragma once

#include <vector>

#include "dynamics/contacts/contact_manager.h"
#include "dynamics/solver/contact_solver.h"

namespace passung::dynamics {

class MinimalSolver final : public ContactSolver {
 public:
  explicit MinimalSolver(const SolverContext& context);

  bool gather(ContactPair& pair, double dt) override;
  [[nodiscard]] bool toleratesOverlap() const override { return true; }
  IslandReport solve(const Island& island, double dt) override;

  static constexpr int kMostPoints = 6;
  static constexpr int kMostAttempts = 12;
  static constexpr int kWork = 100000, kFewestSweeps = 20, kMostSweeps = 400;  // kWork: contacts times sweeps
  static constexpr double kCorrection = 0.2;  // share of an overlap that a step resolves
  // A residual beyond this share of the speeds in the island is no solution.
  static constexpr double kNoSolution = 0.05;

 private:
  // Registers the first new point of a pair that the parts touch at when moved to poses A and B.
  [[nodiscard]] bool registerFirst(ContactPair& pair, const Transform& X_WCa, const Transform& X_WCb, double dt);

  SolverContext context_;
  ContactManager manager_;
  std::vector<int> slots_;
};

}  // namespace passung::dynamics

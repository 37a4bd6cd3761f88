// SPDX-License-Identifier: Apache-2.0
// The seam of the solvers: how the contact islands of a World are advanced by one step.
//
// To add a solver: 1. a class that derives from ContactSolver, in a file named after it, with its source; 2. its row in
// the table of solver_registry.cpp, with the contact policies that it takes and why it refuses the others, and why it
// does not take its contacts from a source of face pairs where it does not; 3. the tests of
// tests/dynamics/solver_test.cpp then run on it; 4. a page in docs/algorithms/.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dynamics/contacts/contact_policy.h"
#include "dynamics/joints/joint.h"
#include "dynamics/joints/motor_rows.h"
#include "dynamics/solver/contact_pair.h"
#include "dynamics/world/rigid_body.h"

namespace passung::dynamics {

// SolverSettings in the units of one world.
struct SolverTolerances {
  double velocity = 0;          // stop criterion of Newton's method [m/s]
  double frictionSpeed = 0;     // eps [m/s]
  double restitutionSpeed = 0;  // [m/s]
  int maxIterations = 60;
  int maxHalvings = 8;
};

struct Island {
  std::vector<int> bodies;          // dynamic bodies, ascending
  std::vector<ContactPair*> pairs;  // in pair order
  std::vector<Motor*> motors;       // active ones; none where the solver has no motors
  std::vector<Joint*> joints;
};

struct IslandReport {
  int iterations = 0, evaluations = 0, halvings = 0, held = 0, substeps = 0;
  double residual = 0;   // largest velocity error accepted [m/s]
  double narrow_ms = 0;  // time in collecting near pairs
  double total_ms = 0;
};

class ContactSolver {
 public:
  virtual ~ContactSolver() = default;

  // Finds the contacts of one pair at the start of a step of dt [s] and returns true; false where the solver looks for
  // contacts itself, at the poses that it tries, in the pair's near set. Writes the pair only: pairs may run side by
  // side.
  virtual bool gather(ContactPair& pair, double dt) {
    (void)pair;
    (void)dt;
    return false;
  }
  // How far [m] gather() will list the pair's features anew: a world with a source of face pairs makes that list
  // before. None where it will not; see ContactManager::listReach().
  [[nodiscard]] virtual std::optional<double> listReach(const ContactPair& pair, double dt) const {
    (void)pair;
    (void)dt;
    return {};
  }
  // Whether parts may overlap: they are then pushed apart while the world runs, else before it starts.
  [[nodiscard]] virtual bool toleratesOverlap() const { return false; }

  // Whether solve() has the island's motors as rows of its own; else they give bounded loads before the step, as
  // DriveSet computes them for free bodies.
  [[nodiscard]] virtual bool hasMotors() const { return false; }

  // Why the solver refuses a kind of joint; empty where it takes it.
  [[nodiscard]] virtual std::string_view jointRefusal(JointDef::Kind kind) const {
    (void)kind;
    return "it has no joints";
  }

  // Advances the island's bodies by dt [s]; only they and the island's pairs are written. Islands may run side by side.
  virtual IslandReport solve(const Island& island, double dt) = 0;
};

// What a solver is made with. The bodies outlive it and keep their places.
struct SolverContext {
  std::span<RigidBody> bodies;
  Vec3 gravity = Vec3::Zero();  // [m/s^2]
  double acceleration = 0;      // the scale of speeds per time: gravity, or a small one where there is none [m/s^2]
  SolverTolerances tolerances;
  SolverSettings settings;
  ContactPolicy policy = ContactPolicy::kAll;
};

struct SolverEntry {
  std::string_view name, purpose;
  ContactPolicy own;  // its policy where none is asked for
  // Why the solver refuses a policy, in the order of ContactPolicy; empty where it takes it.
  std::string_view refusals[kContactPolicyCount];
  // Why it does not take its contacts from a source of face pairs; empty where it does.
  std::string_view sourceRefusal;
  std::unique_ptr<ContactSolver> (*make)(const SolverContext& context);

  [[nodiscard]] std::string_view refusal(ContactPolicy policy) const {
    return refusals[static_cast<std::size_t>(policy)];
  }
};

// All solvers, the default one first.
[[nodiscard]] std::span<const SolverEntry> solvers();
// Throws InputError with the list of names for an unknown one.
[[nodiscard]] const SolverEntry& solverEntry(std::string_view name);
// The policy of that name, or the solver's own where the name is empty. Throws InputError with the reason where the
// solver refuses it.
[[nodiscard]] ContactPolicy policyFor(const SolverEntry& solver, std::string_view policy);
// Which solver takes which policy: a table of text, with the reasons for what is refused.
[[nodiscard]] std::string solverTable();

}  // namespace passung::dynamics

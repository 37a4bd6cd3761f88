// SPDX-License-Identifier: Apache-2.0
// The solvers by name, and which contact policies each of them takes.
#include <array>
#include <sstream>

#include "core/error.h"
#include "dynamics/solver/contact_solver.h"
#include "dynamics/solver/implicit_solver.h"
#include "dynamics/solver/impulse_solver.h"
#include "dynamics/solver/minimal_solver.h"
#include "dynamics/solver/penalty_solver.h"

namespace passung::dynamics {
namespace {

constexpr std::string_view kGradient =
    "its forces are the gradient of one potential of all gaps; a missing gap would do net work";

constexpr std::string_view kLate =
    "a point that waits its turn is already deep when its spring starts, which throws the parts apart";
constexpr std::string_view kOneByOne = "its method is to register its contact points itself, one at a time, six a pair";

constexpr std::string_view kAtEveryPose =
    "it looks for contacts at every pose that it tries within a step, one pair at a time; such a search is made once a "
    "step for all pairs";
constexpr std::string_view kLooksBack =
    "it goes back within a step and looks for contacts again, one pair at a time; such a search is made once a step "
    "for "
    "all pairs";

// In the order of the documentation.
const std::array kEntries{
    SolverEntry{.name = "implicit",
                .purpose = "end-of-step Newton on a contact potential: exact fits, threads",
                .own = ContactPolicy::kAll,
                .refusals = {{}, kGradient, kGradient, kGradient},
                .sourceRefusal = kAtEveryPose,
                .make = [](const SolverContext& c) -> std::unique_ptr<ContactSolver> {
                  return std::make_unique<ImplicitSolver>(c.bodies, c.gravity, c.tolerances);
                }},
    SolverEntry{.name = "impulse",
                .purpose = "sequential impulses in substeps, soft contacts: many bodies",
                .own = ContactPolicy::kAll,
                .refusals = {},
                .sourceRefusal = {},
                .make = [](const SolverContext& c) -> std::unique_ptr<ContactSolver> {
                  return std::make_unique<ImpulseSolver>(c);
                }},
    SolverEntry{.name = "penalty",
                .purpose = "springs and dampers, anchored friction: the plain method, for comparison",
                .own = ContactPolicy::kAll,
                .refusals = {{}, {}, {}, kLate},
                .sourceRefusal = {},
                .make = [](const SolverContext& c) -> std::unique_ptr<ContactSolver> {
                  return std::make_unique<PenaltySolver>(c);
                }},
    SolverEntry{.name = "minimal",
                .purpose = "Buck and Eckstein: one new contact at a time, back to the last consistent state",
                .own = ContactPolicy::kMinimal6,
                .refusals = {kOneByOne, kOneByOne, kOneByOne, {}},
                .sourceRefusal = kLooksBack,
                .make = [](const SolverContext& c) -> std::unique_ptr<ContactSolver> {
                  return std::make_unique<MinimalSolver>(c);
                }},
};

}  // namespace

std::span<const SolverEntry> solvers() { return kEntries; }

const SolverEntry& solverEntry(std::string_view name) {
  std::string names;
  for (const SolverEntry& entry : kEntries) {
    if (entry.name == name) return entry;
    names += (names.empty() ? "" : ", ") + std::string(entry.name);
  }
  throw InputError("", "solver", "there is no solver '" + std::string(name) + "'", "the solvers are " + names);
}

ContactPolicy policyFor(const SolverEntry& solver, std::string_view policy) {
  if (policy.empty()) return solver.own;
  std::string names, taken;
  for (const ContactPolicyEntry& entry : contactPolicies()) {
    names += (names.empty() ? "" : ", ") + std::string(entry.name);
    if (solver.refusal(entry.policy).empty()) taken += (taken.empty() ? "" : ", ") + std::string(entry.name);
  }
  for (const ContactPolicyEntry& entry : contactPolicies()) {
    if (entry.name != policy) continue;
    const std::string_view reason = solver.refusal(entry.policy);
    if (reason.empty()) return entry.policy;
    throw InputError(
        "", "contact policy",
        "the solver '" + std::string(solver.name) + "' refuses '" + std::string(policy) + "': " + std::string(reason),
        "it takes " + taken);
  }
  throw InputError("", "contact policy", "there is no policy '" + std::string(policy) + "'",
                   "the policies are " + names);
}

std::string solverTable() {
  constexpr int kNameWidth = 12, kCellWidth = 14;
  std::ostringstream text;
  const auto cell = [&](std::string_view s, int width) {
    text << s << std::string(static_cast<std::size_t>(std::max<int>(1, width - static_cast<int>(s.size()))), ' ');
  };
  cell("solver", kNameWidth);
  for (const ContactPolicyEntry& policy : contactPolicies()) cell(policy.name, kCellWidth);
  text << "purpose\n";
  for (const SolverEntry& solver : kEntries) {
    cell(solver.name, kNameWidth);
    for (const ContactPolicyEntry& policy : contactPolicies()) {
      cell(!solver.refusal(policy.policy).empty() ? "-" : (policy.policy == solver.own ? "yes, its own" : "yes"),
           kCellWidth);
    }
    text << solver.purpose << '\n';
  }
  text << "\npolicies:\n";
  for (const ContactPolicyEntry& policy : contactPolicies()) {
    text << "  ";
    cell(policy.name, kCellWidth);
    text << policy.purpose << '\n';
  }
  text << "\nrefused (-):\n";
  for (const SolverEntry& solver : kEntries) {
    std::string_view last;
    std::string names;
    const auto flush = [&] {
      if (!last.empty()) text << "  " << solver.name << " with " << names << ": " << last << '\n';
    };
    for (const ContactPolicyEntry& policy : contactPolicies()) {
      const std::string_view reason = solver.refusal(policy.policy);
      if (reason.empty()) continue;
      if (reason != last) {
        flush();
        names.clear();
      }
      last = reason;
      names += (names.empty() ? "" : ", ") + std::string(policy.name);
    }
    flush();
  }
  std::string taking;
  for (const SolverEntry& solver : kEntries) {
    if (solver.sourceRefusal.empty()) taking += (taking.empty() ? "" : ", ") + std::string(solver.name);
  }
  text << "\nnarrow phase conglomerates: " << taking << "; the others refuse it:\n";
  for (const SolverEntry& solver : kEntries) {
    if (!solver.sourceRefusal.empty()) text << "  " << solver.name << ": " << solver.sourceRefusal << '\n';
  }
  return text.str();
}

}  // namespace passung::dynamics

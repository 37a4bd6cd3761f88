// SPDX-License-Identifier: GPL-3.0-or-later
// A figure of a run that can be plotted: of the scene, of a part or of a joint, one number an engine and step.
//
// To add one: a line in the table of signal.cpp, its case in valueOf(), a row in docs/manual-window.md and a test with
// a closed form.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/session/energy.h"
#include "dynamics/engine.h"

namespace passung::app {

enum class SignalOf { kScene, kPart, kJoint };
// What its SI unit is; texts and scales of plots follow it.
enum class Dimension { kNumber, kLength, kAngle, kSpeed, kAngularSpeed, kForce, kTorque, kEnergy, kTime };
[[nodiscard]] const char* siUnit(Dimension dimension);  // "m", "N m"; "" for a number

struct SignalKind {
  enum class Id {
    kPosition,
    kVelocity,
    kAngularVelocity,
    kContactForce,
    kContactTorque,
    kPartContacts,
    kPartOverlap,
    kJointForce,
    kJointTorque,
    kJointCoordinate,
    kJointRate,
    kContacts,
    kOverlap,
    kEnergy,
    kKinetic,
    kPotential,
    kShell,
    kStep,
    kStage
  };
  Id id;
  const char* name;  // "velocity", as in scripts
  SignalOf of;
  bool vector;  // has x, y, z and a magnitude
  Dimension dimension;
  const char* purpose;  // one line, of the context "Signals" for translations
  int stage = -1;       // of kStage: dynamics::Stage
};
// In the order of menus and docs.
[[nodiscard]] std::span<const SignalKind> signalKinds();

struct Signal {
  static constexpr int kMagnitude = 3;
  const SignalKind* kind = nullptr;  // of signalKinds()
  int component = kMagnitude;        // of a vector: 0 x, 1 y, 2 z
  std::string of{};                  // name of the part or joint; empty for the scene

  // "velocity.x screw", "energy": what parseSignal() reads.
  [[nodiscard]] std::string text() const;
  [[nodiscard]] Dimension dimension(const dynamics::WorldDef& def) const;
  bool operator==(const Signal& other) const {
    return kind == other.kind && of == other.of && (!kind->vector || component == other.component);
  }
};

// `name` as "velocity", "velocity.x"; a vector without a component is its magnitude. Throws InputError with the names
// there are. Whether `of` exists is another question, see resolved().
[[nodiscard]] Signal parseSignal(const std::string& name, const std::string& of);

// A signal of one world, its part or joint by number.
struct Probe {
  const SignalKind* kind = nullptr;
  int component = Signal::kMagnitude, index = -1;
};
// Nothing where the world has no such part or joint.
[[nodiscard]] std::optional<Probe> resolved(const Signal& signal, const dynamics::WorldDef& def);

// What some probes look at, so that only that is fetched.
struct ProbeNeeds {
  bool contacts = false, joints = false, energy = false;
};
[[nodiscard]] ProbeNeeds needsOf(std::span<const Probe> probes);

// One engine at one instant; what needsOf() does not ask for may be left out. Unknown times are NaN.
struct ProbedState {
  std::span<const dynamics::BodyState> states;
  std::span<const MassProperties> masses;  // in B, one a body
  std::span<const dynamics::Contact> contacts{};
  std::span<const dynamics::JointState> joints{};
  Energy energy{};
  double step_ms = 0;
  std::span<const double> stage_ms{};
};
// In SI; NaN where the engine does not know it. Forces and torques of contacts act on the part, torques about its
// centre of mass; overlaps are positive, 0 without one.
[[nodiscard]] double valueOf(const Probe& probe, const ProbedState& state);

}  // namespace passung::app

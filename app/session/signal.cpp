// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/signal.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/run/translated.h"
#include "core/error.h"

namespace passung::app {

namespace {

using Id = SignalKind::Id;
using dynamics::Stage;

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

constexpr int stageOf(Stage stage) { return static_cast<int>(stage); }

// clang-format off
constexpr std::array kKinds{
    SignalKind{Id::kPosition,        "position",         SignalOf::kPart,  true,  Dimension::kLength,       QT_TRANSLATE_NOOP("Signals", "Of the origin of the part, in the world")},
    SignalKind{Id::kVelocity,        "velocity",         SignalOf::kPart,  true,  Dimension::kSpeed,        QT_TRANSLATE_NOOP("Signals", "Of the centre of mass")},
    SignalKind{Id::kAngularVelocity, "spin",             SignalOf::kPart,  true,  Dimension::kAngularSpeed, QT_TRANSLATE_NOOP("Signals", "Angular velocity, in the world's axes")},
    SignalKind{Id::kContactForce,    "force",            SignalOf::kPart,  true,  Dimension::kForce,        QT_TRANSLATE_NOOP("Signals", "Sum of all contact forces on the part")},
    SignalKind{Id::kContactTorque,   "torque",           SignalOf::kPart,  true,  Dimension::kTorque,       QT_TRANSLATE_NOOP("Signals", "Of all contact forces on the part, about its centre of mass")},
    SignalKind{Id::kPartContacts,    "part_contacts",    SignalOf::kPart,  false, Dimension::kNumber,       QT_TRANSLATE_NOOP("Signals", "Contact points on the part")},
    SignalKind{Id::kPartOverlap,     "part_overlap",     SignalOf::kPart,  false, Dimension::kLength,       QT_TRANSLATE_NOOP("Signals", "Deepest overlap among its contacts, as the engine sees it")},
    SignalKind{Id::kJointForce,      "joint_force",      SignalOf::kJoint, true,  Dimension::kForce,        QT_TRANSLATE_NOOP("Signals", "What the joint does to its part: the reaction and its motor, spring and friction")},
    SignalKind{Id::kJointTorque,     "joint_torque",     SignalOf::kJoint, true,  Dimension::kTorque,       QT_TRANSLATE_NOOP("Signals", "The same about the joint's origin")},
    SignalKind{Id::kJointCoordinate, "joint_coordinate", SignalOf::kJoint, false, Dimension::kLength,       QT_TRANSLATE_NOOP("Signals", "Travel, or angle with its turns counted")},
    SignalKind{Id::kJointRate,       "joint_rate",       SignalOf::kJoint, false, Dimension::kSpeed,        QT_TRANSLATE_NOOP("Signals", "How fast the coordinate changes")},
    SignalKind{Id::kContacts,        "contacts",         SignalOf::kScene, false, Dimension::kNumber,       QT_TRANSLATE_NOOP("Signals", "Contact points of all parts")},
    SignalKind{Id::kOverlap,         "overlap",          SignalOf::kScene, false, Dimension::kLength,       QT_TRANSLATE_NOOP("Signals", "Deepest overlap among all contacts, as the engine sees it")},
    SignalKind{Id::kEnergy,          "energy",           SignalOf::kScene, false, Dimension::kEnergy,       QT_TRANSLATE_NOOP("Signals", "Kinetic, of gravity and of contact shells and springs together")},
    SignalKind{Id::kKinetic,         "kinetic",          SignalOf::kScene, false, Dimension::kEnergy,       QT_TRANSLATE_NOOP("Signals", "Kinetic energy of all moving parts")},
    SignalKind{Id::kPotential,       "potential",        SignalOf::kScene, false, Dimension::kEnergy,       QT_TRANSLATE_NOOP("Signals", "Of gravity, above the lowest point of the start")},
    SignalKind{Id::kShell,           "shell",            SignalOf::kScene, false, Dimension::kEnergy,       QT_TRANSLATE_NOOP("Signals", "Elastic, in contact shells, springs and limits")},
    SignalKind{Id::kStep,            "step_time",        SignalOf::kScene, false, Dimension::kTime,         QT_TRANSLATE_NOOP("Signals", "Wall time of the step")},
    SignalKind{Id::kStage,           "broadphase_time",  SignalOf::kScene, false, Dimension::kTime,         QT_TRANSLATE_NOOP("Signals", "Of the step: which boxes meet"),            stageOf(Stage::kBroadphase)},
    SignalKind{Id::kStage,           "narrowphase_time", SignalOf::kScene, false, Dimension::kTime,         QT_TRANSLATE_NOOP("Signals", "Of the step: which features meet"),         stageOf(Stage::kNarrowphase)},
    SignalKind{Id::kStage,           "contacts_time",    SignalOf::kScene, false, Dimension::kTime,         QT_TRANSLATE_NOOP("Signals", "Of the step: which contacts are kept"),     stageOf(Stage::kContacts)},
    SignalKind{Id::kStage,           "solver_time",      SignalOf::kScene, false, Dimension::kTime,         QT_TRANSLATE_NOOP("Signals", "Of the step: forces and velocities"),       stageOf(Stage::kSolver)},
    SignalKind{Id::kStage,           "continuous_time",  SignalOf::kScene, false, Dimension::kTime,         QT_TRANSLATE_NOOP("Signals", "Of the step: that nothing passes through"), stageOf(Stage::kContinuous)},
    SignalKind{Id::kStage,           "integrate_time",   SignalOf::kScene, false, Dimension::kTime,         QT_TRANSLATE_NOOP("Signals", "Of the step: new poses"),                   stageOf(Stage::kIntegrate)},
};
// clang-format on

constexpr const char* kComponents[] = {".x", ".y", ".z", ""};

double componentOf(const Vec3& v, int component) { return component == Signal::kMagnitude ? v.norm() : v[component]; }

// Sums over the contacts of a part: the force on it, its torque about a point, how many, and how deep.
struct ContactSum {
  Vec3 f_W = Vec3::Zero(), t_W = Vec3::Zero();
  int count = 0;
  double overlap = 0;
};
ContactSum contactsOf(int body, std::span<const dynamics::Contact> contacts, const Vec3& p_WC) {
  ContactSum sum;
  for (const dynamics::Contact& c : contacts) {
    if (c.bodyA != body && c.bodyB != body) continue;
    const Vec3 f = c.bodyB == body ? c.f_W : Vec3(-c.f_W);
    sum.f_W += f;
    sum.t_W += (c.p_W - p_WC).cross(f);
    sum.overlap = std::max(sum.overlap, -c.gap);
    ++sum.count;
  }
  return sum;
}

double valueOfPart(const Probe& probe, const ProbedState& now) {
  const auto b = static_cast<std::size_t>(probe.index);
  if (b >= now.states.size()) return kUnknown;
  const dynamics::BodyState& state = now.states[b];
  switch (probe.kind->id) {
    case Id::kPosition:
      return componentOf(state.X_WB.p, probe.component);
    case Id::kVelocity:
      return componentOf(state.v_WC, probe.component);
    case Id::kAngularVelocity:
      return componentOf(state.w_WB, probe.component);
    default:
      break;
  }
  const ContactSum sum = contactsOf(probe.index, now.contacts, state.X_WB * now.masses[b].com);
  switch (probe.kind->id) {
    case Id::kContactForce:
      return componentOf(sum.f_W, probe.component);
    case Id::kContactTorque:
      return componentOf(sum.t_W, probe.component);
    case Id::kPartContacts:
      return sum.count;
    default:
      return sum.overlap;
  }
}

double valueOfJoint(const Probe& probe, const ProbedState& now) {
  const auto j = static_cast<std::size_t>(probe.index);
  if (j >= now.joints.size()) return kUnknown;
  const dynamics::JointState& joint = now.joints[j];
  switch (probe.kind->id) {
    case Id::kJointForce:
      return componentOf(joint.f_W, probe.component);
    case Id::kJointTorque:
      return componentOf(joint.t_W, probe.component);
    case Id::kJointCoordinate:
      return joint.coordinate;
    default:
      return joint.rate;
  }
}

double valueOfScene(const Probe& probe, const ProbedState& now) {
  switch (probe.kind->id) {
    case Id::kContacts:
      return static_cast<double>(now.contacts.size());
    case Id::kOverlap: {
      double overlap = 0;
      for (const dynamics::Contact& c : now.contacts) overlap = std::max(overlap, -c.gap);
      return overlap;
    }
    case Id::kKinetic:
      return now.energy.kinetic;
    case Id::kPotential:
      return now.energy.potential;
    case Id::kShell:
      return now.energy.shell;
    case Id::kEnergy:
      return now.energy.total();
    case Id::kStep:
      return 1e-3 * now.step_ms;
    default: {
      const auto stage = static_cast<std::size_t>(probe.kind->stage);
      return stage < now.stage_ms.size() ? 1e-3 * now.stage_ms[stage] : kUnknown;
    }
  }
}

}  // namespace

const char* siUnit(Dimension dimension) {
  switch (dimension) {
    case Dimension::kNumber:
      return "";
    case Dimension::kLength:
      return "m";
    case Dimension::kAngle:
      return "rad";
    case Dimension::kSpeed:
      return "m/s";
    case Dimension::kAngularSpeed:
      return "rad/s";
    case Dimension::kForce:
      return "N";
    case Dimension::kTorque:
      return "N m";
    case Dimension::kEnergy:
      return "J";
    case Dimension::kTime:
      return "s";
  }
  return "";
}

std::span<const SignalKind> signalKinds() { return kKinds; }

std::string Signal::text() const {
  std::string text = kind->name;
  if (kind->vector) text += kComponents[component];
  return of.empty() ? text : text + " " + of;
}

Dimension Signal::dimension(const dynamics::WorldDef& def) const {
  if (kind->id != Id::kJointCoordinate && kind->id != Id::kJointRate) return kind->dimension;
  const auto joint =
      std::find_if(def.joints.begin(), def.joints.end(), [&](const auto& candidate) { return candidate.name == of; });
  if (joint == def.joints.end() || !joint->angular()) return kind->dimension;
  return kind->id == Id::kJointRate ? Dimension::kAngularSpeed : Dimension::kAngle;
}

Signal parseSignal(const std::string& name, const std::string& of) {
  const std::size_t dot = name.find('.');
  const std::string base = name.substr(0, dot);
  const auto kind = std::find_if(kKinds.begin(), kKinds.end(), [&](const SignalKind& k) { return base == k.name; });
  if (kind == kKinds.end()) {
    std::string known;
    for (const SignalKind& k : kKinds) known += (known.empty() ? "" : ", ") + std::string(k.name);
    throw InputError("", "", "there is no quantity '" + base + "'", "one of " + known);
  }
  Signal signal{.kind = kind, .of = of};
  if (dot != std::string::npos) {
    const auto end = std::begin(kComponents) + Signal::kMagnitude;
    const auto component = std::find(std::begin(kComponents), end, name.substr(dot));
    if (!kind->vector || component == end) {
      throw InputError("", "", "'" + name + "' is unknown",
                       kind->vector ? "as in " + base + ".x, .y or .z, or alone for the magnitude"
                                    : base + " is one number, write it alone");
    }
    signal.component = static_cast<int>(component - std::begin(kComponents));
  }
  if ((kind->of == SignalOf::kScene) != of.empty()) {
    throw InputError("", "", base + (of.empty() ? " is of a part or joint" : " is of the whole scene"),
                     of.empty() ? "name it, as in " + base + " NAME" : "write it alone");
  }
  return signal;
}

std::optional<Probe> resolved(const Signal& signal, const dynamics::WorldDef& def) {
  Probe probe{.kind = signal.kind, .component = signal.component};
  const auto find = [&](const auto& list) {
    const auto found =
        std::find_if(list.begin(), list.end(), [&](const auto& entry) { return entry.name == signal.of; });
    return found == list.end() ? -1 : static_cast<int>(found - list.begin());
  };
  if (signal.kind->of == SignalOf::kScene) return probe;
  probe.index = signal.kind->of == SignalOf::kPart ? find(def.bodies) : find(def.joints);
  return probe.index < 0 ? std::nullopt : std::optional(probe);
}

ProbeNeeds needsOf(std::span<const Probe> probes) {
  ProbeNeeds needs;
  for (const Probe& probe : probes) {
    switch (probe.kind->id) {
      case Id::kContactForce:
      case Id::kContactTorque:
      case Id::kPartContacts:
      case Id::kPartOverlap:
      case Id::kContacts:
      case Id::kOverlap:
        needs.contacts = true;
        break;
      case Id::kEnergy:
      case Id::kKinetic:
      case Id::kPotential:
      case Id::kShell:
        needs.energy = true;
        break;
      default:
        needs.joints |= probe.kind->of == SignalOf::kJoint;
    }
  }
  return needs;
}

double valueOf(const Probe& probe, const ProbedState& state) {
  switch (probe.kind->of) {
    case SignalOf::kPart:
      return valueOfPart(probe, state);
    case SignalOf::kJoint:
      return valueOfJoint(probe, state);
    case SignalOf::kScene:
      return valueOfScene(probe, state);
  }
  return kUnknown;
}

}  // namespace passung::app

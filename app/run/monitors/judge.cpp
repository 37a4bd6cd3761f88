// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/monitors/judge.h"

#include <cmath>

#include "app/run/units.h"
#include "core/error.h"

namespace passung::app {

int Judge::find(const std::string& name) const {
  std::string known;
  for (std::size_t i = 0; i < world_.def.bodies.size(); ++i) {
    if (nameOf(static_cast<int>(i)) == name) return static_cast<int>(i);
    known += (known.empty() ? "" : ", ") + nameOf(static_cast<int>(i));
  }
  throw InputError("", "monitor '" + monitor_.name + "'", "there is no body '" + name + "'", "the bodies are " + known);
}

std::vector<int> Judge::bodies() const {
  if (!monitor_.body.empty()) return {find(monitor_.body)};
  std::vector<int> moving;
  for (std::size_t i = 0; i < world_.def.bodies.size(); ++i) {
    if (world_.def.bodies[i].motion == dynamics::Motion::kDynamic) moving.push_back(static_cast<int>(i));
  }
  return moving;
}

int Judge::oneBody() const {
  if (monitor_.body.empty()) {
    throw InputError("", "monitor '" + monitor_.name + "'", "it names no body", "give 'body'");
  }
  return find(monitor_.body);
}

bool Judge::inWindow(double time) const {
  const double slack = 1e-6 * world_.def.dt;
  return time >= monitor_.from - slack && time <= monitor_.to + slack;
}

JudgePtr makeJudge(const scenes::Monitor& monitor, const JudgedWorld& world) {
  using Type = scenes::Monitor::Type;
  switch (monitor.type) {
    case Type::kAtRest:
      return makeRestJudge(monitor, world);
    case Type::kInsideBox:
    case Type::kOutsideBox:
      return makeBoxJudge(monitor, world);
    case Type::kMaxPenetration:
      return makePenetrationJudge(monitor, world);
    case Type::kMaxEnergyGain:
      return makeEnergyJudge(monitor, world);
    case Type::kContact:
      return makeContactJudge(monitor, world);
    case Type::kPosition:
    case Type::kDistance:
      return makeNearJudge(monitor, world);
    case Type::kAcceleration:
      return makeAccelerationJudge(monitor, world);
    case Type::kNeverClimbs:
    case Type::kDrift:
    case Type::kSidewaysShift:
    case Type::kStands:
      return makeWanderJudge(monitor, world);
    case Type::kCreep:
      return makeCreepJudge(monitor, world);
    case Type::kTravelPerTurn:
      return makeTravelJudge(monitor, world);
    case Type::kSpeed:
    case Type::kAngularSpeed:
    case Type::kTurns:
      return makeRangeJudge(monitor, world);
    case Type::kContactForce:
      return makeForceJudge(monitor, world);
    case Type::kAll:
    case Type::kAny:
      return makeCombinationJudge(monitor, world);
  }
  throw InputError("", "monitor '" + monitor.name + "'", "its type is unknown");
}

std::string secondsText(double t) { return plain(t, 5) + " s"; }

std::string placeText(const Vec3& p) {
  return "(" + plain(p.x(), 4) + ", " + plain(p.y(), 4) + ", " + plain(p.z(), 4) + ") m";
}

bool touching(const dynamics::Contact& contact, std::span<const dynamics::BodyState> states) {
  const auto asleep = [&](int body) { return states[static_cast<std::size_t>(body)].asleep; };
  return contact.f_W.squaredNorm() > 0 || contact.gap <= 0 || asleep(contact.bodyA) || asleep(contact.bodyB);
}

MonitorResult compared(std::optional<double> measured, double expected, double percent, const char* unit,
                       const std::string& what, double time, const std::string& why) {
  MonitorResult result{.name = "", .passed = false, .at = time, .detail = what + ": "};
  result.expected = expected;
  result.unit = unit;
  const std::string asked = "expected " + plain(expected, 5) + " " + unit + " within " + plain(percent, 3) + " %";
  if (!measured || !std::isfinite(*measured)) {
    result.detail += (why.empty() ? "nothing was measured" : why) + ", " + asked;
    return result;
  }
  result.measured = *measured;
  const double deviation = *measured - expected;
  result.passed = std::abs(deviation) <= 0.01 * percent * std::abs(expected);
  result.detail += plain(*measured, 5) + " " + unit + ", " + asked;
  if (expected != 0) {
    result.detail +=
        " (" + std::string(deviation < 0 ? "" : "+") + plain(100 * deviation / std::abs(expected), 3) + " %)";
  }
  return result;
}

}  // namespace passung::app

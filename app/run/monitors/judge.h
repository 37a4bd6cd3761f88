// SPDX-License-Identifier: GPL-3.0-or-later
// One monitor during a run: what it looks at, and its outcome. A file beside this one for each kind.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/run/run_types.h"
#include "scenes/scene.h"

namespace passung::app {

// What the judgement at the end needs from the statistics.
struct RunFigures {
  std::span<const RestReport> rest;  // one a body
  EnergyReport energy;
};

// The world that is judged; it outlives the judges.
struct JudgedWorld {
  const dynamics::WorldDef& def;
  std::span<const MassProperties> masses;  // in B, one a body
};

// The state after a step, or at the start.
struct JudgedStep {
  std::span<const dynamics::BodyState> states;
  std::span<const dynamics::Contact> contacts;  // may be empty when needsContacts() is false
  double time = 0;                              // [s]
};

class Judge {
 public:
  Judge(const scenes::Monitor& monitor, const JudgedWorld& world) : monitor_(monitor), world_(world) {}
  virtual ~Judge() = default;
  Judge(const Judge&) = delete;
  Judge& operator=(const Judge&) = delete;

  // Whether step() looks at contacts; they are only asked for when it does.
  [[nodiscard]] virtual bool needsContacts() const { return false; }
  // After every step, and once at the start.
  virtual void step(const JudgedStep& now) = 0;
  // At every sample, after step().
  virtual void sample(const RunSample&) {}
  // After the last sample; the name is set by the caller.
  [[nodiscard]] virtual MonitorResult finish(const RunFigures& figures) const = 0;

  [[nodiscard]] const std::string& name() const { return monitor_.name; }

 protected:
  [[nodiscard]] static std::size_t at(int body) { return static_cast<std::size_t>(body); }
  [[nodiscard]] const std::string& nameOf(int body) const { return world_.def.bodies[at(body)].name; }
  [[nodiscard]] const MassProperties& massOf(int body) const { return world_.masses[at(body)]; }
  // Throws InputError with the names there are.
  [[nodiscard]] int find(const std::string& name) const;
  // The body of the monitor, or all dynamic ones when it names none.
  [[nodiscard]] std::vector<int> bodies() const;
  // The body of the monitor. Throws InputError when it names none.
  [[nodiscard]] int oneBody() const;
  // Whether `time` lies in the monitor's window, but for rounding.
  [[nodiscard]] bool inWindow(double time) const;
  [[nodiscard]] Vec3 axis() const { return monitor_.axis.value_or(Vec3::UnitZ()); }
  [[nodiscard]] Vec3 centerOf(int body, std::span<const dynamics::BodyState> states) const {
    return states[at(body)].X_WB * massOf(body).com;
  }

  const scenes::Monitor monitor_;
  const JudgedWorld world_;
};

using JudgePtr = std::unique_ptr<Judge>;

// The judge of a monitor of any type. Throws InputError when it names a body that is not there.
[[nodiscard]] JudgePtr makeJudge(const scenes::Monitor& monitor, const JudgedWorld& world);

// The kinds, each in the file of its name.
[[nodiscard]] JudgePtr makeRestJudge(const scenes::Monitor& monitor, const JudgedWorld& world);
[[nodiscard]] JudgePtr makeBoxJudge(const scenes::Monitor& monitor, const JudgedWorld& world);
[[nodiscard]] JudgePtr makePenetrationJudge(const scenes::Monitor& monitor, const JudgedWorld& world);
[[nodiscard]] JudgePtr makeEnergyJudge(const scenes::Monitor& monitor, const JudgedWorld& world);
[[nodiscard]] JudgePtr makeContactJudge(const scenes::Monitor& monitor, const JudgedWorld& world);
[[nodiscard]] JudgePtr makeNearJudge(const scenes::Monitor& monitor, const JudgedWorld& world);
[[nodiscard]] JudgePtr makeAccelerationJudge(const scenes::Monitor& monitor, const JudgedWorld& world);
[[nodiscard]] JudgePtr makeWanderJudge(const scenes::Monitor& monitor, const JudgedWorld& world);
[[nodiscard]] JudgePtr makeCreepJudge(const scenes::Monitor& monitor, const JudgedWorld& world);
[[nodiscard]] JudgePtr makeTravelJudge(const scenes::Monitor& monitor, const JudgedWorld& world);
[[nodiscard]] JudgePtr makeRangeJudge(const scenes::Monitor& monitor, const JudgedWorld& world);
[[nodiscard]] JudgePtr makeForceJudge(const scenes::Monitor& monitor, const JudgedWorld& world);
[[nodiscard]] JudgePtr makeCombinationJudge(const scenes::Monitor& monitor, const JudgedWorld& world);

// "0.31 s"; "(0, 0, 0.1) m".
[[nodiscard]] std::string secondsText(double t);
[[nodiscard]] std::string placeText(const Vec3& p);

// A contact that carries force, or whose bodies overlap. A sleeping pair keeps its contacts, whatever their force.
[[nodiscard]] bool touching(const dynamics::Contact& contact, std::span<const dynamics::BodyState> states);

// An outcome by a measured figure against an expected one, within `percent` of it. `measured` empty: nothing could be
// measured, for `why`.
[[nodiscard]] MonitorResult compared(std::optional<double> measured, double expected, double percent, const char* unit,
                                     const std::string& what, double time, const std::string& why = {});

}  // namespace passung::app

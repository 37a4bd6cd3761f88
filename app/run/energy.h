// SPDX-License-Identifier: GPL-3.0-or-later
// The energy account of a run, from body states alone, so that all engines are measured alike.
#pragma once

#include <span>
#include <vector>

#include "dynamics/engine.h"

namespace passung::app {

struct EnergyReport {
  double start = 0, end = 0;  // [J] kinetic + gravity + contact shells; zero height is the start's lowest point
  double potentialDrop = 0;   // [J] largest fall of the gravity energy below an earlier value
  double maxGain = 0;         // [J] largest rise of the total, less the work put in, above its running minimum
  double overlapWork = 0;     // [J] put in by resolving an initial overlap
};

// Sums over the moving (dynamic) bodies:
//   T = 1/2 m v_C^2 + 1/2 w . I w,   V = -m g . (p_C - p_0),   E = T + V + shells,
// and accounts E - W, with W the work of kinematic bodies, of the user and of resolving overlaps up to now. p_0 is the
// lowest point, against gravity, of all bodies at the start (half-spaces left out). Cost: a few hundred operations a
// body.
class EnergyAccount {
 public:
  // `masses` in B, one a body. `start` as Engine::states(); `shell` [J].
  EnergyAccount(const dynamics::WorldDef& def, std::vector<MassProperties> masses,
                std::span<const dynamics::BodyState> start, double shell);

  // After each step: the new states, shell energy [J], work put in by others in this step [J], overlap work of it [J].
  void add(std::span<const dynamics::BodyState> states, double shell, double work, double overlapWork);

  [[nodiscard]] EnergyReport report() const { return report_; }
  [[nodiscard]] double kinetic() const { return kinetic_; }      // [J] now
  [[nodiscard]] double potential() const { return potential_; }  // [J] now

 private:
  void measure(std::span<const dynamics::BodyState> states);

  const dynamics::WorldDef& def_;
  std::vector<MassProperties> masses_;
  double datum_ = 0;  // height of the zero, as -g . p [m^2/s^2]
  double kinetic_ = 0, potential_ = 0;
  double work_ = 0;              // [J] put in up to now
  double lowestBalance_ = 0;     // [J] running minimum of E - W
  double highestPotential_ = 0;  // [J] running maximum of V
  EnergyReport report_;
};

// Work [J] that the kinematic bodies do on the others in the last step: each contact force times the speed of the
// kinematic body at the contact point.
[[nodiscard]] double kinematicWork(const dynamics::WorldDef& def, std::span<const MassProperties> masses,
                                   std::span<const dynamics::BodyState> states,
                                   std::span<const dynamics::Contact> contacts);

}  // namespace passung::app

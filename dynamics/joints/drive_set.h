// SPDX-License-Identifier: Apache-2.0
// The drives of a world over time: which act in a step, the constant loads, and motors for engines that apply loads
// before a step. A motor's load is then the one that would bring the free body to its target in one step, bounded by
// its limit; the implicit solver has motors of its own (MotorRows).
#pragma once

#include <span>
#include <vector>

#include "dynamics/engine.h"
#include "dynamics/joints/motor_rows.h"

namespace passung::dynamics {

struct DriveLoad {
  int drive = 0, body = 0;
  Vec3 f_W = Vec3::Zero();  // [N], at the centre of mass
  Vec3 t_W = Vec3::Zero();  // about the centre of mass [N m]
};

class DriveSet {
 public:
  // Throws InputError for a drive without a dynamic body, without an axis or with a value that is not finite.
  // `masses` in B, one a body; `def` must outlive this.
  DriveSet(const WorldDef& def, std::vector<MassProperties> masses);

  // Other drives from the next step on; those of the same place, kind and bodies go on from where they were. Throws as
  // the constructor, nothing changed. Pointers to motors become invalid.
  // Returns the bodies that old or new ones act on.
  std::vector<int> set(const std::vector<DriveDef>& drives);

  // Before a step that starts at `time` [s]. `explicitMotors`: motors give loads as well. Returns the bodies that a
  // drive which starts or stops now acts on.
  std::vector<int> begin(double time, std::span<const BodyState> states, bool explicitMotors);
  // Loads on dynamic bodies in this step.
  [[nodiscard]] const std::vector<DriveLoad>& loads() const { return loads_; }
  // Motors of this step for MotorRows.
  [[nodiscard]] std::vector<Motor*> motors();

  // After the step: books work and speeds of the loads; returns the work of all drives in the step [J].
  double end(std::span<const BodyState> states);
  [[nodiscard]] std::vector<DriveState> states() const;

 private:
  struct Frame {
    Vec3 axis_W, p_W;
  };
  [[nodiscard]] Frame frameOf(const DriveDef& drive, std::span<const BodyState> states) const;
  [[nodiscard]] double speedOf(const DriveDef& drive, std::span<const BodyState> states) const;
  [[nodiscard]] double explicitEffort(const DriveDef& drive, std::span<const BodyState> states) const;
  [[nodiscard]] Vec3 centre(int body, std::span<const BodyState> states) const;
  [[nodiscard]] bool dynamic(int body) const;

  const WorldDef& def_;
  std::vector<MassProperties> masses_;
  std::vector<Motor> drives_;
  std::vector<DriveLoad> loads_;
  std::vector<BodyState> before_;
};

}  // namespace passung::dynamics

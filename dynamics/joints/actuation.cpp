// SPDX-License-Identifier: Apache-2.0
#include "dynamics/joints/actuation.h"

#include <algorithm>

namespace passung::dynamics {

Actuation actuationOf(const WorldDef& def) {
  Actuation all{.drives = def.drives, .motors = {}};
  for (const JointDef& joint : def.joints) all.motors.push_back(joint.motor);
  return all;
}

void actuate(Engine& engine, const Actuation& actuation) {
  if (engine.def().drives != actuation.drives) engine.setDrives(actuation.drives);
  const std::size_t joints = std::min(engine.def().joints.size(), actuation.motors.size());
  for (std::size_t i = 0; i < joints; ++i) {
    if (engine.def().joints[i].motor != actuation.motors[i]) engine.setMotor(static_cast<int>(i), actuation.motors[i]);
  }
}

void actuate(WorldDef& def, const Actuation& actuation) {
  def.drives = actuation.drives;
  for (std::size_t i = 0; i < std::min(def.joints.size(), actuation.motors.size()); ++i)
    def.joints[i].motor = actuation.motors[i];
}

}  // namespace passung::dynamics

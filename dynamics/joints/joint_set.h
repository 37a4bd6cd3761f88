// SPDX-License-Identifier: Apache-2.0
// The joints of a world.
#pragma once

#include <span>
#include <vector>

#include "dynamics/joints/joint.h"

namespace passung::dynamics {

class JointSet {
 public:
  // Throws InputError for a joint without a moving body, with values that are no numbers, or whose frames do not meet
  // at the start.
  JointSet(const std::vector<JointDef>& defs, std::span<const RigidBody> bodies);

  [[nodiscard]] bool empty() const { return joints_.empty(); }
  [[nodiscard]] std::vector<Joint>& joints() { return joints_; }
  [[nodiscard]] const std::vector<Joint>& joints() const { return joints_; }
  // Whether a joint keeps these two bodies from colliding.
  [[nodiscard]] bool separates(int bodyA, int bodyB) const;

  // Another motor for a joint, from the next step on. Throws InputError, nothing changed, for a joint without a
  // coordinate or values that are no numbers.
  void setMotor(int joint, const JointMotor& motor);

  // Before a step.
  void begin();
  // Work of the joints' motors, and of kinematic bodies through joints, in the step of dt [J].
  [[nodiscard]] double work(std::span<const RigidBody> bodies, double dt) const;
  // The energy in springs and limits now [J].
  [[nodiscard]] double energy() const;
  // After the bodies were put elsewhere: forgets impulses, measures coordinates.
  void reset(std::span<const RigidBody> bodies);
  [[nodiscard]] std::vector<JointState> states() const;

 private:
  void measure(Joint& joint, std::span<const RigidBody> bodies) const;
  std::vector<Joint> joints_;
};

}  // namespace passung::dynamics

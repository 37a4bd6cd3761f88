// SPDX-License-Identifier: Apache-2.0
// Bullet's world with a clock around each stage of its step.
#pragma once

#include <BulletDynamics/Dynamics/btDiscreteDynamicsWorld.h>

#include <array>

#include "dynamics/engine.h"

namespace passung::dynamics {

class TimedWorld final : public btDiscreteDynamicsWorld {
 public:
  using btDiscreteDynamicsWorld::btDiscreteDynamicsWorld;

  // Wall time per stage [ms] since the last call.
  [[nodiscard]] std::array<double, kStageCount> takeTimes();

  void updateAabbs() override;
  void computeOverlappingPairs() override;
  void performDiscreteCollisionDetection() override;
  void solveConstraints(btContactSolverInfo& info) override;

 protected:
  void createPredictiveContacts(btScalar timeStep) override;
  void calculateSimulationIslands() override;
  void predictUnconstraintMotion(btScalar timeStep) override;
  void integrateTransforms(btScalar timeStep) override;

 private:
  [[nodiscard]] double& ms(Stage stage) { return ms_[static_cast<std::size_t>(stage)]; }
  std::array<double, kStageCount> ms_{};
};

}  // namespace passung::dynamics

// SPDX-License-Identifier: Apache-2.0
#include "dynamics/bullet/timed_world.h"

#include <chrono>

namespace passung::dynamics {
namespace {

template <class Body>
double millisecondsOf(const Body& body) {
  const auto start = std::chrono::steady_clock::now();
  body();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

std::array<double, kStageCount> TimedWorld::takeTimes() {
  const auto taken = ms_;
  ms_.fill(0);
  return taken;
}

void TimedWorld::updateAabbs() {
  ms(Stage::kBroadphase) += millisecondsOf([&] { btDiscreteDynamicsWorld::updateAabbs(); });
}

void TimedWorld::computeOverlappingPairs() {
  ms(Stage::kBroadphase) += millisecondsOf([&] { btDiscreteDynamicsWorld::computeOverlappingPairs(); });
}

void TimedWorld::performDiscreteCollisionDetection() {
  // Bullet runs the broad phase from in here, so its share is taken off again.
  const double broadphaseBefore = ms(Stage::kBroadphase);
  const double total = millisecondsOf([&] { btDiscreteDynamicsWorld::performDiscreteCollisionDetection(); });
  ms(Stage::kNarrowphase) += total - (ms(Stage::kBroadphase) - broadphaseBefore);
}

void TimedWorld::solveConstraints(btContactSolverInfo& info) {
  ms(Stage::kSolver) += millisecondsOf([&] { btDiscreteDynamicsWorld::solveConstraints(info); });
}

void TimedWorld::createPredictiveContacts(btScalar timeStep) {
  ms(Stage::kContinuous) += millisecondsOf([&] { btDiscreteDynamicsWorld::createPredictiveContacts(timeStep); });
}

void TimedWorld::calculateSimulationIslands() {
  ms(Stage::kContacts) += millisecondsOf([&] { btDiscreteDynamicsWorld::calculateSimulationIslands(); });
}

void TimedWorld::predictUnconstraintMotion(btScalar timeStep) {
  ms(Stage::kIntegrate) += millisecondsOf([&] { btDiscreteDynamicsWorld::predictUnconstraintMotion(timeStep); });
}

void TimedWorld::integrateTransforms(btScalar timeStep) {
  ms(Stage::kIntegrate) += millisecondsOf([&] { btDiscreteDynamicsWorld::integrateTransforms(timeStep); });
}

}  // namespace passung::dynamics

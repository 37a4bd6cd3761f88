// SPDX-License-Identifier: Apache-2.0
// The recipe of a world: plain values. World and the Bullet engines are made from it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "collision/shapes/shape.h"
#include "dynamics/joints/drive_def.h"
#include "dynamics/joints/joint_def.h"

namespace passung::dynamics {

enum class Motion { kFixed, kDynamic, kKinematic };

// Friction and restitution of a contact are sqrt(a b) and max(a, b) of the two materials.
struct Material {
  double density = 7850;   // [kg/m^3]
  double friction = 0.2;   // Coulomb coefficient, sticking and sliding alike
  double restitution = 0;  // 0 plastic .. 1 elastic, for approach speeds above SolverSettings::restitutionSpeed
};

struct BodyDef {
  std::string name;
  Motion motion = Motion::kDynamic;
  Transform X_WB;            // start pose; B is the frame of the part's file, not the centre of mass
  Vec3 v_WC = Vec3::Zero();  // start velocity of the centre of mass C [m/s]; kinematic: kept
  Vec3 w_WB = Vec3::Zero();  // start angular velocity [rad/s]; kinematic: kept
  std::vector<collision::Collider> colliders;
  Material material;
  std::optional<MassProperties> mass;  // in B; overrides the mass computed from the colliders and the density
};

// Every constant is a rule of the scene: numbers without a unit scale with what is named behind them.
struct SolverSettings {
  std::string name = "implicit";
  std::string contactPolicy;     // which contact points the solver sees; empty: the solver's own, see contact_policy.h
  double shell = 1e-4;           // shell radius r0, as a share of the smaller body's size (bounding box diagonal)
  double stiffness = 100;        // shell stiffness k, in units of (mass of the lighter body) / dt^2
  double tolerance = 1e-6;       // stop criterion of Newton's method, in units of g dt
  double frictionSpeed = 1e-6;   // regularisation speed of friction, in units of g dt
  int maxIterations = 60;        // Newton iterations per substep
  int maxHalvings = 8;           // floor of step halving: the smallest substep is dt / 2^maxHalvings
  double restitutionSpeed = 20;  // approach speed below which contacts are plastic, in units of g dt
  double motionLimit = 0.25;     // largest motion per substep, as a share of the thinner body's mean thickness
  bool sleeping = true;
  double sleepSpeed = 1e-4;  // in units of sqrt(g L)
  double sleepTime = 0.5;    // [s] below sleepSpeed before a contact island sleeps
};

struct WorldDef {
  Vec3 gravity = Vec3(0, 0, -9.81);  // [m/s^2]
  double dt = 1e-3;                  // [s]
  SolverSettings solver;
  std::vector<BodyDef> bodies;
  std::vector<DriveDef> drives;
  std::vector<JointDef> joints;
  double lengthScale =
      1;  // the scene's `scale`, already applied to all the above; engines with absolute tolerances use it
};

// Mass, centre of mass and inertia in B, from `mass` or from colliders and density. Overlapping colliders count twice.
[[nodiscard]] MassProperties massProperties(const BodyDef& body);

// The bounds of all colliders in B; half-spaces are left out.
[[nodiscard]] Aabb localBounds(const BodyDef& body);

}  // namespace passung::dynamics

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/convergence.h"

#include <cmath>

#include "app/bench/check.h"
#include "app/run/monitors/line_fit.h"
#include "app/run/screw_law.h"
#include "core/error.h"
#include "core/triangle_mesh.h"

namespace passung::app {
namespace {

using dynamics::BodyDef;
using dynamics::Motion;

// The state of the last body after `duration`, and what is seen of it on the way.
dynamics::BodyState simulate(const scenes::Scene& scene, double duration, const std::atomic<bool>* cancel,
                             const std::function<void(double time, const dynamics::BodyState&)>& look = {}) {
  const auto engine = dynamics::makeEngine(scene.world, {});
  const auto steps = static_cast<std::int64_t>(std::llround(duration / scene.world.dt));
  for (std::int64_t i = 1; i <= steps && !(cancel != nullptr && cancel->load()); ++i) {
    static_cast<void>(engine->step());
    if (look) look(static_cast<double>(i) * scene.world.dt, engine->states().back());
  }
  return engine->states().back();
}

scenes::Scene sceneOf(const std::string& solver, double dt) {
  scenes::Scene scene;
  scene.name = scene.source = "study";
  scene.world.dt = dt;
  scene.world.solver.name = solver;
  scene.world.solver.sleeping = false;
  return scene;
}

// A gap at which a body of this size just touches the shell of the ground: it neither falls nor is pushed.
double touchingGap(const scenes::Scene& scene, const BodyDef& body) {
  return (1 - 1e-4) * scene.world.solver.shell * dynamics::localBounds(body).size();
}

// A frictionless M16 nut: its mean acceleration between 0.2 and 0.6 s.
std::pair<double, double> measureDescent(const std::string& solver, double dt, const std::atomic<bool>* cancel) {
  scenes::Scene scene =
      scenes::loadScene("m16_nut_on_bolt",
                        {.overrides = {{"materials.default.friction", "0"}, {"solver.sleeping", "false"}}, .unit = {}});
  scene.world.dt = dt;
  scene.world.solver.name = solver;
  const MassProperties nut = dynamics::massProperties(scene.world.bodies.back());
  LineFit line;
  simulate(scene, 0.6, cancel, [&](double time, const dynamics::BodyState& state) {
    if (time > 0.2) line.add(time, state.v_WC.z());
  });
  return {line.slope().value_or(0), screwAcceleration(scene.world.gravity.z(), nut.mass, nut.inertia(2, 2), 2e-3)};
}

// A box on a slope of 15 degrees with friction 0.2: the way it slides in 0.4 s, a t^2 / 2 with
// a = g (sin - 0.2 cos).
std::pair<double, double> measureSlope(const std::string& solver, double dt, const std::atomic<bool>* cancel) {
  constexpr double kSlope = 15 * kPi / 180;
  constexpr double kTime = 0.4;
  scenes::Scene scene = sceneOf(solver, dt);
  BodyDef ground;
  ground.name = "ground";
  ground.motion = Motion::kFixed;
  ground.X_WB.q = rotationFromVector({0, kSlope, 0});
  ground.colliders.push_back({collision::HalfSpace{}, {}});
  BodyDef box;
  box.name = "box";
  box.X_WB.q = ground.X_WB.q;
  box.colliders.push_back({collision::Box{{0.1, 0.1, 0.05}}, {}});
  box.X_WB.p = ground.X_WB.q * Vec3(0, 0, 0.05 + touchingGap(scene, box));
  scene.world.bodies = {ground, box};
  const Vec3 down = ground.X_WB.q * Vec3::UnitX();
  const double way = down.dot(simulate(scene, kTime, cancel).X_WB.p - box.X_WB.p);
  const double a = 9.81 * (std::sin(kSlope) - 0.2 * std::cos(kSlope));
  return {way, 0.5 * a * kTime * kTime};
}

// A cone that spins on its tip with 300 rad/s, leaning by 20 degrees, started in steady precession: the angle it
// precesses by in 0.4 s.
//   I1 W^2 cos t - I3 w3 W + m g l = 0, with I1 about the tip, I3 and w3 about the cone's axis, l from tip to centre.
// Source: any text on rigid bodies, for instance Goldstein, Classical Mechanics, section 5.7.
std::pair<double, double> measureTop(const std::string& solver, double dt, const std::atomic<bool>* cancel) {
  constexpr int kFacets = 24;
  constexpr double kHeight = 0.04, kRadius = 0.04, kLean = 20 * kPi / 180, kSpin = 300, kTime = 0.4;
  std::vector<Vec3> vertices{Vec3::Zero(), {0, 0, kHeight}};
  std::vector<Triangle> triangles;
  for (int i = 0; i < kFacets; ++i) {
    const double angle = 2 * kPi * i / kFacets;
    vertices.emplace_back(kRadius * std::cos(angle), kRadius * std::sin(angle), kHeight);
    const int a = 2 + i;
    const int b = 2 + (i + 1) % kFacets;
    triangles.push_back({0, b, a});
    triangles.push_back({1, a, b});
  }

  scenes::Scene scene = sceneOf(solver, dt);
  BodyDef ground;
  ground.name = "ground";
  ground.motion = Motion::kFixed;
  ground.material.friction = 1;
  ground.colliders.push_back({collision::HalfSpace{}, {}});
  BodyDef top;
  top.name = "top";
  top.material.friction = 1;
  top.colliders.push_back({collision::MeshShape{TriangleMesh::build(vertices, triangles)}, {}});
  top.X_WB.q = rotationFromVector({0, kLean, 0});
  top.X_WB.p = {0, 0, touchingGap(scene, top)};

  const MassProperties mass = dynamics::massProperties(top);
  const double l = mass.com.z();
  const double I3 = mass.inertia(2, 2);
  const double I1 = mass.inertia(0, 0) + mass.mass * l * l;
  const double L = I3 * kSpin;
  const double c = std::cos(kLean);
  // The slow one of the two precessions.
  const double rate = 2 * mass.mass * 9.81 * l / (L + std::sqrt(L * L - 4 * I1 * mass.mass * 9.81 * l * c));
  const Vec3 axis = top.X_WB.q * Vec3::UnitZ();
  top.w_WB = rate * Vec3::UnitZ() + (kSpin - rate * c) * axis;
  top.v_WC = top.w_WB.cross(top.X_WB.q * mass.com);
  scene.world.bodies = {ground, top};

  double angle = 0, last = 0;
  simulate(scene, kTime, cancel, [&](double, const dynamics::BodyState& state) {
    const Vec3 e = state.X_WB.q * Vec3::UnitZ();
    const double now = std::atan2(e.y(), e.x());
    angle += std::remainder(now - last, 2 * kPi);
    last = now;
  });
  return {angle, rate * kTime};
}

}  // namespace

const std::vector<ConvergenceStudy>& convergenceStudies() {
  static const std::vector<ConvergenceStudy> list{
      {"descent", "acceleration of a frictionless M16 nut, by g / (1 + I / (m p^2))", "m/s^2", measureDescent},
      {"slope", "way of a box that slides down a slope, by a t^2 / 2", "m", measureSlope},
      {"top", "precession of a cone that spins on its tip, by the heavy symmetric top", "rad", measureTop},
  };
  return list;
}

std::vector<double> convergenceSteps() { return {4e-3, 2e-3, 1e-3, 5e-4, 2e-4, 1e-4}; }

double convergenceOrder(const std::vector<ConvergencePoint>& points) {
  LineFit line;
  for (const ConvergencePoint& point : points) {
    if (point.error > 0 && std::isfinite(point.error)) line.add(std::log(point.dt), std::log(point.error));
  }
  return line.slope().value_or(0);
}

}  // namespace passung::app

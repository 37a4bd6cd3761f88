// SPDX-License-Identifier: Apache-2.0
// The barrier reference against closed forms, before anything is judged by it.
#include "tests/dynamics/barrier_reference.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <stdexcept>

#include "collision/shapes/shape.h"

namespace passung::dynamics {
namespace {

using collision::Box;
using collision::tessellate;

constexpr double kG = 9.81;

// A box of 20 x 20 x 10 mm, its mass that of steel.
const Vec3 kHalf(0.01, 0.01, 0.005);
std::shared_ptr<const TriangleMesh> box() { return tessellate(Box{kHalf}); }
MassProperties steel(const TriangleMesh& mesh) { return mesh.unitMass().scaled(7850); }

// The box on a plate whose top is z = 0, turned against it so that no edges are parallel, `gap` above it. Gravity leans
// by `slope` towards +x.
BarrierReference onPlate(double gap, double slope, BarrierSettings settings) {
  settings.gravity = kG * Vec3(std::sin(slope), 0, -std::cos(slope));
  const Transform X{rotationFromVector(Vec3(0, 0, 0.2)), Vec3(0, 0, kHalf.z() + gap)};
  return {{box(), X},
          steel(*box()),
          {{tessellate(Box{Vec3(0.1, 0.08, 0.01)}), {Quat::Identity(), Vec3(0, 0, -0.01)}}},
          settings};
}

// Implicit Euler falls by g h^2 n (n + 1) / 2 in n steps.
TEST(BarrierReference, FallsAsItsFormulaSays) {
  BarrierReference ref = onPlate(0.01, 0, {});
  const double start = ref.pose().p.z();
  for (int i = 0; i < 500; ++i) EXPECT_EQ(ref.step().lags, 1);
  EXPECT_NEAR(start - ref.pose().p.z(), kG * 5e-5 * 5e-5 * 500 * 501 / 2, 1e-12);
}

// A free body of three different moments of inertia, turning about no axis of its own: angular momentum is kept but for
// an error that is halved with the step.
TEST(BarrierReference, KeepsAngularMomentumToFirstOrder) {
  const auto mesh = tessellate(Box{Vec3(0.01, 0.02, 0.03)});
  const MassProperties mass = steel(*mesh);
  const Vec3 spin(20, 30, -10);
  double error[2] = {};
  for (int k = 0; k < 2; ++k) {
    BarrierSettings settings;
    settings.dt = k == 0 ? 1e-4 : 5e-5;
    settings.gravity.setZero();
    BarrierReference ref({mesh, {}}, mass, {{box(), {Quat::Identity(), Vec3(1, 0, 0)}}}, settings);
    ref.setVelocity(Vec3::Zero(), spin);
    for (int i = 0; i < std::lround(0.1 / settings.dt); ++i) ref.step();
    const Mat3 R = ref.pose().R();
    error[k] = (R * mass.inertia * R.transpose() * ref.spin() - mass.inertia * spin).norm();
    EXPECT_GT((R - Mat3::Identity()).norm(), 0.5) << "it has turned";
  }
  EXPECT_LT(error[1], 0.01 * (mass.inertia * spin).norm());
  EXPECT_NEAR(error[0] / error[1], 2, 0.2);
}

// The gradient is that of the energy, also where edges are nearly parallel: central differences at random poses within
// reach of the barriers.
TEST(BarrierReference, GradientsAreThoseOfTheEnergy) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> unit(-1, 1);
  int forces = 0, fading = 0;
  for (int k = 0; k < 2000; ++k) {
    BarrierSettings settings;
    settings.dhat = 1e-3;
    // A small box beside or above the middle or a corner of a plate.
    const bool aligned = k % 2 == 0;
    const Vec3 lean = aligned ? Vec3(0.01 * unit(random), 0.01 * unit(random), 0.02 * unit(random))
                              : Vec3(unit(random), unit(random), unit(random));
    const Transform X{rotationFromVector(lean),
                      Vec3(0.02 * unit(random), 0.02 * unit(random), 0.0165 + 0.008 * unit(random))};
    const BarrierReference::PlacedMesh plate{tessellate(Box{Vec3(0.02, 0.02, 0.01)}), {}};
    std::unique_ptr<BarrierReference> ref;
    try {
      ref = std::make_unique<BarrierReference>(BarrierReference::PlacedMesh{box(), X}, steel(*box()),
                                               std::vector{plate}, settings);
    } catch (const std::logic_error&) {
      continue;
    }
    // Away from phi = 0, where the exponential map is trivial.
    BarrierReference::Vec6 x;
    for (int i = 0; i < 6; ++i) x[i] = (i < 3 ? 1e-5 : 0.02) * unit(random);
    const auto [energy, gradient] = ref->barrier(x);
    if (!(energy > 0)) continue;
    ++forces;
    if (aligned) ++fading;
    for (int i = 0; i < 6; ++i) {
      const double e = i < 3 ? 1e-9 : 1e-7;
      BarrierReference::Vec6 up = x, down = x;
      up[i] += e;
      down[i] -= e;
      const double slope = (ref->barrier(up).first - ref->barrier(down).first) / (2 * e);
      const double size = i < 3 ? gradient.head<3>().norm() : gradient.tail<3>().norm();
      EXPECT_NEAR(slope, gradient[i], 1e-4 * size + 1e-9 * energy / e) << "pose " << k << ", component " << i;
    }
  }
  EXPECT_GT(forces, 100);
  EXPECT_GT(fading, 40);
}

// A block on a slope of 20 degrees with mu = 0.2 slides with a = g (sin - mu cos); n implicit steps take it by
// a h^2 n (n + 1) / 2.
TEST(BarrierReference, SlidesAsCoulombSays) {
  const double slope = 20 * kPi / 180;
  BarrierSettings settings;
  settings.friction = 0.2;
  BarrierReference ref = onPlate(0.9 * settings.dhat, slope, settings);
  const int n = 1000;
  for (int i = 0; i < n; ++i) EXPECT_LT(ref.step().residual, 1e-5);
  const double a = kG * (std::sin(slope) - 0.2 * std::cos(slope));
  const double way = a * settings.dt * settings.dt * n * (n + 1) / 2;
  EXPECT_NEAR(ref.pose().p.x(), way, 1e-3 * way);
  EXPECT_NEAR(ref.pose().p.y(), 0, 1e-6 * way);
  EXPECT_NEAR(ref.pose().p.z(), kHalf.z(), settings.dhat);
  EXPECT_LT(vectorFromRotation(ref.pose().q * rotationFromVector(Vec3(0, 0, -0.2))).norm(), 1e-5);
}

// Below the angle of friction it stays but for the creep of smoothed friction: the share s of the limit is carried at
// the speed v with f1(v) = 2 v / e - (v / e)^2 = s, so v = e (1 - sqrt(1 - s)).
TEST(BarrierReference, RestsButForTheCreepOfItsFriction) {
  BarrierSettings settings;
  settings.friction = 0.5;
  for (double slope : {0.0, 20 * kPi / 180}) {
    BarrierReference ref = onPlate(0.9 * settings.dhat, slope, settings);
    for (int i = 0; i < 200; ++i) ref.step();
    const Transform settled = ref.pose();
    const int n = 1000;
    for (int i = 0; i < n; ++i) EXPECT_LT(ref.step().residual, 1e-5);
    const double creep = settings.frictionSpeed * (1 - std::sqrt(1 - std::tan(slope) / 0.5));
    const Vec3 moved = ref.pose().p - settled.p;
    EXPECT_NEAR(moved.x(), creep * n * settings.dt, 0.05 * creep * n * settings.dt + 1e-9);
    EXPECT_LT(std::abs(moved.y()), 1e-9);
    EXPECT_LT(std::abs(moved.z()), 0.01 * settings.dhat);
    EXPECT_LT(vectorFromRotation(ref.pose().q * settled.q.conjugate()).norm(), 1e-7);
  }
}

// A box that lands flat is stopped; what rebounds is at most dhat / h.
TEST(BarrierReference, ImpactsArePlastic) {
  const BarrierSettings settings;
  BarrierReference ref = onPlate(2e-4, 0, settings);
  double fastest = 0, rebound = 0, gap = 1;
  for (int i = 0; i < 1000; ++i) {
    gap = std::min(gap, ref.step().gap);
    fastest = std::max(fastest, -ref.velocity().z());
    rebound = std::max(rebound, ref.velocity().z());
  }
  EXPECT_NEAR(fastest, std::sqrt(2 * kG * 2e-4), 1e-3);
  EXPECT_LT(rebound, settings.dhat / settings.dt);
  EXPECT_GT(gap, 0);
  EXPECT_FALSE(ref.intersects());
  EXPECT_LT(ref.velocity().norm(), 1e-5);
}

TEST(BarrierReference, AnOverlapAtTheStartIsRefused) { EXPECT_THROW(onPlate(-1e-9, 0, {}), std::logic_error); }

}  // namespace
}  // namespace passung::dynamics

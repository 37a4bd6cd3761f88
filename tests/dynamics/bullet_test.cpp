// SPDX-License-Identifier: Apache-2.0
// The Bullet engines against closed forms: what Bullet itself does well must survive the conversion of frames and
// units.
#ifdef PASSUNG_BULLET
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "dynamics/engine.h"

namespace passung::dynamics {
namespace {

using collision::Box;
using collision::HalfSpace;
using collision::MeshShape;

constexpr double kDensity = 1000;

// A box with corners at 0 and `size`, as a mesh: its centre of mass is far from the file's origin.
std::shared_ptr<const TriangleMesh> cornerBox(const Vec3& size) {
  std::vector<Vec3> vertices;
  for (int i = 0; i < 8; ++i) {
    vertices.push_back(size.cwiseProduct(Vec3((i & 1) != 0, (i & 2) != 0, (i & 4) != 0)));
  }
  return TriangleMesh::build(std::move(vertices), {{0, 2, 1},
                                                   {1, 2, 3},
                                                   {4, 5, 6},
                                                   {5, 7, 6},
                                                   {0, 1, 4},
                                                   {1, 5, 4},
                                                   {2, 6, 3},
                                                   {3, 6, 7},
                                                   {0, 4, 2},
                                                   {2, 4, 6},
                                                   {1, 3, 5},
                                                   {3, 7, 5}});
}

BodyDef dynamicBody(collision::Shape shape, const Transform& X_WB) {
  BodyDef body;
  body.name = "part";
  body.X_WB = X_WB;
  body.colliders = {{std::move(shape), {}}};
  body.material = {.density = kDensity, .friction = 0.5, .restitution = 0};
  return body;
}

BodyDef ground() {
  BodyDef body = dynamicBody(HalfSpace{}, {});
  body.name = "ground";
  body.motion = Motion::kFixed;
  return body;
}

Vec3 comOf(const Engine& engine, int body) {
  return engine.states()[static_cast<std::size_t>(body)].X_WB * engine.mass(body).com;
}

void run(Engine& engine, double seconds) {
  const auto steps = std::lround(seconds / engine.def().dt);
  for (long i = 0; i < steps; ++i) engine.step();
}

// Both engines, by name.
class BulletEngines : public testing::TestWithParam<bool> {
 protected:
  [[nodiscard]] std::unique_ptr<Engine> make(const WorldDef& def) const { return makeBulletEngine(def, GetParam()); }
};
INSTANTIATE_TEST_SUITE_P(Forms, BulletEngines, testing::Bool(),
                         [](const auto& form) { return form.param ? "Convex" : "Gimpact"; });

TEST_P(BulletEngines, AnOffCentreBodyFallsFreelyAboutItsCentreOfMass) {
  WorldDef def;
  const Transform start{rotationFromVector(Vec3(0.3, -0.8, 0.5)), Vec3(1, 2, 3)};
  def.bodies = {dynamicBody(MeshShape{cornerBox(Vec3(0.1, 0.2, 0.3))}, start)};
  def.bodies[0].v_WC = Vec3(0.5, -0.2, 1);
  const auto engine = make(def);
  ASSERT_TRUE(engine);
  const Vec3 com0 = comOf(*engine, 0);
  EXPECT_LT((com0 - start * Vec3(0.05, 0.1, 0.15)).norm(), 1e-12);

  run(*engine, 0.5);

  // Symplectic Euler: v_n = v_0 + n g dt, x_n = x_0 + n v_0 dt + n (n + 1) / 2 g dt^2.
  const double n = 500, dt = def.dt;
  const Vec3 expected = com0 + n * dt * def.bodies[0].v_WC + 0.5 * n * (n + 1) * dt * dt * def.gravity;
  EXPECT_LT((comOf(*engine, 0) - expected).norm(), 1e-9);
  EXPECT_LT((engine->states()[0].v_WC - (def.bodies[0].v_WC + n * dt * def.gravity)).norm(), 1e-9);
  EXPECT_LT(engine->states()[0].X_WB.q.angularDistance(start.q), 1e-9);
  EXPECT_EQ(engine->stepCount(), 500);
}

TEST_P(BulletEngines, MassAndInertiaAreThoseOfTheBody) {
  WorldDef def;
  const Vec3 size(0.1, 0.2, 0.3);
  def.bodies = {dynamicBody(MeshShape{cornerBox(size)}, {})};
  const auto engine = make(def);
  const double m = kDensity * size.prod();
  EXPECT_NEAR(engine->mass(0).mass, m, 1e-12 * m);

  // A force through the centre of mass moves it by F / m; the same force beside it also turns the body by F l / I.
  const Vec3 force(0, 0, 3), p_W = comOf(*engine, 0) + Vec3(0.02, 0, 0);
  engine->applyForce(0, p_W, force);
  engine->step();
  const double Iyy = m / 12 * (size.x() * size.x() + size.z() * size.z());
  EXPECT_LT((engine->states()[0].v_WC - def.dt * (def.gravity + force / m)).norm(), 1e-12);
  EXPECT_NEAR(engine->states()[0].w_WB.y(), -def.dt * 0.02 * force.z() / Iyy, 1e-9);

  // The force counted for one step only.
  engine->step();
  EXPECT_LT((engine->states()[0].v_WC - def.dt * (2 * def.gravity + force / m)).norm(), 1e-12);
}

TEST_P(BulletEngines, ABodyKeepsSpinningAboutAPrincipalAxisAndItsTurnsAreCounted) {
  WorldDef def;
  def.gravity.setZero();
  const Transform start{rotationFromVector(Vec3(0.4, 0.1, -0.7)), Vec3(0.2, 0, 0)};
  def.bodies = {dynamicBody(MeshShape{cornerBox(Vec3(0.1, 0.2, 0.3))}, start)};
  const Vec3 w_B(0, 0, 2 * kPi);
  def.bodies[0].w_WB = start.q * w_B;
  const auto engine = make(def);
  const Vec3 com0 = comOf(*engine, 0);
  run(*engine, 2.0);
  EXPECT_LT((engine->states()[0].w_WB - start.q * w_B).norm(), 1e-6);
  EXPECT_LT((comOf(*engine, 0) - com0).norm(), 1e-9);
  EXPECT_LT((engine->states()[0].turns - Vec3(0, 0, 2)).norm(), 1e-6);
  EXPECT_LT(engine->states()[0].X_WB.q.angularDistance(start.q), 1e-5);
}

// Two equal bodies meet head on, off centre: whatever the contact does, momentum stays.
TEST_P(BulletEngines, ACollisionKeepsMomentum) {
  WorldDef def;
  def.gravity.setZero();
  const auto mesh = cornerBox(Vec3(0.1, 0.1, 0.1));
  def.bodies = {dynamicBody(MeshShape{mesh}, {Quat::Identity(), Vec3(0, 0, 0)}),
                dynamicBody(MeshShape{mesh}, {Quat::Identity(), Vec3(0.15, 0.04, 0.03)})};
  def.bodies[0].v_WC = Vec3(0.5, 0, 0);
  def.bodies[1].v_WC = Vec3(-0.5, 0.1, 0);
  const auto engine = make(def);
  const double m = engine->mass(0).mass;
  const Vec3 before = m * (def.bodies[0].v_WC + def.bodies[1].v_WC);
  run(*engine, 0.3);
  const Vec3 after = m * (engine->states()[0].v_WC + engine->states()[1].v_WC);
  EXPECT_LT((after - before).norm(), 1e-9 * m);
  EXPECT_LT(engine->states()[0].v_WC.x(), 0.4) << "they never met";
}

TEST_P(BulletEngines, ABoxRestsOnAHalfSpaceAndItsContactsCarryItsWeight) {
  for (const bool asMesh : {false, true}) {
    WorldDef def;
    def.solver.sleeping = false;
    const Vec3 size(0.1, 0.1, 0.06);
    const collision::Shape box = asMesh ? collision::Shape(MeshShape{cornerBox(size)}) : Box{0.5 * size};
    const double lowest = asMesh ? 0.0 : 0.5 * size.z();
    def.bodies = {ground(), dynamicBody(box, {Quat::Identity(), Vec3(0.3, 0.2, lowest + 0.002)})};
    const auto engine = make(def);
    run(*engine, 1.5);
    const BodyState& state = engine->states()[1];
    EXPECT_NEAR(state.X_WB.p.z(), lowest, 0.01 * size.z()) << asMesh;
    EXPECT_LT(state.v_WC.norm(), 1e-2) << asMesh;
    Vec3 force = Vec3::Zero();
    for (const Contact& contact : engine->contacts()) {
      EXPECT_EQ(contact.bodyA, 0);
      EXPECT_EQ(contact.bodyB, 1);
      EXPECT_NEAR(contact.n_W.z(), 1, 1e-6);
      force += contact.f_W;
    }
    const double weight = engine->mass(1).mass * 9.81;
    EXPECT_NEAR(force.z(), weight, 0.2 * weight) << asMesh;
  }
}

// Every primitive lands on a fixed mesh table, 0.3 m wide, its top at z = 0, and stays on it.
TEST_P(BulletEngines, PrimitivesRestOnAFixedMesh) {
  const std::vector<std::pair<collision::Shape, double>> shapes = {{collision::Sphere{0.03}, 0.03},
                                                                   {Box{Vec3(0.04, 0.03, 0.02)}, 0.02},
                                                                   {collision::Capsule{0.02, 0.03}, 0.05},
                                                                   {collision::Cylinder{0.03, 0.02}, 0.02}};
  for (const auto& [shape, height] : shapes) {
    WorldDef def;
    BodyDef table = dynamicBody(MeshShape{cornerBox(Vec3(0.3, 0.3, 0.05))}, {Quat::Identity(), Vec3(0, 0, -0.05)});
    table.motion = Motion::kFixed;
    def.bodies = {table, dynamicBody(shape, {Quat::Identity(), Vec3(0.14, 0.16, height + 0.01)})};
    const auto engine = make(def);
    run(*engine, 0.5);
    const double z = engine->states()[1].X_WB.p.z();
    EXPECT_NEAR(z, height, 0.003) << collision::shapeName(shape);
    EXPECT_LT(engine->states()[1].v_WC.norm(), 0.05) << collision::shapeName(shape);
  }
}

TEST_P(BulletEngines, SleepingFollowsTheSetting) {
  for (const bool sleeping : {false, true}) {
    WorldDef def;
    def.solver.sleeping = sleeping;
    def.bodies = {ground(), dynamicBody(Box{Vec3::Constant(0.5)}, {Quat::Identity(), Vec3(0, 0, 0.5)})};
    const auto engine = make(def);
    run(*engine, 4);
    EXPECT_EQ(engine->states()[1].asleep, sleeping);
    EXPECT_EQ(engine->states()[1].asleep_s > 0, sleeping);
  }
}

TEST_P(BulletEngines, AKinematicBodyMovesAsToldAndPushes) {
  WorldDef def;
  def.gravity.setZero();
  BodyDef pusher = dynamicBody(MeshShape{cornerBox(Vec3(0.1, 0.1, 0.1))}, {});
  pusher.motion = Motion::kKinematic;
  pusher.v_WC = Vec3(0.2, 0, 0);
  def.bodies = {pusher, dynamicBody(Box{Vec3::Constant(0.05)}, {Quat::Identity(), Vec3(0.2, 0.05, 0.05)})};
  const auto engine = make(def);
  run(*engine, 1);
  EXPECT_LT((engine->states()[0].X_WB.p - Vec3(0.2, 0, 0)).norm(), 1e-9);
  EXPECT_NEAR(engine->states()[1].v_WC.x(), 0.2, 0.02);
  EXPECT_GT(engine->states()[1].X_WB.p.x(), 0.34);
}

TEST_P(BulletEngines, SetStatesPutsBodiesBackExactly) {
  WorldDef def;
  def.bodies = {ground(), dynamicBody(MeshShape{cornerBox(Vec3(0.1, 0.2, 0.05))}, {Quat::Identity(), Vec3(0, 0, 0.1)})};
  def.bodies[1].w_WB = Vec3(1, 2, 3);
  const auto engine = make(def);
  const std::vector<BodyState> start(engine->states().begin(), engine->states().end());
  run(*engine, 0.5);
  engine->setStates(start);
  EXPECT_EQ(stateHash(engine->states()), stateHash(start));
  engine->step();
  EXPECT_LT((engine->states()[1].X_WB.p - start[1].X_WB.p).norm(), 0.01);
}

// Lengths and gravity times s, times unchanged: every motion is similar. Bullet runs in units of its own.
TEST_P(BulletEngines, TheSameSceneAtAnyScaleMovesAlike) {
  const auto simulate = [&](double s) {
    WorldDef def;
    def.lengthScale = s;
    def.gravity *= s;
    const Transform start{rotationFromVector(Vec3(0.05, 0.02, 0)), Vec3(0, 0, 0.08 * s)};
    def.bodies = {ground(), dynamicBody(MeshShape{cornerBox(s * Vec3(0.1, 0.2, 0.05))}, start)};
    const auto engine = make(def);
    run(*engine, 0.4);
    return Vec3(engine->states()[1].X_WB.p / s);
  };
  const Vec3 reference = simulate(1);
  EXPECT_LT(reference.z(), 0.05);
  for (const double s : {0.001, 0.1, 10.0, 1000.0}) EXPECT_LT((simulate(s) - reference).norm(), 1e-6) << s;
}

// Deep overlaps and absurd speeds: poses stay finite, and what had to be held is counted, not hidden.
TEST_P(BulletEngines, NoStateIsEverNotFinite) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto vector = [&] { return Vec3(uniform(random), uniform(random), uniform(random)); };
  WorldDef def;
  def.bodies = {ground()};
  const auto mesh = cornerBox(Vec3(0.1, 0.2, 0.05));
  for (int i = 0; i < 6; ++i) {
    def.bodies.push_back(dynamicBody(MeshShape{mesh}, {rotationFromVector(3 * vector()), 0.05 * vector()}));
    def.bodies.back().v_WC = (i == 0 ? 1e9 : 10) * vector();
  }
  const auto engine = make(def);
  for (int i = 0; i < 300; ++i) {
    engine->step();
    for (const BodyState& state : engine->states()) {
      ASSERT_TRUE(isFinite(state.X_WB) && isFinite(state.v_WC) && isFinite(state.w_WB));
    }
  }
}

}  // namespace
}  // namespace passung::dynamics
#endif

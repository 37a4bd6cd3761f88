// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "collision/queries/penetration.h"
#include "core/error.h"
#include "dynamics/engine.h"
#include "tests/dynamics/test_bodies.h"

namespace passung::dynamics {
namespace {

using collision::Box;
using collision::Capsule;
using collision::HalfSpace;
using collision::MeshShape;
using collision::Shape;
using collision::Sphere;

void run(Engine& engine, int steps) {
  for (int i = 0; i < steps; ++i) engine.step();
}

Vec3 centreOfMass(const Engine& e, int body) {
  return e.states()[static_cast<std::size_t>(body)].X_WB * e.mass(body).com;
}

double kineticEnergy(const Engine& e, int body) {
  const BodyState& s = e.states()[static_cast<std::size_t>(body)];
  const Vec3 w = s.X_WB.q.conjugate() * s.w_WB;
  return 0.5 * (e.mass(body).mass * s.v_WC.squaredNorm() + w.dot(e.mass(body).inertia * w));
}

Vec3 angularMomentum(const Engine& e, int body) {
  const BodyState& s = e.states()[static_cast<std::size_t>(body)];
  return s.X_WB.q * (e.mass(body).inertia * (s.X_WB.q.conjugate() * s.w_WB)) +
         e.mass(body).mass * centreOfMass(e, body).cross(s.v_WC);
}

// A closed ring of revolution about z from a profile (r, z) that runs counterclockwise, or a solid where r = 0 occurs.
std::shared_ptr<const TriangleMesh> revolved(const std::vector<std::array<double, 2>>& profile, int sides) {
  std::vector<Vec3> vertices;
  std::vector<std::vector<int>> rings;
  for (const auto& [r, z] : profile) {
    std::vector<int> ring;
    for (int i = 0; i < sides; ++i) {
      const double a = 2 * kPi * i / sides;
      if (i == 0 || r > 0) vertices.emplace_back(r * std::cos(a), r * std::sin(a), z);
      ring.push_back(static_cast<int>(vertices.size()) - 1);
    }
    rings.push_back(ring);
  }
  std::vector<Triangle> triangles;
  for (std::size_t k = 0; k < rings.size(); ++k) {
    const auto& a = rings[k];
    const auto& b = rings[(k + 1) % rings.size()];
    for (std::size_t i = 0; i < a.size(); ++i) {
      const std::size_t j = (i + 1) % a.size();
      triangles.push_back({a[i], a[j], b[j]});
      triangles.push_back({a[i], b[j], b[i]});
    }
  }
  return TriangleMesh::build(vertices, triangles);
}

// ---- free motion ------------------------------------------------------------------------------------------------

// A symplectic step sums the velocities at the ends of the steps: z = z0 + v0 t - g dt^2 n (n + 1) / 2.
TEST(World, AProjectileFollowsTheDiscreteParabola) {
  BodyDef ball = bodyOf("ball", Sphere{0.01}, Vec3(0, 0, 1));
  ball.v_WC = Vec3(3, -1, 4);
  auto engine = makeEngine(worldOf({ball}), {});
  const int n = 700;
  run(*engine, n);
  const double dt = 1e-3, g = 9.81, t = n * dt;
  EXPECT_LT((engine->states()[0].X_WB.p - Vec3(3 * t, -t, 1 + 4 * t - g * dt * dt * n * (n + 1) / 2)).norm(), 1e-11);
  EXPECT_LT((engine->states()[0].v_WC - Vec3(3, -1, 4 - g * t)).norm(), 1e-11);
}

// Principal inertias 1:2:3 belong to a box with a^2 : b^2 : c^2 = 2 : 1 : 0, here as given mass properties.
TEST(World, ATumblingBodyKeepsEnergyAndAngularMomentum) {
  BodyDef body = bodyOf("body", Box{Vec3(0.02, 0.015, 0.01)}, Vec3::Zero());
  body.mass = MassProperties{0.2, Vec3(0.001, 0, 0), Mat3(Vec3(1e-4, 2e-4, 3e-4).asDiagonal())};
  body.w_WB = Vec3(0.1, 10, 0.1);  // about the unstable middle axis
  WorldDef def = worldOf({body});
  def.gravity.setZero();
  auto engine = makeEngine(def, {});
  const double e0 = kineticEnergy(*engine, 0);
  const Vec3 L0 = angularMomentum(*engine, 0);
  double flipped = 1;
  for (int i = 0; i < 10000; ++i) {
    engine->step();
    flipped = std::min(flipped, (engine->states()[0].X_WB.q * Vec3::UnitY()).dot(L0.normalized()));
  }
  EXPECT_LT(flipped, -0.9) << "the middle axis must turn over in 10 s";
  EXPECT_NEAR(kineticEnergy(*engine, 0) / e0, 1, 1e-6);
  EXPECT_LT((angularMomentum(*engine, 0) - L0).norm() / L0.norm(), 1e-9);
}

TEST(World, ASpinningTopPrecessesAtLOverI1) {
  const double I1 = 1e-4, I3 = 1.8e-4;
  BodyDef body = bodyOf("top", Sphere{0.01}, Vec3::Zero());
  body.mass = MassProperties{0.2, Vec3::Zero(), Mat3(Vec3(I1, I1, I3).asDiagonal())};
  body.w_WB = Vec3(3, 0, 9.5);
  WorldDef def = worldOf({body});
  def.gravity.setZero();
  auto engine = makeEngine(def, {});
  const double e0 = kineticEnergy(*engine, 0);
  const Vec3 L = angularMomentum(*engine, 0);
  run(*engine, 10000);
  const Vec3 axis = rotationFromVector(L / I1 * 10.0) * Vec3::UnitZ();
  EXPECT_LT((engine->states()[0].X_WB.q * Vec3::UnitZ() - axis).norm(), 1e-5);
  EXPECT_NEAR(kineticEnergy(*engine, 0) / e0, 1, 1e-9);
  EXPECT_LT((angularMomentum(*engine, 0) - L).norm() / L.norm(), 1e-9);
}

// ---- rest, friction, impact -------------------------------------------------------------------------------------

TEST(World, ABoxRestsOnAHalfSpaceWithinItsShellAndCarriesItsWeight) {
  auto engine = makeEngine(worldOf({bodyOf("floor", HalfSpace{}, Vec3::Zero(), Motion::kFixed),
                                    bodyOf("box", Box{Vec3(0.02, 0.01, 0.005)}, Vec3(0, 0, 0.02))}),
                           {});
  run(*engine, 1000);
  const BodyState& s = engine->states()[1];
  const double r0 = 1e-4 * 2 * Vec3(0.02, 0.01, 0.005).norm();
  EXPECT_GT(s.X_WB.p.z(), 0.005);
  EXPECT_LT(s.X_WB.p.z(), 0.005 + r0);
  EXPECT_LT(s.v_WC.norm(), 1e-8);
  Vec3 sum = Vec3::Zero();
  for (const Contact& c : engine->contacts()) {
    EXPECT_NEAR(c.n_W.z(), 1, 1e-6) << "from the floor (A) to the box (B)";
    sum += c.f_W;
  }
  EXPECT_NEAR(sum.z() / (engine->mass(1).mass * 9.81), 1, 1e-4);
  EXPECT_LT(sum.head<2>().norm(), 1e-4 * sum.z());
}

// A ball and a box far apart are two islands: what the solver says of each adds up to what it says of the step. The
// floor is in none.
TEST(World, SaysOfEachIslandWhatItSaysOfTheStep) {
  WorldDef def = worldOf({bodyOf("floor", HalfSpace{}, Vec3::Zero(), Motion::kFixed),
                          bodyOf("near", Sphere{0.01}, Vec3(0, 0, 0.0105)),
                          bodyOf("far", Box{Vec3(0.02, 0.01, 0.005)}, Vec3(1, 0, 0.006))});
  auto engine = makeEngine(def, {});
  for (int i = 0; i < 200; ++i) {
    const StepReport report = engine->step();
    const auto solves = engine->solveStates();
    ASSERT_EQ(solves.size(), 3U);
    EXPECT_EQ(solves[0].iterations, 0);
    EXPECT_EQ(solves[1].iterations + solves[2].iterations, report.iterations);
    EXPECT_EQ(solves[1].halvings + solves[2].halvings, report.halvings);
    EXPECT_EQ(std::max(solves[1].residual, solves[2].residual), report.residual);
  }
  EXPECT_GT(engine->solveStates()[2].iterations, 0);
}

// The tree has each finite body in one leaf, whose box holds the body's own.
TEST(World, ShowsTheTreeOfItsBroadPhase) {
  std::vector<BodyDef> bodies{bodyOf("floor", HalfSpace{}, Vec3::Zero(), Motion::kFixed)};
  for (int i = 0; i < 9; ++i) bodies.push_back(bodyOf("ball", Sphere{0.01}, Vec3(0.03 * i, 0, 0.02)));
  auto engine = makeEngine(worldOf(bodies), {});
  run(*engine, 20);
  const std::vector<Aabb> boxes = engine->broadphaseBoxes();
  std::vector<int> seen;
  for (const collision::LevelBox& b : engine->broadphaseLevels()) {
    if (b.body < 0) continue;
    seen.push_back(b.body);
    EXPECT_TRUE(b.box.contains(boxes[static_cast<std::size_t>(b.body)]));
  }
  std::sort(seen.begin(), seen.end());
  EXPECT_EQ(seen, (std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8, 9}));
}

// A block on a plane inclined by theta: holds while tan(theta) < mu, else slides at g (sin - mu cos). Gravity is turned
// instead of the plane.
class Incline : public testing::TestWithParam<double> {};

TEST_P(Incline, ABlockObeysTheFrictionCone) {
  const double theta = 15 * kPi / 180;
  const double mu = GetParam();
  BodyDef floor = bodyOf("floor", HalfSpace{}, Vec3::Zero(), Motion::kFixed);
  BodyDef block = bodyOf("block", Box{Vec3(0.02, 0.02, 0.005)}, Vec3(0, 0, 0.00501));
  floor.material.friction = block.material.friction = mu;
  WorldDef def = worldOf({floor, block});
  def.gravity = 9.81 * Vec3(std::sin(theta), 0, -std::cos(theta));
  auto engine = makeEngine(def, {});
  run(*engine, 200);  // settled on its shell
  const double v0 = engine->states()[1].v_WC.x();
  const double x0 = engine->states()[1].X_WB.p.x();
  run(*engine, 300);
  const double v1 = engine->states()[1].v_WC.x();
  if (std::tan(theta) < mu) {
    EXPECT_LT(std::abs(v1), 1e-6);
    EXPECT_LT(std::abs(engine->states()[1].X_WB.p.x() - x0), 1e-7);
  } else {
    const double a = 9.81 * (std::sin(theta) - mu * std::cos(theta));
    EXPECT_NEAR((v1 - v0) / 0.3, a, 2e-3 * a + 1e-6);
  }
}

INSTANTIATE_TEST_SUITE_P(AroundTheLimit, Incline, testing::Values(0.0, 0.1, 0.2, 0.26, 0.276, 0.4));

// Newton's law: each bounce reaches e^2 of the height before.
class Bounce : public testing::TestWithParam<double> {};

TEST_P(Bounce, ABallReturnsToESquaredOfItsHeight) {
  const double e = GetParam();
  const double h = 0.1, r = 0.01;
  BodyDef floor = bodyOf("floor", HalfSpace{}, Vec3::Zero(), Motion::kFixed);
  BodyDef ball = bodyOf("ball", Sphere{r}, Vec3(0, 0, r + h));
  ball.material.restitution = e;
  WorldDef def = worldOf({floor, ball});
  def.dt = 2e-4;
  auto engine = makeEngine(def, {});
  const int fall = static_cast<int>(std::sqrt(2 * h / 9.81) / def.dt);
  run(*engine, fall + 5);
  double top = 0;
  for (int i = 0; i < 2 * fall && engine->states()[1].v_WC.z() > 0; ++i) {
    engine->step();
    top = std::max(top, engine->states()[1].X_WB.p.z() - r);
  }
  EXPECT_NEAR(top, e * e * h, 0.01 * h);
  EXPECT_LE(top, h);
}

INSTANTIATE_TEST_SUITE_P(From0To1, Bounce, testing::Values(0.0, 0.3, 0.7, 1.0));

TEST(World, AWeightlessBodyThatIsUndisturbedStaysWhereItIsAtNoCost) {
  WorldDef def = worldOf({bodyOf("rests", Sphere{0.05}, {0, 0, 0}), bodyOf("passes", Sphere{0.05}, {-1, 0.5, 0})});
  def.gravity = Vec3::Zero();
  def.bodies[1].v_WC = {1, 0, 0};
  const auto engine = makeEngine(def, {});
  for (int i = 0; i < 100; ++i) EXPECT_EQ(engine->step().halvings, 0);
  EXPECT_EQ(engine->states()[0].X_WB.p, Vec3::Zero());
  EXPECT_NEAR(engine->states()[1].X_WB.p.x(), -0.9, 1e-12);
}

TEST(World, CollidingBodiesKeepTheirTotalMomentum) {
  BodyDef a = bodyOf("a", Box{Vec3(0.02, 0.01, 0.005)}, Vec3(-0.05, 0.004, 0.001));
  BodyDef b = bodyOf("b", MeshShape{revolved({{0.005, -0.004}, {0.015, -0.004}, {0.015, 0.004}, {0.005, 0.004}}, 24)},
                     Vec3(0.02, 0, 0));
  a.v_WC = Vec3(0.5, 0, 0);
  a.w_WB = Vec3(2, 1, -3);
  b.w_WB = Vec3(-1, 5, 2);
  WorldDef def = worldOf({a, b});
  def.gravity.setZero();
  auto engine = makeEngine(def, {});
  const auto momentum = [&] {
    return Vec3(engine->mass(0).mass * engine->states()[0].v_WC + engine->mass(1).mass * engine->states()[1].v_WC);
  };
  const Vec3 P0 = momentum();
  const Vec3 L0 = angularMomentum(*engine, 0) + angularMomentum(*engine, 1);
  int touched = 0;
  for (int i = 0; i < 300; ++i) touched += engine->step().contacts;
  EXPECT_GT(touched, 0) << "they must meet";
  EXPECT_GT(engine->states()[1].v_WC.x(), 0.01);
  EXPECT_LT((momentum() - P0).norm(), 1e-3 * P0.norm());
  EXPECT_LT((angularMomentum(*engine, 0) + angularMomentum(*engine, 1) - L0).norm(), 1e-2 * L0.norm());
}

// A light ring meets a torus a hundred times as heavy head-on, at speeds that ask for large forces.
TEST(World, ALightPartThatMeetsAHeavyOneKeepsTheirMomentum) {
  for (double speed : {0.5, 1.0, 3.0}) {
    BodyDef light =
        bodyOf("light", MeshShape{revolved({{0.005, -0.004}, {0.015, -0.004}, {0.015, 0.004}, {0.005, 0.004}}, 24)},
               Vec3(-0.14, 0.003, 0));
    BodyDef heavy = bodyOf("heavy", MeshShape{revolved({{0.06, -0.02}, {0.1, -0.02}, {0.1, 0.02}, {0.06, 0.02}}, 30)},
                           Vec3(0, 0, 0));
    light.v_WC = Vec3(speed, 0, 0);
    heavy.v_WC = Vec3(-speed, 0, 0);
    WorldDef def = worldOf({light, heavy});
    def.gravity.setZero();
    auto engine = makeEngine(def, {});
    const auto momentum = [&] {
      return Vec3(engine->mass(0).mass * engine->states()[0].v_WC + engine->mass(1).mass * engine->states()[1].v_WC);
    };
    const Vec3 P0 = momentum();
    run(*engine, 100);
    EXPECT_LT(engine->states()[0].v_WC.x(), 0) << "it must be thrown back, " << speed;
    EXPECT_LT((momentum() - P0).norm(), 1e-3 * P0.norm()) << speed;
  }
}

TEST(World, AStackOfBoxesRestsAndItsContactsCarryWhatIsAbove) {
  std::vector<BodyDef> bodies = {bodyOf("floor", HalfSpace{}, Vec3::Zero(), Motion::kFixed)};
  for (int i = 0; i < 4; ++i) {
    bodies.push_back(bodyOf("box" + std::to_string(i), Box{Vec3(0.05, 0.05, 0.02)},
                            Vec3(0.002 * i, 0.001 * i, 0.0201 + 0.0402 * i)));
  }
  auto engine = makeEngine(worldOf(bodies), {});
  run(*engine, 800);
  const std::vector<BodyState> before(engine->states().begin(), engine->states().end());
  run(*engine, 500);
  std::vector<double> carried(5, 0.0);
  for (const Contact& c : engine->contacts()) carried[static_cast<std::size_t>(c.bodyB)] += c.f_W.z();
  for (std::size_t i = 1; i <= 4; ++i) {
    EXPECT_LT((engine->states()[i].X_WB.p - before[i].X_WB.p).norm(), 1e-8) << i;
    EXPECT_NEAR(carried[i] / (9.81 * engine->mass(1).mass * static_cast<double>(5 - i)), 1, 1e-3) << i;
  }
}

TEST(World, ADrivenBodyPushesAndItsSpeedIsReached) {
  BodyDef pusher = bodyOf("pusher", Box{Vec3(0.01, 0.03, 0.01)}, Vec3(-0.04, 0, 0.012), Motion::kKinematic);
  pusher.v_WC = Vec3(0.1, 0, 0);
  auto engine = makeEngine(worldOf({bodyOf("floor", HalfSpace{}, Vec3::Zero(), Motion::kFixed), pusher,
                                    bodyOf("box", Box{Vec3(0.01, 0.02, 0.01)}, Vec3(0, 0, 0.0101))}),
                           {});
  run(*engine, 600);
  EXPECT_NEAR(engine->states()[1].X_WB.p.x(), -0.04 + 0.06, 1e-12);
  EXPECT_NEAR(engine->states()[2].v_WC.x(), 0.1, 1e-4);
  EXPECT_GT(engine->states()[2].X_WB.p.x(), engine->states()[1].X_WB.p.x() + 0.02);
}

// ---- the main job -----------------------------------------------------------------------------------------------

// A screw (16 mm, head 24 mm) above two rings with 16.5 mm holes (through the facets' middles), a little off and
// tilted.
WorldDef screwAboveRings(double s) {
  const double mm = 1e-3 * s;
  const double hole = 8.25 * mm / std::cos(kPi / 40);
  const auto ring = revolved({{hole, 0}, {20 * mm, 0}, {20 * mm, 8 * mm}, {hole, 8 * mm}}, 40);
  const auto screw = revolved({{0, -50 * mm},
                               {7 * mm, -50 * mm},
                               {8 * mm, -49 * mm},
                               {8 * mm, 0},
                               {12 * mm, 0},
                               {12 * mm, 10 * mm},
                               {0, 10 * mm}},
                              36);
  BodyDef mover = bodyOf("screw", MeshShape{screw}, Vec3(0.1 * mm, 0, 92 * mm));
  mover.X_WB.q = rotationFromVector(Vec3(0.1 * kPi / 180, 0, 0));
  WorldDef def = worldOf({bodyOf("lower", MeshShape{ring}, Vec3::Zero(), Motion::kFixed),
                          bodyOf("upper", MeshShape{ring}, Vec3(0, 0, 28 * mm), Motion::kFixed), mover});
  def.gravity *= s;
  def.lengthScale = s;
  return def;
}

TEST(World, AScrewFallsIntoItsHolesRestsAndNeverOverlaps) {
  const WorldDef def = screwAboveRings(1);
  auto engine = makeEngine(def, {});
  std::vector<std::vector<collision::Collider>> colliders;
  for (const BodyDef& b : def.bodies) colliders.push_back(b.colliders);
  const collision::PenetrationOracle oracle(colliders);
  double deepest = 0, lowest = 1e300, gain = 0;
  const auto energy = [&] {
    return kineticEnergy(*engine, 2) + engine->mass(2).mass * 9.81 * centreOfMass(*engine, 2).z() +
           engine->shellEnergy();
  };
  const double e0 = energy();
  for (int i = 0; i < 600; ++i) {
    engine->step();
    lowest = std::min(lowest, energy());
    gain = std::max(gain, energy() - lowest);
    std::vector<Transform> poses;
    for (const BodyState& s : engine->states()) poses.push_back(s.X_WB);
    if (i % 5 == 0) deepest = std::max(deepest, oracle.maxPenetration(poses, {true, true, false}).depth);
  }
  const Vec3 head = engine->states()[2].X_WB.p;
  EXPECT_NEAR(head.z(), 0.036, 2e-5) << "the head lies on the upper ring";
  EXPECT_EQ(deepest, 0);
  EXPECT_LT(gain, 1e-3 * (e0 - lowest));
  run(*engine, 1000);
  EXPECT_LT((engine->states()[2].X_WB.p - head).norm(), 1e-7);
}

// Steps far too long for the parts must cost accuracy, never let one through the other.
TEST(World, AScrewDoesNotLeapThroughItsRingsAtAnyTimeStep) {
  for (double dt : {0.01, 0.05, 0.1, 0.2}) {
    WorldDef def = screwAboveRings(1);
    def.dt = dt;
    auto engine = makeEngine(def, {});
    run(*engine, static_cast<int>(1 / dt));
    EXPECT_GT(engine->states()[2].X_WB.p.z(), 0.035) << dt;
  }
}

TEST(World, TheSameSceneAtAnyScaleMovesAlike) {
  auto one = makeEngine(screwAboveRings(1), {});
  run(*one, 300);
  for (double s : {1.0 / 1024, 1024.0}) {
    auto other = makeEngine(screwAboveRings(s), {});
    run(*other, 300);
    EXPECT_LT((other->states()[2].X_WB.p / s - one->states()[2].X_WB.p).norm(), 1e-9) << s;
  }
}

// CAD assemblies touch face to face, or overlap by rounding. They must neither fly apart nor gain energy from it.
TEST(World, PartsThatTouchOrOverlapByRoundingAtTheStartAreEasedApart) {
  for (double gap : {5e-6, 0.0, -5e-6}) {
    WorldDef def = worldOf({bodyOf("floor", HalfSpace{}, Vec3::Zero(), Motion::kFixed),
                            bodyOf("lower", Box{Vec3(0.05, 0.05, 0.02)}, Vec3(0, 0, 0.02 + gap)),
                            bodyOf("upper", Box{Vec3(0.05, 0.05, 0.02)}, Vec3(0, 0, 0.06 + 2 * gap))});
    auto engine = makeEngine(def, {});
    const double r0 = 1e-4 * 2 * Vec3(0.05, 0.05, 0.02).norm();
    EXPECT_LT(engine->states()[2].X_WB.p.z(), 0.06 + 2.1 * r0);
    double fastest = 0;
    for (int i = 0; i < 300; ++i) {
      engine->step();
      fastest = std::max(fastest, engine->states()[2].v_WC.norm());
    }
    EXPECT_LT(fastest, 2e-3) << gap;
    EXPECT_GT(engine->states()[1].X_WB.p.z(), 0.02) << gap;
    EXPECT_GT(engine->states()[2].X_WB.p.z(), engine->states()[1].X_WB.p.z() + 0.04) << gap;
    EXPECT_LT(engine->states()[2].v_WC.norm(), 1e-7) << gap;
  }
}

TEST(World, PartsThatOverlapDeeplyAtTheStartAreNamedAndLetThrough) {
  WorldDef def = worldOf({bodyOf("wall", Box{Vec3(0.05, 0.05, 0.02)}, Vec3::Zero(), Motion::kFixed),
                          bodyOf("pin", Box{Vec3(0.01, 0.01, 0.02)}, Vec3(0, 0, 0.035))});
  auto engine = makeEngine(def, {});
  ASSERT_EQ(engine->warnings().size(), 1U);
  EXPECT_NE(engine->warnings()[0].find("'wall' and 'pin' overlap by 5 mm"), std::string::npos) << engine->warnings()[0];
  run(*engine, 100);
  EXPECT_NEAR(engine->states()[1].v_WC.z(), -0.981, 1e-9) << "falls freely";
}

// ---- the engine itself ------------------------------------------------------------------------------------------

WorldDef rain() {
  std::vector<BodyDef> bodies = {bodyOf("floor", HalfSpace{}, Vec3::Zero(), Motion::kFixed)};
  const auto ring = revolved({{0.005, -0.002}, {0.012, -0.002}, {0.012, 0.002}, {0.005, 0.002}}, 20);
  for (int i = 0; i < 12; ++i) {
    const Vec3 p(0.026 * (i % 3), 0.026 * (i / 3 % 2), 0.02 + 0.03 * (i / 6));
    const Shape shape = i % 4 == 0   ? Shape(Sphere{0.008})
                        : i % 4 == 1 ? Shape(Box{Vec3(0.008, 0.006, 0.01)})
                        : i % 4 == 2 ? Shape(Capsule{0.005, 0.006})
                                     : Shape(MeshShape{ring});
    bodies.push_back(bodyOf("part" + std::to_string(i), shape, p));
    bodies.back().X_WB.q = rotationFromVector(Vec3(0.3 * i, 0.2, -0.1 * i));
  }
  return worldOf(bodies);
}

TEST(World, AnyThreadCountGivesTheSameBits) {
  std::vector<std::uint64_t> hashes;
  for (int threads : {1, 2, 3}) {
    auto engine = makeEngine(rain(), {.engine = "native", .threads = threads});
    int touched = 0;
    for (int i = 0; i < 250; ++i) touched += engine->step().contacts;
    EXPECT_GT(touched, 100);
    hashes.push_back(stateHash(engine->states()));
  }
  EXPECT_EQ(hashes[0], hashes[1]);
  EXPECT_EQ(hashes[0], hashes[2]);
}

TEST(World, ARestoredStateGoesOnTheSameEachTime) {
  auto engine = makeEngine(rain(), {});
  run(*engine, 120);
  const std::vector<BodyState> saved(engine->states().begin(), engine->states().end());
  std::vector<std::uint64_t> hashes;
  for (int i = 0; i < 2; ++i) {
    engine->setStates(saved);
    run(*engine, 60);
    hashes.push_back(stateHash(engine->states()));
  }
  auto fresh = makeEngine(rain(), {});
  fresh->setStates(saved);
  run(*fresh, 60);
  EXPECT_EQ(hashes[0], hashes[1]);
  EXPECT_EQ(hashes[0], stateHash(fresh->states()));
}

TEST(World, RestingPartsSleepAndWakeWhenPulled) {
  WorldDef def = worldOf({bodyOf("floor", HalfSpace{}, Vec3::Zero(), Motion::kFixed),
                          bodyOf("box", Box{Vec3(0.02, 0.02, 0.02)}, Vec3(0, 0, 0.0201))});
  def.solver.sleeping = true;
  auto engine = makeEngine(def, {});
  run(*engine, 1500);
  ASSERT_TRUE(engine->states()[1].asleep);
  const Vec3 p = engine->states()[1].X_WB.p;
  run(*engine, 100);
  EXPECT_EQ(engine->states()[1].X_WB.p, p) << "asleep means still, to the bit";
  for (int i = 0; i < 50; ++i) {
    engine->applyForce(1, p, Vec3(0, 0, 2 * 9.81 * engine->mass(1).mass));
    engine->step();
  }
  EXPECT_FALSE(engine->states()[1].asleep);
  EXPECT_NEAR(engine->states()[1].v_WC.z(), 9.81 * 0.05, 0.02);
}

TEST(World, RefusesWhatItCannotSimulateInOneLine) {
  const auto line = [](const WorldDef& def, const EngineOptions& options = {}) {
    try {
      (void)makeEngine(def, options);
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  WorldDef def = worldOf({bodyOf("weightless", Box{}, Vec3::Zero())});
  def.bodies[0].material.density = 0;
  EXPECT_NE(line(def).find("weightless"), std::string::npos);
  def = worldOf({bodyOf("plane", HalfSpace{}, Vec3::Zero())});
  EXPECT_NE(line(def).find("plane"), std::string::npos);
  def = worldOf({bodyOf("nan", Box{}, Vec3(0, NAN, 0))});
  EXPECT_NE(line(def).find("nan"), std::string::npos);
  def = worldOf({bodyOf("ok", Box{}, Vec3::Zero())});
  def.dt = 0;
  EXPECT_NE(line(def).find("dt"), std::string::npos);
  def.dt = 1e-3;
  EXPECT_NE(line(def, {.engine = "physx"}).find("native"), std::string::npos);
  def.solver.name = "magic";
  EXPECT_NE(line(def).find("implicit"), std::string::npos);
}

}  // namespace
}  // namespace passung::dynamics

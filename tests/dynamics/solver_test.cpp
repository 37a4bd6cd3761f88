// SPDX-License-Identifier: Apache-2.0
// The same closed forms for every solver and every contact policy that it takes.
#include <gtest/gtest.h>

#include <cmath>

#include "core/error.h"
#include "dynamics/engine.h"
#include "dynamics/solver/contact_solver.h"
#include "tests/dynamics/test_bodies.h"

namespace passung::dynamics {
namespace {

using collision::Box;
using collision::Capsule;
using collision::HalfSpace;
using collision::Shape;
using collision::Sphere;

struct Choice {
  std::string solver, policy;
};

std::vector<Choice> allChoices() {
  std::vector<Choice> choices;
  for (const SolverEntry& solver : solvers()) {
    for (const ContactPolicyEntry& policy : contactPolicies()) {
      if (solver.refusal(policy.policy).empty())
        choices.push_back({std::string(solver.name), std::string(policy.name)});
    }
  }
  return choices;
}

void PrintTo(const Choice& c, std::ostream* out) { *out << c.solver << " with " << c.policy; }

std::string nameOfChoice(const testing::TestParamInfo<Choice>& info) {
  std::string name = info.param.solver + "_" + info.param.policy;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

class Solvers : public testing::TestWithParam<Choice> {
 protected:
  [[nodiscard]] bool is(const char* solver) const { return GetParam().solver == solver; }
  [[nodiscard]] WorldDef worldOf(std::vector<BodyDef> bodies) const {
    WorldDef def;
    def.bodies = std::move(bodies);
    def.solver.sleeping = false;
    def.solver.name = GetParam().solver;
    def.solver.contactPolicy = GetParam().policy;
    return def;
  }
};
INSTANTIATE_TEST_SUITE_P(Each, Solvers, testing::ValuesIn(allChoices()), nameOfChoice);

void run(Engine& engine, int steps) {
  for (int i = 0; i < steps; ++i) engine.step();
}

Vec3 momentum(const Engine& e) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < e.states().size(); ++i) {
    if (e.def().bodies[i].motion == Motion::kDynamic) sum += e.mass(static_cast<int>(i)).mass * e.states()[i].v_WC;
  }
  return sum;
}

Vec3 angularMomentum(const Engine& e) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < e.states().size(); ++i) {
    if (e.def().bodies[i].motion != Motion::kDynamic) continue;
    const BodyState& s = e.states()[i];
    const MassProperties& m = e.mass(static_cast<int>(i));
    sum += s.X_WB.q * (m.inertia * (s.X_WB.q.conjugate() * s.w_WB)) + m.mass * (s.X_WB * m.com).cross(s.v_WC);
  }
  return sum;
}

double kineticEnergy(const Engine& e) {
  double sum = 0;
  for (std::size_t i = 0; i < e.states().size(); ++i) {
    const BodyState& s = e.states()[i];
    const MassProperties& m = e.mass(static_cast<int>(i));
    const Vec3 w = s.X_WB.q.conjugate() * s.w_WB;
    sum += 0.5 * (m.mass * s.v_WC.squaredNorm() + w.dot(m.inertia * w));
  }
  return sum;
}

// Substeps only make the sum of velocities finer: the true parabola within g dt t / 2.
TEST_P(Solvers, AProjectileFollowsTheParabola) {
  BodyDef ball = bodyOf("ball", Sphere{0.01}, Vec3(0, 0, 1));
  ball.v_WC = Vec3(3, -1, 4);
  auto engine = makeEngine(worldOf({ball}), {});
  run(*engine, 700);
  const double t = 0.7, g = 9.81;
  EXPECT_LT((engine->states()[0].X_WB.p - Vec3(3 * t, -t, 1 + 4 * t - g * t * t / 2)).norm(), 0.51 * g * 1e-3 * t);
  EXPECT_LT((engine->states()[0].v_WC - Vec3(3, -1, 4 - g * t)).norm(), 1e-11);
}

TEST_P(Solvers, ATumblingBodyKeepsEnergyAndAngularMomentum) {
  BodyDef body = bodyOf("body", Box{Vec3(0.02, 0.015, 0.01)}, Vec3::Zero());
  body.mass = MassProperties{0.2, Vec3(0.001, 0, 0), Mat3(Vec3(1e-4, 2e-4, 3e-4).asDiagonal())};
  body.w_WB = Vec3(0.1, 10, 0.1);
  WorldDef def = worldOf({body});
  def.gravity.setZero();
  auto engine = makeEngine(def, {});
  const double e0 = kineticEnergy(*engine);
  const Vec3 L0 = angularMomentum(*engine);
  run(*engine, 3000);
  EXPECT_NEAR(kineticEnergy(*engine) / e0, 1, 1e-5);
  EXPECT_LT((angularMomentum(*engine) - L0).norm() / L0.norm(), 1e-9);
}

// A block on a slope of angle a slides with g (sin a - mu cos a), or stays where mu > tan a.
TEST_P(Solvers, ABlockOnASlopeObeysTheFrictionCone) {
  const double angle = 15 * kPi / 180, g = 9.81;
  for (double mu : {0.0, 0.1, 0.2, 0.3}) {
    WorldDef def = worldOf({bodyOf("slope", HalfSpace{}, Vec3::Zero(), Motion::kFixed),
                            bodyOf("block", Box{Vec3(0.1, 0.08, 0.03)}, Vec3(0, 0, 0.03001))});
    def.gravity = g * Vec3(std::sin(angle), 0, -std::cos(angle));
    for (BodyDef& b : def.bodies) b.material.friction = mu;
    auto engine = makeEngine(def, {});
    run(*engine, 500);
    const double v0 = engine->states()[1].v_WC.x();
    run(*engine, 500);
    const double a = (engine->states()[1].v_WC.x() - v0) / 0.5;
    const double expected = std::max(0.0, g * (std::sin(angle) - mu * std::cos(angle)));
    EXPECT_NEAR(a, expected, 0.005 * g * std::sin(angle)) << "mu " << mu;
    if (mu > std::tan(angle)) {
      EXPECT_LT(std::abs(engine->states()[1].v_WC.x()), 1e-3) << "mu " << mu;
    }
    EXPECT_LT((engine->states()[1].X_WB.q * Vec3::UnitZ()).cross(Vec3::UnitZ()).norm(), 2e-3) << "lies flat, mu " << mu;
  }
}

// A ball returns to e^2 of the height it fell from.
TEST_P(Solvers, ABallReturnsToESquaredOfItsHeight) {
  for (double e : {0.0, 0.5, 0.9}) {
    WorldDef def = worldOf(
        {bodyOf("floor", HalfSpace{}, Vec3::Zero(), Motion::kFixed), bodyOf("ball", Sphere{0.05}, Vec3(0, 0, 1.05))});
    def.bodies[1].material.restitution = e;
    auto engine = makeEngine(def, {});
    const double fall = std::sqrt(2 / 9.81);
    run(*engine, static_cast<int>(fall * 1000) + 20);
    double top = 0;
    for (int i = 0; i < static_cast<int>((e + 0.05) * fall * 1000) + 20; ++i) {
      engine->step();
      top = std::max(top, engine->states()[1].X_WB.p.z() - 0.05);
    }
    EXPECT_NEAR(top, e * e, is("penalty") ? 0.1 : 0.02) << "e " << e;
  }
}

TEST_P(Solvers, AStackRestsAndItsContactsCarryWhatIsAbove) {
  std::vector<BodyDef> bodies = {bodyOf("floor", HalfSpace{}, Vec3::Zero(), Motion::kFixed)};
  for (int i = 0; i < 5; ++i) {
    bodies.push_back(
        bodyOf("box" + std::to_string(i), Box{Vec3(0.05, 0.05, 0.05)}, Vec3(0, 0, 0.05 + 0.10002 * i + 1e-5)));
  }
  auto engine = makeEngine(worldOf(bodies), {});
  run(*engine, 1500);
  const double weight = engine->mass(1).mass * 9.81;
  for (int i = 1; i <= 5; ++i) {
    const BodyState& s = engine->states()[static_cast<std::size_t>(i)];
    EXPECT_LT(s.X_WB.p.head<2>().norm(), 1e-4) << i;
    EXPECT_NEAR(s.X_WB.p.z(), 0.05 + 0.1 * (i - 1), 4e-4) << i;
    EXPECT_LT(s.v_WC.norm(), 2e-3) << i;
  }
  std::vector<double> below(6, 0.0);
  for (const Contact& c : engine->contacts()) below[static_cast<std::size_t>(c.bodyB)] += c.f_W.z();
  for (int i = 1; i <= 5; ++i) EXPECT_NEAR(below[static_cast<std::size_t>(i)], (6 - i) * weight, 0.05 * weight) << i;
}

// Two parts that meet off centre in free flight.
TEST_P(Solvers, CollidingPartsKeepTheirMomentum) {
  for (double e : {0.0, 0.8}) {
    BodyDef a = bodyOf("a", Box{Vec3(0.1, 0.1, 0.1)}, Vec3(0, 0, 0));
    BodyDef b = bodyOf("b", Box{Vec3(0.08, 0.05, 0.06)}, Vec3(0.4, 0.06, 0.02));
    b.v_WC = Vec3(-2, 0, 0);
    b.X_WB.q = rotationFromVector(Vec3(0.3, 0.2, 0.4));
    a.material.restitution = b.material.restitution = e;
    WorldDef def = worldOf({a, b});
    def.gravity.setZero();
    auto engine = makeEngine(def, {});
    const Vec3 p0 = momentum(*engine), L0 = angularMomentum(*engine);
    const double e0 = kineticEnergy(*engine);
    run(*engine, 400);
    EXPECT_GT(engine->states()[0].v_WC.x(), -1e9);
    EXPECT_LT(engine->states()[0].v_WC.x(), -0.1) << "they must meet";
    EXPECT_LT((momentum(*engine) - p0).norm() / p0.norm(), 1e-9);
    // Contacts act where they were seen, up to one step of motion (2 mm of an arm of 60 mm) before they meet.
    EXPECT_LT((angularMomentum(*engine) - L0).norm() / L0.norm(), 0.01);
    EXPECT_LT(kineticEnergy(*engine), e0 * (1 + 1e-3));
  }
}

WorldDef heap(WorldDef def) {
  def.bodies = {bodyOf("floor", HalfSpace{}, Vec3::Zero(), Motion::kFixed)};
  for (int i = 0; i < 12; ++i) {
    const Vec3 p(0.026 * (i % 3), 0.026 * (i / 3 % 2), 0.02 + 0.03 * (i / 6));
    const Shape shape = i % 3 == 0   ? Shape(Sphere{0.008})
                        : i % 3 == 1 ? Shape(Box{Vec3(0.008, 0.006, 0.01)})
                                     : Shape(Capsule{0.005, 0.006});
    def.bodies.push_back(bodyOf("part" + std::to_string(i), shape, p));
    def.bodies.back().X_WB.q = rotationFromVector(Vec3(0.3 * i, 0.2, -0.1 * i));
  }
  return def;
}

TEST_P(Solvers, AnyThreadCountGivesTheSameBits) {
  const WorldDef def = heap(worldOf({}));
  auto one = makeEngine(def, {.engine = "native", .threads = 1});
  auto two = makeEngine(def, {.engine = "native", .threads = 2});
  run(*one, 200);
  run(*two, 200);
  EXPECT_EQ(stateHash(one->states()), stateHash(two->states()));
  for (const BodyState& s : one->states()) EXPECT_TRUE(isFinite(s.X_WB) && isFinite(s.v_WC) && isFinite(s.w_WB));
}

TEST_P(Solvers, TheSameSceneAtAnyScaleMovesAlike) {
  const WorldDef def = heap(worldOf({}));
  auto one = makeEngine(def, {});
  run(*one, 80);
  for (double s : {1.0 / 1024, 1024.0}) {
    WorldDef scaled = def;
    scaled.gravity *= s;
    for (BodyDef& b : scaled.bodies) {
      b.X_WB.p *= s;
      for (collision::Collider& c : b.colliders) {
        if (auto* ball = std::get_if<Sphere>(&c.shape)) ball->radius *= s;
        if (auto* box = std::get_if<Box>(&c.shape)) box->half *= s;
        if (auto* capsule = std::get_if<Capsule>(&c.shape)) capsule->radius *= s, capsule->halfLength *= s;
      }
    }
    auto other = makeEngine(scaled, {});
    run(*other, 80);
    for (std::size_t i = 1; i < def.bodies.size(); ++i) {
      EXPECT_LT((other->states()[i].X_WB.p / s - one->states()[i].X_WB.p).norm(), 1e-7) << i << " at " << s;
    }
  }
}

// Solvers that tolerate overlap push parts apart at a bounded speed.
TEST_P(Solvers, OverlapAtTheStartIsPushedApart) {
  const double size = 1;
  WorldDef def = worldOf({bodyOf("floor", HalfSpace{}, Vec3::Zero(), Motion::kFixed),
                          bodyOf("lower", Box{Vec3::Constant(0.5)}, Vec3(0, 0, 0.5)),
                          bodyOf("upper", Box{Vec3::Constant(0.5)}, Vec3(0, 0, 1.49))});
  auto engine = makeEngine(def, {});
  double fastest = 0;
  for (int i = 0; i < 2000; ++i) {
    engine->step();
    fastest = std::max(fastest, engine->states()[2].v_WC.norm());
  }
  EXPECT_NEAR(engine->states()[2].X_WB.p.z(), 1.5, 2e-3);
  EXPECT_LT(engine->states()[2].X_WB.p.head<2>().norm(), 1e-3);
  if (!is("penalty")) {
    EXPECT_LT(fastest, 0.3 * std::sqrt(9.81 * std::sqrt(3.0) * size));
  }
}

TEST(SolverChoice, APolicyThatASolverRefusesIsAnErrorOfOneLineWithTheReason) {
  int refused = 0;
  for (const SolverEntry& solver : solvers()) {
    for (const ContactPolicyEntry& policy : contactPolicies()) {
      WorldDef def;
      def.bodies = {bodyOf("ball", Sphere{0.01}, Vec3::Zero())};
      def.solver.name = solver.name;
      def.solver.contactPolicy = policy.name;
      const std::string_view reason = solver.refusal(policy.policy);
      if (reason.empty()) {
        EXPECT_NO_THROW(makeEngine(def, {}));
        continue;
      }
      ++refused;
      try {
        auto engine = makeEngine(def, {});
        ADD_FAILURE() << solver.name << " takes " << policy.name;
      } catch (const InputError& e) {
        const std::string text = e.what();
        EXPECT_NE(text.find(reason), std::string::npos) << text;
        EXPECT_EQ(text.find('\n'), std::string::npos) << text;
      }
    }
  }
  EXPECT_GT(refused, 0);
  const std::string table = solverTable();
  for (const SolverEntry& solver : solvers()) EXPECT_NE(table.find(solver.name), std::string::npos);
}

// Whatever solver takes over, a resting box goes on resting.
TEST(SolverChoice, SolversChangeWhileAWorldRuns) {
  WorldDef def;
  def.solver.sleeping = false;
  def.bodies = {bodyOf("floor", HalfSpace{}, Vec3::Zero(), Motion::kFixed),
                bodyOf("lower", Box{Vec3::Constant(0.05)}, Vec3(0, 0, 0.05001)),
                bodyOf("upper", Box{Vec3::Constant(0.05)}, Vec3(0.01, 0, 0.15003))};
  auto engine = makeEngine(def, {});
  run(*engine, 200);
  for (int round = 0; round < 2; ++round) {
    for (const SolverEntry& solver : solvers()) {
      engine->setSolver(std::string(solver.name), "");
      EXPECT_EQ(engine->solver(), solver.name);
      double fastest = 0;
      for (int i = 0; i < 200; ++i) {
        engine->step();
        fastest = std::max(fastest, engine->states()[2].v_WC.norm());
      }
      EXPECT_LT(fastest, 0.02) << solver.name;
      EXPECT_NEAR(engine->states()[2].X_WB.p.z(), 0.15, 2e-4) << solver.name;
      EXPECT_NEAR(engine->states()[2].X_WB.p.x(), 0.01, 2e-4) << solver.name;
    }
  }
  EXPECT_THROW(engine->setSolver("magic", ""), InputError);
  EXPECT_THROW(engine->setSolver("implicit", "minimal-6"), InputError);
}

}  // namespace
}  // namespace passung::dynamics

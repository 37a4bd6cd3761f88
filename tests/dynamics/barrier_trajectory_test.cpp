// SPDX-License-Identifier: Apache-2.0
// Trajectories of the implicit solver beside those of the barrier reference: the same meshes, another method with steps
// and gaps far smaller. What may remain is the implicit solver's own: an error of first order in dt, and its shell r0,
// by which parts hover.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "dynamics/engine.h"
#include "tests/dynamics/barrier_reference.h"
#include "tests/dynamics/test_bodies.h"

namespace passung::dynamics {
namespace {

using collision::Box;
using collision::MeshShape;
using collision::tessellate;

constexpr double kG = 9.81;
constexpr double kDensity = 7850;
constexpr double kPlay = 1e-4;  // of the peg in its hole, in diameter [m]

struct Case {
  std::shared_ptr<const TriangleMesh> body, fixed;
  Transform start;
  Vec3 gravity = Vec3(0, 0, -kG);
  double friction = 0;
  double every = 0;  // time between samples [s]
  int samples = 0;
};
using Track = std::vector<Transform>;  // X_WB at every, 2 every, ...

// Its constructor refuses poses that intersect, by the exact test of all pairs of triangles.
BarrierReference referenceAt(const Case& c, const Transform& X, double h) {
  BarrierSettings settings;
  settings.dt = h;
  settings.gravity = c.gravity;
  settings.friction = c.friction;
  return {{c.body, X}, c.body->unitMass().scaled(kDensity), {{c.fixed, {}}}, settings};
}

Track referenceTrack(const Case& c, int stepsPerSample) {
  BarrierReference ref = referenceAt(c, c.start, c.every / stepsPerSample);
  Track track;
  for (int i = 0; i < c.samples; ++i) {
    for (int k = 0; k < stepsPerSample; ++k) {
      const BarrierStep step = ref.step();
      EXPECT_LT(step.residual, 1e-6);
      EXPECT_GT(step.gap, 0);
    }
    EXPECT_FALSE(ref.intersects());
    track.push_back(ref.pose());
  }
  return track;
}

std::unique_ptr<Engine> implicitEngine(const Case& c, double dt, double shell = SolverSettings().shell) {
  WorldDef def = worldOf({bodyOf("fixed", MeshShape{c.fixed}, Vec3::Zero(), Motion::kFixed),
                          bodyOf("body", MeshShape{c.body}, Vec3::Zero())});
  def.bodies[1].X_WB = c.start;
  for (BodyDef& b : def.bodies) b.material = {kDensity, c.friction, 0};
  def.gravity = c.gravity;
  def.dt = dt;
  def.solver.shell = shell;
  auto engine = makeEngine(def, {});
  EXPECT_TRUE(engine->warnings().empty());
  return engine;
}

Track implicitTrack(const Case& c, int stepsPerSample, double shell = SolverSettings().shell) {
  const auto engine = implicitEngine(c, c.every / stepsPerSample, shell);
  Track track;
  for (int i = 0; i < c.samples; ++i) {
    for (int k = 0; k < stepsPerSample; ++k) EXPECT_EQ(engine->step().held, 0);
    track.push_back(engine->states()[1].X_WB);
    EXPECT_NO_THROW(referenceAt(c, track.back(), 1)) << "an overlap at sample " << i;
  }
  return track;
}

Vec3 turnBetween(const Transform& a, const Transform& b) { return vectorFromRotation(b.q * a.q.conjugate()); }
// Twice the finer track less one of steps twice as long: its error of first order is gone.
Track limitOf(const Track& coarse, const Track& fine) {
  Track limit;
  for (std::size_t i = 0; i < fine.size(); ++i) {
    limit.push_back(
        {(rotationFromVector(turnBetween(coarse[i], fine[i])) * fine[i].q).normalized(), 2 * fine[i].p - coarse[i].p});
  }
  return limit;
}

// The implicit solver's shell: 1e-4 of the smaller part's size.
double shellOf(const Case& c) { return 1e-4 * std::min(c.body->bounds().size(), c.fixed->bounds().size()); }

double apart(const Transform& a, const Transform& b) { return (a.p - b.p).norm(); }

// A bar of 20 x 20 x 50 mm that leans by 30 degrees and rolls by `roll`, 1 mm above a plate.
Case leaningBar(double roll) {
  Case c;
  c.body = tessellate(Box{Vec3(0.010, 0.010, 0.025)});
  c.fixed = tessellate(Box{Vec3(0.1, 0.1, 0.01)});
  c.start.q = rotationFromVector(Vec3(0, 0, 0.3)) * rotationFromVector(Vec3(0, kPi / 6, 0)) *
              rotationFromVector(Vec3(roll, 0, 0));
  double lowest = 0;
  for (const Vec3& v : c.body->vertices()) lowest = std::min(lowest, (c.start.q * v).z());
  c.start.p.z() = 0.011 - lowest;
  c.friction = 0.3;
  c.every = 0.02;
  c.samples = 15;
  return c;
}

// A prism about z between z0 and z1: `sides` corners on the radius `outer`, solid or with a bore of the same number of
// sides and corners on `inner`.
std::shared_ptr<const TriangleMesh> prism(double inner, double outer, double z0, double z1, int sides, double turn) {
  std::vector<Vec3> v;
  std::vector<Triangle> t;
  for (int i = 0; i < sides; ++i) {
    const double a = turn + 2 * kPi * i / sides;
    const Vec3 radial(std::cos(a), std::sin(a), 0);
    for (double r : {outer, inner}) {
      for (double z : {z0, z1}) v.emplace_back(r * radial + Vec3(0, 0, z));
    }
  }
  for (int i = 0; i < sides; ++i) {
    const int a = 4 * i, b = 4 * ((i + 1) % sides);
    t.insert(t.end(), {{a, b, b + 1}, {a, b + 1, a + 1}, {a + 1, b + 1, b + 3}, {a + 1, b + 3, a + 3}});
    t.insert(t.end(), {{a + 3, b + 3, b + 2}, {a + 3, b + 2, a + 2}, {a + 2, b + 2, b}, {a + 2, b, a}});
  }
  return TriangleMesh::build(v, t);
}

// A peg of 16 sides, 8 mm wide and 20 mm long, in a hole of 20 sides, 40 mm deep, with 0.1 mm of play. It starts 18 um
// off the centre and askew by 0.002 rad; the hole leans by 0.4 rad.
Case pegInHole(double friction) {
  constexpr int kSides = 20;
  Case c;
  c.body = prism(0, 0.004, -0.01, 0.01, 16, 0.1);
  c.fixed = prism((0.004 + 0.5 * kPlay) / std::cos(kPi / kSides), 0.012, -0.02, 0.02, kSides, 0);
  c.start = {rotationFromVector(0.002 * Vec3(0.6, 0.8, 0)), Vec3(1.5e-5, -1e-5, 0.009)};
  c.gravity = kG * Vec3(0.8 * std::sin(0.4), 0.6 * std::sin(0.4), -std::cos(0.4));
  c.friction = friction;
  c.every = 0.005;
  c.samples = 12;
  return c;
}

// The bar lands on an edge, tips over on it, slaps down on its side, slides and rests. Halving dt halves the distance
// to the reference; what then remains is the shell, whose lift grows as the bar tips.
TEST(BarrierTrajectory, ABarThatTipsOverIsFollowedToFirstOrderAndToTheShell) {
  const Case c = leaningBar(0);
  const double r0 = shellOf(c);
  const Track ref = limitOf(referenceTrack(c, 200), referenceTrack(c, 400));
  const Track a = implicitTrack(c, 20), b = implicitTrack(c, 40), d = implicitTrack(c, 80);  // 1, 0.5, 0.25 ms
  const Track limit = limitOf(b, d);
  const double thin = 1e-5;
  const Track thinLimit = limitOf(implicitTrack(c, 40, thin), implicitTrack(c, 80, thin));
  for (std::size_t i = 0; i < ref.size(); ++i) {
    const double t = c.every * static_cast<double>(i + 1);
    SCOPED_TRACE("t = " + std::to_string(t));
    const double moved = (ref[i].p - c.start.p).norm();
    EXPECT_LT(apart(b[i], ref[i]), 0.55 * apart(a[i], ref[i]) + r0);
    EXPECT_LT(apart(d[i], ref[i]), 0.55 * apart(b[i], ref[i]) + r0);
    EXPECT_LT(apart(limit[i], ref[i]), 1e-3 * moved + 2 * r0);
    // While it tips: the angle, and proof that it is the shell that remains.
    if (t > 0.17) continue;
    EXPECT_GT(turnBetween(c.start, ref[i]).norm(), i < 3 ? 0.0 : 0.1);
    EXPECT_LT(turnBetween(ref[i], limit[i]).norm(), 1e-3 * turnBetween(c.start, ref[i]).norm() + r0 / 0.05);
    EXPECT_LT(apart(thinLimit[i], ref[i]), 0.5 * apart(limit[i], ref[i]));
  }
  // Flat on its side: higher than the reference by the shell.
  for (const Track* track : {&a, &b, &d}) {
    EXPECT_NEAR(track->back().p.z() - 0.02, r0, 0.1 * r0);
    EXPECT_LT(std::abs((track->back().q * Vec3::UnitZ()).z()), 1e-5);
    EXPECT_LT(apart(track->back(), (*track)[track->size() - 2]), 1e-8) << "it rests";
  }
  EXPECT_LT(std::abs((ref.back().q * Vec3::UnitZ()).z()), 1e-5);
}

// The bar dropped on its edge from many heights: what rebounds is a small share of the landing's speed, whatever the
// step, and no step has to be divided.
TEST(BarrierTrajectory, ABarThatLandsOnAnEdgeDoesNotRebound) {
  const Case c = leaningBar(0);
  for (double dt : {1e-3, 2.5e-4, 1e-4}) {
    for (int k = 0; k < 25; ++k) {
      Case drop = c;
      drop.start.p.z() += 2e-4 * k;
      const auto engine = implicitEngine(drop, dt);
      const double speed = std::sqrt(2 * kG * (1e-3 + 2e-4 * k));
      double rebound = 0;
      for (int i = 0; i * dt < speed / kG + 0.005; ++i) {
        EXPECT_EQ(engine->step().halvings, 0) << "dt " << dt << ", drop " << k;
        rebound = std::max(rebound, engine->states()[1].v_WC.z());
      }
      EXPECT_LT(rebound, 0.02 * speed) << "dt " << dt << ", drop " << k;
      EXPECT_LT(std::abs(engine->states()[1].v_WC.z()), 0.5 * speed) << "it has landed";
    }
  }
}

// With some roll it lands on a corner and slaps onto the next one. How a step of either method divides that impact from
// what follows depends on where in the step it falls, and the motion after it is scattered by 1 %, whatever the step.
// So ensembles of steps are compared: their means agree within the scatter of means, and so does the scatter.
TEST(BarrierTrajectory, ABarThatSlapsFromCornerToCornerIsScatteredAlike) {
  constexpr int kMembers = 20;
  Case c = leaningBar(0.05);
  c.samples = 7;
  Eigen::Matrix<double, 4, kMembers> values[2][2];  // [method][sample]: position [m], heading [rad]
  const std::size_t samples[] = {2, 6};
  for (int k = 0; k < kMembers; ++k) {
    for (int method = 0; method < 2; ++method) {
      const int steps = 200 + 10 * k;  // of 0.1 to 0.05 ms
      const Track track = method == 0 ? referenceTrack(c, steps) : implicitTrack(c, steps);
      for (int s = 0; s < 2; ++s) {
        const Transform& X = track[samples[s]];
        const Vec3 axis = X.q * Vec3::UnitZ();
        values[method][s].col(k) << X.p, std::atan2(axis.y(), axis.x());
      }
    }
  }
  const double lift = 2 * shellOf(c);
  for (int s = 0; s < 2; ++s) {
    SCOPED_TRACE("sample " + std::to_string(samples[s]));
    Eigen::Vector4d mean[2], deviation[2];
    for (int method = 0; method < 2; ++method) {
      const auto& v = values[method][s];
      mean[method] = v.rowwise().mean();
      deviation[method] = ((v.colwise() - mean[method]).rowwise().squaredNorm() / (kMembers - 1)).cwiseSqrt();
    }
    for (int i = 0; i < 4; ++i) {
      const double ofMeans = std::hypot(deviation[0][i], deviation[1][i]) / std::sqrt(double{kMembers});
      EXPECT_NEAR(mean[1][i], mean[0][i], 3 * ofMeans + (i < 3 ? lift : 0)) << i;
      EXPECT_LT(deviation[1][i], 1.5 * deviation[0][i]) << i;
      EXPECT_GT(deviation[1][i], deviation[0][i] / 1.5) << i;
    }
    EXPECT_GT(deviation[0].head<3>().norm(), 2e-5) << "it is scattered";
  }
}

// The peg falls to the wall of the leaning hole, straightens and slides down on two of its edges while it rolls towards
// the lowest place.
class PegInHole : public testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(BarrierTrajectory, PegInHole, testing::Values(0.0, 0.1));

TEST_P(PegInHole, IsFollowedToFirstOrderAndToTheShell) {
  const Case c = pegInHole(GetParam());
  const double r0 = shellOf(c);
  ASSERT_LT(r0, kPlay / 20);
  const Track ref = limitOf(referenceTrack(c, 50), referenceTrack(c, 100));
  const Track coarse = implicitTrack(c, 5), a = implicitTrack(c, 20), b = implicitTrack(c, 40);  // 1, 0.25, 0.125 ms
  const Track thin = implicitTrack(c, 40, 1e-5);
  const auto aside = [](const Transform& X, const Transform& Y) { return (X.p - Y.p).head<2>().norm(); };
  for (std::size_t i = 0; i < ref.size(); ++i) {
    const double t = c.every * static_cast<double>(i + 1);
    SCOPED_TRACE("t = " + std::to_string(t));
    const double moved = (ref[i].p - c.start.p).norm();

    // Along the hole. Velocities of the end of a step are ahead by a dt / 2.
    if (c.friction == 0) {
      for (const auto& [track, dt] : {std::pair(&coarse, 1e-3), std::pair(&a, 2.5e-4), std::pair(&b, 1.25e-4)}) {
        const double ahead = 0.5 * c.gravity.z() * dt * t;
        EXPECT_NEAR((*track)[i].p.z() - ref[i].p.z(), ahead, 0.02 * std::abs(ahead));
      }
    }
    EXPECT_LT(std::abs(2 * b[i].p.z() - a[i].p.z() - ref[i].p.z()), 1e-3 * moved + 0.2 * r0);

    // Across it: the shell, and hardly anything without it. Some 5 % of the play.
    EXPECT_LT(aside(a[i], ref[i]), 1.3 * r0);
    EXPECT_LT(aside(b[i], ref[i]), 1.3 * r0);
    EXPECT_LT(aside(thin[i], ref[i]), 0.2 * r0);
    // Askew by less than a shell at one end of the peg.
    EXPECT_LT(turnBetween(ref[i], a[i]).head<2>().norm(), r0 / 0.01);
    EXPECT_LT(turnBetween(ref[i], b[i]).head<2>().norm(), r0 / 0.01);
  }
  // The roll began with two impacts within 0.7 ms, which a step of 1 ms takes as one.
  const double rolled = std::abs(turnBetween(c.start, ref.back()).z());
  EXPECT_GT(rolled, 0.01);
  EXPECT_LT(std::abs(turnBetween(ref.back(), b.back()).z()), 0.15 * rolled);
  EXPECT_LT(std::abs(turnBetween(ref.back(), b.back()).z()),
            0.1 * std::abs(turnBetween(ref.back(), coarse.back()).z()));
}

}  // namespace
}  // namespace passung::dynamics

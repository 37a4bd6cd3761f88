// SPDX-License-Identifier: Apache-2.0
// The source of face pairs against a loop over all faces, and worlds that take their contacts from it against worlds on
// their own hierarchies: contacts and whole runs are equal to the bit.
#include "gpu/pipeline/conglomerate_source.h"

#include <gtest/gtest.h>

#include <cstring>

#include "core/error.h"
#include "dynamics/engine.h"
#include "dynamics/world/world_batch.h"
#include "tests/dynamics/test_bodies.h"
#include "tests/gpu/near_meshes.h"

namespace passung::gpu {
namespace {

using collision::FacePairQuery;
using collision::NearFaces;
using test::MeshPtr;
using test::Random;

TEST(ConglomerateSource, FindsWhatALoopOverAllFacesFindsForAllQueriesOfACall) {
  Random random(3);
  int pairs = 0, empty = 0;
  for (int trial = 0; trial < 18; ++trial) {
    SourceSettings settings;
    settings.threads = 1 + trial % 3;
    settings.model.tree = trial % 2 == 0 ? TreeKind::kOctree : TreeKind::kKdTree;
    settings.partitioner = kPartitioners[static_cast<std::size_t>(trial) % std::size(kPartitioners)];
    ConglomerateSource source(settings);
    std::vector<MeshPtr> meshes;
    for (int kind = 0; kind < 6; ++kind) meshes.push_back(test::smallMesh(random, kind));
    source.prepare(meshes[0]);
    for (int call = 0; call < 3; ++call) {
      std::vector<FacePairQuery> queries;
      for (int k = 0; k < 10 * call; ++k) {
        const MeshPtr& a = meshes[static_cast<std::size_t>(random.below(6))];
        const MeshPtr& b = meshes[static_cast<std::size_t>(random.below(6))];
        const test::NearPose near = test::randomNearPose(random, *a, *b);
        queries.push_back({a, b, near.X_AB, near.distance});
      }
      source.find(queries);
      for (std::size_t k = 0; k < queries.size(); ++k) {
        std::vector<FaceContact> expected;
        test::appendAllPairs(expected, *queries[k].a, *queries[k].b, queries[k].X_AB, queries[k].distance, 0);
        const std::span<const NearFaces> found = source.found(k);
        ASSERT_TRUE(std::equal(
            found.begin(), found.end(), expected.begin(), expected.end(),
            [](const NearFaces& x, const FaceContact& y) { return x.a == y.pair.faceA && x.b == y.pair.faceB; }));
        pairs += static_cast<int>(found.size());
        empty += found.empty() ? 1 : 0;
      }
    }
    const collision::FaceSearchReport report = source.report();
    EXPECT_EQ(report.searches, 3);
    EXPECT_EQ(report.queries, 30);
    EXPECT_LE(report.models, 6);
    EXPECT_EQ(report.name, "conglomerates");
    EXPECT_EQ(report.backend, "cpu");
    EXPECT_TRUE(report.fallback.empty());
  }
  EXPECT_GT(pairs, 2000);
  EXPECT_GT(empty, 10);
}

TEST(ConglomerateSource, SaysWhyTheDeviceWasNotTaken) {
  if (deviceStatus().usable) GTEST_SKIP() << "there is a device";
  const ConglomerateSource source({.backend = Backend::kCuda});
  EXPECT_NE(source.report().fallback.find("the processor takes its place"), std::string::npos);
}

TEST(ConglomerateSource, RefusesAPoseThatIsNotFinite) {
  ConglomerateSource source;
  const MeshPtr box = collision::test::box(-Vec3::Ones(), Vec3::Ones());
  FacePairQuery query{box, box, {}, 0.1};
  query.X_AB.p.x() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(source.find(std::span(&query, 1)), InputError);
  query = {box, box, {}, -1};
  EXPECT_THROW(source.find(std::span(&query, 1)), InputError);
}

using dynamics::bodyOf;
using dynamics::Motion;
using dynamics::WorldDef;

// A peg of many sides that drops into a ring, aslant.
WorldDef pegInHole() {
  auto peg =
      bodyOf("peg",
             collision::MeshShape{collision::test::revolved(
                 {{0.001, -0.02}, {0.0098, -0.02}, {0.0098, 0.02}, {0.004, 0.02}, {0.004, 0.015}, {0.001, 0.015}}, 24)},
             Vec3(0, 0, 0.026));
  peg.X_WB.q = rotationFromVector({0.012, 0.007, 0});
  WorldDef def = dynamics::worldOf(
      {bodyOf("hole", collision::MeshShape{collision::test::pipe(0.01, 0.02, 0.01, 24)}, Vec3::Zero(), Motion::kFixed),
       peg, bodyOf("floor", collision::HalfSpace{}, Vec3(0, 0, -0.011), Motion::kFixed)});
  return def;
}

// Tubs in one another, on a plate with a rim.
WorldDef stacked() {
  const auto tub = std::make_shared<const collision::MeshShape>(collision::MeshShape{collision::test::revolved(
      {{0.004, 0}, {0.02, 0}, {0.03, 0.02}, {0.028, 0.02}, {0.018, 0.002}, {0.004, 0.002}}, 20)});
  std::vector<dynamics::BodyDef> bodies{bodyOf(
      "plate", collision::MeshShape{collision::test::pipe(0.01, 0.05, 0.005, 16)}, Vec3(0, 0, -0.005), Motion::kFixed)};
  for (int k = 0; k < 4; ++k)
    bodies.push_back(bodyOf("tub " + std::to_string(k), *tub, Vec3(0.0004 * k, 0, 0.0005 + 0.009 * k)));
  WorldDef def = dynamics::worldOf(bodies);
  def.solver.sleeping = true;
  return def;
}

// Lumps, rings and boxes of random turn thrown at each other and at a ball and a box; some of the shapes are open.
WorldDef thrown(int seed) {
  Random random(static_cast<unsigned>(seed));
  std::vector<dynamics::BodyDef> bodies{
      bodyOf("floor", collision::Box{Vec3(2, 2, 0.1)}, Vec3(0, 0, -0.1), Motion::kFixed)};
  for (int k = 0; k < 7; ++k) {
    const Vec3 p(0.35 * (k % 3) + random.uniform(0, 0.1), 0.35 * (k % 2), 0.25 + 0.3 * (k / 3));
    collision::Shape shape = collision::Sphere{0.12};
    if (k % 4 == 0) shape = collision::MeshShape{collision::test::lump(random, 0.15, 12)};
    if (k % 4 == 1) shape = collision::MeshShape{collision::test::torus(0.12, 0.05, 12, 8)};
    if (k % 4 == 2) shape = collision::MeshShape{collision::test::pipe(0.08, 0.15, 0.06, 9)};
    auto body = bodyOf("body " + std::to_string(k), shape, p);
    body.X_WB.q = random.rotation();
    body.v_WC = 0.4 * random.direction();
    body.w_WB = 3 * random.direction();
    body.material.friction = random.uniform(0, 0.6);
    body.material.restitution = k % 2 == 0 ? 0.4 : 0;
    bodies.push_back(body);
  }
  return dynamics::worldOf(bodies);
}

struct Totals {
  long long contacts = 0, searches = 0, queries = 0, touched = 0;
};

// Steps both worlds and compares every pose, contact and count. The first mistake ends it.
void expectEqualRuns(WorldDef def, const std::string& solver, const std::string& policy, int threads,
                     const SourceSettings& settings, int steps, Totals& totals) {
  def.solver.name = solver;
  def.solver.contactPolicy = policy;
  const auto source = std::make_shared<ConglomerateSource>(settings);
  const auto expected = dynamics::makeEngine(def, {.threads = 1});
  const auto engine = dynamics::makeEngine(def, {.threads = threads, .facePairs = source});
  for (int s = 0; s < steps; ++s) {
    expected->step();
    engine->step();
    ASSERT_EQ(dynamics::stateHash(engine->states()), dynamics::stateHash(expected->states())) << "step " << s;
    const auto c = expected->contacts(), d = engine->contacts();
    ASSERT_EQ(d.size(), c.size()) << "step " << s;
    for (std::size_t k = 0; k < c.size(); ++k) {
      ASSERT_EQ(d[k].feature, c[k].feature);
      ASSERT_EQ(d[k].gap, c[k].gap);
      ASSERT_TRUE(d[k].n_W == c[k].n_W && d[k].p_W == c[k].p_W && d[k].f_W == c[k].f_W);
      ASSERT_EQ(d[k].age, c[k].age);
    }
    totals.contacts += static_cast<long long>(c.size());
    totals.touched += c.empty() ? 0 : 1;
  }
  const collision::FaceSearchReport report = source->report();
  EXPECT_LE(report.searches, steps) << "all pairs of a step are one search";
  totals.searches += report.searches;
  totals.queries += report.queries;
}

TEST(ConglomerateContacts, RunAPegIntoAHoleAsHierarchiesDo) {
  Totals totals;
  for (const char* solver : {"impulse", "penalty"}) expectEqualRuns(pegInHole(), solver, "", 1, {}, 150, totals);
  EXPECT_GT(totals.contacts, 500);
  EXPECT_GT(totals.searches, 20);
}

TEST(ConglomerateContacts, RunStackedMeshesAsHierarchiesDo) {
  Totals totals;
  for (const char* policy : {"all", "reduced", "persistent-4"})
    expectEqualRuns(stacked(), "impulse", policy, 2, {.threads = 2}, 150, totals);
  EXPECT_GT(totals.contacts, 1000);
  EXPECT_GT(totals.queries, totals.searches) << "no search had several pairs";
}

TEST(ConglomerateContacts, RunRandomBodiesAsHierarchiesDoWhateverTheTreesAndThreads) {
  Totals totals;
  int seed = 0;
  for (const TreeKind tree : {TreeKind::kOctree, TreeKind::kKdTree}) {
    for (const int threads : {1, 3}) {
      SourceSettings settings;
      settings.model.tree = tree;
      settings.threads = threads;
      settings.partitioner = threads == 1 ? Partitioner::kConvex : Partitioner::kHierarchy;
      settings.pairs.unitFaces = threads == 1 ? 1024 : 7;
      expectEqualRuns(thrown(++seed), threads == 1 ? "impulse" : "penalty", "", 4 - threads, settings, 450, totals);
    }
  }
  EXPECT_GT(totals.contacts, 1000);
  EXPECT_GT(totals.touched, 300);
  EXPECT_GT(totals.queries, totals.searches) << "no search had several pairs";
}

TEST(ConglomerateContacts, RunOnADeviceAsHierarchiesDo) {
  if (!deviceStatus().usable) GTEST_SKIP() << deviceStatus().line;
  Totals totals;
  const SourceSettings settings{.backend = Backend::kCuda, .threads = 2};
  expectEqualRuns(pegInHole(), "impulse", "", 2, settings, 100, totals);
  expectEqualRuns(stacked(), "penalty", "reduced", 1, settings, 100, totals);
  EXPECT_GT(totals.contacts, 200);
  ConglomerateSource source(settings);
  const MeshPtr box = collision::test::box(-Vec3::Ones(), Vec3::Ones());
  const FacePairQuery query{box, box, {}, 0.1};
  source.find(std::span(&query, 1));
  EXPECT_EQ(source.report().backend, "cuda") << source.report().fallback;
}

// All copies of a step are one search, and each copy moves as it does alone, on hierarchies.
TEST(ConglomerateContacts, OfManyCopiesAreOneSearchAStep) {
  Random random(6);
  std::vector<WorldDef> defs;
  for (int k = 0; k < 6; ++k) {
    defs.push_back(pegInHole());
    defs.back().solver.name = "impulse";
    defs.back().bodies[1].X_WB.p += random.inCube(5e-5);
    defs.back().bodies[1].X_WB.q = rotationFromVector(random.inCube(0.003)) * defs.back().bodies[1].X_WB.q;
  }
  std::vector<std::unique_ptr<dynamics::Engine>> alone;
  for (const WorldDef& def : defs) alone.push_back(dynamics::makeEngine(def, {}));
  const auto source = std::make_shared<ConglomerateSource>(SourceSettings{.threads = 2});
  dynamics::WorldBatch batch(defs, 3, source);
  long long contacts = 0, queries = 0, several = 0;
  for (int s = 0; s < 120; ++s) {
    const dynamics::BatchReport report = batch.step();
    contacts += report.sum.contacts;
    queries += static_cast<long long>(report.queries);
    several += report.queries > 1 ? 1 : 0;
    for (std::size_t k = 0; k < defs.size(); ++k) {
      (void)alone[k]->step();
      ASSERT_EQ(dynamics::stateHash(batch.world(k).states()), dynamics::stateHash(alone[k]->states()))
          << "copy " << k << ", step " << s;
    }
  }
  EXPECT_GT(contacts, 500);
  EXPECT_GT(several, 5);
  EXPECT_EQ(source->report().queries, queries);
  EXPECT_LE(source->report().searches, 120);
  EXPECT_LE(source->report().models, 12) << "made once a mesh";
}

TEST(ConglomerateContacts, AreRefusedBySolversThatLookWithinTheStep) {
  for (const char* solver : {"implicit", "minimal"}) {
    WorldDef def = stacked();
    def.solver.name = solver;
    try {
      (void)dynamics::makeEngine(def, {.facePairs = std::make_shared<ConglomerateSource>()});
      ADD_FAILURE() << solver << " took them";
    } catch (const InputError& error) {
      const std::string line = error.what();
      EXPECT_NE(line.find("the solver '" + std::string(solver) + "' does not take its contacts from conglomerates"),
                std::string::npos)
          << line;
      EXPECT_NE(line.find("impulse or penalty"), std::string::npos) << line;
      EXPECT_EQ(line.find('\n'), std::string::npos) << line;
    }
  }
}

// A running engine refuses such a solver, too, and goes on as it was.
TEST(ConglomerateContacts, StayWhereAnotherSolverIsRefused) {
  WorldDef def = pegInHole();
  def.solver.name = "impulse";
  const auto engine = dynamics::makeEngine(def, {.facePairs = std::make_shared<ConglomerateSource>()});
  const auto expected = dynamics::makeEngine(def, {});
  for (int s = 0; s < 40; ++s) {
    if (s == 20) {
      EXPECT_THROW(engine->setSolver("implicit", ""), InputError);
    }
    (void)engine->step();
    (void)expected->step();
  }
  EXPECT_EQ(engine->solver(), "impulse");
  EXPECT_EQ(dynamics::stateHash(engine->states()), dynamics::stateHash(expected->states()));
}

}  // namespace
}  // namespace passung::gpu

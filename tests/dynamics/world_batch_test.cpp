// SPDX-License-Identifier: Apache-2.0
// A world of a batch against the same world alone: equal bits, step by step.
#include "dynamics/world/world_batch.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "tests/collision/test_meshes.h"
#include "tests/dynamics/test_bodies.h"

namespace passung::dynamics {
namespace {

// Rings that drop round a post and onto each other, every copy elsewhere.
std::vector<WorldDef> rings(int copies, const std::string& solver) {
  const collision::MeshShape ring{collision::test::torus(0.02, 0.005, 20, 10)};
  const collision::MeshShape post{
      collision::test::revolved({{0.002, 0}, {0.013, 0}, {0.011, 0.04}, {0.002, 0.04}}, 20)};
  collision::test::Random random(2);
  std::vector<WorldDef> defs;
  for (int k = 0; k < copies; ++k) {
    std::vector<BodyDef> bodies{bodyOf("floor", collision::HalfSpace{}, Vec3::Zero(), Motion::kFixed),
                                bodyOf("post", post, Vec3::Zero(), Motion::kFixed)};
    for (int i = 0; i < 2; ++i) {
      bodies.push_back(bodyOf("ring", ring, Vec3(0, 0, 0.012 + 0.013 * i) + random.inCube(0.001)));
      bodies.back().X_WB.q = rotationFromVector(random.inCube(0.1));
    }
    defs.push_back(worldOf(bodies));
    defs.back().solver.name = solver;
    defs.back().solver.sleeping = k % 2 == 0;
  }
  return defs;
}

TEST(WorldBatch, EveryWorldMovesAsItDoesAlone) {
  for (const char* solver : {"impulse", "penalty", "implicit"}) {
    const std::vector<WorldDef> defs = rings(5, solver);
    std::vector<std::unique_ptr<Engine>> alone;
    for (const WorldDef& def : defs) alone.push_back(makeEngine(def, {}));
    WorldBatch one(defs, 1, nullptr), three(defs, 3, nullptr);
    ASSERT_EQ(one.count(), 5u);
    long long contacts = 0;
    for (int s = 0; s < 80; ++s) {
      const BatchReport a = one.step(), b = three.step();
      EXPECT_EQ(a.queries, 0u);
      int expected = 0;
      for (std::size_t k = 0; k < defs.size(); ++k) {
        expected += alone[k]->step().contacts;
        const std::uint64_t hash = stateHash(alone[k]->states());
        ASSERT_EQ(stateHash(one.world(k).states()), hash) << solver << ", world " << k << ", step " << s;
        ASSERT_EQ(stateHash(three.world(k).states()), hash) << solver << ", world " << k << ", step " << s;
      }
      ASSERT_EQ(a.sum.contacts, expected);
      ASSERT_EQ(b.sum.contacts, expected);
      contacts += expected;
    }
    EXPECT_GT(contacts, 500) << solver;
    EXPECT_NE(stateHash(one.world(0).states()), stateHash(one.world(1).states())) << "all copies are the same";
  }
}

TEST(WorldBatch, AnEmptyOneIsRefused) { EXPECT_THROW(WorldBatch({}, 1, nullptr), InputError); }

TEST(WorldBatch, AWorldThatCannotBeMadeIsSaid) {
  std::vector<WorldDef> defs = rings(3, "impulse");
  defs[1].dt = 0;
  EXPECT_THROW(WorldBatch(defs, 2, nullptr), InputError);
}

}  // namespace
}  // namespace passung::dynamics

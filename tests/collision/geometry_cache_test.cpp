// SPDX-License-Identifier: Apache-2.0
#include "collision/narrowphase/geometry_cache.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "collision/narrowphase/near_set.h"
#include "core/jobs.h"
#include "tests/collision/test_meshes.h"

namespace passung::collision {
namespace {

// Shared or not, a geometry is the one that make() gives.
TEST(GeometryCache, GivesTheEdgesThatMakeLists) {
  test::Random random(4);
  GeometryCache cache;
  std::set<const ContactGeometry*> different;
  int asked = 0;
  for (int m = 0; m < 4; ++m) {
    const MeshShape shape{m % 2 == 0 ? test::torus(1, 0.3, 30, 16) : test::lump(random, 1, 14)};
    for (int i = 0; i < 30; ++i, ++asked) {
      const double hidden = i == 0 ? std::numeric_limits<double>::infinity() : std::pow(10, random.uniform(-5, 0));
      const auto made = ContactGeometry::make(shape, hidden, i % 2 == 0);
      const auto shared = cache.of(shape, hidden, i % 2 == 0);
      ASSERT_EQ(shared->edges.size(), made->edges.size());
      EXPECT_EQ(made->edges.size(), listedEdges(*shape.mesh, hidden));
      for (std::size_t e = 0; e < made->edges.size(); ++e) {
        ASSERT_EQ(shared->edges[e].v0, made->edges[e].v0);
        ASSERT_EQ(shared->edges[e].v1, made->edges[e].v1);
      }
      EXPECT_EQ(shared->edgeOf, made->edgeOf);
      EXPECT_EQ(shared->mesh, shape.mesh);
      EXPECT_EQ(shared->clusters == nullptr, made->clusters == nullptr);
      different.insert(shared.get());
    }
  }
  EXPECT_GT(different.size(), 8u);
  EXPECT_LT(static_cast<int>(different.size()), asked) << "nothing was shared";
}

// Near sets of shared geometries list and measure what those of own ones do.
TEST(GeometryCache, ItsGeometriesGiveTheTermsOfOwnOnes) {
  test::Random random(9);
  GeometryCache cache;
  const MeshShape torus{test::torus(1, 0.3, 30, 16)}, lump{test::lump(random, 1, 14)};
  int terms = 0, shared = 0;
  for (int trial = 0; trial < 40; ++trial) {
    const double hidden = std::pow(10, random.uniform(-4, 0));
    const auto a = ContactGeometry::make(torus, hidden), b = ContactGeometry::make(lump, hidden);
    const auto c = cache.of(torus, hidden, true), d = cache.of(lump, hidden, true);
    ASSERT_TRUE(a->clusters && c->clusters);
    shared += c->surface == cache.of(torus, 0, true)->surface ? 1 : 0;
    const Transform X{random.rotation(), random.uniform(0.5, 1.8) * random.direction()};
    NearSet own(a, b), other(c, d);
    own.collect(Transform{}, X, 0.1);
    other.collect(Transform{}, X, 0.1);
    ASSERT_EQ(other.count(), own.count());
    std::vector<ContactTerm> x, y;
    own.evaluate(Transform{}, X, 0.1, 0.1, x);
    other.evaluate(Transform{}, X, 0.1, 0.1, y);
    ASSERT_EQ(x.size(), y.size());
    for (std::size_t k = 0; k < x.size(); ++k) {
      ASSERT_TRUE(x[k].feature == y[k].feature && x[k].gap == y[k].gap && x[k].n_W == y[k].n_W && x[k].p_W == y[k].p_W);
    }
    terms += static_cast<int>(x.size());
  }
  EXPECT_GT(terms, 500);
  EXPECT_EQ(shared, 40);
}

TEST(GeometryCache, IsOneForAllThreads) {
  GeometryCache cache;
  const MeshShape shape{test::torus(1, 0.3, 30, 16)};
  std::vector<std::shared_ptr<const ContactGeometry>> got(64);
  Jobs jobs(4);
  jobs.parallelFor(64, [&](int k) { got[static_cast<std::size_t>(k)] = cache.of(shape, k % 2 == 0 ? 0 : 1, true); });
  for (std::size_t k = 2; k < got.size(); ++k) EXPECT_EQ(got[k], got[k - 2]);
  EXPECT_NE(got[0], got[1]);
}

}  // namespace
}  // namespace passung::collision

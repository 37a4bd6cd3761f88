// SPDX-License-Identifier: Apache-2.0
#include "collision/narrowphase/geometry_cache.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

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

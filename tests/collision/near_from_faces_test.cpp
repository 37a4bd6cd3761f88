// SPDX-License-Identifier: Apache-2.0
// Near sets made from pairs of faces against those of the hierarchies: the same lists, the same bits.
#include <gtest/gtest.h>

#include <cstring>

#include "collision/narrowphase/near_set.h"
#include "collision/queries/mesh_distance.h"
#include "collision/queries/mesh_queries.h"
#include "tests/collision/test_meshes.h"

namespace passung::collision {
namespace {

using test::MeshPtr;
using test::Random;

// An open pipe wall: a surface without an inside.
MeshPtr sheet(int around) {
  std::vector<Vec3> v;
  std::vector<Triangle> t;
  for (int i = 0; i <= around; ++i) {
    const double a = kPi * i / around;
    for (const double z : {-0.6, 0.0, 0.6}) v.push_back({std::cos(a), std::sin(a), z});
  }
  for (int i = 0; i < around; ++i) {
    for (int j = 0; j < 2; ++j) {
      const int p = 3 * i + j;
      t.push_back({p, p + 3, p + 4});
      t.push_back({p, p + 4, p + 1});
    }
  }
  return TriangleMesh::build(std::move(v), std::move(t));
}

MeshPtr meshOf(Random& random, int kind) {
  switch (kind % 5) {
    case 0:
      return test::lump(random, 0.8, 12);
    case 1:
      return test::torus(0.7, 0.25, 14, 9);
    case 2:
      return test::pipe(0.6, 0.9, 0.5, 5 + random.below(8));
    case 3:
      return test::box(-Vec3(0.7, 0.5, 0.2), Vec3(0.7, 0.5, 0.2));
    default:
      return sheet(8 + random.below(8));
  }
}

// All pairs within the distance by a loop over all; with `more`, others as well.
std::vector<NearFaces> nearFaces(Random& random, const TriangleMesh& a, const TriangleMesh& b, const Transform& X_AB,
                                 double distance, bool more) {
  std::vector<NearFaces> faces;
  for (int i = 0; i < static_cast<int>(a.triangles().size()); ++i) {
    for (int j = 0; j < static_cast<int>(b.triangles().size()); ++j) {
      Corners t = corners(b, j);
      for (Vec3& p : t) p = X_AB * p;
      const Corners s = corners(a, i);
      const bool near = trianglesIntersect(s, t) || closestTriangles(s, t).squared <= distance * distance;
      if (near || (more && random.below(20) == 0)) faces.push_back({i, j});
    }
  }
  return faces;
}

bool sameBits(const std::vector<ContactTerm>& x, const std::vector<ContactTerm>& y) {
  return std::equal(x.begin(), x.end(), y.begin(), y.end(), [](const ContactTerm& s, const ContactTerm& t) {
    const auto bits = [](const ContactTerm& c) {
      return std::array<double, 8>{c.gap, c.weight, c.n_W.x(), c.n_W.y(), c.n_W.z(), c.p_W.x(), c.p_W.y(), c.p_W.z()};
    };
    const auto p = bits(s), q = bits(t);
    return s.feature == t.feature && std::memcmp(p.data(), q.data(), sizeof p) == 0;
  });
}

TEST(NearFromFaces, GivesTheListsAndTermsOfTheHierarchiesToTheBit) {
  Random random(5);
  int points = 0, edges = 0, negative = 0, clustered = 0, open = 0, apart = 0;
  for (int trial = 0; trial < 240; ++trial) {
    const bool clusters = trial % 3 != 0;
    const auto a = ContactGeometry::make(MeshShape{meshOf(random, trial)}, trial % 2 == 0 ? 0 : 0.01, clusters);
    const auto b = ContactGeometry::make(MeshShape{meshOf(random, trial / 5)}, trial % 2 == 0 ? 0 : 0.01, clusters);
    const Transform X_WA{random.rotation(), random.inCube(0.5)};
    Transform X_WB = X_WA * Transform{random.rotation(), random.uniform(0.3, 1.7) * random.direction()};
    const double reach = std::pow(10, random.uniform(-2.5, -0.7)), margin = trial % 4 == 0 ? reach : 0;
    NearSet trees(a, b), faces(a, b);
    trees.setEdgeMargin(margin);
    faces.setEdgeMargin(margin);
    trees.collect(X_WA, X_WB, reach);
    faces.collectFrom(
        nearFaces(random, *a->mesh, *b->mesh, X_WA.inverse() * X_WB, faces.faceDistance(reach), trial % 7 == 0), X_WA,
        X_WB, reach);
    ASSERT_EQ(faces.count(), trees.count()) << trial;
    EXPECT_EQ(faces.reach(), trees.reach());
    for (int step = 0; step < 3; ++step) {
      if (step > 0) X_WB.p += 0.2 * reach * random.direction();
      const double cutoff = reach - faces.motion(X_WA, X_WB);
      ASSERT_GT(cutoff, 0);
      std::vector<ContactTerm> expected, terms;
      trees.evaluate(X_WA, X_WB, cutoff, cutoff, expected);
      faces.evaluate(X_WA, X_WB, cutoff, cutoff, terms);
      ASSERT_TRUE(sameBits(terms, expected)) << trial << ", step " << step;
      for (const ContactTerm& t : terms) {
        (t.feature >> 62 == 2 ? edges : points) += 1;
        negative += t.gap < 0 ? 1 : 0;
      }
      apart += terms.empty() ? 1 : 0;
    }
    clustered += faces.clustered() ? 1 : 0;
    open += a->twoSided || b->twoSided ? 1 : 0;
  }
  EXPECT_GT(points, 2500);
  EXPECT_GT(edges, 3000);
  EXPECT_GT(negative, 1000);
  EXPECT_GT(clustered, 20);
  EXPECT_GT(open, 50);
  EXPECT_GT(apart, 10);
}

// A list that is made by an own search after one from faces holds nothing of it.
TEST(NearFromFaces, LeavesNothingBehind) {
  Random random(8);
  const auto a = ContactGeometry::make(MeshShape{test::torus(0.7, 0.25, 14, 9)}, 0);
  const auto b = ContactGeometry::make(MeshShape{test::lump(random, 0.8, 12)}, 0);
  const Transform far{Quat::Identity(), Vec3(0, 0, 50)}, near{random.rotation(), Vec3(0.2, 0.1, 1.0)};
  NearSet used(a, b), fresh(a, b);
  used.collectFrom({}, Transform{}, far, 0.1);
  EXPECT_TRUE(used.empty());
  used.collect(Transform{}, near, 0.1);
  fresh.collect(Transform{}, near, 0.1);
  EXPECT_GT(fresh.count(), 0);
  EXPECT_EQ(used.count(), fresh.count());
}

}  // namespace
}  // namespace passung::collision

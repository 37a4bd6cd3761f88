// SPDX-License-Identifier: Apache-2.0
// The hierarchy and the triangle tests against the Flexible Collision Library on its own pair of triangle soups.
// Built only where FCL is installed.
#ifdef PASSUNG_HAVE_FCL

#include <fcl/fcl.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "collision/queries/closest.h"
#include "collision/queries/exact_triangle.h"
#include "collision/queries/mesh_queries.h"
#include "random_geometry.h"
#include "test_meshes.h"

namespace passung::collision {
namespace {

using test::MeshPtr;
using test::Random;

MeshPtr readObj(const std::string& name) {
  std::ifstream in(PASSUNG_TEST_DATA "/fcl_env_rob/" + name);
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  for (std::string line, key; std::getline(in, line);) {
    std::istringstream s(line);
    s >> key;
    if (key == "v") {
      Vec3 p;
      s >> p.x() >> p.y() >> p.z();
      vertices.push_back(p);
    } else if (key == "f") {
      Triangle t;
      for (int& i : t) {
        std::string corner;
        s >> corner;
        i = std::stoi(corner) - 1;
      }
      triangles.push_back(t);
    }
  }
  return TriangleMesh::build(vertices, triangles);
}

using FclModel = fcl::BVHModel<fcl::OBBRSSd>;
std::shared_ptr<FclModel> fclModel(const TriangleMesh& m) {
  std::vector<fcl::Triangle> t;
  for (const Triangle& x : m.triangles()) t.emplace_back(x[0], x[1], x[2]);
  auto model = std::make_shared<FclModel>();
  model->beginModel();
  model->addSubModel(std::vector<Vec3>(m.vertices().begin(), m.vertices().end()), t);
  model->endModel();
  return model;
}

// The distance of two meshes, 0 when they meet, by our own tree and triangle queries.
double distanceOf(const TriangleMesh& a, const Bvh& bvhA, const TriangleMesh& b, const Bvh& bvhB, const Transform& X_AB,
                  double margin) {
  const Mat3 R = X_AB.R();
  double squared = std::numeric_limits<double>::infinity();
  Bvh::overlappingPairs(bvhA, bvhB, X_AB, margin, [&](int i, int j) {
    if (squared == 0) return;
    const auto ca = corners(a, i);
    auto cb = corners(b, j);
    for (Vec3& p : cb) p = R * p + X_AB.p;
    if (trianglesIntersect(ca, cb)) {
      squared = 0;
      return;
    }
    for (int k = 0; k < 3; ++k) {
      squared = std::min(squared, closestPointTriangle(ca[k], cb[0], cb[1], cb[2]).squared);
      squared = std::min(squared, closestPointTriangle(cb[k], ca[0], ca[1], ca[2]).squared);
      for (int l = 0; l < 3; ++l) {
        squared = std::min(squared, closestSegmentSegment(ca[k], ca[(k + 1) % 3], cb[l], cb[(l + 1) % 3]).squared);
      }
    }
  });
  return std::sqrt(squared);
}

TEST(FclReference, CollisionAndDistanceOfTriangleSoupsAgree) {
  const MeshPtr env = readObj("env.obj"), rob = readObj("rob.obj");
  ASSERT_EQ(env->triangles().size(), 2180U);
  ASSERT_EQ(rob->triangles().size(), 216U);
  const Bvh envBvh = triangleBvh(*env), robBvh = triangleBvh(*rob);
  const auto envFcl = fclModel(*env), robFcl = fclModel(*rob);

  Random random(1);
  int meet = 0, apart = 0;
  for (int trial = 0; trial < 150; ++trial) {
    const Transform X{random.rotation(),
                      Vec3(random.uniform(-3000, 3000), random.uniform(-3000, 3000), random.uniform(0, 3000))};
    fcl::Transform3d pose = fcl::Transform3d::Identity();
    pose.linear() = X.R();
    pose.translation() = X.p;

    fcl::CollisionRequestd collisionRequest;
    fcl::CollisionResultd collision;
    const bool hit =
        fcl::collide(envFcl.get(), fcl::Transform3d::Identity(), robFcl.get(), pose, collisionRequest, collision) > 0;
    EXPECT_EQ(distanceOf(*env, envBvh, *rob, robBvh, X, 0) == 0, hit) << trial;
    (hit ? meet : apart) += 1;
    if (hit) continue;

    fcl::DistanceRequestd distanceRequest;
    distanceRequest.rel_err = distanceRequest.abs_err = 0;
    fcl::DistanceResultd distance;
    fcl::distance(envFcl.get(), fcl::Transform3d::Identity(), robFcl.get(), pose, distanceRequest, distance);
    const double d = distance.min_distance;
    EXPECT_NEAR(distanceOf(*env, envBvh, *rob, robBvh, X, d * (1 + 1e-9)), d, 1e-7 * (1 + d)) << trial;
    // A smaller margin must not find anything nearer.
    EXPECT_GE(distanceOf(*env, envBvh, *rob, robBvh, X, 0.5 * d), d * (1 - 1e-7));
  }
  EXPECT_GT(meet, 20);
  EXPECT_GT(apart, 20);
}

}  // namespace
}  // namespace passung::collision

#endif  // PASSUNG_HAVE_FCL

// SPDX-License-Identifier: Apache-2.0
// The scenes of contact tests have parts of as many faces as those of the comparison that they rebuild, all closed.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "scenes/scene.h"

namespace passung::scenes {
namespace {

// Faces of each body; expects each of its meshes to be closed, outward and whole.
std::map<std::string, int> facesOf(const Scene& scene) {
  std::map<std::string, int> faces;
  for (const dynamics::BodyDef& body : scene.world.bodies) {
    for (const collision::Collider& collider : body.colliders) {
      const auto* shape = std::get_if<collision::MeshShape>(&collider.shape);
      if (shape == nullptr) {
        ADD_FAILURE() << body.name << " has a shape that is no mesh";
        continue;
      }
      const MeshDiagnosis& d = shape->mesh->diagnosis();
      EXPECT_TRUE(d.watertight) << body.name;
      EXPECT_FALSE(d.inverted) << body.name;
      EXPECT_EQ(d.openEdges + d.nonManifoldEdges + d.degenerateDropped + d.duplicateDropped, 0) << body.name;
      EXPECT_GT(d.volume, 0) << body.name;
      faces[body.name] += static_cast<int>(shape->mesh->triangles().size());
    }
  }
  return faces;
}

int sum(const std::map<std::string, int>& faces) {
  int all = 0;
  for (const auto& [name, count] : faces) all += count;
  return all;
}

TEST(ContactScenes, TheCaduceusAndItsRingHave1500Faces) {
  EXPECT_NEAR(sum(facesOf(loadScene("caduceus_pair"))), 1500, 150);
}

TEST(ContactScenes, TenGearsHave4500FacesAnd300To500Each) {
  const Scene scene = loadScene("ten_gears");
  const auto faces = facesOf(scene);
  EXPECT_EQ(faces.size(), 10U);
  EXPECT_NEAR(sum(faces), 4500, 450);
  for (const auto& [name, count] : faces) {
    EXPECT_GE(count, 300) << name;
    EXPECT_LE(count, 500) << name;
  }
  EXPECT_EQ(std::count_if(scene.world.bodies.begin(), scene.world.bodies.end(),
                          [](const auto& body) { return body.motion == dynamics::Motion::kDynamic; }),
            5);
}

TEST(ContactScenes, ScrewdriversHave1300FacesEachAndTheHousing4500) {
  const auto faces = facesOf(loadScene("screwdrivers_and_crankcase"));
  EXPECT_NEAR(faces.at("crankcase"), 4500, 450);
  EXPECT_NEAR(faces.at("screwdriver_inside"), 1300, 130);
  EXPECT_NEAR(faces.at("screwdriver_outside"), 1300, 130);
}

TEST(ContactScenes, RobotSegmentsOf10000FacesAreInTheSamePlace) {
  const Scene scene = loadScene("robot_segments");
  for (const auto& [name, count] : facesOf(scene)) EXPECT_NEAR(count, 10000, 1000) << name;
  ASSERT_EQ(scene.world.bodies.size(), 2U);
  EXPECT_EQ(scene.world.bodies[0].X_WB.p, scene.world.bodies[1].X_WB.p);
  EXPECT_TRUE(scene.world.bodies[0].X_WB.q.isApprox(scene.world.bodies[1].X_WB.q, 0));
}

}  // namespace
}  // namespace passung::scenes

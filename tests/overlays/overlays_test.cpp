// SPDX-License-Identifier: Apache-2.0
// Overlays add what they promise and nothing else; names and cameras are checked.
#include "app/overlays/overlays.h"

#include <gtest/gtest.h>

#include "core/error.h"

namespace passung::app {
namespace {

// A fixed box at 0.5 m, a ball 2 m above the floor, a floor at 0.1 m.
scenes::Scene testScene() {
  scenes::Scene scene;
  scene.name = "test";
  dynamics::BodyDef floor;
  floor.name = "floor";
  floor.motion = dynamics::Motion::kFixed;
  floor.colliders.push_back({collision::HalfSpace{}, Transform{}});
  floor.X_WB.p = Vec3(0, 0, 0.1);
  dynamics::BodyDef box;
  box.name = "box";
  box.motion = dynamics::Motion::kFixed;
  box.colliders.push_back({collision::Box{Vec3(0.2, 0.3, 0.4)}, Transform{}});
  box.X_WB.p = Vec3(0, 0, 0.5);
  dynamics::BodyDef ball;
  ball.name = "ball";
  ball.colliders.push_back({collision::Sphere{0.25}, Transform{}});
  ball.X_WB.p = Vec3(1, 0, 2.1);
  scene.world.bodies = {floor, box, ball};
  return scene;
}

dynamics::WorldSnapshot testSnapshot(const scenes::Scene& scene) {
  dynamics::WorldSnapshot s;
  for (const dynamics::BodyDef& b : scene.world.bodies) {
    dynamics::BodyState state;
    state.X_WB = b.X_WB;
    s.states.push_back(state);
  }
  s.states[2].X_WB.p.z() = 1.15;  // on the box
  s.states[2].v_WC = Vec3(0, 0, -2);
  s.states[2].w_WB = Vec3(0, 3, 0);
  dynamics::Contact c;
  c.bodyA = 1;
  c.bodyB = 2;
  c.p_W = Vec3(0.2, 0, 0.9);
  c.f_W = Vec3(0, 0, 30);
  dynamics::Contact speck = c;
  speck.f_W = Vec3::Zero();
  s.contacts = {c, speck};
  s.broadphaseBoxes = {Aabb{Vec3::Zero(), Vec3::Ones()}};
  s.broadphaseLevels = {{Aabb{Vec3::Zero(), Vec3::Ones()}, 0, 2}};
  s.solves.resize(3);
  s.joints.resize(1);
  s.joints[0].f_W = Vec3(0, 0, 10);
  return s;
}

// Marks, and parts whose colour is not their own.
std::size_t marks(const scenes::Scene& scene, const DrawList& l) {
  const std::vector<Color> own = bodyColors(scene);
  std::size_t count = l.lines.size() + l.points.size() + l.arrows.size() + l.boxes.size() + l.texts.size();
  for (const DrawMesh& m : l.meshes) {
    const Color& c = own[m.pickId - 1];
    count += m.color.r != c.r || m.color.g != c.g || m.color.b != c.b ? 1 : 0;
  }
  return count;
}

TEST(Overlays, EachOneAddsMarksAndNoneAddsNone) {
  scenes::Scene scene = testScene();
  dynamics::JointDef joint;
  joint.kind = dynamics::JointDef::Kind::kRevolute;
  joint.body = 2;
  joint.lower = -1;
  joint.upper = 1;
  scene.world.joints = {joint};
  const dynamics::WorldSnapshot snapshot = testSnapshot(scene);
  OverlayOptions options;
  setOverlays(options, "none");
  options.legend = false;
  EXPECT_EQ(marks(scene, drawScene(scene, snapshot, options)), 0U);
  for (const OverlayInfo& info : overlayList()) {
    setOverlays(options, info.name);
    for (const OverlayInfo& other : overlayList()) EXPECT_EQ(options.*other.enabled, &other == &info);
    EXPECT_GT(marks(scene, drawScene(scene, snapshot, options)), 0U) << info.name;
  }
}

TEST(Overlays, NamesAndKeysAreDistinct) {
  const auto list = overlayList();
  for (std::size_t i = 0; i < list.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_STRNE(list[i].name, list[j].name);
      EXPECT_NE(list[i].key, list[j].key);
    }
  }
}

TEST(Overlays, AnUnknownNameIsToldWithTheListOfAll) {
  OverlayOptions options;
  try {
    setOverlays(options, "contacts,smell");
    FAIL();
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("smell"), std::string::npos);
    for (const OverlayInfo& info : overlayList()) EXPECT_NE(std::string(e.what()).find(info.name), std::string::npos);
  }
  EXPECT_THROW(setOverlays(options, "contacts:3"), InputError);
  EXPECT_THROW(setOverlays(options, "bvh:x"), InputError);
  setOverlays(options, "contacts,bvh:7");
  EXPECT_EQ(options.bvhLevel, 7);
  setOverlays(options, "contacts,bvh,tree:3");
  EXPECT_EQ(options.bvhLevel, 7);
  EXPECT_EQ(options.treeLevel, 3);
  EXPECT_TRUE(options.contacts && options.bvh && !options.forces);
}

TEST(Overlays, ForceArrowsPointWithTheForceOnBAndKeepTheirScale) {
  const scenes::Scene scene = testScene();
  const dynamics::WorldSnapshot snapshot = testSnapshot(scene);
  OverlayOptions options;
  setOverlays(options, "forces");
  options.forceScale = 0.01;
  const DrawList list = drawScene(scene, snapshot, options);
  ASSERT_EQ(list.arrows.size(), 1U);  // a contact without force has none
  EXPECT_LT((list.arrows[0].to - list.arrows[0].from - Vec3(0, 0, 0.3)).norm(), 1e-12);

  // By itself the scale is round: a whole step of force is a round length.
  options.forceScale = 0;
  const DrawList automatic = drawScene(scene, snapshot, options);
  EXPECT_NEAR((automatic.arrows[0].to - automatic.arrows[0].from).normalized().z(), 1, 1e-12);
}

TEST(Overlays, PartsStandAtTheirPosesWithTheirIds) {
  const scenes::Scene scene = testScene();
  OverlayOptions options;
  options.selectedBodies = {2};
  const DrawList list = drawScene(scene, testSnapshot(scene), options);
  ASSERT_EQ(list.meshes.size(), 2U);  // the floor is the ground
  EXPECT_EQ(list.meshes[1].pickId, 3U);
  EXPECT_NEAR(list.meshes[1].X_WM.p.z(), 1.15, 1e-12);
  EXPECT_TRUE(list.meshes[1].selected && !list.meshes[0].selected);
  EXPECT_DOUBLE_EQ(list.stage.lower.z(), 0.1);

  // Without states the bodies stand at their start; the ground does not move with them.
  const DrawList start = drawScene(scene, {}, options);
  EXPECT_NEAR(start.meshes[1].X_WM.p.z(), 2.1, 1e-12);
  EXPECT_EQ(start.stage.lower, list.stage.lower);
}

TEST(Overlays, HierarchyBoxesHoldTheirPart) {
  const scenes::Scene scene = testScene();
  OverlayOptions options;
  const SceneGeometry geometry(scene);
  Aabb previous;
  for (int level = 0; level < 4; ++level) {
    setOverlays(options, "bvh:" + std::to_string(level));
    const DrawList list = drawScene(scene, geometry, {}, options);
    Aabb all;
    for (const DrawBox& b : list.boxes) all.add(transformed(b.box, b.X_WB));
    if (level == 0) {
      EXPECT_EQ(list.boxes.size(), 2U);
    } else {
      EXPECT_LT((all.lower - previous.lower).norm() + (all.upper - previous.upper).norm(), 1e-12);
    }
    previous = all;
  }
}

TEST(Cameras, FitTheSceneUnlessItHasItsOwn) {
  scenes::Scene scene = testScene();
  const render::View fit = sceneView(scene, {}, "", 1.5);
  EXPECT_LT((fit.target - sceneBounds(scene, {}).center()).norm(), 1e-12);
  scene.camera.eye = Vec3(3, 2, 1);
  scene.cameras.push_back({"detail", {.eye = Vec3(0.1, 0.2, 0.3), .target = Vec3::Zero(), .up = Vec3::UnitZ()}});
  EXPECT_EQ(sceneView(scene, {}, "", 1.5).eye, Vec3(3, 2, 1));
  EXPECT_EQ(sceneView(scene, {}, "detail", 1.5).eye, Vec3(0.1, 0.2, 0.3));
  for (const std::string& name : standardViewNames()) EXPECT_TRUE(sceneView(scene, {}, name, 1.5).eye.allFinite());
  EXPECT_THROW((void)sceneView(scene, {}, "nowhere", 1.5), InputError);
}

TEST(Colours, AreTheScenesOrDistinct) {
  scenes::Scene scene = testScene();
  scene.world.bodies.push_back(scene.world.bodies[2]);
  const auto palette = bodyColors(scene);
  ASSERT_EQ(palette.size(), 4U);
  EXPECT_EQ(palette[0].r, palette[1].r);
  EXPECT_NE(palette[2].r, palette[3].r);
  scene.colors = {Color{}, {0.1F, 0.2F, 0.3F, 1}};
  EXPECT_EQ(bodyColors(scene)[0].r, palette[0].r);
  EXPECT_EQ(bodyColors(scene)[1].b, 0.3F);
}

}  // namespace
}  // namespace passung::app

// SPDX-License-Identifier: GPL-3.0-or-later
// Section outlines and the exploded view, against closed forms.
#include <gtest/gtest.h>

#include "app/overlays/explosion.h"
#include "app/overlays/overlays.h"

namespace passung::app {
namespace {

dynamics::BodyDef body(const char* name, const collision::Shape& shape, const Vec3& p, bool fixed) {
  dynamics::BodyDef b;
  b.name = name;
  b.colliders.push_back({shape, Transform{}});
  b.X_WB.p = p;
  b.motion = fixed ? dynamics::Motion::kFixed : dynamics::Motion::kDynamic;
  return b;
}

OverlayOptions bare() {
  OverlayOptions options;
  setOverlays(options, "none");
  options.legend = false;
  return options;
}

// A box of half sides 1, 2, 3 across x: a rectangle of circumference 4 (2 + 3), in the plane.
TEST(SectionOutlines, GoRoundTheCutFace) {
  scenes::Scene scene;
  scene.world.bodies = {body("box", collision::Box{Vec3(1, 2, 3)}, Vec3(10, 0, 0), true)};
  OverlayOptions options = bare();
  options.section = DrawSection{.p = Vec3(10.3, 0, 0), .n = Vec3::UnitX()};
  const DrawList list = drawScene(scene, {}, options);
  ASSERT_TRUE(list.section);
  double length = 0;
  for (const DrawLine& l : list.lines) {
    EXPECT_NEAR(l.a.x(), 10.3, 1e-12);
    EXPECT_NEAR(l.b.x(), 10.3, 1e-12);
    length += (l.b - l.a).norm();
  }
  EXPECT_NEAR(length, 20, 1e-9);

  options.section->p.x() = 11.5;
  EXPECT_TRUE(drawScene(scene, {}, options).lines.empty()) << "beside the box";
  options.section->p.x() = 10.3;
  options.sectionSparesSelected = true;
  options.selectedBodies = {0};
  const DrawList spared = drawScene(scene, {}, options);
  EXPECT_TRUE(spared.lines.empty());
  EXPECT_TRUE(spared.meshes[0].whole);
}

// A regular polygon of 48 sides, inscribed in a circle of radius 0.5: circumference 96 r sin(pi / 48).
TEST(SectionOutlines, OfACylinderAreItsPolygon) {
  scenes::Scene scene;
  scene.world.bodies = {body("rod", collision::Cylinder{0.5, 1, 48}, Vec3::Zero(), true)};
  OverlayOptions options = bare();
  options.section = DrawSection{.p = Vec3(0, 0, 0.2), .n = Vec3::UnitZ()};
  double length = 0;
  for (const DrawLine& l : drawScene(scene, {}, options).lines) length += (l.b - l.a).norm();
  EXPECT_NEAR(length, 96 * 0.5 * std::sin(kPi / 48), 1e-9);
}

TEST(Explosion, RadiallyEachPartGoesAsFarAsItIsFromTheCentre) {
  scenes::Scene scene;
  scene.world.bodies = {body("a", collision::Box{Vec3::Constant(0.5)}, Vec3(-1, 0, 0), true),
                        body("b", collision::Box{Vec3::Constant(0.5)}, Vec3(1, 0, 0), false)};
  const auto offsets = explosionOffsets(scene, {}, ExplosionMode::kRadial);
  EXPECT_LT((offsets[0] - Vec3(-1, 0, 0)).norm(), 1e-12);
  EXPECT_LT((offsets[1] - Vec3(1, 0, 0)).norm(), 1e-12);
}

// A pin in a hole along an oblique axis: the contact normals are all across it, so it leaves along it, on the side
// where it stands out, until the boxes part. A cap that lies on the pin's end goes with it, and farther.
TEST(Explosion, AlongContactsAPinLeavesItsHole) {
  const Vec3 axis = Vec3::UnitX();
  scenes::Scene scene;
  scene.world.bodies = {body("block", collision::Box{Vec3(1, 1, 1)}, Vec3::Zero(), true),
                        body("pin", collision::Box{Vec3(1, 0.2, 0.2)}, 0.5 * axis, false),
                        body("cap", collision::Box{Vec3(0.1, 0.3, 0.3)}, 1.6 * axis, false)};
  dynamics::WorldSnapshot snapshot;
  for (const auto& b : scene.world.bodies) {
    snapshot.states.emplace_back();
    snapshot.states.back().X_WB = b.X_WB;
  }
  for (int i = 0; i < 8; ++i) {
    dynamics::Contact k;
    k.bodyA = 0;
    k.bodyB = 1;
    k.n_W = Vec3(0, std::cos(i * kPi / 4), std::sin(i * kPi / 4));
    snapshot.contacts.push_back(k);
  }
  dynamics::Contact k;
  k.bodyA = 1;
  k.bodyB = 2;
  k.n_W = axis;
  snapshot.contacts.push_back(k);
  const auto offsets = explosionOffsets(scene, snapshot, ExplosionMode::kAxes);
  EXPECT_EQ(offsets[0].norm(), 0);
  for (int i : {1, 2}) {
    const Vec3& o = offsets[static_cast<std::size_t>(i)];
    EXPECT_NEAR(o.normalized().dot(axis), 1, 1e-9);
    EXPECT_LT((o - o.dot(axis) * axis).norm(), 1e-9);
  }
  const double pinEnd = -0.5 + offsets[1].x();
  EXPECT_GT(pinEnd, 1) << "clear of the block";
  EXPECT_GT(1.5 + offsets[2].x(), 1.5 + offsets[1].x()) << "clear of the pin";

  // In the picture: the parts and the contacts move, the snapshot does not.
  OverlayOptions options = bare();
  options.contacts = true;
  options.explosion = offsets;
  const DrawList list = drawScene(scene, snapshot, options);
  EXPECT_LT((list.meshes[1].X_WM.p - (0.5 * axis + offsets[1])).norm(), 1e-12);
  EXPECT_LT((list.points[0].p - offsets[1]).norm(), 1e-12);
  EXPECT_EQ(snapshot.contacts[0].p_W.norm(), 0);
}

// A screw whose head rests on a bracket, its shaft hanging below: it leaves the way its head is pressed, upwards.
TEST(Explosion, AScrewLeavesOverItsHead) {
  scenes::Scene scene;
  scene.world.bodies = {body("screw", collision::Box{Vec3(0.1, 0.1, 1)}, Vec3(0, 0, -0.4), false),
                        body("bracket", collision::Box{Vec3(1, 1, 0.3)}, Vec3::Zero(), true)};
  dynamics::WorldSnapshot snapshot;
  for (const auto& b : scene.world.bodies) {
    snapshot.states.emplace_back();
    snapshot.states.back().X_WB = b.X_WB;
  }
  dynamics::Contact k;
  k.bodyA = 0;
  k.bodyB = 1;
  k.n_W = -Vec3::UnitZ();  // from the screw down to the bracket
  snapshot.contacts.push_back(k);
  const Vec3 offset = explosionOffsets(scene, snapshot, ExplosionMode::kAxes)[0];
  EXPECT_GT(offset.z(), 1.7) << "its lower end, at -1.4, is over the bracket's top at 0.3";
  EXPECT_LT(offset.head<2>().norm(), 1e-12);
}

// Without contacts and joints a part goes radially; on a floor, upwards.
TEST(Explosion, OffAFloorIsUpwards) {
  scenes::Scene scene;
  scene.world.bodies = {body("floor", collision::HalfSpace{}, Vec3::Zero(), true),
                        body("box", collision::Box{Vec3::Constant(0.5)}, Vec3(0, 0, 0.5), false)};
  dynamics::WorldSnapshot snapshot;
  for (const auto& b : scene.world.bodies) {
    snapshot.states.emplace_back();
    snapshot.states.back().X_WB = b.X_WB;
  }
  dynamics::Contact k;
  k.bodyA = 0;
  k.bodyB = 1;
  k.n_W = Vec3::UnitZ();
  snapshot.contacts.push_back(k);
  const auto offsets = explosionOffsets(scene, snapshot, ExplosionMode::kAxes);
  EXPECT_GT(offsets[1].z(), 0.2);
  EXPECT_LT(offsets[1].head<2>().norm(), 1e-12);
}

}  // namespace
}  // namespace passung::app

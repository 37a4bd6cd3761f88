// SPDX-License-Identifier: GPL-3.0-or-later
// Friction cones, patches, trails, ellipsoids, spins, islands and pairs against what they stand for.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "app/overlays/overlays.h"

namespace passung::app {
namespace {

dynamics::BodyDef body(const collision::Shape& shape, const Vec3& p, double friction, bool fixed = false) {
  dynamics::BodyDef b;
  b.name = "body";
  b.colliders.push_back({shape, Transform{}});
  b.X_WB.p = p;
  b.material.friction = friction;
  b.motion = fixed ? dynamics::Motion::kFixed : dynamics::Motion::kDynamic;
  return b;
}

dynamics::Contact contact(int a, int b, const Vec3& p, const Vec3& n, const Vec3& f) {
  dynamics::Contact k;
  k.bodyA = a;
  k.bodyB = b;
  k.p_W = p;
  k.n_W = n;
  k.f_W = f;
  return k;
}

// A plate with three boxes on it, the second touching the third.
scenes::Scene rowScene() {
  scenes::Scene scene;
  scene.world.bodies = {body(collision::Box{Vec3(5, 5, 0.5)}, Vec3(0, 0, -0.5), 0.9, true),
                        body(collision::Box{Vec3::Constant(0.5)}, Vec3(-3, 0, 0.5), 0.4),
                        body(collision::Box{Vec3::Constant(0.5)}, Vec3(0, 0, 0.5), 0.4),
                        body(collision::Box{Vec3::Constant(0.5)}, Vec3(1, 0, 0.5), 0.4)};
  return scene;
}

dynamics::WorldSnapshot stateOf(const scenes::Scene& scene) {
  dynamics::WorldSnapshot s;
  for (const auto& b : scene.world.bodies) {
    s.states.emplace_back();
    s.states.back().X_WB = b.X_WB;
  }
  s.time = 1;
  return s;
}

OverlayOptions only(const char* name) {
  OverlayOptions options;
  setOverlays(options, name);
  return options;
}

bool says(const DrawList& list, const std::string& words) {
  return std::any_of(list.texts.begin(), list.texts.end(),
                     [&](const DrawText& t) { return t.text.find(words) != std::string::npos; });
}

// mu = sqrt(0.9 0.4) = 0.6. The rim of each cone lies at tan = 0.6 about the normal, at the height of the normal force.
TEST(Cones, HaveTheAngleOfFrictionAndTheHeightOfTheNormalForce) {
  const scenes::Scene scene = rowScene();
  dynamics::WorldSnapshot s = stateOf(scene);
  s.contacts = {contact(0, 1, Vec3(-3, 0, 0), Vec3::UnitZ(), Vec3(1, 0, 10)),  // sticks: 1 < 6
                contact(0, 2, Vec3::Zero(), Vec3::UnitZ(), Vec3(0, 6, 10))};   // slides: 6 = 0.6 * 10
  OverlayOptions options = only("cones");
  options.forceScale = 0.1;
  const DrawList list = drawScene(scene, s, options);
  ASSERT_FALSE(list.lines.empty());
  std::set<float> reds;
  for (const DrawLine& l : list.lines) {
    const Vec3 apex = l.b.x() < -1 ? Vec3(-3, 0, 0) : Vec3(0, 0, 0);
    EXPECT_NEAR(l.b.z(), 1, 1e-12) << "10 N at 0.1 m/N";
    EXPECT_NEAR((l.b - apex).head<2>().norm(), 0.6, 1e-9);
    reds.insert(l.color.r);
  }
  EXPECT_EQ(reds.size(), 2U) << "one slides, one sticks";
  EXPECT_TRUE(says(list, "sliding, 1 of 2"));
}

TEST(Patches, AreSeparateWhereContactsAreFarApartOrFaceOtherwise) {
  const scenes::Scene scene = rowScene();
  dynamics::WorldSnapshot s = stateOf(scene);
  // Under body 1 a row of three and, a step higher, four corners of a face; a wall beside them.
  for (int i = 0; i < 3; ++i) {
    s.contacts.push_back(contact(0, 1, Vec3(-3.5, 0.05 * i, 0.02 * (i % 2)), Vec3::UnitZ(), Vec3(0, 0, 1)));
  }
  for (double x : {-3.2, -2.5}) {
    for (double y : {-0.4, 0.4}) {
      s.contacts.push_back(contact(0, 1, Vec3(x, y, 0.3), Vec3::UnitZ(), Vec3(0, 0, 1)));
    }
  }
  s.contacts.push_back(contact(0, 1, Vec3(-3.5, 0, 0), Vec3::UnitX(), Vec3(1, 0, 0)));
  s.contacts.push_back(contact(2, 3, Vec3(0.5, 0, 0.5), Vec3::UnitX(), Vec3(1, 0, 0)));
  const DrawList list = drawScene(scene, s, only("patches"));
  EXPECT_EQ(list.points.size(), s.contacts.size());
  EXPECT_TRUE(says(list, "contact patches: 4 of 2 pairs"));
  std::set<std::tuple<float, float, float>> colors;
  for (const DrawPoint& p : list.points) colors.insert({p.color.r, p.color.g, p.color.b});
  EXPECT_EQ(colors.size(), 4U);
}

TEST(Trails, OldContactsFadeAndVanish) {
  const scenes::Scene scene = rowScene();
  dynamics::WorldSnapshot now = stateOf(scene);
  OverlayOptions options = only("trails");
  for (double age : {0.1, 0.2, 0.5}) {
    auto past = std::make_shared<dynamics::WorldSnapshot>(now);
    past->time = now.time - age;
    past->contacts = {contact(0, 1, Vec3(age, 0, 0), Vec3::UnitZ(), Vec3::UnitZ())};
    options.past.push_back(past);
  }
  now.contacts = {contact(0, 1, Vec3::Zero(), Vec3::UnitZ(), Vec3::UnitZ())};
  const DrawList list = drawScene(scene, now, options);
  ASSERT_EQ(list.points.size(), 3U) << "half a second ago is too long";
  EXPECT_NEAR(list.points[0].p.x(), 0.2, 1e-12);
  EXPECT_LT(list.points[0].color.a, list.points[1].color.a);
  EXPECT_LT(list.points[1].color.a, list.points[2].color.a);
  EXPECT_EQ(list.points[2].color.a, 1);
}

// A box of half sides h has I_x = m (h_y^2 + h_z^2) / 3; the ellipsoid with the same moments has half axes
// sqrt(5 / 3) h. A ball is its own ellipsoid.
TEST(Inertia, TheEllipsoidHasTheBodysMoments) {
  scenes::Scene scene;
  scene.world.bodies = {body(collision::Box{Vec3(1, 2, 3)}, Vec3(7, 0, 0), 0.5)};
  DrawList list = drawScene(scene, {}, only("inertia"));
  Vec3 most = Vec3::Zero();
  for (const DrawLine& l : list.lines) most = most.cwiseMax((l.a - Vec3(7, 0, 0)).cwiseAbs());
  EXPECT_LT((most - std::sqrt(5.0 / 3.0) * Vec3(1, 2, 3)).norm(), 1e-9);
  scene.world.bodies = {body(passung::collision::Sphere{0.7}, Vec3::Zero(), 0.5)};
  list = drawScene(scene, {}, only("inertia"));
  for (const DrawLine& l : list.lines) EXPECT_NEAR(l.a.norm(), 0.7, 1e-9);
}

TEST(Spins, ArrowsPointAlongTheAngularVelocityInProportion) {
  const scenes::Scene scene = rowScene();
  dynamics::WorldSnapshot s = stateOf(scene);
  s.states[1].w_WB = Vec3(0, 0, 4);
  s.states[2].w_WB = Vec3(-2, 0, 0);
  const DrawList list = drawScene(scene, s, only("spin"));
  ASSERT_EQ(list.arrows.size(), 2U);
  const Vec3 a = list.arrows[0].to - list.arrows[0].from, b = list.arrows[1].to - list.arrows[1].from;
  EXPECT_LT((b + 0.5 * Vec3(a.z(), 0, 0)).norm(), 1e-12);
  EXPECT_GT(a.z(), 0);
  EXPECT_TRUE(says(list, "rad/s"));
}

TEST(Islands, BodiesInTouchShareAColourAndTheFixedOnesTieNothing) {
  const scenes::Scene scene = rowScene();
  dynamics::WorldSnapshot s = stateOf(scene);
  for (int b : {1, 2, 3})
    s.contacts.push_back(contact(0, b, s.states[static_cast<std::size_t>(b)].X_WB.p, Vec3::UnitZ(), Vec3::UnitZ()));
  s.contacts.push_back(contact(2, 3, Vec3(0.5, 0, 0.5), Vec3::UnitX(), Vec3::UnitX()));
  const auto same = [](const Color& a, const Color& b) { return a.r == b.r && a.g == b.g && a.b == b.b; };
  DrawList list = drawScene(scene, s, only("islands"));
  EXPECT_TRUE(same(list.meshes[2].color, list.meshes[3].color));
  EXPECT_FALSE(same(list.meshes[1].color, list.meshes[2].color));
  EXPECT_TRUE(says(list, "islands: 2"));
  s.states[1].asleep = true;
  list = drawScene(scene, s, only("islands"));
  EXPECT_LT(list.meshes[1].color.r, 0.4F);
  EXPECT_TRUE(says(list, "asleep (1)"));
}

TEST(Pairs, AreThoseWhoseBoxesOverlap) {
  const scenes::Scene scene = rowScene();
  dynamics::WorldSnapshot s = stateOf(scene);
  s.broadphaseBoxes = {Aabb{Vec3(0, 0, 0), Vec3(2, 2, 2)}, Aabb{Vec3(1, 1, 1), Vec3(3, 3, 3)},
                       Aabb{Vec3(5, 0, 0), Vec3(6, 1, 1)}, Aabb{Vec3(1.5, 5, 5), Vec3(9, 9, 9)}};
  const DrawList list = drawScene(scene, s, only("pairs"));
  ASSERT_EQ(list.lines.size(), 1U);
  EXPECT_LT((list.lines[0].a - Vec3(1, 1, 1)).norm() * (list.lines[0].b - Vec3(1, 1, 1)).norm(), 1e-12);
  EXPECT_EQ(list.points.size(), 4U);
}

TEST(JointFrames, StandOnBothParts) {
  scenes::Scene scene = rowScene();
  dynamics::JointDef joint;
  joint.kind = dynamics::JointDef::Kind::kFixed;
  joint.to = 0;
  joint.body = 1;
  joint.X_AJ.p = Vec3(1, 2, 3);
  joint.X_BK.p = Vec3(0.1, 0, 0);
  scene.world.joints = {joint};
  const DrawList list = drawScene(scene, {}, only("jointframes"));
  ASSERT_EQ(list.arrows.size(), 6U);
  EXPECT_LT((list.arrows[0].from - Vec3(1, 2, 2.5)).norm(), 1e-12);
  EXPECT_LT((list.arrows[3].from - Vec3(-2.9, 0, 0.5)).norm(), 1e-12);
  for (int i = 0; i < 6; ++i) {
    const DrawArrow& a = list.arrows[static_cast<std::size_t>(i)];
    EXPECT_NEAR((a.to - a.from).normalized()[i % 3], 1, 1e-12);
  }
}

}  // namespace
}  // namespace passung::app

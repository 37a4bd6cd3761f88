// SPDX-License-Identifier: GPL-3.0-or-later
// Gaps and slip at contacts, loads and limits of joints, the tree of the broad phase, what came of its pairs, what the
// solver left, and opacities of single parts: places, lengths and counts against what they stand for.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "app/overlays/overlays.h"

namespace passung::app {
namespace {

using dynamics::JointDef;

dynamics::BodyDef body(const collision::Shape& shape, const Vec3& p, bool fixed = false) {
  dynamics::BodyDef b;
  b.name = "body";
  b.colliders.push_back({shape, Transform{}});
  b.X_WB.p = p;
  b.motion = fixed ? dynamics::Motion::kFixed : dynamics::Motion::kDynamic;
  return b;
}

dynamics::Contact contact(int a, int b, const Vec3& p, const Vec3& f, double gap = 0) {
  dynamics::Contact k;
  k.bodyA = a;
  k.bodyB = b;
  k.p_W = p;
  k.n_W = Vec3::UnitZ();
  k.f_W = f;
  k.gap = gap;
  return k;
}

// A plate and three boxes of 1 m in a row, the second touching the third.
scenes::Scene rowScene() {
  scenes::Scene scene;
  scene.world.bodies = {body(collision::Box{Vec3(5, 5, 0.5)}, Vec3(0, 0, -0.5), true),
                        body(collision::Box{Vec3::Constant(0.5)}, Vec3(-3, 0, 0.5)),
                        body(collision::Box{Vec3::Constant(0.5)}, Vec3(0, 0, 0.5)),
                        body(collision::Box{Vec3::Constant(0.5)}, Vec3(1, 0, 0.5))};
  return scene;
}

dynamics::WorldSnapshot stateOf(const scenes::Scene& scene) {
  dynamics::WorldSnapshot s;
  for (const auto& b : scene.world.bodies) {
    s.states.emplace_back();
    s.states.back().X_WB = b.X_WB;
  }
  return s;
}

OverlayOptions only(const std::string& name) {
  OverlayOptions options;
  setOverlays(options, name);
  return options;
}

bool says(const DrawList& list, const std::string& words) {
  return std::any_of(list.texts.begin(), list.texts.end(),
                     [&](const DrawText& t) { return t.screen && t.text.find(words) != std::string::npos; });
}

std::vector<std::string> labels(const DrawList& list) {
  std::vector<std::string> texts;
  for (const DrawText& t : list.texts) {
    if (t.screen) continue;
    EXPECT_TRUE(t.yields) << t.text;
    texts.push_back(t.text);
  }
  return texts;
}

Vec3 along(const DrawArrow& a) { return a.to - a.from; }

TEST(GapValues, AreMicrometresAndTheDeepestComesFirst) {
  const scenes::Scene scene = rowScene();
  dynamics::WorldSnapshot s = stateOf(scene);
  s.contacts = {contact(0, 1, Vec3(-3, 0, 0), Vec3::Zero(), 123.4e-6),
                contact(0, 2, Vec3::Zero(), Vec3::UnitZ(), -2e-6),
                contact(0, 2, Vec3(0.1, 0, 0), Vec3::UnitZ(), 34.56e-9)};
  const DrawList list = drawScene(scene, s, only("gaps"));
  EXPECT_EQ(labels(list), (std::vector<std::string>{"-2.00", "0.03", "123"}));
  EXPECT_TRUE(says(list, "[\xC2\xB5m]"));
  EXPECT_TRUE(says(list, "-2 \xC2\xB5m"));
}

// A box turns with w about z: at r from its axis its underside slips by w x r, whatever it does along the normal.
TEST(Slip, IsTheTangentialVelocityOfBOverA) {
  const scenes::Scene scene = rowScene();
  dynamics::WorldSnapshot s = stateOf(scene);
  s.states[1].w_WB = Vec3(0, 0, 2);
  s.states[1].v_WC = Vec3(0, 0, 0.7);
  s.contacts = {contact(0, 1, Vec3(-2.6, 0, 0), Vec3::UnitZ()),   // r = (0.4, 0): slips by 0.8 along y
                contact(0, 1, Vec3(-3, -0.2, 0), Vec3::UnitZ()),  // r = (0, -0.2): by 0.4 along x
                contact(0, 1, Vec3(-3, 0.3, 0), Vec3::Zero()),    // carries nothing
                contact(0, 2, Vec3(0, 0, 0), Vec3::UnitZ())};     // rests
  const DrawList list = drawScene(scene, s, only("slip"));
  ASSERT_EQ(list.arrows.size(), 2U);
  EXPECT_LT(along(list.arrows[0]).cross(Vec3::UnitY()).norm(), 1e-12);
  EXPECT_GT(along(list.arrows[0]).y(), 0);
  EXPECT_LT((along(list.arrows[1]) - 0.5 * Vec3(along(list.arrows[0]).y(), 0, 0)).norm(), 1e-12);
  EXPECT_TRUE(says(list, "1 m/s"));
  EXPECT_TRUE(says(list, "sliding, 2 of 3"));
  std::set<std::tuple<float, float, float>> colors;
  for (const DrawPoint& p : list.points) colors.insert({p.color.r, p.color.g, p.color.b});
  EXPECT_EQ(colors.size(), 3U) << "sliding, sticking, without force";
}

// The scale that the legend gives turns the slip back into metres per second.
TEST(Slip, KeepsTheScaleOfItsLegend) {
  const scenes::Scene scene = rowScene();
  dynamics::WorldSnapshot s = stateOf(scene);
  s.states[1].v_WC = Vec3(0.05, 0, 0);
  s.contacts = {contact(0, 1, Vec3(-3, 0, 0), Vec3::UnitZ())};
  const DrawList list = drawScene(scene, s, only("slip"));
  ASSERT_EQ(list.arrows.size(), 1U);
  EXPECT_TRUE(says(list, "1 m = 50 mm/s")) << list.texts[0].text;
  EXPECT_NEAR(along(list.arrows[0]).x(), 1, 1e-9);
}

// A wall seen by the second part in an exploded view: contact marks go with it, and the velocity stays what it was.
TEST(Slip, IsThatOfTheAssembledState) {
  const scenes::Scene scene = rowScene();
  dynamics::WorldSnapshot s = stateOf(scene);
  s.states[1].w_WB = Vec3(0, 0, 2);
  s.contacts = {contact(1, 2, Vec3(-2.5, 0, 0.5), Vec3::UnitZ())};
  OverlayOptions options = only("slip");
  const Vec3 plain = along(drawScene(scene, s, options).arrows.at(0));
  options.explosion = {Vec3::Zero(), Vec3(0, 3, 0), Vec3(2, 0, 1), Vec3::Zero()};
  const DrawList list = drawScene(scene, s, options);
  EXPECT_LT((along(list.arrows.at(0)) - plain).norm(), 1e-12);
  EXPECT_LT((list.arrows[0].from - Vec3(-0.5, 0, 1.5)).norm(), 1e-12);
}

JointDef jointOf(JointDef::Kind kind, double lower, double upper) {
  JointDef joint;
  joint.kind = kind;
  joint.to = 0;
  joint.body = 1;
  joint.X_AJ.p = Vec3(-3, 0, 1.5);  // on the top of the first box
  joint.X_BK.p = Vec3(0, 0, 0.5);
  joint.lower = lower;
  joint.upper = upper;
  return joint;
}

TEST(Reactions, ShareTheScaleOfContactForcesAndMomentsHaveTheirOwn) {
  scenes::Scene scene = rowScene();
  scene.world.joints = {jointOf(JointDef::Kind::kRevolute, -1, 1), jointOf(JointDef::Kind::kFixed, -1, 1)};
  dynamics::WorldSnapshot s = stateOf(scene);
  s.contacts = {contact(0, 2, Vec3::Zero(), Vec3(0, 0, 30))};
  s.joints.resize(2);
  s.joints[0].f_W = Vec3(0, 90000, 0);
  s.joints[0].t_W = Vec3(4000, 0, 0);
  s.joints[1].t_W = Vec3(0, 0, -2000);
  OverlayOptions options = only("reactions,forces");
  options.forceScale = 1e-5;
  DrawList list = drawScene(scene, s, options);
  std::vector<Vec3> ways;
  for (const DrawArrow& a : list.arrows) {
    if ((a.from - Vec3(-3, 0, 1)).norm() < 1e-12) ways.push_back(along(a));
  }
  ASSERT_EQ(ways.size(), 5U) << "a force, and two moments with two heads each";
  EXPECT_LT((ways[0] - Vec3(0, 0.9, 0)).norm(), 1e-12);
  EXPECT_GT(ways[1].x(), ways[2].x());
  EXPECT_LT(ways[1].cross(Vec3::UnitX()).norm(), 1e-12);
  EXPECT_LT((ways[3] + 0.5 * Vec3(0, 0, ways[1].x())).norm(), 1e-12) << "half the moment, along -z";

  // By themselves the joint's force, larger than any contact's, sets the scale for both.
  options.forceScale = 0;
  list = drawScene(scene, s, options);
  EXPECT_TRUE(says(list, "= 100 kN"));
  EXPECT_TRUE(says(list, "N m"));
  EXPECT_FALSE(says(list, "= 50 N"));
  s.joints.clear();
  EXPECT_TRUE(says(drawScene(scene, s, options), "does not hold them"));
}

// A hinge of -30 .. 90 degrees about z at 60: the arc runs from one limit to the other, all of it at one distance from
// the axis, and the pointer stands at 60.
TEST(Limits, TheArcGoesFromLimitToLimitAndThePointerStandsAtTheValue) {
  scenes::Scene scene = rowScene();
  scene.world.joints = {jointOf(JointDef::Kind::kRevolute, -kPi / 6, kPi / 2)};
  dynamics::WorldSnapshot s = stateOf(scene);
  s.joints.resize(1);
  s.joints[0].coordinate = kPi / 3;
  const Vec3 origin = Vec3(-3, 0, 1);  // of frame J, in W
  const auto draw = [&] { return drawScene(scene, s, only("limits")); };
  const DrawList list = draw();
  double lowest = kPi, highest = -kPi, radius = 0, pointer = 0;
  for (const DrawLine& l : list.lines) {
    const Vec3 a = l.a - origin, b = l.b - origin;
    if (a.norm() < 1e-12) {
      pointer = std::atan2(b.y(), b.x());
      EXPECT_NEAR(b.norm(), radius, 1e-12);
      continue;
    }
    if (std::abs(a.norm() - b.norm()) > 1e-9) continue;  // an end mark lies along its ray
    if (radius == 0) radius = a.norm();
    EXPECT_NEAR(b.norm(), radius, 1e-12);
    EXPECT_NEAR(b.z(), 0, 1e-12);
    lowest = std::min(lowest, std::atan2(a.y(), a.x()));
    highest = std::max(highest, std::atan2(b.y(), b.x()));
  }
  EXPECT_NEAR(lowest, -kPi / 6, 1e-9);
  EXPECT_NEAR(highest, kPi / 2, 1e-9);
  EXPECT_NEAR(pointer, kPi / 3, 1e-9);
  EXPECT_EQ(labels(list), (std::vector<std::string>{"60.0\xC2\xB0"}));
  EXPECT_TRUE(says(list, "red: at a limit (0)"));
  s.joints[0].coordinate = kPi / 2;
  EXPECT_TRUE(says(draw(), "red: at a limit (1)"));
}

// A state without joints (a recording): the angle is found from the two frames.
TEST(Limits, AreShownForStatesWithoutJoints) {
  scenes::Scene scene = rowScene();
  scene.world.joints = {jointOf(JointDef::Kind::kRevolute, -1, 1)};
  dynamics::WorldSnapshot s = stateOf(scene);
  s.states[1].X_WB.q = Quat(Eigen::AngleAxisd(kPi / 6, Vec3::UnitZ()));
  EXPECT_EQ(labels(drawScene(scene, s, only("limits"))), (std::vector<std::string>{"30.0\xC2\xB0"}));
}

TEST(Limits, TheBarOfATravelLiesAlongTheAxis) {
  scenes::Scene scene = rowScene();
  scene.world.joints = {jointOf(JointDef::Kind::kPrismatic, -0.2, 0.6),
                        jointOf(JointDef::Kind::kPrismatic, -std::numeric_limits<double>::infinity(), 0.1),
                        jointOf(JointDef::Kind::kRevolute, -std::numeric_limits<double>::infinity(),
                                std::numeric_limits<double>::infinity())};
  dynamics::WorldSnapshot s = stateOf(scene);
  s.joints.resize(3);
  s.joints[0].coordinate = 0.25;
  const DrawList list = drawScene(scene, s, only("limits"));
  double lowest = 10, highest = -10;
  std::set<int> marks;  // heights of marks across the bars [mm]
  for (const DrawLine& l : list.lines) {
    if (std::abs(l.a.z() - l.b.z()) > 1e-9) {
      lowest = std::min({lowest, l.a.z(), l.b.z()});
      highest = std::max({highest, l.a.z(), l.b.z()});
    } else {
      EXPECT_NEAR((0.5 * (l.a + l.b) - Vec3(-3, 0, l.a.z())).norm(), 0, 1e-12);
      marks.insert(static_cast<int>(std::lround(1000 * l.a.z())));
    }
  }
  EXPECT_LT(lowest, 0.8) << "the second bar has no lower end";
  EXPECT_NEAR(highest, 1.6, 1e-12);
  EXPECT_EQ(marks, (std::set<int>{800, 1000, 1100, 1250, 1600}));
  EXPECT_EQ(labels(list), (std::vector<std::string>{"250 mm", "0 nm"}));
  EXPECT_TRUE(says(list, "limits (2)"));
}

TEST(Tree, ShowsALevelAndTheLeavesAboveIt) {
  const scenes::Scene scene = rowScene();
  dynamics::WorldSnapshot s = stateOf(scene);
  const Aabb box{Vec3::Zero(), Vec3::Ones()};
  s.broadphaseLevels = {{box, 0, -1}, {box, 1, 0}, {box, 1, -1}, {box, 2, 1}, {box, 2, 2}};
  const auto count = [&](int level) { return drawScene(scene, s, only("tree:" + std::to_string(level))).boxes.size(); };
  EXPECT_EQ(count(0), 1U);
  EXPECT_EQ(count(1), 2U);
  EXPECT_EQ(count(2), 3U);
  EXPECT_EQ(count(9), 3U) << "all leaves";
  EXPECT_TRUE(says(drawScene(scene, s, only("tree:1")), "level 1 of 2: 2 boxes; 3 leaves"));
  s.broadphaseLevels.clear();
  EXPECT_TRUE(says(drawScene(scene, s, only("tree:1")), "does not hold it"));
}

// Boxes of all four bodies overlap. Fixed pairs and joined ones are not looked at.
TEST(PairOutcomes, AreToldByTheContacts) {
  scenes::Scene scene = rowScene();
  scene.world.bodies.push_back(body(collision::HalfSpace{}, Vec3(0, 0, -4), true));
  scene.world.joints = {jointOf(JointDef::Kind::kRevolute, -1, 1)};  // 0 and 1
  dynamics::WorldSnapshot s = stateOf(scene);
  const Aabb all{Vec3::Constant(-9), Vec3::Constant(9)};
  const double inf = std::numeric_limits<double>::infinity();
  s.broadphaseBoxes = {all, all, all, Aabb{Vec3::Constant(-9), Vec3(9, 9, 12)},
                       Aabb{Vec3::Constant(-inf), Vec3::Constant(inf)}};
  s.contacts = {contact(0, 2, Vec3::Zero(), Vec3::UnitZ()), contact(0, 2, Vec3::Zero(), Vec3::Zero()),
                contact(2, 3, Vec3::Zero(), Vec3::Zero())};
  const DrawList list = drawScene(scene, s, only("pairs"));
  // Of ten: 0-1 is joined, 0-4 does not move. 0-2 presses, 2-3 is near.
  EXPECT_TRUE(says(list, "overlap, 6; ")) << list.texts[0].text;
  EXPECT_TRUE(says(list, "near, 1; "));
  EXPECT_TRUE(says(list, "contact, 1"));
  ASSERT_EQ(list.lines.size(), 8U);
  int feet = 0;
  for (const DrawLine& l : list.lines) {
    if (l.b.z() > -3) continue;
    ++feet;
    EXPECT_LT((l.b - Vec3(l.a.x(), l.a.y(), -4)).norm(), 1e-12) << "straight down on the half-space";
  }
  EXPECT_EQ(feet, 3);
}

// g = 9.81, dt = 1 ms: the solver stops at 1e-6 g dt = 9.81e-9 m/s.
TEST(Residual, ColoursIslandsByTheirErrorInUnitsOfTheTolerance) {
  scenes::Scene scene = rowScene();
  scene.world.dt = 1e-3;
  scene.world.gravity = Vec3(0, 0, -9.81);
  scene.world.solver.tolerance = 1e-6;
  dynamics::WorldSnapshot s = stateOf(scene);
  s.contacts = {contact(2, 3, Vec3(0.5, 0, 0.5), Vec3::UnitX())};
  s.solves = {{}, {7, 0, 9e-9}, {4, 2, 2e-7}, {4, 2, 2e-7}};
  const auto color = [](const DrawMesh& m) { return std::tuple(m.color.r, m.color.g, m.color.b); };
  DrawList list = drawScene(scene, s, only("residual"));
  const auto green = color(list.meshes[1]), yellow = color(list.meshes[2]);
  EXPECT_EQ(color(list.meshes[3]), yellow);
  EXPECT_NE(green, yellow);
  EXPECT_EQ(labels(list), (std::vector<std::string>{"7 iterations, 9.0e-09 m/s", "4 iterations, 2.0e-07 m/s"}));
  EXPECT_TRUE(says(list, "green: up to 9.8e-09 m/s"));
  EXPECT_TRUE(says(list, "2 halvings"));
  s.solves[2].residual = s.solves[3].residual = 1e-6;
  list = drawScene(scene, s, only("residual"));
  EXPECT_NE(color(list.meshes[2]), yellow);
  EXPECT_NE(color(list.meshes[2]), green);
  s.solves.clear();
  EXPECT_TRUE(says(drawScene(scene, s, only("residual")), "tells none"));
}

TEST(PartOpacity, IsTimesThatOfAllParts) {
  const scenes::Scene scene = rowScene();
  OverlayOptions options = only("none");
  options.opacity = 0.5;
  options.bodyOpacity = {1, 0.4, 0, 7};
  const DrawList list = drawScene(scene, {}, options);
  ASSERT_EQ(list.meshes.size(), 4U);
  EXPECT_FLOAT_EQ(list.meshes[0].color.a, 0.5F);
  EXPECT_FLOAT_EQ(list.meshes[1].color.a, 0.2F);
  EXPECT_FLOAT_EQ(list.meshes[2].color.a, 0);
  EXPECT_FLOAT_EQ(list.meshes[3].color.a, 0.5F);
}

}  // namespace
}  // namespace passung::app

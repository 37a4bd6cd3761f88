// SPDX-License-Identifier: Apache-2.0
// Scene files: what they hold arrives, and what is wrong is named with file, place and what would be right.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "core/error.h"
#include "scenes/scene.h"

namespace passung::scenes {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

constexpr double kNear = 1e-12;

std::string errorOf(const std::string& json, const std::vector<Override>& overrides = {}) {
  try {
    LoadOptions options;
    options.overrides = overrides;
    (void)loadSceneText(json, "test.json", options);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

// A scene of one body, with `member` added to it.
std::string oneBody(const std::string& member) {
  return R"({"version": 1, "bodies": [{"name": "a", )" + member + "}]}";
}

std::string oneShape(const std::string& shape) { return oneBody(R"("shapes": [)" + shape + "]"); }

const char* const kFull = R"({
  "version": 1, "name": "full", "purpose": "everything once", "gravity": [0, 1, -2], "dt": 0.002, "duration": 7,
  "solver": {"name": "impulse", "contact_policy": "reduced", "shell": 0.001, "stiffness": 50, "tolerance": 1e-7, "friction_speed": 1e-5,
             "max_iterations": 11, "max_halvings": 3, "restitution_speed": 5, "motion_limit": 0.5, "sleeping": false,
             "sleep_speed": 0.001, "sleep_time": 2},
  "materials": {"rubber": {"density": 1000, "friction": 0.9, "restitution": 0.5}},
  "bodies": [
    {"name": "floor", "motion": "fixed", "shapes": [{"type": "half_space"}]},
    {"name": "arm", "motion": "kinematic", "velocity": [1, 2, 3], "angular_velocity": [4, 5, 6],
     "shapes": [{"type": "capsule", "radius": 0.1, "length": 0.6}]},
    {"name": "part", "position": [1, 2, 3], "euler_degrees": [0, 0, 90], "material": "rubber", "color": [1, 0, 0.5],
     "shapes": [{"type": "sphere", "radius": 0.25, "position": [1, 0, 0]},
                {"type": "box", "size": [1, 2, 4], "orientation": [0, 2, 0, 0]},
                {"type": "cylinder", "radius": 0.5, "length": 3, "sides": 12},
                {"type": "generated", "generator": "tray", "scale": 2}]},
    {"name": "given", "mass": {"mass": 2, "center": [0, 0, 1], "inertia": [1, 2, 2.5, 0.1, 0.2, 0.3]}}],
  "camera": {"eye": [1, 1, 1], "target": [0, 0, 1], "up": [0, 1, 0], "fov_degrees": 50},
  "cameras": {"top": {"eye": [0, 0, 9], "target": [0, 0, 0], "up": [0, 1, 0]}},
  "monitors": [
    {"type": "any", "name": "either", "children": [
      {"type": "at_rest", "body": "part"},
      {"type": "all", "children": [
        {"type": "contact", "body": "part", "other": "floor", "forbidden": true},
        {"type": "inside_box", "body": "part", "box": [[0, 0, 0], [1, 2, 3]], "at_end": true}]}]},
    {"type": "outside_box", "body": "*", "box": [[0, 0, 0], [1, 2, 3]]},
    {"type": "position", "body": "part", "point": [1, 2, 3], "value": 0.5},
    {"type": "distance", "body": "part", "other": "arm", "value": 0.25},
    {"type": "max_penetration", "value": 1e-5}, {"type": "max_energy_gain", "value": 0.001}]
})";

TEST(SceneJson, EverySectionArrives) {
  const Scene scene = loadSceneText(kFull, "full.json");
  EXPECT_EQ(scene.name, "full");
  EXPECT_EQ(scene.purpose, "everything once");
  EXPECT_EQ(scene.source, "full.json");
  EXPECT_EQ(scene.duration, 7);
  EXPECT_EQ(scene.world.dt, 0.002);
  EXPECT_EQ(scene.world.gravity, Vec3(0, 1, -2));
  const auto& s = scene.world.solver;
  EXPECT_EQ(s.name, "impulse");
  EXPECT_EQ(s.contactPolicy, "reduced");
  EXPECT_EQ(s.shell, 0.001);
  EXPECT_EQ(s.stiffness, 50);
  EXPECT_EQ(s.tolerance, 1e-7);
  EXPECT_EQ(s.frictionSpeed, 1e-5);
  EXPECT_EQ(s.maxIterations, 11);
  EXPECT_EQ(s.maxHalvings, 3);
  EXPECT_EQ(s.restitutionSpeed, 5);
  EXPECT_EQ(s.motionLimit, 0.5);
  EXPECT_FALSE(s.sleeping);
  EXPECT_EQ(s.sleepSpeed, 0.001);
  EXPECT_EQ(s.sleepTime, 2);

  ASSERT_EQ(scene.world.bodies.size(), 4U);
  EXPECT_EQ(scene.world.bodies[0].motion, dynamics::Motion::kFixed);
  EXPECT_EQ(scene.world.bodies[0].material.density, 7850);
  const auto& arm = scene.world.bodies[1];
  EXPECT_EQ(arm.motion, dynamics::Motion::kKinematic);
  EXPECT_EQ(arm.v_WC, Vec3(1, 2, 3));
  EXPECT_EQ(arm.w_WB, Vec3(4, 5, 6));
  EXPECT_EQ(std::get<collision::Capsule>(arm.colliders[0].shape).halfLength, 0.3);

  const auto& part = scene.world.bodies[2];
  EXPECT_EQ(part.material.friction, 0.9);
  EXPECT_EQ(part.material.restitution, 0.5);
  EXPECT_NEAR((part.X_WB * Vec3(1, 0, 0) - Vec3(1, 3, 3)).norm(), 0, kNear);
  ASSERT_EQ(part.colliders.size(), 4U);
  EXPECT_EQ(std::get<collision::Sphere>(part.colliders[0].shape).radius, 0.25);
  EXPECT_EQ(part.colliders[0].X_BG.p, Vec3(1, 0, 0));
  EXPECT_EQ(std::get<collision::Box>(part.colliders[1].shape).half, Vec3(0.5, 1, 2));
  EXPECT_NEAR((part.colliders[1].X_BG * Vec3(0, 0, 1) - Vec3(0, 0, -1)).norm(), 0, kNear);
  EXPECT_EQ(std::get<collision::Cylinder>(part.colliders[2].shape).sides, 12);
  const auto& tray = std::get<collision::MeshShape>(part.colliders[3].shape);
  EXPECT_NEAR(tray.mesh->bounds().upper.z(), 0.16, kNear);
  EXPECT_EQ(scene.colors[2].b, 0.5F);

  ASSERT_TRUE(scene.world.bodies[3].mass.has_value());
  EXPECT_EQ(scene.world.bodies[3].mass->inertia(1, 2), 0.3);
  EXPECT_EQ(scene.world.bodies[3].mass->inertia(0, 1), 0.1);
  EXPECT_EQ(scene.world.bodies[3].mass->com, Vec3(0, 0, 1));

  EXPECT_EQ(scene.camera.fovDegrees, 50);
  ASSERT_EQ(scene.cameras.size(), 1U);
  EXPECT_EQ(scene.cameras[0].first, "top");

  ASSERT_EQ(scene.monitors.size(), 6U);
  const Monitor& either = scene.monitors[0];
  EXPECT_EQ(either.type, Monitor::Type::kAny);
  ASSERT_EQ(either.children.size(), 2U);
  EXPECT_TRUE(either.children[1].children[0].forbidden);
  EXPECT_TRUE(either.children[1].children[1].atEnd);
  EXPECT_EQ(either.children[1].children[1].box.upper, Vec3(1, 2, 3));
  // "*" means each of the two dynamic bodies.
  ASSERT_EQ(scene.monitors[1].children.size(), 2U);
  EXPECT_EQ(scene.monitors[1].type, Monitor::Type::kAll);
  EXPECT_EQ(scene.monitors[1].children[1].body, "given");
  EXPECT_EQ(scene.monitors[3].other, "arm");
}

// Every key of the monitors of motion and force.
TEST(SceneJson, MonitorsOfMotionArrive) {
  const Scene scene = loadSceneText(R"({"version": 1, "bodies": [{"name": "bolt", "motion": "fixed"},
    {"name": "nut", "shapes": [{"type": "sphere", "radius": 0.1}]}, {"name": "plate", "motion": "fixed"}], "monitors": [
    {"type": "acceleration", "body": "nut", "axis": [0, 0, 2], "law": "screw", "pitch": 0.002, "percent": 1, "from": 0.5,
     "to": 1.2, "while_free": true},
    {"type": "stands", "body": "*", "value": 0.1},
    {"type": "creep", "body": "*", "value": 1e-6, "from": 1},
    {"type": "turns", "body": "nut", "axis": [1, 0, 0], "least": -3, "most": -2},
    {"type": "contact_force", "body": "nut", "other": "plate", "law": "power_screw", "thread": "bolt", "pitch": 0.002,
     "torque": 20, "flank_degrees": 25, "bearing_radius": 0.01},
    {"type": "max_energy_gain", "value": 1e-3, "of": "size"}]})",
                                    "motion.json");
  using Type = Monitor::Type;
  ASSERT_EQ(scene.monitors.size(), 6U);
  const Monitor& a = scene.monitors[0];
  EXPECT_EQ(a.type, Type::kAcceleration);
  EXPECT_EQ(*a.axis, Vec3::UnitZ());
  EXPECT_EQ(a.law, Monitor::Law::kScrew);
  EXPECT_EQ(a.screw.pitch, 0.002);
  EXPECT_EQ(a.percent, 1);
  EXPECT_EQ(a.from, 0.5);
  EXPECT_EQ(a.to, 1.2);
  EXPECT_TRUE(a.whileFree);
  // Standing is asked of all bodies at once, creeping of each one.
  EXPECT_EQ(scene.monitors[1].type, Type::kStands);
  EXPECT_TRUE(scene.monitors[1].body.empty());
  EXPECT_EQ(scene.monitors[2].type, Type::kAll);
  EXPECT_EQ(scene.monitors[2].children.at(0).body, "nut");
  EXPECT_EQ(*scene.monitors[3].most, -2);
  EXPECT_EQ(*scene.monitors[3].axis, Vec3::UnitX());
  const Monitor& f = scene.monitors[4];
  EXPECT_EQ(f.law, Monitor::Law::kPowerScrew);
  EXPECT_EQ(f.screw.thread, "bolt");
  EXPECT_EQ(f.screw.torque, 20);
  EXPECT_EQ(f.screw.flankDegrees, 25);
  EXPECT_FALSE(f.screw.contactRadius.has_value());
  EXPECT_EQ(*f.screw.bearingRadius, 0.01);
  EXPECT_EQ(f.percent, 5);
  EXPECT_TRUE(scene.monitors[5].ofSize);
}

TEST(SceneJson, MonitorsThatSayTooLittleAreRefused) {
  const auto refusal = [](const std::string& monitor) {
    return errorOf(R"({"version": 1, "bodies": [{"name": "a", "motion": "fixed"}, {"name": "b", "motion": "fixed"}],
                       "monitors": [)" +
                   monitor + "]}");
  };
  EXPECT_THAT(refusal(R"({"type": "acceleration", "body": "a"})"), HasSubstr("give 'expected' or 'law'"));
  EXPECT_THAT(refusal(R"({"type": "acceleration", "body": "a", "law": "gravity", "expected": 1})"),
              HasSubstr("exclude each other"));
  EXPECT_THAT(refusal(R"({"type": "acceleration", "body": "a", "law": "screw"})"), HasSubstr("pitch"));
  EXPECT_THAT(refusal(R"({"type": "speed", "body": "a"})"), HasSubstr("it asks for nothing"));
  EXPECT_THAT(refusal(R"({"type": "turns", "body": "a", "least": 2, "most": 1})"), HasSubstr("below 'least'"));
  EXPECT_THAT(refusal(R"({"type": "creep", "body": "a", "value": 1, "from": 2, "to": 1})"),
              HasSubstr("the window is empty"));
  EXPECT_THAT(refusal(R"({"type": "drift", "body": "c", "value": 1})"), HasSubstr("unknown body 'c'"));
  EXPECT_THAT(refusal(R"({"type": "turns", "body": "a", "least": 2, "axis": [0, 0, 0]})"), HasSubstr("no length"));
  EXPECT_THAT(refusal(R"({"type": "contact_force", "body": "a", "other": "b", "law": "power_screw", "pitch": 1})"),
              HasSubstr("needs a thread"));
}

TEST(SceneJson, TheTextOfASceneGivesTheSameSceneAgain) {
  LoadOptions options;
  options.overrides = {{"bodies.part.position", "[7, 8, 9]"}, {"scale", "2"}};
  const Scene first = loadSceneText(kFull, "full.json", options);
  const Scene second = loadSceneText(first.json, "full.json");
  EXPECT_EQ(second.json, first.json);
  ASSERT_EQ(second.world.bodies.size(), first.world.bodies.size());
  for (std::size_t i = 0; i < first.world.bodies.size(); ++i) {
    EXPECT_EQ(second.world.bodies[i].X_WB.p, first.world.bodies[i].X_WB.p);
    EXPECT_EQ(second.world.bodies[i].X_WB.q.coeffs(), first.world.bodies[i].X_WB.q.coeffs());
  }
  EXPECT_EQ(second.world.bodies[2].X_WB.p, Vec3(14, 16, 18));
}

// Ten rows, each a box shorter than the one below and half a step to the right.
TEST(SceneJson, RepeatedBodiesStandInRows) {
  const Scene scene = loadSceneText(oneBody(R"("position": [1, 2, 3], "shapes": [{"type": "box", "size": [1, 1, 1]}],
                 "repeat": {"count": 10, "step": [2, 0, 0], "rows": 10, "row_step": [1, 0, 5], "fewer_per_row": 1})"),
                                    "test.json");
  ASSERT_EQ(scene.world.bodies.size(), 55U);
  EXPECT_EQ(scene.colors.size(), 55U);
  EXPECT_EQ(scene.world.bodies[0].name, "a_0_0");
  EXPECT_EQ(scene.world.bodies[10].name, "a_1_0");
  EXPECT_EQ(scene.world.bodies[54].name, "a_9_0");
  EXPECT_LT((scene.world.bodies[12].X_WB.p - Vec3(1 + 1 + 2 * 2, 2, 3 + 5)).norm(), kNear);
  EXPECT_LT((scene.world.bodies[54].X_WB.p - Vec3(1 + 9, 2, 3 + 45)).norm(), kNear);

  const Scene row = loadSceneText(
      oneBody(R"("repeat": {"count": 3, "step": [0, 0, 1]}, "shapes": [{"type": "sphere", "radius": 1}])"),
      "test.json");
  ASSERT_EQ(row.world.bodies.size(), 3U);
  EXPECT_EQ(row.world.bodies[2].name, "a_2");

  EXPECT_THAT(errorOf(oneBody(R"("repeat": {"step": [0, 0, 1]})")), HasSubstr("count"));
  EXPECT_THAT(
      errorOf(oneBody(R"("shapes": [{"type": "sphere", "radius": 1}], "repeat": {"count": 100000, "rows": 2})")),
      AllOf(HasSubstr("bodies[0].repeat"), HasSubstr("at most 100000")));
}

TEST(SceneJson, EqualShapesShareOneMesh) {
  const Scene scene = loadSceneText(R"({"version": 1, "scale": 3, "bodies": [
    {"name": "a", "shapes": [{"type": "generated", "generator": "nut"}]},
    {"name": "b", "position": [1, 0, 0], "shapes": [{"type": "generated", "generator": "nut"}]},
    {"name": "c", "position": [2, 0, 0], "shapes": [{"type": "generated", "generator": "nut", "scale": 2}]}]})",
                                    "x.json");
  const auto mesh = [&](std::size_t i) {
    return std::get<collision::MeshShape>(scene.world.bodies[i].colliders[0].shape).mesh;
  };
  EXPECT_EQ(mesh(0), mesh(1));
  EXPECT_NE(mesh(0), mesh(2));
}

TEST(SceneJson, ErrorsNameFilePlaceFaultAndRemedy) {
  EXPECT_THAT(errorOf(oneBody(R"("shapse": [])")),
              AllOf(StartsWith("test.json: bodies[0].shapse: unknown key 'shapse'"),
                    HasSubstr("did you mean 'shapes'?"), HasSubstr("allowed: name, motion")));
  EXPECT_THAT(errorOf(oneShape(R"({"type": "sphere", "radius": -1})")),
              StartsWith("test.json: bodies[0].shapes[0].radius: -1 is out of range; it must be greater than 0"));
  EXPECT_THAT(errorOf(oneShape(R"({"type": "sphere", "radius": "1"})")),
              StartsWith("test.json: bodies[0].shapes[0].radius: \"1\" is not allowed here; it must be a number"));
  EXPECT_THAT(errorOf(oneShape(R"({"type": "sphere"})")),
              HasSubstr("the key 'radius' is missing; keys here: type, radius,"));
  EXPECT_THAT(errorOf(oneShape(R"({"type": "spere", "radius": 1})")),
              AllOf(StartsWith("test.json: bodies[0].shapes[0].type"), HasSubstr("did you mean 'sphere'?")));
  EXPECT_THAT(errorOf(oneShape(R"({"radius": 1})")), AllOf(HasSubstr("'type' is missing"), HasSubstr("capsule")));
  EXPECT_THAT(errorOf(oneShape("3")), HasSubstr("it must be an object"));
  EXPECT_THAT(errorOf(oneShape(R"({"type": "cylinder", "radius": 1, "length": 1, "sides": 7.5})")),
              HasSubstr("a whole number"));
  EXPECT_THAT(errorOf(oneShape(R"({"type": "generated", "generator": "screw", "parameters": {"facet": 9}})")),
              AllOf(HasSubstr("bodies[0].shapes[0].parameters"), HasSubstr("did you mean 'facets'?")));
  EXPECT_THAT(errorOf(oneShape(R"({"type": "mesh", "file": "not_there.stl"})")),
              AllOf(HasSubstr("bodies[0].shapes[0].file"), HasSubstr("not_there.stl")));
  EXPECT_THAT(errorOf(oneBody(R"("position": [1, 2])")),
              StartsWith("test.json: bodies[0].position: has 2 entries; it must have 3"));
  EXPECT_THAT(errorOf(oneBody(R"("motion": "fix")")), HasSubstr("did you mean 'fixed'?"));
  EXPECT_THAT(errorOf(oneBody(R"("material": "stel", "motion": "fixed")")),
              AllOf(StartsWith("test.json: bodies[0].material"), HasSubstr("allowed: default")));
  EXPECT_THAT(errorOf(oneBody(R"("orientation": [0, 0, 0, 0])")), HasSubstr("its length is 0"));
  EXPECT_THAT(errorOf(oneBody(R"("orientation": [1, 0, 0, 0], "euler_degrees": [0, 0, 0])")), HasSubstr("both"));
  EXPECT_THAT(errorOf(oneBody(R"("motion": "dynamic")")), HasSubstr("has no mass"));
  EXPECT_THAT(errorOf(oneShape(R"({"type": "half_space"})")), HasSubstr("cannot move"));
  EXPECT_THAT(errorOf(oneBody(R"("mass": {"mass": 1, "inertia": [1, 1, 3, 0, 0, 0]})")),
              AllOf(HasSubstr("mass.inertia"), HasSubstr("no body has this inertia")));
  EXPECT_THAT(errorOf(R"({"version": 1, "bodies": [{"name": "a", "motion": "fixed"}, {"name": "a"}]})"),
              AllOf(HasSubstr("bodies[1].name"), HasSubstr("also the name of bodies[0]")));
  EXPECT_THAT(errorOf(R"({"version": 1, "bodies": [], "monitors": [{"type": "at_rest", "body": "b"}]})"),
              AllOf(HasSubstr("monitors[0].body"), HasSubstr("unknown body 'b'")));
  EXPECT_THAT(errorOf(R"({"version": 2, "bodies": []})"), HasSubstr("version: 2 is not allowed here; it must be 1"));
  EXPECT_THAT(errorOf(R"({"bodies": []})"), HasSubstr("'version' is missing; keys here: $schema, version, name,"));
  EXPECT_THAT(errorOf(R"([])"), HasSubstr("it must be an object"));
  EXPECT_THAT(errorOf(R"({"version": 1, "bodies": [], "dt": 0})"), HasSubstr("dt: 0 is out of range"));
  EXPECT_THAT(errorOf(R"({"version": 1, "bodies": [], "camera": {"eye": [0, 0, 1], "target": [0, 0, 0]}})"),
              HasSubstr("the camera has no view"));
}

TEST(SceneJson, BrokenTextIsNamedByLineAndColumn) {
  EXPECT_THAT(errorOf("{\"version\": 1,\n \"bodies\": [}"), StartsWith("test.json: line 2, column 13: not valid JSON"));
  EXPECT_THAT(errorOf("{\"version\": 1,\n \"dt\": NaN}"), HasSubstr("line 2"));
  EXPECT_THAT(errorOf("{\"version\": 1, \"dt\": 1e999, \"bodies\": []}"), HasSubstr("number"));
  EXPECT_THAT(errorOf("{\"version\": 1, \"version\": 1, \"bodies\": []}"), HasSubstr("listed twice"));
  EXPECT_THAT(errorOf(std::string(100000, '[')), HasSubstr("nested too deeply"));
  EXPECT_THAT(errorOf("{\"version\": 1, \"name\": \"\xff\xfe\", \"bodies\": []}"), HasSubstr("not valid JSON"));
}

class SceneFile : public testing::Test {
 protected:
  std::filesystem::path path_ =
      std::filesystem::temp_directory_path() / ("passung_scene_" + std::to_string(::getpid()) + "_" +
                                                std::to_string(reinterpret_cast<std::uintptr_t>(this)) + ".json");
  void TearDown() override { std::filesystem::remove(path_); }
  std::string error() const {
    try {
      (void)loadScene(path_.string());
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  }
};

// Two faces that meet in a corner bound no hole; a box without its lid does.
TEST_F(SceneFile, MendingSaysWhatStaysOpen) {
  const std::string bow = path_.string() + ".bow_tie.obj", lidless = path_.string() + ".lidless.obj";
  std::ofstream(bow) << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv -1 0 0\nv 0 -1 0\nf 1 2 3\nf 1 4 5\n";
  std::ofstream(lidless) << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n";
  const auto warningsOf = [](const std::string& file, const char* mend) {
    const Scene scene = loadSceneText(
        oneShape(R"({"type": "mesh", "unit": "mm", "mend": )" + std::string(mend) + R"(, "file": ")" + file + "\"}"),
        "x.json");
    std::string all;
    for (const std::string& w : scene.warnings) all += w + '\n';
    return all;
  };
  EXPECT_THAT(warningsOf(bow, "true"), HasSubstr("mending left 6 edges open"));
  EXPECT_THAT(warningsOf(bow, "false"), testing::Not(HasSubstr("mending")));
  EXPECT_THAT(warningsOf(lidless, "true"), testing::Not(HasSubstr("mending")));
  std::filesystem::remove(bow);
  std::filesystem::remove(lidless);
}

TEST_F(SceneFile, MissingEmptyAndHugeFilesAreRefused) {
  EXPECT_THAT(error(), HasSubstr("there is no such file"));
  std::ofstream(path_) << " \n";
  EXPECT_THAT(error(), HasSubstr("the file is empty"));
  std::filesystem::resize_file(path_, std::uintmax_t{100} << 20U);
  EXPECT_THAT(error(), HasSubstr("too large"));
  std::filesystem::remove(path_);
  std::filesystem::create_directory(path_);
  EXPECT_THAT(error(), HasSubstr("not a plain file"));
}

TEST_F(SceneFile, AFileLoadsByItsPath) {
  std::ofstream(path_) << R"({"version": 1, "bodies": []})";
  const Scene scene = loadScene(path_.string());
  EXPECT_EQ(scene.name, path_.stem().string());
  EXPECT_EQ(scene.source, path_.string());
}

TEST(SceneJson, AMisspeltBuiltinNameIsAnsweredWithTheNearest) {
  try {
    (void)loadScene("screw_into_braket");
    FAIL();
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), HasSubstr("did you mean 'screw_into_bracket'?"));
  }
}

TEST(Overrides, ReachEveryPartOfASceneByKeyIndexAndName) {
  LoadOptions options;
  options.overrides = {{"materials.default.friction", "0.05"},
                       {"materials.rubber.density", "1234"},
                       {"solver.sleeping", "false"},
                       {"gravity.2", "-1.5"},
                       {"gravity[1]", "0"},
                       {"bodies.part.position", "[0, 0, 5]"},
                       {"bodies.part.shapes.0.radius", "0.125"},
                       {"bodies[2].shapes[1].size[0]", "3"},
                       {"bodies.given.velocity.0", "9"},
                       {"cameras.top.fov_degrees", "20"},
                       {"monitors.either.name", "12"},
                       {"name", "new"}};
  const Scene scene = loadSceneText(kFull, "full.json", options);
  EXPECT_EQ(scene.world.bodies[0].material.friction, 0.05);
  EXPECT_EQ(scene.world.bodies[2].material.density, 1234);
  EXPECT_FALSE(scene.world.solver.sleeping);
  EXPECT_EQ(scene.world.gravity, Vec3(0, 0, -1.5));
  EXPECT_EQ(scene.world.bodies[2].X_WB.p, Vec3(0, 0, 5));
  EXPECT_EQ(std::get<collision::Sphere>(scene.world.bodies[2].colliders[0].shape).radius, 0.125);
  EXPECT_EQ(std::get<collision::Box>(scene.world.bodies[2].colliders[1].shape).half.x(), 1.5);
  EXPECT_EQ(scene.world.bodies[3].v_WC, Vec3(9, 0, 0));
  EXPECT_EQ(scene.cameras[0].second.fovDegrees, 20);
  EXPECT_EQ(scene.monitors[0].name, "12");
  EXPECT_EQ(scene.name, "new");
  EXPECT_THAT(scene.json, HasSubstr("0.05"));
}

TEST(Overrides, FillInWhatTheFileLeavesOut) {
  LoadOptions options;
  options.overrides = {{"gravity.2", "-1"}, {"solver.shell", "0.5"}, {"materials.default.density", "1"}};
  const Scene scene = loadSceneText(oneShape(R"({"type": "sphere", "radius": 1})"), "x.json", options);
  EXPECT_EQ(scene.world.gravity, Vec3(0, 0, -1));
  EXPECT_EQ(scene.world.solver.shell, 0.5);
  EXPECT_EQ(scene.world.bodies[0].material.density, 1);
}

TEST(Overrides, WrongPathsAndValuesNameTheSetting) {
  const auto error = [](const std::string& path, const std::string& value) { return errorOf(kFull, {{path, value}}); };
  EXPECT_THAT(error("solver.sleping", "false"),
              AllOf(StartsWith("--set solver.sleping=false: solver.sleping: unknown key"),
                    HasSubstr("did you mean 'sleeping'?")));
  EXPECT_THAT(error("solver.sleeping", "no"),
              AllOf(StartsWith("--set solver.sleeping=no: "), HasSubstr("true or false")));
  EXPECT_THAT(error("materials.defualt.friction", "1"), HasSubstr("did you mean 'default'?"));
  EXPECT_THAT(error("bodies.prt.position", "[0,0,0]"), HasSubstr("did you mean 'part'?"));
  EXPECT_THAT(error("bodies.4.position", "[0,0,0]"), HasSubstr("an index from 0 to 3"));
  EXPECT_THAT(error("bodies.part.position", "nan"), AllOf(StartsWith("--set"), HasSubstr("a list")));
  EXPECT_THAT(error("gravity.7", "1"), HasSubstr("an index from 0 to 2"));
  EXPECT_THAT(error("dt.x", "1"), HasSubstr("has no members"));
  EXPECT_THAT(error("", "1"), HasSubstr("the path is empty"));
  EXPECT_THAT(error("scale", "-1"), AllOf(StartsWith("--set scale=-1"), HasSubstr("out of range")));
  EXPECT_THAT(error("bodies.part.shapes.3.parameters.hight", "1"),
              AllOf(StartsWith("--set bodies.part"), HasSubstr("did you mean 'height'?")));
  EXPECT_THAT(error("bodies.part.material", "stone"), AllOf(StartsWith("--set bodies.part"), HasSubstr("rubber")));
  for (const char* path :
       {".", "..", "[", "]", "[]", "bodies[", "bodies[]", "bodies..name", "bodies.part.", "a[b].c"}) {
    EXPECT_NE(error(path, "1"), "") << path;
  }
}

TEST(SceneJson, DensityOfTheCommandLineReplacesThatOfEveryMaterial) {
  LoadOptions options;
  options.density = 10;
  const Scene scene = loadSceneText(kFull, "full.json", options);
  for (const auto& body : scene.world.bodies) EXPECT_EQ(body.material.density, 10);
}

}  // namespace
}  // namespace passung::scenes

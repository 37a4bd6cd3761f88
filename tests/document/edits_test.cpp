// SPDX-License-Identifier: Apache-2.0
// Edits change what they say and nothing else, in the scene as it is simulated.
#include "app/document/edits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/document/body_entry.h"
#include "app/document/edit_history.h"
#include "core/error.h"
#include "scenes/materials.h"
#include "tests/document/document_scene.h"

namespace passung::app {
namespace {

using test::bodyNamed;
using testing::HasSubstr;

scenes::Scene edited(const scenes::Scene& scene, const Edit& edit) {
  SceneDocument document = documentOf(scene);
  edit.apply(document);
  return sceneOf(document, scene.source, &scene);
}

scenes::Scene edited(const Edit& edit) { return edited(*test::assembly(), edit); }

std::string refusal(const Edit& edit) {
  try {
    (void)edited(edit);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

void expectSameBody(const dynamics::BodyDef& a, const dynamics::BodyDef& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.motion, b.motion);
  EXPECT_EQ(a.X_WB.p, b.X_WB.p) << a.name;
  EXPECT_EQ(a.X_WB.q.coeffs(), b.X_WB.q.coeffs()) << a.name;
  EXPECT_EQ(a.v_WC, b.v_WC);
  EXPECT_EQ(a.w_WB, b.w_WB);
  EXPECT_EQ(a.material.density, b.material.density);
  EXPECT_EQ(a.material.friction, b.material.friction);
  EXPECT_EQ(a.colliders.size(), b.colliders.size());
  EXPECT_EQ(a.mass.has_value(), b.mass.has_value());
}

TEST(Edits, ADocumentGivesTheTextItWasMadeFrom) {
  const auto scene = test::assembly();
  EXPECT_EQ(jsonOf(documentOf(*scene)).dump(), Json::parse(test::kAssembly).dump());
}

TEST(Edits, MotionMaterialAndPoseArrive) {
  EXPECT_EQ(bodyNamed(edited(setMotion("pin", dynamics::Motion::kFixed)), "pin").motion, dynamics::Motion::kFixed);
  const auto brass = bodyNamed(edited(setMaterial("pin", "brass")), "pin");
  EXPECT_EQ(brass.material.density, scenes::engineeringMaterial("brass")->values.density);
  // The scene's own material of a name counts before the library's: this oak is lighter.
  EXPECT_EQ(bodyNamed(edited(setMaterial("pin", "oak")), "pin").material.density, 650);

  const auto turned = bodyNamed(edited(setPose("pin", Vec3(0.1, 0.2, 0.3), Vec3(0, 0, 90))), "pin");
  EXPECT_EQ(turned.X_WB.p, Vec3(0.1, 0.2, 0.3));
  EXPECT_LT((turned.X_WB.q * Vec3::UnitX() - Vec3::UnitY()).norm(), 1e-15);
}

TEST(Edits, LengthsAreThoseOfTheSceneAsSimulated) {
  scenes::LoadOptions options;
  options.overrides = {{"scale", "0.001"}};
  const scenes::Scene tiny = scenes::loadSceneText(test::kAssembly, "assembly.json", options);
  const scenes::Scene moved = edited(tiny, setPosition("pin", Vec3(1e-4, 0, 3e-4)));
  EXPECT_LT((bodyNamed(moved, "pin").X_WB.p - Vec3(1e-4, 0, 3e-4)).norm(), 1e-19);
  const scenes::Scene heavy = edited(tiny, setMass(tiny, "pin", 2.0));
  EXPECT_NEAR(dynamics::massProperties(bodyNamed(heavy, "pin")).mass, 2.0, 1e-12);
}

TEST(Edits, AGivenMassKeepsTheCentreAndScalesTheInertia) {
  const auto scene = test::assembly();
  const MassProperties before = dynamics::massProperties(bodyNamed(*scene, "arm"));
  const scenes::Scene heavy = edited(setMass(*scene, "arm", 3 * before.mass));
  const MassProperties after = dynamics::massProperties(bodyNamed(heavy, "arm"));
  EXPECT_NEAR(after.mass, 3 * before.mass, 1e-12 * after.mass);
  EXPECT_LT((after.com - before.com).norm(), 1e-15);
  EXPECT_LT((after.inertia - 3 * before.inertia).norm(), 1e-12 * after.inertia.norm());
  // Taken back, and ended by another density.
  EXPECT_NEAR(dynamics::massProperties(bodyNamed(edited(heavy, setMass(heavy, "arm", {})), "arm")).mass, before.mass,
              1e-12 * before.mass);
  const scenes::Scene light = edited(heavy, setMaterialValues("arm", {650.0 / 2, 0.5, 0}));
  EXPECT_NEAR(dynamics::massProperties(bodyNamed(light, "arm")).mass, before.mass / 2, 1e-12 * before.mass);
}

TEST(Edits, OwnValuesOfASharedMaterialStayWithTheBody) {
  const scenes::Scene after = edited(setMaterialValues("pin", {1000, 0.3, 0.1}));
  EXPECT_EQ(bodyNamed(after, "pin").material.friction, 0.3);
  EXPECT_EQ(bodyNamed(after, "plate").material.friction, 0.2);
  // Of a material that nobody else has, the values change in place.
  const scenes::Scene again = edited(after, setMaterialValues("pin", {1000, 0.4, 0.1}));
  EXPECT_EQ(documentOf(again).rest->at("materials").size(), documentOf(after).rest->at("materials").size());
}

TEST(Edits, ALibraryMaterialThatNobodyHasAnyLongerLeaves) {
  SceneDocument document = documentOf(*test::assembly());
  const std::string before = jsonOf(document).dump();
  setMaterial("arm", "steel").apply(document);
  setMaterial("arm", "PTFE").apply(document);
  EXPECT_FALSE(document.rest->at("materials").contains("steel"));
  EXPECT_TRUE(document.rest->at("materials").contains("oak"));  // written by hand: it stays
  setMaterial("arm", "oak").apply(document);
  EXPECT_EQ(jsonOf(document).dump(), before);
}

TEST(Edits, OneCopyOfARepeatIsEditedAloneAndTheOthersStayAsTheyAre) {
  const auto scene = test::assembly();
  const scenes::Scene after = edited(setMotion("box_1_0", dynamics::Motion::kFixed));
  ASSERT_EQ(after.world.bodies.size(), scene->world.bodies.size());
  for (std::size_t i = 0; i < after.world.bodies.size(); ++i) {
    if (after.world.bodies[i].name == "box_1_0") {
      EXPECT_EQ(after.world.bodies[i].motion, dynamics::Motion::kFixed);
      continue;
    }
    expectSameBody(after.world.bodies[i], scene->world.bodies[i]);
    EXPECT_EQ(after.colors[i].r, scene->colors[i].r) << i;
  }
}

TEST(Edits, ARenamedBodyIsFollowedEverywhere) {
  const scenes::Scene after = edited(rename("arm", "lever"));
  EXPECT_EQ(after.world.bodies[static_cast<std::size_t>(after.world.joints[0].body)].name, "lever");
  EXPECT_EQ(after.world.bodies[static_cast<std::size_t>(after.world.drives[0].body)].name, "lever");
  const scenes::Scene bolt = edited(rename("pin", "bolt"));
  EXPECT_EQ(bolt.monitors[0].children[0].body, "bolt");
  EXPECT_EQ(bolt.monitors[1].body, "bolt");
  EXPECT_EQ(bolt.world.bodies[static_cast<std::size_t>(bolt.world.drives[0].frame)].name, "bolt");
  const scenes::Scene single = edited(rename("box_0_1", "cube"));
  EXPECT_EQ(single.monitors[0].children[1].body, "cube");
}

TEST(Edits, WhatCannotBeIsRefusedInOneLine) {
  EXPECT_THAT(refusal(setMotion("pinn", dynamics::Motion::kFixed)), HasSubstr("did you mean 'pin'?"));
  EXPECT_THAT(refusal(setMaterial("pin", "stel")), HasSubstr("did you mean 'steel'?"));
  EXPECT_THAT(refusal(setMotion("floor", dynamics::Motion::kDynamic)), HasSubstr("half_space"));
  EXPECT_THAT(refusal(setMotion("arm", dynamics::Motion::kFixed)), HasSubstr("move freely"));
  EXPECT_THAT(refusal(rename("pin", "arm")), HasSubstr("another part"));
  EXPECT_THAT(refusal(rename("pin", "")), HasSubstr("cannot be a name"));
  EXPECT_THAT(refusal(setMaterialValues("pin", {-1, 0.2, 0})), HasSubstr("density"));
}

TEST(Edits, EulerAnglesGiveTheRotationBack) {
  std::srand(7);
  for (int i = 0; i < 300; ++i) {
    Quat q = Quat::UnitRandom();
    if (i % 10 == 0) q = Quat(Eigen::AngleAxisd(kPi / 2, Vec3::UnitY())) * Quat(Eigen::AngleAxisd(i, Vec3::UnitX()));
    const Vec3 a = eulerDegrees(q) * (kPi / 180);
    const Quat back = Quat(Eigen::AngleAxisd(a.z(), Vec3::UnitZ()) * Eigen::AngleAxisd(a.y(), Vec3::UnitY()) *
                           Eigen::AngleAxisd(a.x(), Vec3::UnitX()));
    EXPECT_LT(back.angularDistance(q), 1e-7) << i;
  }
}

TEST(Edits, EveryEngineeringMaterialMakesASceneThatRuns) {
  for (const scenes::EngineeringMaterial& m : scenes::engineeringMaterials()) {
    if (std::string(m.name) == "oak") continue;  // the scene has its own
    const auto body = bodyNamed(edited(setMaterial("pin", m.name)), "pin");
    EXPECT_EQ(body.material.density, m.values.density) << m.name;
    EXPECT_TRUE(m.values.restitution >= 0 && m.values.restitution <= 1 && m.values.friction > 0) << m.name;
  }
}

}  // namespace

// The plate's box is as large as the plate, its mass stays, and the mesh comes back.
TEST(Edits, ASimplerCollisionShapeContainsThePartAndKeepsItsMass) {
  EditHistory history;
  history.open(test::assembly());
  const auto body = [&] { return test::bodyNamed(*history.scene(), "pin"); };
  const MassProperties exact = dynamics::massProperties(body());
  const Aabb bounds = dynamics::localBounds(body());
  const auto mesh = std::get<collision::MeshShape>(body().colliders[0].shape).mesh;
  EXPECT_EQ(collisionOf(history.document(), "pin"), "mesh");
  for (const char* as : {"box", "cylinder", "sphere"}) {
    history.apply(setCollision("pin", as));
    EXPECT_EQ(collisionOf(history.document(), "pin"), as);
    const dynamics::BodyDef coarse = body();
    ASSERT_EQ(coarse.colliders.size(), 1U);
    EXPECT_FALSE(std::holds_alternative<collision::MeshShape>(coarse.colliders[0].shape));
    EXPECT_DOUBLE_EQ(dynamics::massProperties(coarse).mass, exact.mass);
    EXPECT_TRUE(dynamics::massProperties(coarse).inertia.isApprox(exact.inertia));
    // A mass that is given is spread as that of the mesh.
    history.apply(setMass(*history.scene(), "pin", 2 * exact.mass));
    const MassProperties heavy = dynamics::massProperties(body());
    EXPECT_DOUBLE_EQ(heavy.mass, 2 * exact.mass);
    EXPECT_TRUE(heavy.com.isApprox(exact.com));
    EXPECT_TRUE(heavy.inertia.isApprox(2 * exact.inertia));
    history.stack().undo();
    // Every vertex lies within the shape.
    const Transform X_GB = coarse.colliders[0].X_BG.inverse();
    for (const Vec3& p_B : mesh->vertices()) {
      const Vec3 p = X_GB * p_B;
      const double slack = 1e-12;
      if (const auto* box = std::get_if<collision::Box>(&coarse.colliders[0].shape)) {
        EXPECT_LE((p.cwiseAbs() - box->half).maxCoeff(), slack);
      } else if (const auto* ball = std::get_if<collision::Sphere>(&coarse.colliders[0].shape)) {
        EXPECT_LE(p.norm(), ball->radius + slack);
      } else {
        const auto& cylinder = std::get<collision::Cylinder>(coarse.colliders[0].shape);
        EXPECT_LE(p.head<2>().norm(), cylinder.radius * std::cos(kPi / cylinder.sides) + slack);
        EXPECT_LE(std::abs(p.z()), cylinder.halfLength + slack);
      }
    }
    if (std::string(as) == "box") {
      EXPECT_TRUE(dynamics::localBounds(coarse).extent().isApprox(bounds.extent()));
    }
  }
  history.apply(setCollision("pin", "mesh"));
  EXPECT_EQ(jsonOf(history.document()), jsonOf(documentOf(*test::assembly())));
  EXPECT_THROW(history.apply(setCollision("pin", "hull")), InputError);
  EXPECT_THROW(history.apply(setCollision("arm", "box")), InputError) << "it has no mesh";
}

}  // namespace passung::app

// SPDX-License-Identifier: Apache-2.0
// Undo gives back what was there, byte by byte, and every state between can be run.
#include "app/document/edit_history.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "app/document/body_entry.h"
#include "scenes/materials.h"
#include "core/error.h"
#include "scenes/description/mesh_cache.h"
#include "tests/document/document_scene.h"

namespace passung::app {
namespace {

using test::bodyNamed;

std::string textOf(const EditHistory& history) { return jsonOf(history.document()).dump(2); }

// Any edit of any body; some of them cannot be.
Edit randomEdit(const EditHistory& history, std::mt19937& random) {
  const auto pick = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  const auto real = [&] { return std::uniform_real_distribution<double>(-1, 1)(random); };
  const auto vector = [&] { return Vec3(real(), real(), real()); };
  const auto names = bodyNames(history.document());
  const std::string& body = names[pick(names.size())];
  switch (pick(9)) {
    case 0:
      return setMotion(body, static_cast<dynamics::Motion>(pick(3)));
    case 1: {
      const auto materials = materialNames(history.document());
      return setMaterial(body, materials[pick(materials.size())]);
    }
    case 2:
      return setMaterialValues(body, {1000 * (2 + real()), 0.5 * (1 + real()), 0.5 * (1 + real())});
    case 3:
      return setMass(*history.scene(), body, pick(3) == 0 ? std::optional<double>() : 2 + real());
    case 4:
      return setPose(body, vector(), 180 * vector());
    case 5:
      return setPosition(body, vector());
    case 6:
      return setVelocity(body, vector(), vector());
    case 7:
      return setColor(body, Color{0.25F, 0.5F, 0.75F, pick(2) == 0 ? 1.0F : 0.5F});
    default:
      return rename(body, "part " + std::to_string(pick(1000000)));
  }
}

TEST(EditHistory, UndoingAHundredRandomEditsGivesTheSameSceneAndRedoingThemTheLast) {
  std::mt19937 random(20);
  EditHistory history;
  history.open(test::assembly());
  const std::string start = textOf(history);
  int done = 0, refused = 0;
  while (done < 100) {
    const std::string before = textOf(history);
    try {
      history.apply(randomEdit(history, random));
      ++done;
    } catch (const InputError&) {
      ++refused;
      EXPECT_EQ(textOf(history), before);
    }
  }
  EXPECT_GT(refused, 0);   // fixed arms and moving floors were among them
  EXPECT_LT(refused, 50);  // but most could be
  EXPECT_TRUE(history.modified());
  const std::string end = textOf(history);
  // The scene shown is the one that the text describes.
  const scenes::Scene read = scenes::loadSceneText(end, "assembly.json");
  ASSERT_EQ(read.world.bodies.size(), history.scene()->world.bodies.size());
  for (std::size_t i = 0; i < read.world.bodies.size(); ++i) {
    EXPECT_EQ(read.world.bodies[i].name, history.scene()->world.bodies[i].name);
    EXPECT_EQ(read.world.bodies[i].X_WB.p, history.scene()->world.bodies[i].X_WB.p);
    EXPECT_EQ(read.world.bodies[i].material.density, history.scene()->world.bodies[i].material.density);
  }
  while (history.stack().canUndo()) history.stack().undo();
  EXPECT_EQ(textOf(history), start);
  EXPECT_FALSE(history.modified());
  while (history.stack().canRedo()) history.stack().redo();
  EXPECT_EQ(textOf(history), end);
}

TEST(EditHistory, RepeatedEditsOfOneThingCountAsOne) {
  EditHistory history;
  history.open(test::assembly());
  for (int i = 1; i <= 5; ++i) history.apply(setPosition("pin", Vec3(0, 0, 0.1 * i)));
  EXPECT_EQ(history.stack().count(), 1);
  history.apply(setPosition("arm", Vec3(0, 0, 0.1)));
  EXPECT_EQ(history.stack().count(), 2);
  history.stack().undo();
  EXPECT_EQ(bodyNamed(*history.scene(), "pin").X_WB.p.z(), 0.5);
  history.stack().undo();
  EXPECT_EQ(bodyNamed(*history.scene(), "pin").X_WB.p.z(), 0.2);
}

TEST(EditHistory, AnEditThatChangesNothingLeavesNoTrace) {
  EditHistory history;
  history.open(test::assembly());
  history.apply(setMaterial("arm", "oak"));
  history.apply(setPosition("pin", Vec3(0, 0, 0.2)));
  EXPECT_EQ(history.stack().count(), 0);
  EXPECT_FALSE(history.modified());
}

TEST(EditHistory, MeshesAreKeptThroughEdits) {
  EditHistory history;
  history.open(test::assembly());
  const auto meshOf = [&] {
    return std::get<collision::MeshShape>(bodyNamed(*history.scene(), "plate").colliders[0].shape).mesh;
  };
  const auto before = meshOf();
  history.apply(setPosition("plate", Vec3(0, 0, 1)));
  EXPECT_EQ(meshOf(), before);
  history.stack().undo();
  EXPECT_EQ(meshOf(), before);
}

TEST(EditHistory, SavingIsRememberedThroughUndo) {
  EditHistory history;
  history.open(test::assembly());
  history.apply(setPosition("pin", Vec3(0, 0, 1)));
  history.markSaved("other.json");
  EXPECT_FALSE(history.modified());
  EXPECT_EQ(history.scene()->source, "other.json");
  history.stack().undo();
  EXPECT_TRUE(history.modified());
  history.stack().redo();
  EXPECT_FALSE(history.modified());
}

TEST(EditHistory, ASceneMadeByAProgramIsShownButNotEdited) {
  EditHistory history;
  history.open(std::make_shared<const scenes::Scene>());
  EXPECT_FALSE(history.editable());
  EXPECT_THROW(history.apply(setPosition("pin", Vec3::Zero())), InputError);
}

}  // namespace
}  // namespace passung::app

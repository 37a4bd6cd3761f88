// SPDX-License-Identifier: Apache-2.0
// Undo gives back what was there, byte by byte, and every state between can be run.
#include "app/document/edit_history.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "scenes/description/mesh_cache.h"
#include "tests/document/document_scene.h"

namespace passung::app {
namespace {

using test::bodyNamed;

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

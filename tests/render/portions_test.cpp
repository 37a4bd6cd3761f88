// SPDX-License-Identifier: Apache-2.0
// Pictures that are drawn in portions.
#include <set>

#include "support.h"

namespace passung::render {
namespace {

using Portions = RenderTest;

constexpr Color kRed = {0.9F, 0.15F, 0.1F, 1}, kGlass = {0.1F, 0.5F, 0.9F, 0.4F};
const View kView{.eye = Vec3(2, -3, 2)};

std::shared_ptr<DrawList> listOfAll(bool section = false) {
  auto list = std::make_shared<DrawList>();
  list->meshes = {part(sphereMesh(0.4, 48), Vec3(0, 0, 0.4), kRed, 1),
                  part(boxMesh(Vec3(1, 1, 0.1)), Vec3(0, 0, -0.1), {0.1F, 0.8F, 0.2F, 1}, 2),
                  part(boxMesh(Vec3(0.3, 0.1, 0.3)), Vec3(0.3, -0.8, 0.5), kGlass, 3)};
  list->meshes[0].selected = true;
  list->texts.push_back({Vec3(0, 0, 1), "text"});
  list->arrows.push_back({Vec3(0, 0, 0.8), Vec3(0, 0, 1.4), kRed});
  list->boxes.push_back({Aabb{Vec3(-0.5, -0.5, 0), Vec3(0.5, 0.5, 0.9)}, {}, kRed});
  if (section) list->section = DrawSection{.p = Vec3(0, 0.1, 0), .n = Vec3(0, -1, 0)};
  return list;
}

}  // namespace

// For every setting, what a window's other drawing leaves behind between the portions notwithstanding.
TEST_F(Portions, MakeTheSamePictureToTheBit) {
  std::vector<RenderOptions> settings(1);
  for (bool RenderOptions::*flag :
       {&RenderOptions::shadows, &RenderOptions::ambientOcclusion, &RenderOptions::meshEdges, &RenderOptions::grid,
        &RenderOptions::axes, &RenderOptions::dark, &RenderOptions::hiddenLine, &RenderOptions::coarse}) {
    RenderOptions o;
    o.*flag = !(o.*flag);
    settings.push_back(o);
  }
  settings.emplace_back().samples = 4;
  settings.emplace_back().hiddenMarks = 0;
  Texture color = makeTexture(*gl_, 320, 240, {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE}, GL_NEAREST);
  Framebuffer target = makeFramebuffer(*gl_, color.id(), 0);
  for (const bool section : {false, true}) {
    for (std::size_t i = 0; i < settings.size(); ++i) {
      const auto list = listOfAll(section);
      // Meshes made ready beside this thread, and the same ones made ready by drawing.
      const bool prepared = i % 2 == 1;
      while (prepared && renderer()->prepare(*list)) continue;
      const Image whole = draw(*(prepared ? listOfAll(section) : list), kView, settings[i]);
      renderer()->begin(list, kView, settings[i], 320, 240);
      int portions = 1;
      for (; renderer()->advance(); ++portions) {
        gl_->BindFramebuffer(GL_FRAMEBUFFER, target.id());
        gl_->ClearColor(0.3F, 0.9F, 0.1F, 0.2F);
        gl_->Clear(GL_COLOR_BUFFER_BIT);
        gl_->Disable(GL_DEPTH_TEST);
        gl_->DepthMask(GL_FALSE);
        gl_->Viewport(3, 3, 10, 10);
      }
      gl_->DepthMask(GL_TRUE);
      EXPECT_GE(portions, 4);
      ASSERT_TRUE(renderer()->whole());
      renderer()->finish(target.id(), {0, 0, 320, 240});
      EXPECT_FALSE(renderer()->whole());
      EXPECT_EQ(read(target.id(), 320, 240).rgb, whole.rgb) << "setting " << i << (section ? ", cut" : "");
    }
  }
  EXPECT_EQ(gl_->GetError(), static_cast<GLenum>(GL_NO_ERROR));
}

TEST_F(Portions, ArePreparedBeforeTheyAreDrawn) {
  const auto list = listOfAll();
  std::size_t triangles = 0;
  for (const DrawMesh& m : list->meshes) triangles += m.mesh->triangles().size();
  EXPECT_EQ(renderer()->unprepared(*list), triangles);
  EXPECT_TRUE(renderer()->prepared(*list).meshes.empty());
  EXPECT_EQ(renderer()->prepared(*list).texts.size(), list->texts.size());
  // Another list meanwhile, as when another file is opened: its meshes are made ready, too.
  const auto other = listOfAll();
  EXPECT_TRUE(renderer()->prepare(*list));
  while (renderer()->prepare(*other)) continue;
  EXPECT_EQ(renderer()->unprepared(*other), 0U);
  while (renderer()->prepare(*list)) continue;
  EXPECT_EQ(renderer()->unprepared(*list), 0U);
  EXPECT_EQ(renderer()->prepared(*list).meshes.size(), list->meshes.size());

  renderer()->begin(list, kView, {}, 320, 240);
  while (renderer()->advance()) continue;
  EXPECT_TRUE(renderer()->whole());
  EXPECT_FALSE(renderer()->advance());
  EXPECT_TRUE(renderer()->whole());
}

TEST_F(Portions, AreGivenUpByAnotherPicture) {
  const auto list = listOfAll();
  EXPECT_FALSE(renderer()->advance());
  const Image before = draw(*list, kView, {});
  renderer()->begin(list, kView, {}, 640, 400);
  EXPECT_TRUE(renderer()->advance());
  EXPECT_EQ(draw(*list, kView, {}).rgb, before.rgb);
  EXPECT_FALSE(renderer()->whole());
  EXPECT_FALSE(renderer()->advance());
  // What is asked under the mouse meanwhile does no harm.
  renderer()->begin(list, kView, {}, 320, 240);
  std::set<std::uint32_t> ids;
  for (int x = 0; renderer()->advance(); x += 40)
    ids.insert(renderer()->pick(*list, kView, 320, 240, 100 + x % 120, 120));
  EXPECT_GE(ids.size(), 2U);
  Texture color = makeTexture(*gl_, 320, 240, {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE}, GL_NEAREST);
  Framebuffer target = makeFramebuffer(*gl_, color.id(), 0);
  renderer()->finish(target.id(), {0, 0, 320, 240});
  EXPECT_EQ(read(target.id(), 320, 240).rgb, before.rgb);
}

}  // namespace passung::render

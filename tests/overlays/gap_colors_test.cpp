// SPDX-License-Identifier: GPL-3.0-or-later
// Gap colours: the scale, and the colours of a cube over a plate.
#include "app/overlays/gap_colors.h"

#include <gtest/gtest.h>

namespace passung::app {
namespace {

bool same(const Color& a, const Color& b) { return a.r == b.r && a.g == b.g && a.b == b.b; }

// Hue runs one way: red falls and blue rises between the ends of the scale.
TEST(GapColors, TheScaleRunsFromRedToBlue) {
  EXPECT_GT(gapColor(0, 1).r, 0.7F);
  EXPECT_LT(gapColor(0, 1).b, 0.2F);
  EXPECT_GT(gapColor(0.999, 1).b, 0.7F);
  EXPECT_LT(gapColor(0.999, 1).r, 0.2F);
  EXPECT_TRUE(same(gapColor(1, 1), gapColor(50, 1))) << "all that is beyond looks alike";
  EXPECT_FALSE(same(gapColor(0, 1), gapColor(-1e-9, 1))) << "touching is not overlapping";
  for (int i = 0; i < 99; ++i) EXPECT_FALSE(same(gapColor(0.01 * i, 1), gapColor(0.01 * (i + 1), 1)));
}

TEST(GapColors, ACubeOverAPlateIsColouredByItsHeight) {
  scenes::Scene scene;
  for (const auto& [name, half, z] : {std::tuple{"cube", Vec3(0.5, 0.5, 0.5), 0.6}, {"plate", Vec3(2, 2, 0.5), -0.5}}) {
    dynamics::BodyDef b;
    b.name = name;
    b.colliders.push_back({collision::Box{half}, Transform{}});
    b.X_WB.p = Vec3(0, 0, z);
    scene.world.bodies.push_back(b);
  }
  const SceneGeometry geometry(scene);
  std::vector<std::vector<collision::Collider>> colliders;
  for (const auto& b : scene.world.bodies) colliders.push_back(b.colliders);
  const collision::PenetrationOracle oracle(colliders);
  GapQuestion q{.drawn = drawnParts(geometry), .poses = {}, .bodies = {0}, .others = {0, 1}, .limit = 0.5};
  for (const auto& b : scene.world.bodies) q.poses.push_back(b.X_WB);
  int asked = 0;
  const GapColors colors = gapColors(q, oracle, [&](int done, int total) {
    ++asked;
    EXPECT_LE(done, total);
    return true;
  });
  ASSERT_EQ(colors.surfaces.size(), 1U);
  EXPECT_NEAR(colors.smallest, 0.1, 1e-12);
  EXPECT_GT(asked, 0);
  const GapSurface& s = colors.surfaces[0];
  for (std::size_t v = 0; v < s.colors->size(); ++v) {
    const double height = s.mesh->vertices()[v].z() + 0.6;
    const Color expected = gapColor(height, 0.5);
    if (std::abs(height - 0.5) < 1e-9) continue;
    EXPECT_NEAR((*s.colors)[v].r, expected.r, 1e-5);
    EXPECT_NEAR((*s.colors)[v].b, expected.b, 1e-5);
  }

  OverlayOptions bare;
  setOverlays(bare, "none");
  bare.legend = false;
  DrawList list = drawScene(scene, geometry, {}, bare);
  addGapColors(colors, 10, list);
  EXPECT_EQ(list.meshes[0].vertexColors, s.colors);
  EXPECT_EQ(list.meshes[0].mesh, s.mesh);
  EXPECT_EQ(list.meshes[1].vertexColors, nullptr);
  EXPECT_FALSE(list.swatches.empty());
  // The scale names its ends in millimetres.
  const auto says = [&](const char* words) {
    return std::any_of(list.texts.begin(), list.texts.end(),
                       [&](const DrawText& t) { return t.text.find(words) != std::string::npos; });
  };
  EXPECT_TRUE(says("500 mm") && says("250 mm") && says("smallest 100 mm"));

  const GapColors none = gapColors(q, oracle, [](int, int) { return false; });
  EXPECT_TRUE(none.cancelled);
}

}  // namespace
}  // namespace passung::app

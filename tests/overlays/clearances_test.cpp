// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of a clash report: colours by the worst pair, places, figures.
#include "app/overlays/clearances.h"

#include <gtest/gtest.h>

namespace passung::app {
namespace {

using collision::Clearance;
using collision::ClearanceState;

DrawList parts(int count) {
  DrawList list;
  for (int i = 0; i < count; ++i) {
    DrawMesh mesh;
    mesh.pickId = static_cast<std::uint32_t>(i) + 1;
    list.meshes.push_back(mesh);
  }
  return list;
}

bool tinted(const Color& a, ClearanceState state) {
  const Color b = clearanceColor(state);
  return a.r == b.r && a.g == b.g && a.b == b.b;
}

const std::vector<Clearance> kPairs{
    {.bodyA = 0, .bodyB = 1, .state = ClearanceState::kOverlapping, .depth = 1e-3, .pB_W = Vec3(1e-3, 0, 0)},
    {.bodyA = 1, .bodyB = 2, .state = ClearanceState::kTouching},
    {.bodyA = 2, .bodyB = 3, .state = ClearanceState::kApart, .gap = 2e-3, .pB_W = Vec3(2e-3, 0, 0)}};

TEST(ClearanceMarks, PartsHaveTheColourOfTheirWorstPair) {
  DrawList list = parts(5);
  addClearances({.pairs = kPairs}, list);
  EXPECT_TRUE(tinted(list.meshes[0].color, ClearanceState::kOverlapping));
  EXPECT_TRUE(tinted(list.meshes[1].color, ClearanceState::kOverlapping)) << "it also touches another";
  EXPECT_TRUE(tinted(list.meshes[2].color, ClearanceState::kTouching));
  EXPECT_TRUE(tinted(list.meshes[3].color, ClearanceState::kApart));
  for (int s = 0; s < 3; ++s) EXPECT_FALSE(tinted(list.meshes[4].color, static_cast<ClearanceState>(s)));
  EXPECT_EQ(list.points.size(), 6U) << "two places a pair";
  EXPECT_EQ(list.lines.size(), 2U) << "touching places have nothing between them";
  EXPECT_EQ(list.texts.size(), 3U);
  EXPECT_EQ(list.texts.back().text, "  overlap 1 mm");
}

TEST(ClearanceMarks, AChosenPairStandsAlone) {
  DrawList list = parts(5);
  addClearances({.pairs = kPairs, .chosen = 2}, list);
  EXPECT_FALSE(tinted(list.meshes[0].color, ClearanceState::kOverlapping));
  EXPECT_TRUE(tinted(list.meshes[2].color, ClearanceState::kApart));
  EXPECT_EQ(list.points.size(), 2U);
  ASSERT_EQ(list.texts.size(), 1U);
  EXPECT_EQ(list.texts[0].text, "  gap 2 mm");
}

TEST(ClearanceMarks, WithoutPairsTheLegendSaysSo) {
  DrawList list = parts(1);
  addClearances({.pairs = {}, .legendTop = 10}, list);
  ASSERT_EQ(list.texts.size(), 1U);
  EXPECT_NE(list.texts[0].text.find("no parts"), std::string::npos);
}

}  // namespace
}  // namespace passung::app

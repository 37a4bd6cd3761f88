// SPDX-License-Identifier: GPL-3.0-or-later
// The parts themselves, and their colours.
#include <algorithm>
#include <array>

#include "app/overlays/draw_context.h"

namespace passung::app {

namespace {

constexpr Color kFixed = {0.63F, 0.68F, 0.75F, 1};
constexpr std::array<Color, 8> kMovers = {{
    {0.93F, 0.58F, 0.23F, 1},  // orange: the main body of most scenes
    {0.22F, 0.62F, 0.64F, 1},  // teal
    {0.82F, 0.42F, 0.48F, 1},  // rose
    {0.56F, 0.68F, 0.34F, 1},  // leaf
    {0.56F, 0.49F, 0.76F, 1},  // violet
    {0.88F, 0.74F, 0.33F, 1},  // straw
    {0.36F, 0.57F, 0.83F, 1},  // sky
    {0.68F, 0.52F, 0.42F, 1},  // clay
}};

bool given(const Color& c) {
  constexpr Color kUnset;
  return c.r != kUnset.r || c.g != kUnset.g || c.b != kUnset.b || c.a != kUnset.a;
}

}  // namespace

std::vector<Color> bodyColors(const scenes::Scene& scene) {
  std::vector<Color> colors;
  std::size_t mover = 0;
  for (std::size_t i = 0; i < scene.world.bodies.size(); ++i) {
    const bool fixed = scene.world.bodies[i].motion == dynamics::Motion::kFixed;
    Color c = fixed ? kFixed : kMovers[mover % kMovers.size()];
    if (!fixed) ++mover;
    if (i < scene.colors.size() && given(scene.colors[i])) c = scene.colors[i];
    colors.push_back(c);
  }
  return colors;
}

void drawParts(const DrawContext& c, DrawList& list) {
  const std::vector<Color> colors = bodyColors(c.scene);
  for (const ColliderGeometry& g : c.geometry.colliders) {
    if (g.mesh == nullptr) continue;
    const auto body = static_cast<std::size_t>(g.body);
    DrawMesh m;
    m.mesh = g.mesh;
    m.X_WM = c.pose(body) * g.X_BG;
    m.color = colors[body];
    const double own = body < c.options.bodyOpacity.size() ? c.options.bodyOpacity[body] : 1.0;
    m.color.a *= static_cast<float>(std::clamp(c.options.opacity, 0.0, 1.0) * std::clamp(own, 0.0, 1.0));
    m.pickId = static_cast<std::uint32_t>(g.body) + 1;
    m.selected = c.selected(g.body);
    list.meshes.push_back(std::move(m));
  }
}

}  // namespace passung::app

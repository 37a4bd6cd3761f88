// SPDX-License-Identifier: GPL-3.0-or-later
// Boxes: of the triangle hierarchies, of the broad phase, of the bodies.
#include <array>

#include "app/overlays/draw_context.h"

namespace passung::app {

namespace {

constexpr Color kBroadphase = {0.10F, 0.62F, 0.42F, 0.9F};
constexpr Color kBody = {0.45F, 0.35F, 0.80F, 0.9F};
// One colour a level, so that neighbours in depth differ.
constexpr std::array<Color, 6> kLevels = {{{0.80F, 0.20F, 0.25F, 0.75F},
                                           {0.85F, 0.50F, 0.10F, 0.75F},
                                           {0.60F, 0.60F, 0.10F, 0.75F},
                                           {0.15F, 0.60F, 0.30F, 0.75F},
                                           {0.10F, 0.50F, 0.75F, 0.75F},
                                           {0.50F, 0.30F, 0.75F, 0.75F}}};
// More boxes than this show nothing but ink and stall the picture.
constexpr std::size_t kMaxBoxes = 20000;

}  // namespace

void drawHierarchies(const DrawContext& c, DrawList& list) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < c.geometry.colliders.size(); ++i) {
    const ColliderGeometry& g = c.geometry.colliders[i];
    if (g.mesh == nullptr || g.halfSpace) continue;
    const Transform X_WG = c.pose(static_cast<std::size_t>(g.body)) * g.X_BG;
    for (const collision::BvhNode& n : c.geometry.hierarchy(i).nodes()) {
      if (n.depth != c.options.bvhLevel && !(n.leaf() && n.depth < c.options.bvhLevel)) continue;
      if (++count > kMaxBoxes) continue;
      list.boxes.push_back({n.box, X_WG, kLevels[static_cast<std::size_t>(n.depth) % kLevels.size()]});
    }
  }
  std::string line = "hierarchy, level " + std::to_string(c.options.bvhLevel) + ": " + std::to_string(count) + " boxes";
  if (count > kMaxBoxes) line += " (" + std::to_string(kMaxBoxes) + " shown)";
  c.legend->push_back(line);
}

void drawBroadphase(const DrawContext& c, DrawList& list) {
  for (const Aabb& box : c.snapshot.broadphaseBoxes) list.boxes.push_back({box, Transform{}, kBroadphase});
  c.legend->push_back("green: broad phase, " + std::to_string(c.snapshot.broadphaseBoxes.size()) + " boxes, " +
                      std::to_string(c.snapshot.report.pairs) + " pairs");
}

void drawBodyBoxes(const DrawContext& c, DrawList& list) {
  for (std::size_t i = 0; i < c.scene.world.bodies.size(); ++i) {
    if (!c.geometry.bounds_B[i].empty()) list.boxes.push_back({c.geometry.bounds_B[i], c.pose(i), kBody});
  }
  c.legend->push_back("violet: bounds of the bodies, in their own axes");
}

}  // namespace passung::app

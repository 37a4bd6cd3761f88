// SPDX-License-Identifier: GPL-3.0-or-later
// Boxes: of the triangle hierarchies, of the broad phase and its tree, of the bodies.
#include <algorithm>
#include <array>

#include "app/overlays/draw_context.h"

namespace passung::app {

namespace {

constexpr Color kBroadphase = {0.10F, 0.62F, 0.42F, 0.9F};
constexpr Color kBody = {0.45F, 0.35F, 0.80F, 0.9F};
constexpr std::array<Color, 6> kLevels = {{{0.80F, 0.20F, 0.25F, 0.75F},
                                           {0.85F, 0.50F, 0.10F, 0.75F},
                                           {0.60F, 0.60F, 0.10F, 0.75F},
                                           {0.15F, 0.60F, 0.30F, 0.75F},
                                           {0.10F, 0.50F, 0.75F, 0.75F},
                                           {0.50F, 0.30F, 0.75F, 0.75F}}};
// More boxes than this show nothing but ink and stall the picture.
constexpr std::size_t kMaxBoxes = 20000;

void explainLimit(const DrawContext& c, std::size_t count) {
  if (count > kMaxBoxes)
    c.explain(QT_TRANSLATE_NOOP("Overlays", "of these, %1 are shown"), {std::to_string(kMaxBoxes)});
}

}  // namespace

Color levelColor(int level) { return kLevels[static_cast<std::size_t>(level) % kLevels.size()]; }

void drawHierarchies(const DrawContext& c, DrawList& list) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < c.geometry.colliders.size(); ++i) {
    const ColliderGeometry& g = c.geometry.colliders[i];
    if (g.mesh == nullptr || g.halfSpace) continue;
    const Transform X_WG = c.pose(static_cast<std::size_t>(g.body)) * g.X_BG;
    for (const collision::BvhNode& n : c.geometry.hierarchy(i).nodes()) {
      if (n.depth != c.options.bvhLevel && !(n.leaf() && n.depth < c.options.bvhLevel)) continue;
      if (++count > kMaxBoxes) continue;
      list.boxes.push_back({n.box, X_WG, levelColor(n.depth)});
    }
  }
  c.explain(QT_TRANSLATE_NOOP("Overlays", "hierarchy, level %1: %2 boxes"),
            {std::to_string(c.options.bvhLevel), std::to_string(count)});
  explainLimit(c, count);
}

void drawBroadphase(const DrawContext& c, DrawList& list) {
  for (const Aabb& box : c.snapshot.broadphaseBoxes) list.boxes.push_back({box, Transform{}, kBroadphase});
  c.explain(QT_TRANSLATE_NOOP("Overlays", "green: broad phase, %1 boxes, %2 pairs"),
            {std::to_string(c.snapshot.broadphaseBoxes.size()), std::to_string(c.snapshot.report.pairs)});
}

// In an exploded view leaves go with their parts, and what holds them stays.
// Leaves are enlarged, so that a body may move a little before the tree changes.
void drawTree(const DrawContext& c, DrawList& list) {
  if (c.snapshot.broadphaseLevels.empty()) {
    return c.explain(QT_TRANSLATE_NOOP("Overlays", "broad-phase tree: this state does not hold it"));
  }
  std::size_t count = 0, leaves = 0;
  int deepest = 0;
  for (const collision::LevelBox& b : c.snapshot.broadphaseLevels) {
    const bool leaf = b.body >= 0;
    leaves += leaf ? 1 : 0;
    deepest = std::max(deepest, b.level);
    if (b.level != c.options.treeLevel && !(leaf && b.level < c.options.treeLevel)) continue;
    if (!b.box.extent().allFinite() || ++count > kMaxBoxes) continue;
    Transform moved;
    if (leaf && static_cast<std::size_t>(b.body) < c.options.explosion.size()) {
      moved.p = c.options.explosion[static_cast<std::size_t>(b.body)];
    }
    list.boxes.push_back({b.box, moved, levelColor(b.level)});
  }
  c.explain(
      QT_TRANSLATE_NOOP("Overlays", "broad-phase tree, level %1 of %2: %3 boxes; %4 leaves"),
      {std::to_string(c.options.treeLevel), std::to_string(deepest), std::to_string(count), std::to_string(leaves)});
  explainLimit(c, count);
}

void drawBodyBoxes(const DrawContext& c, DrawList& list) {
  for (std::size_t i = 0; i < c.scene.world.bodies.size(); ++i) {
    if (!c.geometry.bounds_B[i].empty()) list.boxes.push_back({c.geometry.bounds_B[i], c.pose(i), kBody});
  }
  c.explain(QT_TRANSLATE_NOOP("Overlays", "violet: bounds of the bodies, in their own axes"));
}

}  // namespace passung::app

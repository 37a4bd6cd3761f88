// SPDX-License-Identifier: GPL-3.0-or-later
// What the broad phase lets through, and what the narrow phase found there.
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "app/overlays/draw_context.h"

namespace passung::app {

namespace {

enum Outcome { kBoxesOnly, kNear, kPressed, kUnknown };
constexpr std::array<Color, 4> kColors = {
    {{0.45F, 0.50F, 0.58F, 0.9F}, {0.95F, 0.72F, 0.10F, 0.95F}, {0.87F, 0.12F, 0.18F, 1}, {0.90F, 0.45F, 0.10F, 0.9F}}};
constexpr std::size_t kMostPairs = 5000;

using BodyPair = std::pair<int, int>;

// What the contacts say of each pair of bodies.
std::map<BodyPair, Outcome> outcomes(const DrawContext& c) {
  std::map<BodyPair, Outcome> found;
  for (const dynamics::Contact& k : c.snapshot.contacts) {
    Outcome& o = found.try_emplace(std::minmax(k.bodyA, k.bodyB), kNear).first->second;
    if (k.f_W.norm() > 0) o = kPressed;
  }
  return found;
}

// As the engine has them: those of the snapshot are moved apart in an exploded view.
std::vector<Aabb> boxesOf(const DrawContext& c) {
  std::vector<Aabb> boxes = c.snapshot.broadphaseBoxes;
  if (c.options.explosion.size() != boxes.size()) return boxes;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    boxes[i].lower -= c.options.explosion[i];
    boxes[i].upper -= c.options.explosion[i];
  }
  return boxes;
}

// Whether the boxes are one a body, in order: each holds its body's middle.
bool boxesAreBodies(const DrawContext& c) {
  const auto& boxes = c.snapshot.broadphaseBoxes;
  if (boxes.size() != c.scene.world.bodies.size()) return false;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Aabb& own = c.geometry.bounds_B[i];
    const Transform& X_WB =
        c.snapshot.states.size() == boxes.size() ? c.snapshot.states[i].X_WB : c.scene.world.bodies[i].X_WB;
    if (!own.empty() && own.extent().allFinite() && !boxes[i].contains(X_WB * own.center())) return false;
  }
  return true;
}

// Where the mark of a pair ends on a body: the middle of its box, or the foot of the other's on a half-space.
std::optional<Vec3> endOf(const DrawContext& c, std::size_t body, const Aabb& box, const Vec3& other) {
  if (box.extent().allFinite()) return box.center();
  for (const collision::Collider& collider : c.scene.world.bodies[body].colliders) {
    if (!std::holds_alternative<collision::HalfSpace>(collider.shape)) continue;
    const Transform X_WG = c.pose(body) * collider.X_BG;
    const Vec3 n = X_WG.R().col(2);
    return Vec3(other - n.dot(other - X_WG.p) * n);
  }
  return {};
}

}  // namespace

// Sweep along x over the sorted boxes. Pairs that the engine does not look at are left out: of bodies that both do not
// move, and those that a joint keeps from colliding.
void drawPairs(const DrawContext& c, DrawList& list) {
  const auto& shown = c.snapshot.broadphaseBoxes;
  if (std::all_of(shown.begin(), shown.end(), [](const Aabb& box) { return box.empty(); })) {
    return c.explain(QT_TRANSLATE_NOOP("Overlays", "pairs of the broad phase: this state does not hold them"));
  }
  const std::vector<Aabb> boxes = boxesOf(c);
  const bool known = boxesAreBodies(c);
  const std::map<BodyPair, Outcome> found = outcomes(c);
  std::set<BodyPair> joined;
  for (const dynamics::JointDef& joint : c.scene.world.joints) {
    if (!joint.collide) joined.insert(std::minmax(joint.body, joint.to));
  }
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (!boxes[i].empty() && (known || boxes[i].extent().allFinite())) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return boxes[a].lower.x() < boxes[b].lower.x(); });
  std::array<std::size_t, kColors.size()> counts{};
  std::size_t total = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    for (std::size_t l = k + 1; l < order.size() && boxes[order[l]].lower.x() <= boxes[order[k]].upper.x(); ++l) {
      const std::size_t i = std::min(order[k], order[l]), j = std::max(order[k], order[l]);
      if (!boxes[i].overlaps(boxes[j])) continue;
      const BodyPair pair(static_cast<int>(i), static_cast<int>(j));
      if (known && ((!c.moves(i) && !c.moves(j)) || joined.contains(pair))) continue;
      const auto contact = found.find(pair);
      const Outcome outcome = !known ? kUnknown : contact == found.end() ? kBoxesOnly : contact->second;
      ++counts[outcome];
      const auto a = endOf(c, i, shown[i], shown[j].center()), b = endOf(c, j, shown[j], shown[i].center());
      if (++total > kMostPairs || !a || !b || !a->allFinite() || !b->allFinite()) continue;
      list.lines.push_back(
          {.a = *a, .b = *b, .color = kColors[outcome], .width = outcome == kPressed ? 2.4F : 1.6F, .onTop = true});
    }
  }
  for (std::size_t i : order) {
    if (!shown[i].extent().allFinite()) continue;
    list.points.push_back({.p = shown[i].center(), .color = kColors[kBoxesOnly], .size = 5, .onTop = true});
  }
  const auto text = [&](Outcome o) { return std::to_string(counts[o]); };
  if (known) {
    c.explain(QT_TRANSLATE_NOOP("Overlays",
                                "pairs of the broad phase: grey: only boxes overlap, %1; yellow: surfaces near, %2; "
                                "red: in contact, %3"),
              {text(kBoxesOnly), text(kNear), text(kPressed)});
  } else {
    c.explain(QT_TRANSLATE_NOOP("Overlays", "orange lines: pairs whose broad-phase boxes overlap, %1"),
              {text(kUnknown)});
  }
  if (total > kMostPairs) {
    c.explain(QT_TRANSLATE_NOOP("Overlays", "of these, %1 are shown"), {std::to_string(kMostPairs)});
  }
  c.explain(QT_TRANSLATE_NOOP("Overlays", "pairs of shapes tested in the last step: %1"),
            {std::to_string(c.snapshot.report.pairs)});
}

}  // namespace passung::app

// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine takes together: islands of bodies in touch, sleeping bodies, and the pairs that the broad phase lets
// through.
#include <algorithm>
#include <map>
#include <numeric>

#include "app/overlays/draw_context.h"

namespace passung::app {

namespace {

constexpr Color kStill = {0.72F, 0.74F, 0.77F, 1};  // what does not move freely belongs to no island
constexpr Color kAsleep = {0.25F, 0.30F, 0.42F, 1};
constexpr Color kPair = {0.90F, 0.45F, 0.10F, 0.9F};
constexpr std::size_t kMostPairs = 5000;

}  // namespace

void drawIslands(const DrawContext& c, DrawList& list) {
  const std::size_t count = c.scene.world.bodies.size();
  std::vector<std::size_t> parent(count);
  std::iota(parent.begin(), parent.end(), 0U);
  const auto root = [&](std::size_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  const auto tie = [&](int a, int b) {
    if (a < 0 || b < 0) return;
    const auto i = static_cast<std::size_t>(a), j = static_cast<std::size_t>(b);
    if (!c.moves(i) || !c.moves(j)) return;
    parent[std::max(root(i), root(j))] = std::min(root(i), root(j));
  };
  for (const dynamics::Contact& k : c.snapshot.contacts) tie(k.bodyA, k.bodyB);
  for (const dynamics::JointDef& joint : c.scene.world.joints) tie(joint.to, joint.body);

  std::map<std::size_t, std::size_t> numbers;
  std::size_t asleep = 0;
  std::vector<Color> colors(count, kStill);
  for (std::size_t i = 0; i < count; ++i) {
    if (!c.moves(i)) continue;
    const std::size_t number = numbers.try_emplace(root(i), numbers.size()).first->second;
    const bool sleeps = c.snapshot.states.size() == count && c.snapshot.states[i].asleep;
    asleep += sleeps ? 1 : 0;
    colors[i] = sleeps ? kAsleep : distinctColor(number);
  }
  for (DrawMesh& m : list.meshes) {
    if (m.pickId == 0 || m.pickId > count) continue;
    const float opacity = m.color.a;
    m.color = colors[m.pickId - 1];
    m.color.a = opacity;
  }
  c.legend->push_back("islands: " + std::to_string(numbers.size()) +
                      ", a colour for the bodies that touch or are joined; dark: asleep (" + std::to_string(asleep) +
                      "); grey: fixed or driven");
}

// Sweep along x over the sorted boxes.
void drawPairs(const DrawContext& c, DrawList& list) {
  std::vector<Aabb> boxes;
  for (const Aabb& box : c.snapshot.broadphaseBoxes) {
    if (!box.empty() && box.extent().allFinite()) boxes.push_back(box);
  }
  std::sort(boxes.begin(), boxes.end(), [](const Aabb& a, const Aabb& b) { return a.lower.x() < b.lower.x(); });
  std::size_t count = 0;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    for (std::size_t j = i + 1; j < boxes.size() && boxes[j].lower.x() <= boxes[i].upper.x(); ++j) {
      if (!boxes[i].overlaps(boxes[j]) || ++count > kMostPairs) continue;
      list.lines.push_back(
          {.a = boxes[i].center(), .b = boxes[j].center(), .color = kPair, .width = 1.6F, .onTop = true});
    }
  }
  for (const Aabb& box : boxes) list.points.push_back({.p = box.center(), .color = kPair, .size = 5, .onTop = true});
  std::string line = "orange lines: pairs whose broad-phase boxes overlap, " + std::to_string(count);
  if (count > kMostPairs) line += " (" + std::to_string(kMostPairs) + " shown)";
  c.legend->push_back(line + "; tested in the last step: " + std::to_string(c.snapshot.report.pairs));
}

}  // namespace passung::app

// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine takes together: islands of bodies in touch, sleeping bodies, and how well the solver did on each.
#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <numeric>

#include "app/overlays/draw_context.h"

namespace passung::app {

namespace {

constexpr Color kStill = {0.72F, 0.74F, 0.77F, 1};  // what does not move freely belongs to no island
constexpr Color kAsleep = {0.25F, 0.30F, 0.42F, 1};
constexpr Color kSolved = {0.25F, 0.66F, 0.36F, 1}, kNearlySolved = {0.95F, 0.76F, 0.16F, 1},
                kUnsolved = {0.87F, 0.16F, 0.18F, 1};
constexpr double kNearly = 100;  // times the tolerance
constexpr std::size_t kMostLabels = 200;

bool sleeps(const DrawContext& c, std::size_t body) {
  return c.snapshot.states.size() == c.scene.world.bodies.size() && c.snapshot.states[body].asleep;
}

// One a body; the opacity of the parts stays.
void paint(const std::vector<Color>& colors, DrawList& list) {
  for (DrawMesh& m : list.meshes) {
    if (m.pickId == 0 || m.pickId > colors.size()) continue;
    const float opacity = m.color.a;
    m.color = colors[m.pickId - 1];
    m.color.a = opacity;
  }
}

// The velocity error at which the solver of a scene stops [m/s]: its tolerance is in units of g dt, and without gravity
// of a thousandth of the largest body's size per s^2 (see World).
double toleranceOf(const DrawContext& c) {
  double largest = 0;
  for (const Aabb& box : c.geometry.bounds_B) largest = std::max(largest, box.size());
  const dynamics::WorldDef& world = c.scene.world;
  return world.solver.tolerance * c.dt() * std::max(world.gravity.norm(), 1e-3 * largest);
}

// Powers of ten: errors of all sizes are met here.
std::string errorText(double residual) {
  if (residual == 0) return "0 m/s";
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1e m/s", residual);
  return text.data();
}

}  // namespace

std::vector<int> islandsOf(const DrawContext& c) {
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

  std::map<std::size_t, int> numbers;
  std::vector<int> islands(count, -1);
  for (std::size_t i = 0; i < count; ++i) {
    if (c.moves(i)) islands[i] = numbers.try_emplace(root(i), static_cast<int>(numbers.size())).first->second;
  }
  return islands;
}

void drawIslands(const DrawContext& c, DrawList& list) {
  const std::vector<int> islands = islandsOf(c);
  int number = 0;
  std::size_t asleep = 0;
  std::vector<Color> colors(islands.size(), kStill);
  for (std::size_t i = 0; i < islands.size(); ++i) {
    if (islands[i] < 0) continue;
    number = std::max(number, islands[i] + 1);
    asleep += sleeps(c, i) ? 1 : 0;
    colors[i] = sleeps(c, i) ? kAsleep : distinctColor(static_cast<std::size_t>(islands[i]));
  }
  paint(colors, list);
  c.explain(QT_TRANSLATE_NOOP("Overlays",
                              "islands: %1, a colour for the bodies that touch or are joined; dark: asleep (%2); grey: "
                              "fixed or driven"),
            {std::to_string(number), std::to_string(asleep)});
}

void drawResidual(const DrawContext& c, DrawList& list) {
  const std::size_t count = c.scene.world.bodies.size();
  const auto& solves = c.snapshot.solves;
  if (solves.size() != count) {
    return c.explain(QT_TRANSLATE_NOOP("Overlays", "solver residual: this engine tells none, or no step was taken"));
  }
  const double tolerance = toleranceOf(c);
  std::vector<Color> colors(count, kStill);
  // The body that carries the label of its island: the largest.
  std::map<int, std::size_t> labelled;
  const std::vector<int> islands = islandsOf(c);
  int halvings = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (islands[i] < 0) continue;
    const dynamics::SolveState& s = solves[i];
    const bool solved = s.residual <= tolerance * (1 + 1e-9);
    colors[i] = sleeps(c, i)                        ? kAsleep
                : solved                            ? kSolved
                : s.residual <= kNearly * tolerance ? kNearlySolved
                                                    : kUnsolved;
    halvings = std::max(halvings, s.halvings);
    if (sleeps(c, i)) continue;
    const auto [entry, isNew] = labelled.try_emplace(islands[i], i);
    if (c.geometry.bounds_B[i].size() > c.geometry.bounds_B[entry->second].size()) entry->second = i;
  }
  paint(colors, list);
  std::size_t labels = 0;
  for (const auto& [island, body] : labelled) {
    if (++labels > kMostLabels) break;
    DrawText text;
    text.p = c.pose(body) * c.geometry.com_B[body];
    text.text = words(QT_TRANSLATE_NOOP("Overlays", "%1 iterations, %2"),
                      {std::to_string(solves[body].iterations), errorText(solves[body].residual)});
    text.yields = true;
    list.texts.push_back(std::move(text));
  }
  c.explain(QT_TRANSLATE_NOOP("Overlays",
                              "solver residual: the velocity error that is left in an island; all: %1 iterations, %2"),
            {std::to_string(c.snapshot.report.iterations), errorText(c.snapshot.report.residual)});
  c.explain(QT_TRANSLATE_NOOP("Overlays", "green: up to %1, yellow: up to %2, red: more; dark: asleep"),
            {errorText(tolerance), errorText(kNearly * tolerance)});
  if (halvings > 0) {
    c.explain(QT_TRANSLATE_NOOP("Overlays", "the step was divided: up to %1 halvings of an island"),
              {std::to_string(halvings)});
  }
}

}  // namespace passung::app

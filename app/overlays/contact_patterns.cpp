// SPDX-License-Identifier: GPL-3.0-or-later
// What contacts tell beyond points and forces: friction cones, patches, and where contacts have been.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "app/overlays/draw_context.h"

namespace passung::app {

namespace {

constexpr std::size_t kMostCones = 600;  // the strongest
constexpr double kSlidingShare = 0.98;   // of the friction that a contact has to give
constexpr Color kTrail = {0.55F, 0.15F, 0.75F, 1};
constexpr std::size_t kMostTrailPoints = 20000;
constexpr double kPatchReach = 0.12;  // contacts of one patch are nearer than this, in sizes of the smaller body ...
constexpr double kPatchCosine = 0.8;  // ... and their normals within 37 degrees
constexpr double kPlaneReach = 0.85;  // the corners of a face that lies flat are farther apart, but in one plane ...
constexpr double kPlaneSlack = 0.01, kPlaneCosine = 0.996;  // ... within this share of the size, facing the same way
constexpr std::size_t kMostGrouped = 1500;  // contacts of one pair that are grouped; beyond, the pair is one patch

Vec3 across(const Vec3& n) { return n.cross(std::abs(n.x()) < 0.6 ? Vec3::UnitX() : Vec3::UnitY()).normalized(); }

double frictionOf(const DrawContext& c, const dynamics::Contact& k) {
  const auto of = [&](int body) { return c.scene.world.bodies[static_cast<std::size_t>(body)].material.friction; };
  return std::sqrt(of(k.bodyA) * of(k.bodyB));
}

// The contacts of each pair of bodies, by their index in the snapshot.
std::map<std::pair<int, int>, std::vector<std::size_t>> byPair(const DrawContext& c) {
  std::map<std::pair<int, int>, std::vector<std::size_t>> pairs;
  for (std::size_t i = 0; i < c.snapshot.contacts.size(); ++i) {
    const dynamics::Contact& k = c.snapshot.contacts[i];
    if (usable(k)) pairs[{k.bodyA, k.bodyB}].push_back(i);
  }
  return pairs;
}

bool hangTogether(const dynamics::Contact& a, const dynamics::Contact& b, double size) {
  const Vec3 way = b.p_W - a.p_W;
  const double cosine = a.n_W.dot(b.n_W);
  if (way.norm() <= kPatchReach * size && cosine >= kPatchCosine) return true;
  return way.norm() <= kPlaneReach * size && cosine >= kPlaneCosine && std::abs(a.n_W.dot(way)) <= kPlaneSlack * size;
}

// Groups of contacts that hang together, directly or over others. `size`: of the smaller body [m].
std::vector<std::vector<std::size_t>> patchesOf(const std::vector<dynamics::Contact>& contacts,
                                                const std::vector<std::size_t>& members, double size) {
  if (members.size() > kMostGrouped) return {members};
  std::vector<std::size_t> parent(members.size());
  std::iota(parent.begin(), parent.end(), 0U);
  const auto root = [&](std::size_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  for (std::size_t i = 0; i < members.size(); ++i) {
    const dynamics::Contact& a = contacts[members[i]];
    for (std::size_t j = 0; j < i; ++j) {
      if (hangTogether(a, contacts[members[j]], size)) parent[root(i)] = root(j);
    }
  }
  std::map<std::size_t, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < members.size(); ++i) groups[root(i)].push_back(members[i]);
  std::vector<std::vector<std::size_t>> patches;
  for (auto& [first, group] : groups) patches.push_back(std::move(group));
  return patches;
}

// The rim of a patch: the convex hull of its points, seen along its mean normal (Andrew's monotone chain, 1979).
void drawRim(const std::vector<dynamics::Contact>& contacts, const std::vector<std::size_t>& patch, const Color& color,
             DrawList& list) {
  if (patch.size() < 2) return;
  Vec3 n = Vec3::Zero();
  for (std::size_t i : patch) n += contacts[i].n_W;
  if (!(n.norm() > 0)) return;
  const Vec3 u = across(n.normalized()), v = n.normalized().cross(u);
  struct Flat {
    double x, y;
    std::size_t i;
  };
  std::vector<Flat> points;
  for (std::size_t i : patch) points.push_back({u.dot(contacts[i].p_W), v.dot(contacts[i].p_W), i});
  std::sort(points.begin(), points.end(),
            [](const Flat& a, const Flat& b) { return std::tie(a.x, a.y) < std::tie(b.x, b.y); });
  std::vector<Flat> hull;
  const auto walk = [&](auto begin, auto end) {
    const std::size_t base = hull.size();
    for (auto it = begin; it != end; ++it) {
      while (hull.size() >= base + 2) {
        const Flat &a = hull[hull.size() - 2], &b = hull.back();
        if ((b.x - a.x) * (it->y - a.y) - (b.y - a.y) * (it->x - a.x) > 0) break;
        hull.pop_back();
      }
      hull.push_back(*it);
    }
    hull.pop_back();
  };
  walk(points.begin(), points.end());
  walk(points.rbegin(), points.rend());
  for (std::size_t i = 0; i < hull.size(); ++i) {
    list.lines.push_back({.a = contacts[hull[i].i].p_W,
                          .b = contacts[hull[(i + 1) % hull.size()].i].p_W,
                          .color = color,
                          .width = 2.2F,
                          .onTop = true});
  }
}

}  // namespace

bool usable(const dynamics::Contact& k) { return k.p_W.allFinite() && k.n_W.allFinite() && k.f_W.allFinite(); }

Color distinctColor(std::size_t index) {
  // Hues a golden angle apart; saturation and brightness take turns, so that neighbours in hue differ, too.
  const double hue = 6 * std::fmod(0.08 + 0.618033988749895 * static_cast<double>(index), 1.0);
  const double value = index % 2 == 0 ? 0.88 : 0.68, chroma = value * (index % 3 == 0 ? 0.80 : 0.62);
  const auto channel = [&](double shift) {
    const double h = std::fmod(hue + shift, 6.0);
    return static_cast<float>(value - chroma * std::clamp(std::min(h, 4 - h), 0.0, 1.0));
  };
  return {channel(5), channel(3), channel(1), 1};
}

void drawCones(const DrawContext& c, DrawList& list) {
  std::vector<const dynamics::Contact*> loaded;
  for (const dynamics::Contact& k : c.snapshot.contacts) {
    if (usable(k) && k.f_W.dot(k.n_W) > 0) loaded.push_back(&k);
  }
  const auto weaker = [](const dynamics::Contact* a, const dynamics::Contact* b) {
    return a->f_W.dot(a->n_W) > b->f_W.dot(b->n_W);
  };
  std::stable_sort(loaded.begin(), loaded.end(), weaker);
  const std::size_t count = std::min(loaded.size(), kMostCones);
  const double scale = metresPerNewton(c);
  const int sides = count > 150 ? 10 : 20;
  std::size_t sliding = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const dynamics::Contact& k = *loaded[i];
    const double normal = k.f_W.dot(k.n_W);
    if (normal < 1e-3 * loaded[0]->f_W.dot(loaded[0]->n_W)) break;
    const double mu = frictionOf(c, k);
    const bool slides = mu > 0 && (k.f_W - normal * k.n_W).norm() >= kSlidingShare * mu * normal;
    sliding += slides ? 1 : 0;
    const Color& color = slides ? kSliding : kSticking;
    const Vec3 center = k.p_W + scale * normal * k.n_W;
    const Vec3 u = across(k.n_W), v = k.n_W.cross(u);
    const auto rim = [&](int side) {
      const double t = 2 * kPi * side / sides;
      return Vec3(center + scale * mu * normal * (std::cos(t) * u + std::sin(t) * v));
    };
    for (int s = 0; s < sides; ++s) {
      list.lines.push_back({.a = rim(s), .b = rim(s + 1), .color = color, .width = 1.6F, .onTop = true});
      if (s % (sides / 5) != 0) continue;
      list.lines.push_back({.a = k.p_W, .b = rim(s), .color = color, .width = 1.0F, .onTop = true});
    }
  }
  const double newton = roundDown(kConeLegendShare * c.geometry.size / scale);
  c.explain(QT_TRANSLATE_NOOP("Overlays", "friction cones: half angle atan(mu), height the normal force, %1 = %2"),
            {quantityText(newton * scale, "m"), quantityText(newton, "N")});
  c.explain(QT_TRANSLATE_NOOP("Overlays", "teal: sticking; orange: sliding, %1 of %2"),
            {std::to_string(sliding), std::to_string(count)});
}

void drawPatches(const DrawContext& c, DrawList& list) {
  const auto pairs = byPair(c);
  std::size_t number = 0;
  for (const auto& [pair, members] : pairs) {
    double smaller = c.geometry.size;
    for (int body : {pair.first, pair.second}) {
      const double size = c.geometry.bounds_B[static_cast<std::size_t>(body)].size();
      if (size > 0) smaller = std::min(smaller, size);
    }
    for (const auto& patch : patchesOf(c.snapshot.contacts, members, smaller)) {
      const Color color = distinctColor(number++);
      drawRim(c.snapshot.contacts, patch, color, list);
      for (std::size_t i : patch) {
        list.points.push_back({.p = c.snapshot.contacts[i].p_W, .color = color, .size = 8, .onTop = true});
      }
    }
  }
  c.explain(QT_TRANSLATE_NOOP("Overlays", "contact patches: %1 of %2 pairs, a colour each"),
            {std::to_string(number), std::to_string(pairs.size())});
}

void drawTrails(const DrawContext& c, DrawList& list) {
  // The present ones are drawn last, over the old.
  std::vector<const dynamics::WorldSnapshot*> shown;
  for (const auto& past : c.options.past) {
    const double age = c.snapshot.time - past->time;
    if (age > 0 && age <= kTrailTime) shown.push_back(past.get());
  }
  std::stable_sort(shown.begin(), shown.end(), [](const auto* a, const auto* b) { return a->time < b->time; });
  shown.push_back(&c.snapshot);
  std::size_t total = 0;
  for (const auto* s : shown) total += s->contacts.size();
  const std::size_t every = 1 + total / kMostTrailPoints;
  std::size_t number = 0;
  for (const auto* s : shown) {
    const double age = c.snapshot.time - s->time;
    Color color = kTrail;
    color.a = static_cast<float>(1 - 0.9 * age / kTrailTime);
    for (const dynamics::Contact& k : s->contacts) {
      if (!usable(k) || number++ % every != 0) continue;
      Vec3 p = k.p_W;
      // The present contacts have been moved already.
      if (s != &c.snapshot && !c.options.explosion.empty()) p += c.options.explosion[static_cast<std::size_t>(k.bodyB)];
      list.points.push_back({.p = p, .color = color, .size = s == &c.snapshot ? 7.0F : 4.5F, .onTop = true});
    }
  }
  c.explain(QT_TRANSLATE_NOOP("Overlays", "violet: where contacts have been, fading over %1"),
            {quantityText(kTrailTime, "s")});
}

}  // namespace passung::app

// SPDX-License-Identifier: GPL-3.0-or-later
// What is measured at contacts: the gap as a number, and how fast the surfaces slip along each other.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "app/overlays/draw_context.h"

namespace passung::app {

namespace {

constexpr Color kOverlap = {0.80F, 0.10F, 0.16F, 1};
constexpr Color kSlipArrow = {0.72F, 0.36F, 0.02F, 1};
constexpr Color kUnloaded = {0.60F, 0.62F, 0.66F, 1};
constexpr std::size_t kMostNumbers = 1000;
constexpr double kSlipShare = 0.12;  // length of the fastest slip, in sizes of the scene
// Slower than this share of g dt, the speed that a fall gains in a step, is sticking: solvers let contacts creep.
constexpr double kStickShare = 1e-3;

// In micrometres, with three digits.
std::string micrometres(double gap) {
  const double value = 1e6 * gap, size = std::abs(value);
  std::array<char, 32> text{};
  const char* format = size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : size >= 0.1 || size == 0 ? "%.2f" : "%.1g";
  std::snprintf(text.data(), text.size(), format, value);
  return text.data();
}

// Of the body's material that is at a contact [m/s], W. Marks of a contact stand with its second part in an exploded
// view.
Vec3 velocityAt(const DrawContext& c, int body, const dynamics::Contact& k) {
  const auto b = static_cast<std::size_t>(body);
  if (c.snapshot.states.size() != c.scene.world.bodies.size()) return Vec3::Zero();
  const dynamics::BodyState& s = c.snapshot.states[b];
  Vec3 p = k.p_W;
  if (!c.options.explosion.empty())
    p += c.options.explosion[b] - c.options.explosion[static_cast<std::size_t>(k.bodyB)];
  return s.v_WC + s.w_WB.cross(p - c.pose(b) * c.geometry.com_B[b]);
}

}  // namespace

void drawGapValues(const DrawContext& c, DrawList& list) {
  std::vector<const dynamics::Contact*> contacts;
  for (const dynamics::Contact& k : c.snapshot.contacts) {
    if (usable(k) && std::isfinite(k.gap)) contacts.push_back(&k);
  }
  // The picture leaves out numbers that have no room, so what matters most comes first.
  std::stable_sort(contacts.begin(), contacts.end(), [](const auto* a, const auto* b) { return a->gap < b->gap; });
  if (contacts.size() > kMostNumbers) contacts.resize(kMostNumbers);
  for (const dynamics::Contact* k : contacts) {
    DrawText text;
    text.p = k->p_W;
    text.text = micrometres(k->gap);
    if (k->gap < 0) text.color = kOverlap;
    text.size = 12;
    text.yields = true;
    list.texts.push_back(std::move(text));
    list.points.push_back({.p = k->p_W, .color = k->gap < 0 ? kOverlap : kUnloaded, .size = 4, .onTop = true});
  }
  if (contacts.empty()) return c.explain(QT_TRANSLATE_NOOP("Overlays", "gaps at contacts: no contacts"));
  c.explain(QT_TRANSLATE_NOOP("Overlays",
                              "numbers: gap at the contact [\xC2\xB5m], red: overlap; the smallest (%1) where not all "
                              "have room"),
            {quantityText(contacts.front()->gap, "m")});
}

void drawSlip(const DrawContext& c, DrawList& list) {
  struct Slip {
    const dynamics::Contact* contact;
    Vec3 v_W;  // of B over A, along the surface
  };
  std::vector<Slip> slips;
  double fastest = 0;
  for (const dynamics::Contact& k : c.snapshot.contacts) {
    if (!usable(k)) continue;
    if (!(k.f_W.dot(k.n_W) > 0)) {
      list.points.push_back({.p = k.p_W, .color = kUnloaded, .size = 5, .onTop = true});
      continue;
    }
    const Vec3 v = velocityAt(c, k.bodyB, k) - velocityAt(c, k.bodyA, k);
    if (!v.allFinite()) continue;
    slips.push_back({&k, v - v.dot(k.n_W) * k.n_W});
    fastest = std::max(fastest, slips.back().v_W.norm());
  }
  const dynamics::WorldDef& world = c.scene.world;
  const double still = kStickShare * c.dt() * std::max(world.gravity.norm(), 1e-3 * c.geometry.size);
  const double full = roundUp(std::max(fastest, still));
  const double scale = roundDown(kSlipShare * c.geometry.size) / full;
  std::size_t sliding = 0;
  for (const Slip& s : slips) {
    const Vec3& p = s.contact->p_W;
    const bool slides = s.v_W.norm() > still;
    sliding += slides ? 1 : 0;
    if (slides && s.v_W.norm() > 1e-2 * full) list.arrows.push_back({p, p + scale * s.v_W, kSlipArrow, 2.2F, true});
    list.points.push_back({.p = p, .color = slides ? kSliding : kSticking, .size = 8, .onTop = true});
  }
  if (sliding > 0) {
    c.explain(QT_TRANSLATE_NOOP("Overlays", "brown arrows: slip velocity of B over A, %1 = %2"),
              {quantityText(full * scale, "m"), quantityText(full, "m/s")});
  }
  c.explain(
      QT_TRANSLATE_NOOP("Overlays", "orange points: sliding, %1 of %2; teal: sticking, slower than %3; grey: no force"),
      {std::to_string(sliding), std::to_string(slips.size()), quantityText(still, "m/s")});
}

}  // namespace passung::app

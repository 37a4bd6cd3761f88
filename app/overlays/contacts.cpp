// SPDX-License-Identifier: GPL-3.0-or-later
// Contacts as points, normals and force arrows.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "app/overlays/draw_context.h"

namespace passung::app {

namespace {

constexpr Color kTouching = {0.87F, 0.12F, 0.18F, 1};  // carries force
constexpr Color kNear = {0.98F, 0.80F, 0.20F, 1};      // within reach, no force yet
constexpr Color kNormal = {0.05F, 0.45F, 0.75F, 1};
constexpr Color kForce = {0.80F, 0.10F, 0.45F, 1};
constexpr double kNormalShare = 0.035;  // length of a normal, in sizes of the scene
constexpr double kForceShare = 0.17;    // length of the largest force, at most

}  // namespace

// It moves in steps of 1, 2, 5, so that arrows do not breathe, and is no smaller than a thousandth of the heaviest
// body's weight, so that noise stays small.
double fullForce(const DrawContext& c) {
  double most = 0;
  for (const dynamics::Contact& k : c.snapshot.contacts) {
    if (usable(k)) most = std::max(most, k.f_W.norm());
  }
  for (const dynamics::JointState& joint : c.snapshot.joints) {
    if (c.options.reactions && joint.f_W.allFinite()) most = std::max(most, joint.f_W.norm());
  }
  double weight = 0;
  for (double m : c.geometry.mass) weight = std::max(weight, m * c.scene.world.gravity.norm());
  return roundUp(std::max(most, 1e-3 * weight));
}

double metresPerNewton(const DrawContext& c) {
  return c.options.forceScale > 0 ? c.options.forceScale : roundDown(kForceShare * c.geometry.size) / fullForce(c);
}

double roundUp(double x) {
  if (!(x > 0) || !std::isfinite(x)) return 1;
  const double power = std::pow(10.0, std::floor(std::log10(x)));
  const double m = x / power * (1 - 1e-9);
  return power * (m <= 1 ? 1 : m <= 2 ? 2 : m <= 5 ? 5 : 10);
}

double roundDown(double x) {
  if (!(x > 0) || !std::isfinite(x)) return 1;
  const double up = roundUp(x);
  if (up <= x * (1 + 1e-9)) return up;
  const double mantissa = up / std::pow(10.0, std::floor(std::log10(up) + 1e-9));
  return mantissa > 4 ? up * 0.4 : up * 0.5;  // 5 -> 2, 2 -> 1, 10 -> 5
}

std::string quantityText(double value, const char* unit) {
  struct Prefix {
    double size;
    const char* name;
  };
  constexpr std::array<Prefix, 6> kPrefixes = {
      {{1e6, "M"}, {1e3, "k"}, {1, ""}, {1e-3, "m"}, {1e-6, "\xC2\xB5"}, {1e-9, "n"}}};
  const double size = std::abs(value) * (1 + 1e-9);
  Prefix p = kPrefixes.back();
  for (const Prefix& q : kPrefixes) {
    if (size >= q.size) {
      p = q;
      break;
    }
  }
  std::array<char, 48> text{};
  std::snprintf(text.data(), text.size(), "%.3g %s%s", value / p.size, p.name, unit);
  return text.data();
}

void drawContacts(const DrawContext& c, DrawList& list) {
  const std::size_t count = c.snapshot.contacts.size();
  const float size =
      std::clamp(7.0F * std::sqrt(30.0F / static_cast<float>(std::max<std::size_t>(count, 1))), 3.5F, 7.0F);
  for (const dynamics::Contact& k : c.snapshot.contacts) {
    if (usable(k)) list.points.push_back({k.p_W, k.f_W.norm() > 0 ? kTouching : kNear, size, true});
  }
  if (count > 0) {
    c.explain(QT_TRANSLATE_NOOP("Overlays", "contacts: %1 (red: with force)"), {std::to_string(count)});
  } else {
    c.explain(QT_TRANSLATE_NOOP("Overlays", "contacts: none"));
  }
}

void drawNormals(const DrawContext& c, DrawList& list) {
  const double length = kNormalShare * c.geometry.size;
  for (const dynamics::Contact& k : c.snapshot.contacts) {
    if (usable(k)) list.arrows.push_back({k.p_W, k.p_W + length * k.n_W, kNormal, 1.3F, true});
  }
  if (!c.snapshot.contacts.empty()) {
    c.explain(QT_TRANSLATE_NOOP("Overlays", "blue: normals, from A to B"));
  }
}

void drawForces(const DrawContext& c, DrawList& list) {
  const double full = fullForce(c);
  const double scale = metresPerNewton(c);
  // Many arrows are thinner, so that they can be told apart.
  const auto count = static_cast<float>(std::max<std::size_t>(c.snapshot.contacts.size(), 1));
  const float width = std::clamp(3.2F * std::sqrt(16.0F / count), 1.2F, 3.2F);
  bool any = false;
  for (const dynamics::Contact& k : c.snapshot.contacts) {
    if (!usable(k) || !(k.f_W.norm() > 0)) continue;
    // Less than a thousandth of the largest is a speck.
    if (k.f_W.norm() < 1e-3 * full) continue;
    list.arrows.push_back({k.p_W, k.p_W + scale * k.f_W, kForce, width, true});
    any = true;
  }
  if (any) {
    c.explain(QT_TRANSLATE_NOOP("Overlays", "magenta: forces on B, %1 = %2"),
              {quantityText(full * scale, "m"), quantityText(full, "N")});
  }
}

}  // namespace passung::app

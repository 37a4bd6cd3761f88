// SPDX-License-Identifier: GPL-3.0-or-later
// Marks at the bodies: centre of mass, velocity, name.
#include <algorithm>
#include <cmath>

#include "app/overlays/draw_context.h"

namespace passung::app {

namespace {

constexpr Color kCenter = {0.95F, 0.85F, 0.10F, 1};
constexpr Color kVelocity = {0.05F, 0.55F, 0.25F, 1};
constexpr double kCrossShare = 0.03;     // half length of the cross at a centre of mass, in sizes of the scene
constexpr double kVelocityShare = 0.25;  // length of an arrow at full speed

}  // namespace

void drawCentersOfMass(const DrawContext& c, DrawList& list) {
  for (std::size_t i = 0; i < c.scene.world.bodies.size(); ++i) {
    if (!c.moves(i)) continue;
    const Transform X_WB = c.pose(i);
    const Vec3 p = X_WB * c.geometry.com_B[i];
    for (int axis = 0; axis < 3; ++axis) {
      const Vec3 half = kCrossShare * c.geometry.size * X_WB.R().col(axis);
      list.lines.push_back({p - half, p + half, {0.1F, 0.1F, 0.1F, 1}, 1.5F, true});
    }
    list.points.push_back({p, kCenter, 9.0F, true});
  }
  c.explain(QT_TRANSLATE_NOOP("Overlays", "yellow: centres of mass"));
}

void drawVelocities(const DrawContext& c, DrawList& list) {
  const auto& states = c.snapshot.states;
  if (states.size() != c.scene.world.bodies.size()) return;
  // Full length at the speed of a fall through the scene; without gravity at the fastest body's.
  double full = std::sqrt(2 * c.scene.world.gravity.norm() * c.geometry.size);
  if (!(full > 0)) {
    for (const dynamics::BodyState& s : states) full = std::max(full, s.v_WC.norm());
  }
  full = roundUp(full);
  const double scale = roundDown(kVelocityShare * c.geometry.size) / full;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const Vec3& v = states[i].v_WC;
    if (!v.allFinite() || !(v.norm() > 1e-3 * full)) continue;
    const Vec3 p = c.pose(i) * c.geometry.com_B[i];
    list.arrows.push_back({p, p + scale * v, kVelocity, 3.0F, true});
  }
  c.explain(QT_TRANSLATE_NOOP("Overlays", "green arrows: velocity, %1 = %2"),
            {quantityText(full * scale, "m"), quantityText(full, "m/s")});
}

void drawLabels(const DrawContext& c, DrawList& list) {
  for (std::size_t i = 0; i < c.scene.world.bodies.size(); ++i) {
    if (c.geometry.bounds_B[i].empty()) continue;
    const Aabb box = transformed(c.geometry.bounds_B[i], c.pose(i));
    list.texts.push_back({Vec3(box.center().x(), box.center().y(), box.upper.z()), c.scene.world.bodies[i].name});
  }
}

}  // namespace passung::app

// SPDX-License-Identifier: GPL-3.0-or-later
// Marks at the joints: origin, axis, and the line between the two points of a distance or a spring.
#include <array>

#include "app/overlays/draw_context.h"

namespace passung::app {

namespace {

constexpr Color kOrigin = {0.10F, 0.65F, 0.75F, 1};
constexpr Color kAxis = {0.05F, 0.45F, 0.60F, 1};
constexpr double kAxisShare = 0.05;  // half length of an axis, in sizes of the scene

}  // namespace

JointFrames jointFrames(const DrawContext& c, const dynamics::JointDef& joint) {
  const auto pose = [&](int body) { return body < 0 ? Transform() : c.pose(static_cast<std::size_t>(body)); };
  return {pose(joint.to) * joint.X_AJ, pose(joint.body) * joint.X_BK};
}

void drawJoints(const DrawContext& c, DrawList& list) {
  using Kind = dynamics::JointDef::Kind;
  for (const dynamics::JointDef& joint : c.scene.world.joints) {
    const auto [X_WJ, X_WK] = jointFrames(c, joint);
    if (!isFinite(X_WJ) || !isFinite(X_WK)) continue;
    if (joint.kind == Kind::kDistance || joint.kind == Kind::kSpring) {
      list.lines.push_back({X_WJ.p, X_WK.p, kAxis, 2.0F, true});
      list.points.push_back({X_WJ.p, kOrigin, 8.0F, true});
    } else if (joint.hasCoordinate()) {
      const Vec3 half = kAxisShare * c.geometry.size * (X_WJ.q * Vec3::UnitZ());
      list.arrows.push_back({X_WK.p - half, X_WK.p + half, kAxis, 2.5F, true});
    }
    list.points.push_back({X_WK.p, kOrigin, 8.0F, true});
  }
  if (!c.scene.world.joints.empty()) c.explain(QT_TRANSLATE_NOOP("Overlays", "teal: joints and their axes"));
}

// Frame J on the one body, K on the other: where the joint is at its zero they coincide.
void drawJointFrames(const DrawContext& c, DrawList& list) {
  constexpr std::array<Color, 3> kAxes = {Color{0.86F, 0.22F, 0.22F, 1}, Color{0.22F, 0.62F, 0.25F, 1},
                                          Color{0.20F, 0.42F, 0.88F, 1}};
  const auto frame = [&](const Transform& X, double length, float width) {
    if (!isFinite(X)) return;
    for (int i = 0; i < 3; ++i) {
      const Vec3 tip = X.p + length * c.geometry.size * (X.q * Vec3::Unit(i));
      list.arrows.push_back({X.p, tip, kAxes[static_cast<std::size_t>(i)], width, true});
    }
  };
  for (const dynamics::JointDef& joint : c.scene.world.joints) {
    const auto [X_WJ, X_WK] = jointFrames(c, joint);
    frame(X_WJ, 0.07, 1.6F);
    frame(X_WK, 0.045, 3.2F);
  }
  c.explain(QT_TRANSLATE_NOOP(
      "Overlays", "red, green, blue: x, y, z of the joints' frames; thin: on the first part, thick: on the second"));
}

}  // namespace passung::app

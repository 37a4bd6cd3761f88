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

void drawJoints(const DrawContext& c, DrawList& list) {
  using Kind = dynamics::JointDef::Kind;
  const auto pose = [&](int body) { return body < 0 ? Transform() : c.pose(static_cast<std::size_t>(body)); };
  for (const dynamics::JointDef& joint : c.scene.world.joints) {
    const Transform X_WJ = pose(joint.to) * joint.X_AJ, X_WK = pose(joint.body) * joint.X_BK;
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
  if (!c.scene.world.joints.empty()) c.legend->emplace_back("teal: joints and their axes");
}

// Frame J on the one body, K on the other: where the joint is at its zero they coincide.
void drawJointFrames(const DrawContext& c, DrawList& list) {
  constexpr std::array<Color, 3> kAxes = {Color{0.86F, 0.22F, 0.22F, 1}, Color{0.22F, 0.62F, 0.25F, 1},
                                          Color{0.20F, 0.42F, 0.88F, 1}};
  const auto pose = [&](int body) { return body < 0 ? Transform() : c.pose(static_cast<std::size_t>(body)); };
  const auto frame = [&](const Transform& X, double length, float width) {
    if (!isFinite(X)) return;
    for (int i = 0; i < 3; ++i) {
      const Vec3 tip = X.p + length * c.geometry.size * (X.q * Vec3::Unit(i));
      list.arrows.push_back({X.p, tip, kAxes[static_cast<std::size_t>(i)], width, true});
    }
  };
  for (const dynamics::JointDef& joint : c.scene.world.joints) {
    frame(pose(joint.to) * joint.X_AJ, 0.07, 1.6F);
    frame(pose(joint.body) * joint.X_BK, 0.045, 3.2F);
  }
  c.legend->emplace_back(
      "red, green, blue: x, y, z of the joints' frames; thin: on the first part, thick: on the second");
}

}  // namespace passung::app

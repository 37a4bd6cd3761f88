// SPDX-License-Identifier: GPL-3.0-or-later
// Marks at the joints: origin, axis, and the line between the two points of a distance or a spring.
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

}  // namespace passung::app

// SPDX-License-Identifier: GPL-3.0-or-later
// How bodies turn: the ellipsoid of inertia and the angular velocity.
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "app/overlays/draw_context.h"

namespace passung::app {

namespace {

constexpr Color kEllipsoid = {0.22F, 0.45F, 0.95F, 1};
constexpr Color kSpin = {0.60F, 0.20F, 0.75F, 1};
constexpr double kSpinShare = 0.2;  // length of the fastest body's arrow, at most, in sizes of the scene
constexpr int kSides = 40;          // of an ellipse

}  // namespace

// The solid ellipsoid of even density that has the body's mass and principal moments: a_i^2 = 5 (I_j + I_k - I_i) / (2
// m).
void drawInertia(const DrawContext& c, DrawList& list) {
  for (std::size_t i = 0; i < c.geometry.inertia_B.size(); ++i) {
    const double mass = c.geometry.mass[i];
    if (!c.moves(i) || !(mass > 0) || !c.geometry.inertia_B[i].allFinite()) continue;
    const Eigen::SelfAdjointEigenSolver<Mat3> principal(c.geometry.inertia_B[i]);
    const Transform X_WB = c.pose(i);
    const Vec3 center = X_WB * c.geometry.com_B[i];
    const Mat3 axes = X_WB.R() * principal.eigenvectors();
    Vec3 half;
    for (int k = 0; k < 3; ++k) {
      const Vec3& m = principal.eigenvalues();
      half[k] = std::sqrt(std::max(0.0, 2.5 * (m.sum() - 2 * m[k]) / mass));
    }
    for (int k = 0; k < 3; ++k) {
      const Vec3 u = half[k] * axes.col(k), v = half[(k + 1) % 3] * axes.col((k + 1) % 3);
      const auto at = [&](int side) {
        const double t = 2 * kPi * side / kSides;
        return Vec3(center + std::cos(t) * u + std::sin(t) * v);
      };
      for (int s = 0; s < kSides; ++s) {
        list.lines.push_back({.a = at(s), .b = at(s + 1), .color = kEllipsoid, .width = 1.8F, .onTop = true});
      }
      list.lines.push_back({.a = center - u, .b = center + u, .color = kEllipsoid, .width = 1.0F, .onTop = true});
    }
  }
  c.explain(
      QT_TRANSLATE_NOOP("Overlays", "blue: solid ellipsoids of the same mass and inertia, with the principal axes"));
}

void drawSpins(const DrawContext& c, DrawList& list) {
  const auto& states = c.snapshot.states;
  if (states.size() != c.scene.world.bodies.size()) return;
  double fastest = 0;
  for (const dynamics::BodyState& s : states) {
    if (s.w_WB.allFinite()) fastest = std::max(fastest, s.w_WB.norm());
  }
  if (!(fastest > 1e-9)) {
    return c.explain(QT_TRANSLATE_NOOP("Overlays", "purple arrows: angular velocity (nothing turns)"));
  }
  const double full = roundUp(fastest);
  const double scale = roundDown(kSpinShare * c.geometry.size) / full;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const Vec3& w = states[i].w_WB;
    if (!w.allFinite() || !(w.norm() > 1e-3 * full)) continue;
    const Vec3 p = c.pose(i) * c.geometry.com_B[i];
    list.arrows.push_back({p, p + scale * w, kSpin, 3.0F, true});
  }
  c.explain(QT_TRANSLATE_NOOP("Overlays", "purple arrows: angular velocity about the arrow, %1 = %2"),
            {quantityText(full * scale, "m"), quantityText(full, "rad/s")});
}

}  // namespace passung::app

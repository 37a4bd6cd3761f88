// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/view_tool.h"

#include <cmath>
#include <limits>

namespace passung::app {

std::optional<Eigen::Vector2d> ViewPoint::pixelOf(const Vec3& p_W) const {
  const double depth = camera->depthOf(p_W);
  if (!camera->orthographic() && !(depth > 0)) return {};
  const double scale = camera->metersPerPixel(depth, height);
  const Vec3 d = p_W - camera->eye();
  // Pixels are counted by their corners, rays go through their middles.
  return Eigen::Vector2d(0.5 * width + camera->right().dot(d) / scale - 0.5,
                         0.5 * height - camera->up().dot(d) / scale - 0.5);
}

double ViewPoint::pixelsFrom(const Vec3& p_W) const {
  const auto pixel = pixelOf(p_W);
  return pixel ? std::hypot(pixel->x() - x, pixel->y() - y) : std::numeric_limits<double>::infinity();
}

}  // namespace passung::app

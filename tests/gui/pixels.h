// SPDX-License-Identifier: GPL-3.0-or-later
// Where a point of the world is seen in a view.
#pragma once

#include <QPoint>
#include <cmath>

#include "app/window/main_window.h"

namespace passung::test {

// In the first view of the window, with a camera in perspective.
inline QPoint pixelOf(app::MainWindow& window, const Vec3& p) {
  const render::View v = window.cameraRig().camera().view();
  const Vec3 d = (v.target - v.eye).normalized();
  const Vec3 r = d.cross(v.up).normalized();
  const Vec3 u = r.cross(d);
  const Vec3 c = p - v.eye;
  const int w = window.view(0).width(), h = window.view(0).height();
  const double scale = 0.5 * h / std::tan(0.5 * v.fovY) / c.dot(d);
  return {static_cast<int>(0.5 * w + scale * c.dot(r)), static_cast<int>(0.5 * h - scale * c.dot(u))};
}

}  // namespace passung::test

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/camera_rig.h"

#include <algorithm>

namespace passung::app {

namespace {
constexpr double kChange = 0.22;  // [s]
}

void CameraRig::set(const Camera& camera) {
  moving_ = false;
  camera_ = camera;
  emit changed();
}

void CameraRig::moveTo(const Camera& camera) {
  if (!smooth_) return set(camera);
  start_ = camera_;
  goal_ = camera;
  moving_ = true;
  clock_.start();
}

void CameraRig::tick() {
  if (!moving_) return;
  const double t = std::min(1.0, static_cast<double>(clock_.elapsed()) * 1e-3 / kChange);
  camera_ = Camera::between(start_, goal_, t * t * (3 - 2 * t));
  moving_ = t < 1;
  emit changed();
}

}  // namespace passung::app

// SPDX-License-Identifier: Apache-2.0
#include "scenes/description/camera_fit.h"

#include <cmath>

namespace passung::scenes {

Camera fittedCamera(const dynamics::WorldDef& world) {
  Aabb box;
  for (const auto& body : world.bodies) {
    const Aabb local = dynamics::localBounds(body);
    if (!local.empty() && local.extent().allFinite()) box.add(transformed(local, body.X_WB));
  }
  Camera camera;
  if (box.empty() || !(box.size() > 0)) return camera;
  // The sphere round the box fills nine tenths of the view.
  const double distance = 0.5 * box.size() / (0.9 * std::sin(0.5 * camera.fovDegrees * kPi / 180));
  camera.target = box.center();
  camera.eye = box.center() + distance * Vec3(0.55, -0.75, 0.45).normalized();
  return camera;
}

}  // namespace passung::scenes

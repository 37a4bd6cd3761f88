// SPDX-License-Identifier: GPL-3.0-or-later
// What lies under the cursor.
#pragma once

#include <cstdint>
#include <optional>

#include "app/window/camera.h"
#include "core/draw_list.h"

namespace passung::app {

struct RayHit {
  std::uint32_t pickId = 0;
  Vec3 p = Vec3::Zero();  // [m], W
  double distance = 0;    // from the ray's origin [m]
};

// The nearest triangle of all meshes, from either side. Every triangle of each mesh whose box the ray meets is tried
// (Moeller & Trumbore 1997): some ms for a million, paid once a click or wheel notch.
[[nodiscard]] std::optional<RayHit> castRay(const DrawList& list, const Ray& ray);

}  // namespace passung::app

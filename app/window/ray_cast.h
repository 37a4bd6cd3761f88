// SPDX-License-Identifier: GPL-3.0-or-later
// What lies under the cursor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "app/window/camera.h"
#include "core/draw_list.h"

namespace passung::app {

struct RayHit {
  std::uint32_t pickId = 0;
  Vec3 p = Vec3::Zero();  // [m], W
  double distance = 0;    // from the ray's origin [m]
  std::size_t mesh = 0;   // index in DrawList::meshes
  int triangle = -1;      // of it; -1: the face that the section cuts
};

// The nearest triangle of all meshes, from either side; what the section takes away is not there, and the faces that it
// cuts are. Every triangle of each mesh whose box the ray meets is tried (Moeller & Trumbore 1997): some ms for a
// million, paid once a click or wheel notch.
[[nodiscard]] std::optional<RayHit> castRay(const DrawList& list, const Ray& ray);

// The unit normal of the surface that was hit, to the side that the ray comes from.
[[nodiscard]] Vec3 normalAt(const DrawList& list, const RayHit& hit, const Ray& ray);

}  // namespace passung::app

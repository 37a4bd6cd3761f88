// SPDX-License-Identifier: GPL-3.0-or-later
// A large scene to measure pictures with.
#pragma once

#include "core/draw_list.h"

namespace passung::app {

// Ten rings of about so many triangles together, in two rows, each with a mesh of its own, as parts of an assembly
// have.
[[nodiscard]] DrawList ringScene(int triangles);
// The bounds [m] and the triangles of all meshes.
struct DrawnSize {
  Aabb box;
  std::size_t triangles = 0;
};
[[nodiscard]] DrawnSize drawnSize(const DrawList& list);

}  // namespace passung::app

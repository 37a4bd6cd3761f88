// SPDX-License-Identifier: Apache-2.0
// Problem:  close a surface whose open edges run round holes, so that it bounds a solid.
// Method:   open edges are chained into loops; each loop is triangulated in its mean plane (Newell), without new
//           points. Faces of the filling run against those beside them, so the surface stays oriented.
// Cost:     linear in the open edges, and the triangulation of each loop, up to the cube of its corners.
// Failure:  a loop that meets another one in a corner, whose outline crosses itself in the mean plane, or that has more
//           than 2000 corners, stays open. A hole in a curved face is closed flat; two shells that belong together are
//           closed each for itself.
#pragma once

#include <memory>

#include "core/triangle_mesh.h"

namespace passung::scenes {

// The same mesh where there is nothing to fill.
[[nodiscard]] std::shared_ptr<const TriangleMesh> withHolesFilled(const std::shared_ptr<const TriangleMesh>& mesh);

}  // namespace passung::scenes

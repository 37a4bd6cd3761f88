// SPDX-License-Identifier: Apache-2.0
// Simple shapes in place of a mesh, for parts of which only the outline matters.
//
// Method: the bounding box of the mesh in its own frame; the cylinder of that box's most nearly round axis; the sphere
//   about its middle. All contain the mesh, and none is the smallest that does.
// Deviations: a cylinder collides as a prism inside its radius, so its radius is that of the prism around the mesh.
#pragma once

#include <string>

#include "collision/shapes/shape.h"

namespace passung::scenes {

// What `as` of a mesh or generated shape can be: "box", "cylinder" or "sphere". The collider lies on the body as the
// mesh at X_BG does.
[[nodiscard]] collision::Collider coarseShape(const TriangleMesh& mesh, const Transform& X_BG, const std::string& as);

}  // namespace passung::scenes

// SPDX-License-Identifier: Apache-2.0
// Problem: a mesh that stands for a curved surface lies beside it. By how much, where only the mesh is known?
// Method: an arc cut into facets of width w that turn by an angle t from one to the next bulges over each facet by
//   (w / 2) tan(t / 4), exactly. Every edge whose faces turn by a small angle counts as such a joint, w being the
//   smaller height of its two triangles over it. Sharp edges and flat joints count nothing, so a box has no error.
// Cost: O(edges).
// Failure modes: a true edge of a small angle (a draft of some degrees between two wide faces) is taken for a curve.
// The
//   cap limits that: no result is above kChordCap of the mesh's size, the default bound of the importer's tessellation.
#pragma once

#include "core/triangle_mesh.h"

namespace passung::collision {

inline constexpr double kSmoothAngle = 0.4;  // [rad] a larger angle between two faces is an edge of the part itself
inline constexpr double kChordCap = 5e-4;    // as a share of the size (bounding box diagonal)

// The largest distance between the facets and the smooth surface they stand for [m]; 0 where nothing is curved.
[[nodiscard]] double chordError(const TriangleMesh& mesh);

}  // namespace passung::collision

// SPDX-License-Identifier: Apache-2.0
// Does a mesh pass through itself?
#pragma once

#include "core/triangle_mesh.h"

namespace passung::collision {

// True when two triangles without a common vertex cross. Touching does not count. Exact in the sense of
// exact_triangle.h. Cost: building a hierarchy, then the pairs of triangles whose boxes overlap.
[[nodiscard]] bool selfIntersects(const TriangleMesh& mesh);

}  // namespace passung::collision

// SPDX-License-Identifier: Apache-2.0
// Approximate convex decomposition of a mesh, as Bullet's users prepare concave moving parts.
#pragma once

#include <memory>
#include <vector>

#include "core/triangle_mesh.h"

namespace passung::dynamics {

// The corners of one convex piece, in the frame of the mesh [m].
using ConvexPiece = std::vector<Vec3>;

// Convex pieces whose union approximates the solid of the mesh. A convex mesh gives one piece. Results are kept for as
// long as the mesh lives and shared between engines of one process. May be called from any thread.
[[nodiscard]] std::shared_ptr<const std::vector<ConvexPiece>> convexPieces(
    const std::shared_ptr<const TriangleMesh>& mesh);

}  // namespace passung::dynamics

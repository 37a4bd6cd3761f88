// SPDX-License-Identifier: Apache-2.0
// Problem: groups of faces without a look at their shape, fast.
// Method: the inner nodes of a hierarchy of boxes (collision/bvh, split by the surface-area heuristic) below which
// there
//   are at most `most` faces for the first time on the way down. So the level adapts: heavy subtrees are cut lower.
// Cost: that of building the hierarchy, n log n.
// Failure modes: the heuristic likes uneven splits, so that some groups are small; balancing joins them.
#pragma once

#include "gpu/conglomerates/face_graph.h"

namespace passung::gpu {

[[nodiscard]] FaceGroups hierarchyGroups(const TriangleMesh& mesh, int most);

}  // namespace passung::gpu

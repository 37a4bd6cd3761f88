// SPDX-License-Identifier: Apache-2.0
// Problem: groups of faces of any size become conglomerates within limits.
// Method: what is larger than `most` is halved across the longest axis of the box of its faces' centres, again and
//   again. Then, in rounds, each group smaller than `least` joins the neighbour with which it shares most edge length
//   and fits; else the one with which it shares most; else, having no neighbour, the group of the nearest face. What
//   thereby grew too large is halved.
// Why it ends within the limits: a group that is halved has more than `most` faces, so its halves have at least
//   (most + 1) / 2 >= least. Each round joins every small group with another, so their number at least halves.
// Cost: n log n a round, at most log n rounds.
// Failure modes: scattered small groups join what is nearest, however far that is.
#pragma once

#include "gpu/conglomerates/face_graph.h"
#include "gpu/conglomerates/partition.h"

namespace passung::gpu {

// Preconditions: each face of the mesh is in exactly one group; most >= 2 least - 1. Groups may be empty.
[[nodiscard]] Partition balanced(const TriangleMesh& mesh, const FaceGraph& graph, FaceGroups groups,
                                 const PartitionLimits& limits);

}  // namespace passung::gpu

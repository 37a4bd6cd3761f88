// SPDX-License-Identifier: Apache-2.0
// Problem: groups of faces for parts that are regular in some places and free in others.
// Method: first the planes, spheres, cylinders and cones that RANSAC finds; of the rest, the approximately convex
//   patches of `least` faces or more; what is left, as it hangs together, in plain boxes. (A chain of partitioners,
//   each for what the one before it left, is proposed but not measured in the work on conglomerates that this follows.)
// Cost: that of its stages.
// Failure modes: those of its stages; shapes come first, so that patches cannot cross their borders.
#pragma once

#include "gpu/conglomerates/face_graph.h"
#include "gpu/conglomerates/partition.h"

namespace passung::gpu {

[[nodiscard]] FaceGroups chainGroups(const TriangleMesh& mesh, const FaceGraph& graph, const PartitionLimits& limits);

}  // namespace passung::gpu

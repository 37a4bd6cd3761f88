// SPDX-License-Identifier: Apache-2.0
// Problem: groups of faces that lie apart from each other: pieces of a part, or parts of an assembly in one mesh.
// Method: Euclidean cluster extraction (R. B. Rusu, "Semantic 3D Object Maps for Everyday Manipulation in Human Living
//   Environments", thesis, TU Munich, 2009, chapter 6): from a face not yet taken, flood to every face with a sample
//   within a distance, again and again. Samples are the corners and the centre of each face. They hang in a hierarchy
//   of boxes whose nodes count what is left, so that no sample is found twice.
// Cost: n log n.
// Failure modes: faces larger than the distance whose insides pass near each other, far from corners and centres, count
//   as apart. A part in one piece is one cluster, which balancing halves without a look at its shape.
#pragma once

#include "gpu/conglomerates/face_graph.h"

namespace passung::gpu {

struct EuclideanSettings {
  // Faces nearer than this share of the mesh's diagonal are one cluster. Too large: boxes span gaps.
  double distance = 0.01;
};

[[nodiscard]] FaceGroups euclideanGroups(const TriangleMesh& mesh, const FaceGraph& graph,
                                         const EuclideanSettings& settings = {});

}  // namespace passung::gpu

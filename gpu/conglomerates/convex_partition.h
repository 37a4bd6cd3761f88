// SPDX-License-Identifier: Apache-2.0
// Problem: groups of faces that lie on nearly convex patches, so that a box round each encloses little else.
// Method: hierarchical approximate convex decomposition on the dual graph (K. Mamou and F. Ghorbel, "A simple and
//   efficient approach for 3D mesh approximate convex decomposition", ICIP 2009): each face is a patch; of all pairs of
//   neighbouring patches the one of least cost is joined, until no pair is allowed. The cost of a joined patch S is
//     E(S) = C(S) / D + alpha E_shape(S),   E_shape = perimeter^2 / (4 pi area),   alpha = eps / (10 D),
//   D the diagonal of the mesh's bounds, C the largest way from a vertex of S along its normal to the hull of S.
//   Compact patches form first; later concavity decides.
// Deviations: a pair whose patch would have more than `most` faces, or a concavity of eps or more, is never joined; the
//   others go on, where the paper stops at the first one. Of equal costs the pair of fewer faces comes first. C is
//   taken from the centres of faces as well: the rays of a narrow strip's vertices leave its hull sideways, and a strip
//   across a hollow would count as convex. The patches themselves are the groups: no face has to be assigned to a
//   volume afterwards.
// Cost: a hull is made only for pairs that reach the head of the queue: a lower bound, the larger of the two patches'
//   concavities (a hull only grows) with the exact shape term, stands in until then. About n log n queue operations,
//   and for each face a few hulls of at most `most` faces.
// Failure modes: patches end at the borders of connected pieces; single faces of a soup stay alone (balancing joins
//   them). Where normals do not point outwards, hollows count as concave from the wrong side.
#pragma once

#include <span>

#include "gpu/conglomerates/face_graph.h"

namespace passung::gpu {

struct ConvexSettings {
  // eps as a share of the mesh's diagonal. Too large: boxes span hollows, and many pairs of them are near for nothing.
  // Too small: patches stay below the wanted size, and balancing joins them by size alone.
  double concavity = 0.01;
};

// Groups of the given faces, with at most `most` in each.
[[nodiscard]] FaceGroups convexGroups(const TriangleMesh& mesh, const FaceGraph& graph, std::span<const int> faces,
                                      int most, const ConvexSettings& settings = {});

// Largest way [m] from a corner of the faces along the mesh's normal there, or from the centre of a face along its
// normal, to the convex hull of the faces; 0 where they are flat or convex outwards.
[[nodiscard]] double concavityOf(const TriangleMesh& mesh, const FaceGraph& graph, std::span<const int> faces);

}  // namespace passung::gpu

// SPDX-License-Identifier: Apache-2.0
// Problem: which of the candidates that a filter or a hierarchy found are within the distance. The last stage of all of
//   them, so that they agree to the bit.
// Method: corners of B are rounded once into the frame of A; candidates whose boxes are clearly farther are left out,
//   the others get the distance of the two triangles, by the function that a device runs (triangle_distance.h). Pairs
//   that it leaves undecided, since they touch or nearly do, are decided by the exact predicates: meeting is decided
//   exactly where the computed distance of corners and edges is not zero. A computed 0 counts as meeting without the
//   predicates being asked; the true distance is below rounding then.
// Cost: some ten operations where boxes are apart, else about a microsecond.
// Failure modes: none; triangles may be degenerate.
#pragma once

#include <span>
#include <vector>

#include "core/jobs.h"
#include "core/triangle_mesh.h"
#include "gpu/kernels/face_search.h"
#include "gpu/kernels/placed_pair.h"

namespace passung::gpu {

struct FaceContact {
  FacePair pair;
  double squared = 0;  // squared distance [m^2], of corners of B rounded into the frame of A; 0: the faces meet,
                       // or their distance is below rounding
};

// Two meshes, B placed in the frame of A.
struct PlacedMeshes {
  const TriangleMesh* a = nullptr;
  const TriangleMesh* b = nullptr;
  Mat3 R_AB = Mat3::Identity();
  Vec3 p_AB = Vec3::Zero();
  double distance = 0;   // [m]
  double tolerance = 0;  // bounds the rounding of a coordinate in the frame of A [m]
};

[[nodiscard]] ExactPlacement exactPlacement(const PlacedMeshes& meshes);

// The squared distance [m^2] of two faces that are within the distance; infinity of others.
[[nodiscard]] double squaredWithin(const PlacedMeshes& meshes, int faceA, int faceB);

// Those of the candidates that are within the distance, in their order. Candidates index `objects`; `slice` of them are
// one job. squared: scratch. Throws InputError for 2^31 candidates and more. Returns how many the exact predicates had
// to decide.
long long exactContacts(std::span<const FacePair> candidates, std::span<const PlacedMeshes> objects, int slice,
                        Jobs& jobs, std::vector<double>& squared, std::vector<FaceContact>& contacts);

}  // namespace passung::gpu

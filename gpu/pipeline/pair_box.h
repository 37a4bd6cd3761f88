// SPDX-License-Identifier: Apache-2.0
// The boxes by which pairs of conglomerates are told apart before anything finer. Any box that holds its faces will do;
// the tighter it is, the fewer pairs are searched for nothing.
#pragma once

#include <span>
#include <vector>

#include "core/triangle_mesh.h"

namespace passung::gpu {

// The points with |p_X| <= half per axis, X a frame at the middle of the box; M is the frame of the mesh.
struct PairBox {
  Transform X_MX;
  Vec3 half = Vec3::Zero();  // [m]
};

struct PairBoxes {
  std::vector<PairBox> boxes;  // one a conglomerate
  PairBox whole;               // round all of them
};

// Boxes along the axes of the mesh. firsts, faces: see ConglomerateModel.
[[nodiscard]] PairBoxes axisBoxes(const TriangleMesh& mesh, std::span<const int> firsts, std::span<const int> faces);

// False only if the boxes are more than `distance` [m] apart when B is placed at X_AB.
[[nodiscard]] bool boxesNear(const PairBox& a, const PairBox& b, const Transform& X_AB, double distance);

}  // namespace passung::gpu

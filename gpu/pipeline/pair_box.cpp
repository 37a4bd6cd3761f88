// SPDX-License-Identifier: Apache-2.0
#include "gpu/pipeline/pair_box.h"

#include "collision/bvh/bvh.h"

namespace passung::gpu {
namespace {

// Padded by the rounding of middle and half side.
PairBox boxOf(const Aabb& box) {
  if (box.empty()) return {};
  const Vec3 middle = box.center();
  return {{Quat::Identity(), middle}, 0.5 * box.extent() + 4e-16 * (middle.cwiseAbs() + box.extent())};
}

}  // namespace

PairBoxes axisBoxes(const TriangleMesh& mesh, std::span<const int> firsts, std::span<const int> faces) {
  PairBoxes result;
  Aabb all;
  for (std::size_t c = 0; c + 1 < firsts.size(); ++c) {
    Aabb box;
    for (int k = firsts[c]; k < firsts[c + 1]; ++k) {
      for (const int v : mesh.triangles()[static_cast<std::size_t>(faces[static_cast<std::size_t>(k)])])
        box.add(mesh.vertices()[static_cast<std::size_t>(v)]);
    }
    result.boxes.push_back(boxOf(box));
    all.add(box);
  }
  result.whole = boxOf(all);
  return result;
}

bool boxesNear(const PairBox& a, const PairBox& b, const Transform& X_AB, double distance) {
  // The middles alone tell most pairs apart. Rounding: 1e-15 of the largest coordinate.
  const Vec3 b_A = X_AB * b.X_MX.p;
  const double reach = a.X_MX.p.norm() + b.X_MX.p.norm() + X_AB.p.norm() + a.half.norm() + b.half.norm();
  const double within = a.half.norm() + b.half.norm() + distance + 1e-14 * reach;
  if ((b_A - a.X_MX.p).squaredNorm() > within * within) return false;
  const collision::BoxPairTest test(a.X_MX.inverse() * X_AB * b.X_MX, distance, reach);
  return test.near({-a.half, a.half}, {-b.half, b.half});
}

}  // namespace passung::gpu

// SPDX-License-Identifier: Apache-2.0
#include "gpu/pipeline/exact_pairs.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "collision/queries/mesh_distance.h"

namespace passung::gpu {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

collision::Corners cornersOf(const TriangleMesh& mesh, int face) {
  const Triangle& t = mesh.triangles()[static_cast<std::size_t>(face)];
  const std::span<const Vec3> v = mesh.vertices();
  return {v[static_cast<std::size_t>(t[0])], v[static_cast<std::size_t>(t[1])], v[static_cast<std::size_t>(t[2])]};
}

Aabb boxOf(const collision::Corners& t) {
  Aabb box;
  for (const Vec3& p : t) box.add(p);
  return box;
}

}  // namespace

double squaredWithin(const PlacedMeshes& meshes, int faceA, int faceB) {
  const collision::Corners a = cornersOf(*meshes.a, faceA);
  collision::Corners b = cornersOf(*meshes.b, faceB);
  for (Vec3& q : b) q = meshes.R_AB * q + meshes.p_AB;

  // Boxes tell most candidates apart; only those that are clearly farther are left out.
  const double clearly = meshes.distance + meshes.tolerance;
  if (boxOf(a).squaredDistance(boxOf(b)) > clearly * clearly) return kInf;
  return collision::closestTriangles(a, b, std::nextafter(meshes.distance * meshes.distance, kInf)).squared;
}

void exactContacts(std::span<const FacePair> candidates, std::span<const PlacedMeshes> objects, int slice, Jobs& jobs,
                   std::vector<double>& squared, std::vector<FaceContact>& contacts) {
  const auto count = static_cast<int>(candidates.size());
  squared.resize(candidates.size());
  jobs.parallelFor((count + slice - 1) / slice, [&](int k) {
    const int end = std::min(count, (k + 1) * slice);
    for (int i = k * slice; i < end; ++i) {
      const FacePair& p = candidates[static_cast<std::size_t>(i)];
      squared[static_cast<std::size_t>(i)] =
          squaredWithin(objects[static_cast<std::size_t>(p.object)], p.faceA, p.faceB);
    }
  });
  contacts.clear();
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (squared[i] < kInf) contacts.push_back({candidates[i], squared[i]});
  }
}

}  // namespace passung::gpu

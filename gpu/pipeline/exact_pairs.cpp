// SPDX-License-Identifier: Apache-2.0
#include "gpu/pipeline/exact_pairs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "collision/queries/mesh_distance.h"
#include "gpu/pipeline/growing_buffer.h"

namespace passung::gpu {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

TriangleCorners cornersOf(const TriangleMesh& mesh, int face) {
  const Triangle& t = mesh.triangles()[static_cast<std::size_t>(face)];
  const auto vertex = [&](int i) {
    const Vec3& p = mesh.vertices()[static_cast<std::size_t>(i)];
    return Double3{p.x(), p.y(), p.z()};
  };
  return {{vertex(t[0]), vertex(t[1]), vertex(t[2])}};
}

collision::Corners exactCorners(const TriangleCorners& t) {
  const auto corner = [&](int k) { return Vec3(t.v[k].x, t.v[k].y, t.v[k].z); };
  return {corner(0), corner(1), corner(2)};
}

// The squared distance or infinity; counts when the exact predicates are asked.
double squaredOf(const ExactPlacement& placement, const TriangleCorners& a, const TriangleCorners& b_B,
                 long long& undecided) {
  const FilteredDistance d = testFaces(placement, a, b_B);
  if (d.nearness == Nearness::kNear) return d.squared;
  if (d.nearness == Nearness::kFarther) return kInf;
  ++undecided;
  TriangleCorners b = b_B;
  for (Double3& q : b.v) q = placed(placement.X_AB, q);
  return collision::closestTriangles(exactCorners(a), exactCorners(b), placement.limitSquared).squared;
}

}  // namespace

ExactPlacement exactPlacement(const PlacedMeshes& meshes) {
  ExactPlacement e{};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) e.X_AB.R[3 * i + j] = meshes.R_AB(i, j);
    e.X_AB.p[i] = meshes.p_AB[i];
  }
  const double clearly = meshes.distance + meshes.tolerance;
  e.limitSquared = std::nextafter(meshes.distance * meshes.distance, kInf);
  e.clearlySquared = clearly * clearly;
  return e;
}

double squaredWithin(const PlacedMeshes& meshes, int faceA, int faceB) {
  long long undecided = 0;
  return squaredOf(exactPlacement(meshes), cornersOf(*meshes.a, faceA), cornersOf(*meshes.b, faceB), undecided);
}

long long exactContacts(std::span<const FacePair> candidates, std::span<const PlacedMeshes> objects, int slice,
                        Jobs& jobs, std::vector<double>& squared, std::vector<FaceContact>& contacts) {
  checkItemCount(candidates.size(), "candidates");
  std::vector<ExactPlacement> placements;
  for (const PlacedMeshes& o : objects) placements.push_back(exactPlacement(o));
  const auto count = static_cast<int>(candidates.size());
  squared.resize(candidates.size());
  std::vector<long long> undecided(static_cast<std::size_t>((static_cast<long long>(count) + slice - 1) / slice), 0);
  jobs.parallelFor(static_cast<int>(undecided.size()), [&](int k) {
    const long long first = static_cast<long long>(k) * slice;
    const auto end = static_cast<int>(std::min<long long>(count, first + slice));
    for (auto i = static_cast<int>(first); i < end; ++i) {
      const FacePair& p = candidates[static_cast<std::size_t>(i)];
      const auto o = static_cast<std::size_t>(p.object);
      squared[static_cast<std::size_t>(i)] =
          squaredOf(placements[o], cornersOf(*objects[o].a, p.faceA), cornersOf(*objects[o].b, p.faceB),
                    undecided[static_cast<std::size_t>(k)]);
    }
  });
  contacts.clear();
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (squared[i] < kInf) contacts.push_back({candidates[i], squared[i]});
  }
  return std::accumulate(undecided.begin(), undecided.end(), 0LL);
}

}  // namespace passung::gpu

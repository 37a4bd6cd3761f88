// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/contact_patches.h"

#include <algorithm>
#include <cmath>

#include "collision/queries/mesh_distance.h"
#include "collision/queries/mesh_queries.h"
#include "dynamics/contacts/contact_reduction.h"

namespace passung::app {
namespace {

std::vector<dynamics::ContactPoint> patchesOf(const gpu::ObjectPair& o, std::span<const gpu::FaceContact> contacts) {
  const Mat3 R_AB = o.X_AB.R();
  std::vector<dynamics::ContactPoint> points;
  points.reserve(contacts.size());
  for (const gpu::FaceContact& c : contacts) {
    const collision::Corners a = collision::corners(o.a->mesh(), c.pair.faceA);
    collision::Corners b = collision::corners(o.b->mesh(), c.pair.faceB);
    for (Vec3& p : b) p = R_AB * p + o.X_AB.p;
    const collision::TriangleDistance d = collision::closestTriangles(a, b);
    dynamics::ContactPoint point;
    point.gap = std::sqrt(d.squared);
    point.p_W = 0.5 * (d.p + d.q);
    const Vec3& face = o.a->mesh().faceNormals()[static_cast<std::size_t>(c.pair.faceA)];
    point.n_W = d.squared > 0 ? Vec3((d.q - d.p) / point.gap) : face;
    points.push_back(point);
  }
  dynamics::reduceToSupport(0.5 * o.distance, points);
  return points;
}

}  // namespace

std::vector<std::vector<dynamics::ContactPoint>> contactPatches(std::span<const gpu::ObjectPair> objects,
                                                                std::span<const gpu::FaceContact> contacts,
                                                                Jobs& jobs) {
  std::vector<std::vector<dynamics::ContactPoint>> patches(objects.size());
  jobs.parallelFor(static_cast<int>(objects.size()), [&](int k) {
    const auto [begin, end] = std::equal_range(
        contacts.begin(), contacts.end(), gpu::FaceContact{{k, 0, 0}, 0},
        [](const gpu::FaceContact& x, const gpu::FaceContact& y) { return x.pair.object < y.pair.object; });
    patches[static_cast<std::size_t>(k)] = patchesOf(objects[static_cast<std::size_t>(k)], std::span(begin, end));
  });
  return patches;
}

}  // namespace passung::app

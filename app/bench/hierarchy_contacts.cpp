// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/hierarchy_contacts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "collision/queries/mesh_distance.h"
#include "collision/queries/mesh_queries.h"
#include "gpu/pipeline/placing.h"

namespace passung::app {
namespace {

std::vector<gpu::FaceContact> findPair(const gpu::ObjectPair& o, int object, const collision::Bvh& a,
                                       const collision::Bvh& b) {
  std::vector<gpu::FaceContact> contacts;
  // Corners of B are rounded into the frame of A as there, so that distances can agree to the bit.
  const Transform X_AB = gpu::checkedPlacement(o.X_AB, o.distance, static_cast<std::size_t>(object));
  const gpu::ExactPlacement placement = gpu::exactPlacement({nullptr, nullptr, X_AB.R(), X_AB.p, o.distance, 0});
  const double limit = std::nextafter(o.distance * o.distance, std::numeric_limits<double>::infinity());
  collision::Bvh::overlappingPairs(a, b, X_AB, o.distance, [&](int f, int g) {
    const collision::Corners t = collision::corners(o.a->mesh(), f);
    collision::Corners u = collision::corners(o.b->mesh(), g);
    for (Vec3& p : u) {
      const gpu::Double3 q = gpu::placed(placement.X_AB, {p.x(), p.y(), p.z()});
      p = {q.x, q.y, q.z};
    }
    const double squared = collision::closestTriangles(t, u, limit).squared;
    if (squared < limit) contacts.push_back({{object, f, g}, squared});
  });
  std::sort(contacts.begin(), contacts.end(), [](const gpu::FaceContact& x, const gpu::FaceContact& y) {
    return std::tie(x.pair.faceA, x.pair.faceB) < std::tie(y.pair.faceA, y.pair.faceB);
  });
  return contacts;
}

}  // namespace

void HierarchyContacts::prepare(const TriangleMesh& mesh) {
  if (bvhs_.find(&mesh) == bvhs_.end()) bvhs_.emplace(&mesh, collision::triangleBvh(mesh));
}

std::vector<gpu::FaceContact> HierarchyContacts::find(std::span<const gpu::ObjectPair> objects, Jobs& jobs) const {
  std::vector<std::vector<gpu::FaceContact>> found(objects.size());
  jobs.parallelFor(static_cast<int>(objects.size()), [&](int k) {
    const gpu::ObjectPair& o = objects[static_cast<std::size_t>(k)];
    found[static_cast<std::size_t>(k)] = findPair(o, k, bvhs_.at(&o.a->mesh()), bvhs_.at(&o.b->mesh()));
  });
  std::vector<gpu::FaceContact> all;
  for (const auto& contacts : found) all.insert(all.end(), contacts.begin(), contacts.end());
  return all;
}

bool sameContacts(std::span<const gpu::FaceContact> a, std::span<const gpu::FaceContact> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const gpu::FaceContact& x, const gpu::FaceContact& y) {
    return x.pair == y.pair && x.squared == y.squared;
  });
}

}  // namespace passung::app

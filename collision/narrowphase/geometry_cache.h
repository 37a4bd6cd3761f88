// SPDX-License-Identifier: Apache-2.0
// Problem: many worlds with the same meshes; what contacts see of a mesh is made once.
// Method: geometries of one mesh differ by which convex edges they list, and of two hidden depths the larger lists a
//   subset of the other's edges: equal counts are equal lists. So a geometry goes by its mesh and that count.
// Cost: a look at all edges a call; a geometry when it is new.
// Failure modes: geometries are kept as long as the cache lives.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <tuple>

#include "collision/narrowphase/contact_geometry.h"

namespace passung::collision {

class GeometryCache {
 public:
  // ContactGeometry::make() of a mesh, shared. May be called from several threads at once.
  [[nodiscard]] std::shared_ptr<const ContactGeometry> of(const MeshShape& shape, double hiddenDepth, bool clusters);

 private:
  using Key = std::tuple<const TriangleMesh*, std::size_t, bool>;  // mesh, listed edges, clusters
  std::mutex mutex_;
  std::map<Key, std::shared_ptr<const ContactGeometry>> made_;  // hold their meshes
};

}  // namespace passung::collision

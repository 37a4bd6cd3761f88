// SPDX-License-Identifier: Apache-2.0
// Problem: many worlds with the same meshes; what contacts see of a mesh is made once.
// Method: geometries of one mesh differ by which convex edges they list, and of two hidden depths the larger lists a
//   subset of the other's edges: equal counts are equal lists. So a geometry goes by its mesh and that count; others of
//   the mesh share its surface with it.
// Cost: a look at all edges a call; a geometry when it is new.
// Failure modes: geometries are kept as long as the cache lives.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "collision/narrowphase/contact_geometry.h"

namespace passung::collision {

class GeometryCache {
 public:
  // ContactGeometry::make() of a mesh, shared. May be called from several threads at once.
  [[nodiscard]] std::shared_ptr<const ContactGeometry> of(const MeshShape& shape, double hiddenDepth, bool clusters);

 private:
  struct Entry {
    std::once_flag once;  // each is made by one thread, others side by side
    std::shared_ptr<const ContactGeometry> geometry;
  };
  using Mesh = std::pair<const TriangleMesh*, bool>;  // mesh, clusters
  std::mutex mutex_;
  std::map<Mesh, std::shared_ptr<Entry>> first_;                         // the first one of each, which others are like
  std::map<std::pair<Mesh, std::size_t>, std::shared_ptr<Entry>> made_;  // by listed edges; hold their meshes
};

}  // namespace passung::collision

// SPDX-License-Identifier: Apache-2.0
#include "collision/narrowphase/geometry_cache.h"

namespace passung::collision {

std::shared_ptr<const ContactGeometry> GeometryCache::of(const MeshShape& shape, double hiddenDepth, bool clusters) {
  const Key key{shape.mesh.get(), listedEdges(*shape.mesh, hiddenDepth), clusters};
  const std::lock_guard lock(mutex_);
  std::shared_ptr<const ContactGeometry>& geometry = made_[key];
  if (!geometry) geometry = ContactGeometry::make(shape, hiddenDepth, clusters);
  return geometry;
}

}  // namespace passung::collision

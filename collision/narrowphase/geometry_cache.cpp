// SPDX-License-Identifier: Apache-2.0
#include "collision/narrowphase/geometry_cache.h"

namespace passung::collision {

std::shared_ptr<const ContactGeometry> GeometryCache::of(const MeshShape& shape, double hiddenDepth, bool clusters) {
  const std::size_t listed = listedEdges(*shape.mesh, hiddenDepth);
  std::shared_ptr<Entry> first, entry;
  {
    const std::lock_guard lock(mutex_);
    const Mesh mesh{shape.mesh.get(), clusters};
    for (auto* slot : {&first_[mesh], &made_[{mesh, listed}]}) {
      if (!*slot) *slot = std::make_shared<Entry>();
    }
    first = first_[mesh];
    entry = made_[{mesh, listed}];
  }
  std::call_once(first->once, [&] { first->geometry = ContactGeometry::make(shape, hiddenDepth, clusters); });
  std::call_once(entry->once, [&] {
    const bool same = first->geometry->edges.size() == listed;
    entry->geometry =
        same ? first->geometry : ContactGeometry::make(shape, hiddenDepth, clusters, first->geometry.get());
  });
  return entry->geometry;
}

}  // namespace passung::collision

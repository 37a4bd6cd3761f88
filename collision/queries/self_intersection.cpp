// SPDX-License-Identifier: Apache-2.0
#include "collision/queries/self_intersection.h"

#include <algorithm>

#include "collision/bvh/bvh.h"
#include "collision/queries/exact_triangle.h"

namespace passung::collision {

bool selfIntersects(const TriangleMesh& mesh) {
  const Bvh tree = triangleBvh(mesh);
  const auto cornersOf = [&](const Triangle& t) {
    return Corners{mesh.vertices()[static_cast<std::size_t>(t[0])], mesh.vertices()[static_cast<std::size_t>(t[1])],
                   mesh.vertices()[static_cast<std::size_t>(t[2])]};
  };
  bool found = false;
  for (std::size_t f = 0; f < mesh.triangles().size() && !found; ++f) {
    const Triangle& a = mesh.triangles()[f];
    const Corners cornersA = cornersOf(a);
    Aabb box;
    for (const Vec3& p : cornersA) box.add(p);
    tree.overlapping(box, [&](int other) {
      // Each pair once.
      if (found || other <= static_cast<int>(f)) return;
      const Triangle& b = mesh.triangles()[static_cast<std::size_t>(other)];
      const bool adjacent = std::any_of(a.begin(), a.end(), [&](int v) { return v == b[0] || v == b[1] || v == b[2]; });
      if (!adjacent) found = trianglesCross(cornersA, cornersOf(b));
    });
  }
  return found;
}

}  // namespace passung::collision

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/start_check.h"

#include <algorithm>
#include <map>

#include "collision/queries/self_intersection.h"

namespace passung::app {

StartReport checkStart(const dynamics::WorldDef& def, const collision::ClearanceOracle::Progress& progress) {
  StartReport report{.overlaps = {}, .crossing = std::vector<bool>(def.bodies.size()), .cancelled = false};
  std::map<const TriangleMesh*, bool> crosses;
  for (const dynamics::BodyDef& body : def.bodies) {
    for (const collision::Collider& collider : body.colliders) {
      if (const auto* shape = std::get_if<collision::MeshShape>(&collider.shape)) crosses[shape->mesh.get()] = false;
    }
  }
  const int meshes = static_cast<int>(crosses.size());
  const auto go = [&](int done, int total) {
    report.cancelled = report.cancelled || (progress && !progress(done, total));
    return !report.cancelled;
  };

  int pairs = 0;
  const ClashReport clashes =
      ClashCheck(def).report(startPoses(def), {.limit = 0.0, .tolerance = {}, .threads = 1}, [&](int done, int total) {
        pairs = total;
        return go(done, total + meshes);
      });
  const auto moves = [&](int body) {
    return def.bodies[static_cast<std::size_t>(body)].motion != dynamics::Motion::kFixed;
  };
  for (const collision::Clearance& pair : clashes.pairs) {
    const bool overlaps = pair.state == collision::ClearanceState::kOverlapping;
    if (overlaps && (moves(pair.bodyA) || moves(pair.bodyB))) report.overlaps.push_back(pair);
  }

  int done = 0;
  for (auto& [mesh, found] : crosses) {
    if (!go(pairs + done++, pairs + meshes)) return report;
    found = collision::selfIntersects(*mesh);
  }
  for (std::size_t i = 0; i < def.bodies.size(); ++i) {
    for (const collision::Collider& collider : def.bodies[i].colliders) {
      const auto* shape = std::get_if<collision::MeshShape>(&collider.shape);
      if (shape && crosses[shape->mesh.get()]) report.crossing[i] = true;
    }
  }
  return report;
}

}  // namespace passung::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "app/overlays/draw_context.h"

namespace passung::app {

namespace {

constexpr int kSegments = 48;        // round a sphere or capsule
constexpr double kFloorReach = 1.5;  // half side of a drawn half-space, in sizes of the scene

// A fixed half-space that looks straight up is the ground itself.
bool isFloor(const dynamics::BodyDef& body, const collision::Collider& c) {
  if (body.motion != dynamics::Motion::kFixed || !std::holds_alternative<collision::HalfSpace>(c.shape)) return false;
  return ((body.X_WB * c.X_BG).R().col(2) - Vec3::UnitZ()).norm() < 1e-6;
}

// The bounds of what stands still (else of everything) give the ground's height; a floor overrules it.
Aabb stageOf(const scenes::Scene& scene, const std::vector<Aabb>& bounds_B, const std::optional<double>& floor) {
  Aabb all;
  Aabb fixed;
  for (std::size_t i = 0; i < scene.world.bodies.size(); ++i) {
    const dynamics::BodyDef& body = scene.world.bodies[i];
    if (bounds_B[i].empty() || !isFinite(body.X_WB)) continue;
    const Aabb box = transformed(bounds_B[i], body.X_WB);
    all.add(box);
    if (body.motion == dynamics::Motion::kFixed) fixed.add(box);
  }
  if (all.empty()) return all;
  if (!fixed.empty()) all.lower.z() = fixed.lower.z();
  if (floor) all.lower.z() = *floor;
  all.upper.z() = std::max(all.upper.z(), all.lower.z());
  return all;
}

}  // namespace

SceneGeometry::SceneGeometry(const scenes::Scene& scene) : impl_(std::make_unique<Impl>()) {
  Impl& g = *impl_;
  const auto& bodies = scene.world.bodies;
  std::optional<double> floor;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const dynamics::BodyDef& body = bodies[i];
    g.bounds_B.push_back(dynamics::localBounds(body));
    MassProperties mass;
    mass.com = g.bounds_B.back().empty() ? Vec3(Vec3::Zero()) : g.bounds_B.back().center();
    // A fixed body may have shapes without mass.
    if (body.motion == dynamics::Motion::kDynamic) mass = dynamics::massProperties(body);
    // The velocity of a driven one is that of its centre of mass, too; it has none without a volume.
    if (body.motion == dynamics::Motion::kKinematic) {
      const MassProperties own = dynamics::massProperties(body);
      if (own.mass > 0 && own.com.allFinite()) mass.com = own.com;
    }
    g.com_B.push_back(mass.com);
    g.mass.push_back(mass.mass);
    g.inertia_B.push_back(mass.inertia);
    for (const collision::Collider& c : body.colliders) {
      const bool isHalfSpace = std::holds_alternative<collision::HalfSpace>(c.shape);
      if (isFloor(body, c) && !floor) {
        floor = (body.X_WB * c.X_BG).p.z();
        g.colliders.push_back({nullptr, c.X_BG, true, static_cast<int>(i)});
      } else {
        g.colliders.push_back({isHalfSpace ? nullptr : collision::tessellate(c.shape, kSegments), c.X_BG, isHalfSpace,
                               static_cast<int>(i)});
      }
    }
  }
  g.stage = stageOf(scene, g.bounds_B, floor);
  g.size = g.stage.size() > 0 ? g.stage.size() : 1.0;

  // Slanted half-spaces become squares a little larger than the scene.
  std::size_t k = 0;
  bool floorSeen = false;
  for (const dynamics::BodyDef& body : bodies) {
    for (const collision::Collider& c : body.colliders) {
      ColliderGeometry& drawn = g.colliders[k++];
      if (!drawn.halfSpace) continue;
      const bool ground = isFloor(body, c) && !floorSeen;
      floorSeen = floorSeen || ground;
      if (!ground) drawn.mesh = collision::tessellate(c.shape, kSegments, kFloorReach * g.size);
    }
  }
}

SceneGeometry::~SceneGeometry() = default;

const collision::Bvh& SceneGeometry::Impl::hierarchy(std::size_t collider) {
  const std::scoped_lock lock(mutex_);
  if (hierarchies_.size() < colliders.size()) hierarchies_.resize(colliders.size());
  auto& h = hierarchies_[collider];
  if (!h) h = collision::triangleBvh(*colliders[collider].mesh);
  return *h;
}

Aabb sceneBounds(const scenes::Scene& scene, const dynamics::WorldSnapshot& snapshot) {
  Aabb all;
  const bool moved = snapshot.states.size() == scene.world.bodies.size();
  for (std::size_t i = 0; i < scene.world.bodies.size(); ++i) {
    const Aabb box = dynamics::localBounds(scene.world.bodies[i]);
    const Transform X_WB = moved ? snapshot.states[i].X_WB : scene.world.bodies[i].X_WB;
    if (!box.empty() && isFinite(X_WB)) all.add(transformed(box, X_WB));
  }
  return all;
}

}  // namespace passung::app

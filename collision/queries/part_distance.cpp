// SPDX-License-Identifier: Apache-2.0
#include "collision/queries/part_distance.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace passung::collision {
namespace {

using Part = PenetrationOracle::Part;

// The surface that distances are measured to: a mesh, or the axis of a round shape as a flat triangle.
class PartSurface {
 public:
  explicit PartSurface(const Part& part) {
    if (part.mesh) {
      view_ = {&part.mesh->bvh, part.mesh->mesh->vertices(), part.mesh->mesh->triangles()};
      return;
    }
    if (const auto* sphere = std::get_if<Sphere>(&part.shape)) {
      radius_ = sphere->radius;
    } else {
      const auto& capsule = std::get<Capsule>(part.shape);
      radius_ = capsule.radius;
      ends_ = {Vec3(0, 0, -capsule.halfLength), Vec3(0, 0, capsule.halfLength)};
    }
    Aabb box;
    for (const Vec3& end : ends_) box.add(end);
    axis_ = Bvh::build(std::span(&box, 1));
    view_ = {&axis_, ends_, flat_};
  }
  PartSurface(const PartSurface&) = delete;
  PartSurface& operator=(const PartSurface&) = delete;

  [[nodiscard]] const SurfaceView& view() const { return view_; }
  [[nodiscard]] double radius() const { return radius_; }
  [[nodiscard]] std::span<const Vec3> axis() const { return ends_; }

 private:
  std::array<Vec3, 2> ends_{Vec3::Zero(), Vec3::Zero()};
  std::array<Triangle, 1> flat_{Triangle{0, 1, 1}};
  Bvh axis_;
  double radius_ = 0;
  SurfaceView view_;
};

bool isHalfSpace(const Part& part) { return std::holds_alternative<HalfSpace>(part.shape); }

// Of the half-space z <= 0 of frame H and another part.
PartDistance fromHalfSpace(const Transform& X_WH, const Part& part, const Transform& X_WG) {
  const Transform X_HG = X_WH.inverse() * X_WG;
  const PartSurface surface(part);
  Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity());
  for (const Vec3& p : surface.view().vertices) {
    const Vec3 p_H = X_HG * p;
    if (p_H.z() < low.z()) low = p_H;
  }
  low.z() -= surface.radius();
  return {std::max(low.z(), 0.0), X_WH * Vec3(low.x(), low.y(), 0), X_WH * low};
}

PartDistance swapped(PartDistance d) {
  std::swap(d.pA_W, d.pB_W);
  return d;
}

}  // namespace

PartDistance partDistance(const Part& a, const Transform& X_WGa, const Part& b, const Transform& X_WGb, double limit) {
  if (isHalfSpace(a) || isHalfSpace(b)) {
    if (isHalfSpace(a) && isHalfSpace(b)) return {};
    const PartDistance d = isHalfSpace(a) ? fromHalfSpace(X_WGa, b, X_WGb) : swapped(fromHalfSpace(X_WGb, a, X_WGa));
    return d.value < limit ? d : PartDistance{};
  }
  const PartSurface surfaceA(a), surfaceB(b);
  const double radii = surfaceA.radius() + surfaceB.radius();
  const SurfacePairDistance d =
      surfacesDistance(surfaceA.view(), surfaceB.view(), X_WGa.inverse() * X_WGb, limit + radii);
  if (d.triangleA < 0) return {};
  // From the axes out to the surfaces, towards each other.
  const double length = (d.pB_A - d.pA_A).norm();
  const Vec3 towards = length > 0 ? Vec3((d.pB_A - d.pA_A) / length) : Vec3::Zero();
  return {std::max(d.value - radii, 0.0), X_WGa * Vec3(d.pA_A + surfaceA.radius() * towards),
          X_WGa * Vec3(d.pB_A - surfaceB.radius() * towards)};
}

Vec3 nearestOnSurface(const Part& part, const Transform& X_WG, const Vec3& p_W) {
  const Vec3 p = X_WG.inverse() * p_W;
  if (isHalfSpace(part)) return X_WG * Vec3(p.x(), p.y(), 0);
  if (part.mesh) return X_WG * surfaceDistance(*part.mesh, p).point;
  const PartSurface round(part);
  const Vec3 onAxis = closestPointSegment(p, round.axis()[0], round.axis()[1]).point;
  const double length = (p - onAxis).norm();
  const Vec3 out = length > 0 ? Vec3((p - onAxis) / length) : Vec3::UnitX();
  return X_WG * Vec3(onAxis + round.radius() * out);
}

}  // namespace passung::collision

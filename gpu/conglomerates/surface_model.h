// SPDX-License-Identifier: Apache-2.0
// Problem: planes, spheres, cylinders and cones, made from few oriented points and fitted to many points.
// Method: minimal constructions after R. Schnabel, R. Wahl and R. Klein, "Efficient RANSAC for Point-Cloud Shape
//   Detection", Computer Graphics Forum 26(2), 2007, section 4.1; fits by least squares of the distances: a plane by
//   principal axes, the others by Levenberg and Marquardt's method from a first guess.
// Cost: linear in the points; at most kMaxSteps passes.
// Failure modes: where points do not determine the surface no model is returned.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>

#include "core/math.h"

namespace passung::gpu {

struct SurfaceModel {
  enum class Kind { kPlane, kSphere, kCylinder, kCone };
  Kind kind = Kind::kPlane;
  Vec3 point = Vec3::Zero();  // of the plane, the sphere's centre, on the cylinder's axis, the cone's apex [m]
  Vec3 axis = Vec3::UnitZ();  // unit: the plane's normal, the axis; a cone opens along it
  double radius = 0;          // of a sphere or cylinder [m]
  double angle = 0;           // between a cone's axis and its side [rad]
};

// "plane", "sphere", "cylinder" or "cone".
[[nodiscard]] std::string nameOf(SurfaceModel::Kind kind);

// Distance [m] from the surface, positive outside; of a cone as if it went on straight beyond its apex.
[[nodiscard]] double distance(const SurfaceModel& model, const Vec3& p);
// The gradient of the distance at p: unit, or zero where there is none (on an axis).
[[nodiscard]] Vec3 gradient(const SurfaceModel& model, const Vec3& p);

// A point of a surface with the unit normal there (of either sense).
struct OrientedPoint {
  Vec3 point, normal;
};
[[nodiscard]] SurfaceModel planeAt(const OrientedPoint& p);
// Of a sphere and a cylinder the radius is left open (0): the points given need not lie on the surface.
[[nodiscard]] std::optional<SurfaceModel> sphereThrough(const std::array<OrientedPoint, 2>& points);
[[nodiscard]] std::optional<SurfaceModel> cylinderThrough(const std::array<OrientedPoint, 2>& points);
[[nodiscard]] std::optional<SurfaceModel> coneThrough(const std::array<OrientedPoint, 3>& points);

// The model of the same kind that fits the points best, found from this one.
[[nodiscard]] std::optional<SurfaceModel> fitted(SurfaceModel model, std::span<const Vec3> points);

}  // namespace passung::gpu

// SPDX-License-Identifier: Apache-2.0
// Closed solids from plane faces, extrusion and revolution: the common tools of all generators. Lengths in metres.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/triangle_mesh.h"
#include "scenes/generators/polygon.h"

namespace passung::scenes {

// Corners of a regular polygon round `center`, counter-clockwise from the angle `phase` [rad], corners on `radius`.
[[nodiscard]] std::vector<Vec2> circle(const Vec2& center, double radius, int facets, double phase = 0);

// The radius of the corners of a regular polygon whose sides touch the circle of `radius` from outside. Holes are built
// so: a pin of nominal size fits, and the facets eat nothing of the clearance.
[[nodiscard]] double circumscribed(double radius, int facets);

// A plane region: an outline (counter-clockwise) and round holes inside it.
struct Region {
  struct Hole {
    Vec2 center = Vec2::Zero();
    double radius = 0;  // of the polygon's corners [m]
    int facets = 32;
    double phase = 0;
  };
  std::vector<Vec2> outline;
  std::vector<Hole> holes;
};

// Collects triangles; build() welds them into one mesh.
class Solid {
 public:
  using Map = std::function<Vec3(const Vec2&)>;

  void addTriangle(const Vec3& a, const Vec3& b, const Vec3& c);
  // Corners counter-clockwise seen from outside.
  void addQuad(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);
  // The region carried into space by `map`, which keeps shapes (a rigid map of the plane). Outside is where the region
  // is seen counter-clockwise, or its back when `reversed`.
  void addFace(const Region& region, const Map& map, bool reversed);
  // The wall between two equal closed curves; counter-clockwise from above gives a wall that looks outward.
  void addWall(std::span<const Vec3> lower, std::span<const Vec3> upper);

  // Throws InputError unless the result is closed.
  [[nodiscard]] std::shared_ptr<const TriangleMesh> build() const;

 private:
  std::vector<Vec3> vertices_;
  std::vector<Triangle> triangles_;
};

// The region between z0 < z1.
[[nodiscard]] std::shared_ptr<const TriangleMesh> extruded(const Region& region, double z0, double z1);

// The profile (x: radius, y: z; counter-clockwise in that plane, thus upwards on the outside) turned about z. Points of
// radius 0 become one vertex. A profile that starts and ends on the axis is left open along it, any other is closed.
void addRevolved(Solid& solid, std::span<const Vec2> profile, bool closed, int facets);

// The wall through closed curves of equally many points, counter-clockwise seen from the last, and a fan at either end
// from its first point to the first curve and from the last curve to its last point.
void addLoft(Solid& solid, std::span<const std::vector<Vec3>> rings, const Vec3& first, const Vec3& last);

// Half the side of a square with rounded corners, seen from its middle at an angle [rad]: 1 along the axes, on
// |x|^exponent + |y|^exponent = 1; exponent 2 is the circle.
[[nodiscard]] double roundedSquare(double angle, double exponent);

// 0 below 0, 1 above 1, smooth between.
[[nodiscard]] double smoothStep(double t);

}  // namespace passung::scenes

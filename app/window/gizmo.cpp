// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/gizmo.h"

#include <array>
#include <cmath>
#include <limits>

#include "render/frame.h"

namespace passung::app {

namespace {

constexpr double kPixels = 95;  // length of an arrow
constexpr double kReach = 8;    // [pixel] a handle may be missed by
constexpr double kRing = 0.82;  // radius, in lengths of an arrow
constexpr double kSquareNear = 0.28, kSquareFar = 0.48;
constexpr int kSides = 48;
constexpr double kGrazing = 0.05;  // sine between the line of sight and a plane below which the plane is not used
constexpr std::array<Color, 3> kColors = {Color{0.86F, 0.22F, 0.22F, 1}, Color{0.22F, 0.62F, 0.25F, 1},
                                          Color{0.20F, 0.42F, 0.88F, 1}};
constexpr Color kActive = {0.98F, 0.75F, 0.10F, 1};

std::array<Vec3, 4> squareOf(const Gizmo& g, int axis) {
  const Vec3 u = g.length * Vec3::Unit((axis + 1) % 3), v = g.length * Vec3::Unit((axis + 2) % 3);
  return {g.center + kSquareNear * (u + v), g.center + kSquareFar * u + kSquareNear * v,
          g.center + kSquareFar * (u + v), g.center + kSquareNear * u + kSquareFar * v};
}

Vec3 ringPoint(const Gizmo& g, int axis, int side) {
  const double t = 2 * kPi * side / kSides;
  return g.center +
         kRing * g.length * (std::cos(t) * Vec3::Unit((axis + 1) % 3) + std::sin(t) * Vec3::Unit((axis + 2) % 3));
}

// From the mouse to a segment in the picture [pixel].
double pixelsFrom(const ViewPoint& at, const Vec3& a_W, const Vec3& b_W) {
  const auto a = at.pixelOf(a_W), b = at.pixelOf(b_W);
  if (!a || !b) return std::numeric_limits<double>::infinity();
  const Eigen::Vector2d d = *b - *a, m(at.x - a->x(), at.y - a->y());
  const double t = d.squaredNorm() > 0 ? std::clamp(m.dot(d) / d.squaredNorm(), 0.0, 1.0) : 0;
  return (m - t * d).norm();
}

bool within(const ViewPoint& at, const std::array<Vec3, 4>& square) {
  int left = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto a = at.pixelOf(square[i]), b = at.pixelOf(square[(i + 1) % 4]);
    if (!a || !b) return false;
    const Eigen::Vector2d d = *b - *a, m(at.x - a->x(), at.y - a->y());
    left += d.x() * m.y() - d.y() * m.x() > 0 ? 1 : -1;
  }
  return std::abs(left) == 4;
}

std::optional<Vec3> onPlane(const Ray& ray, const Vec3& p, const Vec3& n) {
  const double rate = n.dot(ray.direction);
  if (std::abs(rate) < kGrazing) return {};
  return ray.origin + n.dot(p - ray.origin) / rate * ray.direction;
}

// Where along an axis through the centre a ray is nearest to it [m].
std::optional<double> alongAxis(const Ray& ray, const Vec3& p, const Vec3& axis) {
  const double c = axis.dot(ray.direction);
  if (1 - c * c < kGrazing * kGrazing) return {};
  const Vec3 w = p - ray.origin;
  return (c * ray.direction.dot(w) - axis.dot(w)) / (1 - c * c);
}

double rounded(double x, double step) { return step * std::round(x / step); }

}  // namespace

Gizmo Gizmo::at(const Vec3& center, const Camera& camera, int height) {
  Gizmo g;
  g.center = center;
  g.length = kPixels * camera.metersPerPixel(std::max(camera.depthOf(center), 1e-9 * camera.distance()), height);
  return g;
}

double Gizmo::step() const { return render::roundLengthBelow(0.25 * length); }

std::optional<GizmoHandle> Gizmo::under(const ViewPoint& at) const {
  using Kind = GizmoHandle::Kind;
  for (int axis = 0; axis < 3; ++axis) {
    if (within(at, squareOf(*this, axis))) return GizmoHandle{Kind::kSquare, axis};
  }
  std::optional<GizmoHandle> best;
  double nearest = kReach;
  for (int axis = 0; axis < 3; ++axis) {
    const double pixels = pixelsFrom(at, center + 0.15 * length * Vec3::Unit(axis), center + length * Vec3::Unit(axis));
    if (pixels < nearest) nearest = pixels, best = GizmoHandle{Kind::kArrow, axis};
  }
  if (best) return best;
  for (int axis = 0; axis < 3; ++axis) {
    for (int s = 0; s < kSides; ++s) {
      const double pixels = pixelsFrom(at, ringPoint(*this, axis, s), ringPoint(*this, axis, s + 1));
      if (pixels < nearest) nearest = pixels, best = GizmoHandle{Kind::kRing, axis};
    }
  }
  return best;
}

void Gizmo::addTo(DrawList& list, const std::optional<GizmoHandle>& active) const {
  using Kind = GizmoHandle::Kind;
  const auto color = [&](Kind kind, int axis) {
    return active == GizmoHandle{kind, axis} ? kActive : kColors[static_cast<std::size_t>(axis)];
  };
  for (int axis = 0; axis < 3; ++axis) {
    for (int s = 0; s < kSides; ++s) {
      list.lines.push_back({.a = ringPoint(*this, axis, s),
                            .b = ringPoint(*this, axis, s + 1),
                            .color = color(Kind::kRing, axis),
                            .width = 2.4F,
                            .onTop = true});
    }
    const auto square = squareOf(*this, axis);
    for (std::size_t i = 0; i < 4; ++i) {
      list.lines.push_back({.a = square[i],
                            .b = square[(i + 1) % 4],
                            .color = color(Kind::kSquare, axis),
                            .width = 2.4F,
                            .onTop = true});
    }
    list.arrows.push_back({center + 0.1 * length * Vec3::Unit(axis), center + length * Vec3::Unit(axis),
                           color(Kind::kArrow, axis), 4.0F, true});
  }
}

Transform Gizmo::Motion::of(const Transform& X_WB, const Vec3& center) const {
  const Quat q = rotationFromVector(turn);
  return {(q * X_WB.q).normalized(), center + q * (X_WB.p - center) + way};
}

std::optional<Gizmo::Motion> Gizmo::dragged(const GizmoHandle& handle, const Ray& from, const Ray& to,
                                            bool stepped) const {
  const Vec3 axis = Vec3::Unit(handle.axis);
  Motion motion;
  if (handle.kind == GizmoHandle::Kind::kArrow) {
    const auto a = alongAxis(from, center, axis), b = alongAxis(to, center, axis);
    if (!a || !b) return {};
    motion.way = (stepped ? rounded(*b - *a, step()) : *b - *a) * axis;
    return motion;
  }
  const auto a = onPlane(from, center, axis), b = onPlane(to, center, axis);
  if (!a || !b) return {};
  if (handle.kind == GizmoHandle::Kind::kSquare) {
    motion.way = *b - *a;
    motion.way[handle.axis] = 0;
    if (stepped) {
      for (int k = 0; k < 3; ++k) motion.way[k] = rounded(motion.way[k], step());
    }
    return motion;
  }
  const Vec3 r = *a - center, s = *b - center;
  const double angle = std::atan2(axis.dot(r.cross(s)), r.dot(s));
  motion.turn = (stepped ? rounded(angle, kAngleStep) : angle) * axis;
  return motion;
}

}  // namespace passung::app

// SPDX-License-Identifier: Apache-2.0
#include "gpu/conglomerates/surface_model.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "core/aabb.h"

namespace passung::gpu {
namespace {

using Kind = SurfaceModel::Kind;
using Parameters = Eigen::Matrix<double, 6, 1>;

// The fit ends after so many steps, when the squares shrink by a smaller share, when the distances are this share of
// the points' extent, or when damping this large did not help.
constexpr int kMaxSteps = 30;
constexpr double kSettled = 1e-9;
constexpr double kExact = 1e-12;
constexpr double kMaxDamping = 1e4;
// Normals less inclined to each other than this (its sine) do not determine an axis.
constexpr double kParallel = 0.02;
// Cones more pointed or flatter than this [rad] are cylinders or planes.
constexpr double kLeastAngle = 0.03;

// Where a point lies from a cylinder's or cone's axis.
struct AxialPlace {
  double along = 0;              // from `point` along the axis [m]
  double off = 0;                // from the axis [m]
  Vec3 outwards = Vec3::Zero();  // unit, off the axis; zero on it
};
AxialPlace placeOf(const SurfaceModel& m, const Vec3& p) {
  const Vec3 q = p - m.point;
  AxialPlace place;
  place.along = m.axis.dot(q);
  const Vec3 w = q - place.along * m.axis;
  place.off = w.norm();
  if (place.off > 0) place.outwards = w / place.off;
  return place;
}

// How the distance of p changes with the parameters: the point along x, y, z (of a cylinder along u, v only); the axis
// along u, v; the radius or angle. Unused ones are zero.
Parameters slopes(const SurfaceModel& m, const Vec3& p, const Vec3& u, const Vec3& v) {
  Parameters g = Parameters::Zero();
  switch (m.kind) {
    case Kind::kPlane:
      break;  // fitted in closed form
    case Kind::kSphere:
      g.head<3>() = -gradient(m, p);
      g[5] = -1;
      break;
    case Kind::kCylinder: {
      const AxialPlace a = placeOf(m, p);
      g[0] = -u.dot(a.outwards);
      g[1] = -v.dot(a.outwards);
      g[3] = -a.along * u.dot(a.outwards);
      g[4] = -a.along * v.dot(a.outwards);
      g[5] = -1;
      break;
    }
    case Kind::kCone: {
      const AxialPlace a = placeOf(m, p);
      const double c = std::cos(m.angle), s = std::sin(m.angle);
      g.head<3>() = -gradient(m, p);
      const double tilt = -(a.along * c + a.off * s);
      g[3] = tilt * u.dot(a.outwards);
      g[4] = tilt * v.dot(a.outwards);
      g[5] = -a.off * s - a.along * c;
      break;
    }
  }
  return g;
}

SurfaceModel moved(SurfaceModel m, const Parameters& step, const Vec3& u, const Vec3& v) {
  if (m.kind == Kind::kCylinder) {
    m.point += step[0] * u + step[1] * v;
  } else {
    m.point += step.head<3>();
  }
  if (m.kind != Kind::kSphere) m.axis = (m.axis + step[3] * u + step[4] * v).normalized();
  (m.kind == Kind::kCone ? m.angle : m.radius) += step[5];
  return m;
}

double squares(const SurfaceModel& m, std::span<const Vec3> points) {
  double sum = 0;
  for (const Vec3& p : points) {
    const double d = distance(m, p);
    sum += d * d;
  }
  return sum;
}

Vec3 meanOf(std::span<const Vec3> points) {
  Vec3 mean = Vec3::Zero();
  for (const Vec3& p : points) mean += p;
  return mean / static_cast<double>(points.size());
}

std::optional<SurfaceModel> fittedPlane(SurfaceModel m, std::span<const Vec3> points) {
  m.point = meanOf(points);
  Mat3 spread = Mat3::Zero();
  for (const Vec3& p : points) spread += (p - m.point) * (p - m.point).transpose();
  const Eigen::SelfAdjointEigenSolver<Mat3> axes(spread);
  // Points on a line lie in many planes.
  if (!(axes.eigenvalues()[1] > 1e-12 * axes.eigenvalues()[2])) return std::nullopt;
  const Vec3 normal = axes.eigenvectors().col(0);
  m.axis = normal.dot(m.axis) < 0 ? Vec3(-normal) : normal;
  return m;
}

bool sensible(const SurfaceModel& m) {
  if (!isFinite(m.point) || !isFinite(m.axis)) return false;
  if (m.kind == Kind::kCone) return m.angle > kLeastAngle && m.angle < 0.5 * kPi - kLeastAngle;
  return m.kind == Kind::kPlane || (std::isfinite(m.radius) && m.radius > 0);
}

// The point halfway between the lines along two normals, where they are nearest to each other.
std::optional<Vec3> meetingPoint(const std::array<OrientedPoint, 2>& points, Vec3& across) {
  const auto& [a, b] = points;
  across = a.normal.cross(b.normal);
  const double squared = across.squaredNorm();
  if (squared < kParallel * kParallel) return std::nullopt;
  const Vec3 d = b.point - a.point;
  const double s = d.cross(b.normal).dot(across) / squared, t = d.cross(a.normal).dot(across) / squared;
  across /= std::sqrt(squared);
  return 0.5 * (a.point + s * a.normal + b.point + t * b.normal);
}

}  // namespace

std::string nameOf(Kind kind) {
  switch (kind) {
    case Kind::kPlane:
      return "plane";
    case Kind::kSphere:
      return "sphere";
    case Kind::kCylinder:
      return "cylinder";
    case Kind::kCone:
      return "cone";
  }
  return "";
}

double distance(const SurfaceModel& m, const Vec3& p) {
  switch (m.kind) {
    case Kind::kPlane:
      return m.axis.dot(p - m.point);
    case Kind::kSphere:
      return (p - m.point).norm() - m.radius;
    case Kind::kCylinder:
      return placeOf(m, p).off - m.radius;
    case Kind::kCone: {
      const AxialPlace a = placeOf(m, p);
      return a.off * std::cos(m.angle) - a.along * std::sin(m.angle);
    }
  }
  return 0;
}

Vec3 gradient(const SurfaceModel& m, const Vec3& p) {
  switch (m.kind) {
    case Kind::kPlane:
      return m.axis;
    case Kind::kSphere: {
      const Vec3 q = p - m.point;
      const double n = q.norm();
      return n > 0 ? Vec3(q / n) : Vec3(Vec3::Zero());
    }
    case Kind::kCylinder:
      return placeOf(m, p).outwards;
    case Kind::kCone:
      return std::cos(m.angle) * placeOf(m, p).outwards - std::sin(m.angle) * m.axis;
  }
  return Vec3::Zero();
}

SurfaceModel planeAt(const OrientedPoint& p) { return {.kind = Kind::kPlane, .point = p.point, .axis = p.normal}; }

std::optional<SurfaceModel> sphereThrough(const std::array<OrientedPoint, 2>& points) {
  Vec3 across;
  const auto center = meetingPoint(points, across);
  if (!center) return std::nullopt;
  return SurfaceModel{.kind = Kind::kSphere, .point = *center};
}

std::optional<SurfaceModel> cylinderThrough(const std::array<OrientedPoint, 2>& points) {
  Vec3 across;
  const auto center = meetingPoint(points, across);
  if (!center) return std::nullopt;
  return SurfaceModel{.kind = Kind::kCylinder, .point = *center, .axis = across};
}

std::optional<SurfaceModel> coneThrough(const std::array<OrientedPoint, 3>& points) {
  // The apex lies in the tangent planes of all three points.
  Mat3 normals;
  Vec3 offsets;
  for (int i = 0; i < 3; ++i) {
    normals.row(i) = points[i].normal.transpose();
    offsets[i] = points[i].normal.dot(points[i].point);
  }
  if (std::abs(normals.determinant()) < 1e-4) return std::nullopt;
  SurfaceModel m{.kind = Kind::kCone, .point = normals.inverse() * offsets};

  // Sides of length one end in a plane across the axis.
  std::array<Vec3, 3> sides;
  for (int i = 0; i < 3; ++i) sides[i] = (points[i].point - m.point).normalized();
  const Vec3 across = (sides[1] - sides[0]).cross(sides[2] - sides[0]);
  if (!(across.norm() > 1e-9)) return std::nullopt;
  m.axis = across.normalized();
  if (m.axis.dot(sides[0] + sides[1] + sides[2]) < 0) m.axis = -m.axis;
  for (const Vec3& side : sides) m.angle += std::acos(std::clamp(m.axis.dot(side), -1.0, 1.0)) / 3;
  if (!sensible(m)) return std::nullopt;
  return m;
}

std::optional<SurfaceModel> fitted(SurfaceModel m, std::span<const Vec3> points) {
  if (points.size() < 3) return std::nullopt;
  if (m.kind == Kind::kPlane) return fittedPlane(m, points);
  if (m.kind == Kind::kCylinder) m.point += m.axis * m.axis.dot(meanOf(points) - m.point);

  Aabb box;
  for (const Vec3& p : points) box.add(p);
  const double exact = static_cast<double>(points.size()) * std::pow(kExact * box.size(), 2);
  double sum = squares(m, points), damping = 1e-3;
  for (int i = 0; i < kMaxSteps && damping < kMaxDamping && sum > exact; ++i) {
    const Vec3 u = m.axis.unitOrthogonal(), v = m.axis.cross(u);
    Eigen::Matrix<double, 6, 6> normal = Eigen::Matrix<double, 6, 6>::Zero();
    Parameters pull = Parameters::Zero();
    for (const Vec3& p : points) {
      const Parameters g = slopes(m, p, u, v);
      normal += g * g.transpose();
      pull -= distance(m, p) * g;
    }
    // Damping relative to each parameter's own slope, so that lengths and angles need no common unit.
    for (int k = 0; k < 6; ++k) normal(k, k) = normal(k, k) > 0 ? normal(k, k) * (1 + damping) : 1;
    const SurfaceModel next = moved(m, normal.ldlt().solve(pull), u, v);
    const double nextSum = squares(next, points);
    if (!(nextSum <= sum) || !sensible(next)) {
      damping *= 10;
      continue;
    }
    const bool settled = sum - nextSum <= kSettled * sum;
    m = next;
    sum = nextSum;
    damping *= 0.1;
    if (settled) break;
  }
  if (!sensible(m)) return std::nullopt;
  return m;
}

}  // namespace passung::gpu

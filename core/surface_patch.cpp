// SPDX-License-Identifier: Apache-2.0
#include "core/surface_patch.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

namespace passung {
namespace {

constexpr double kFlat = 0.2 * kPi / 180;             // [rad] normals of one plane differ by less
constexpr double kSmooth = 35 * kPi / 180;            // [rad] facets of one cylinder meet at less
constexpr double kRadiusSlack = 5e-3;                 // of vertices, in radii
constexpr double kTilt = 0.12;                        // of a facet's normal along the axis, at most (its sine)
constexpr double kWidestFacet = 75 * kPi / 180;       // [rad] that a facet may span
constexpr double kOffShare = 0.55, kOffLeast = 0.02;  // of a facet's normal from its middle: in spans, and [rad]
constexpr double kLeastSweep = 10 * kPi / 180;        // [rad]
constexpr std::size_t kLocal = 24;                    // triangles that a first guess is made from

struct Cylinder {
  Vec3 p = Vec3::Zero(), axis = Vec3::UnitZ();
  double radius = 0;

  [[nodiscard]] Vec3 outward(const Vec3& q) const {
    const Vec3 d = q - p;
    return d - axis.dot(d) * axis;
  }
};

std::size_t at(int i) { return static_cast<std::size_t>(i); }

Vec3 vertex(const TriangleMesh& mesh, int triangle, int corner) {
  return mesh.vertices()[at(mesh.triangles()[at(triangle)][at(corner)])];
}

Vec3 areaVector(const TriangleMesh& mesh, int triangle) {
  const Vec3 a = vertex(mesh, triangle, 0);
  return 0.5 * (vertex(mesh, triangle, 1) - a).cross(vertex(mesh, triangle, 2) - a);
}

// Grows from a triangle over edges; `joins(neighbour, edge)` says which neighbours belong. At most `most` triangles.
template <class Joins>
std::vector<int> grow(const TriangleMesh& mesh, int seed, std::size_t most, Joins&& joins) {
  std::vector<int> found{seed};
  std::set<int> seen{seed};
  for (std::size_t k = 0; k < found.size() && found.size() < most; ++k) {
    for (int side = 0; side < 3; ++side) {
      const MeshEdge& e = mesh.edges()[at(mesh.triangleEdges()[at(found[k])][at(side)])];
      const int next = e.face0 == found[k] ? e.face1 : e.face0;
      if (next < 0 || !seen.insert(next).second || !joins(next, e)) continue;
      found.push_back(next);
    }
  }
  return found;
}

// The direction that the normals are across.
Vec3 axisAcross(const TriangleMesh& mesh, const std::vector<int>& triangles) {
  Mat3 scatter = Mat3::Zero();
  for (int t : triangles)
    scatter += areaVector(mesh, t).norm() * mesh.faceNormals()[at(t)] * mesh.faceNormals()[at(t)].transpose();
  return Eigen::SelfAdjointEigenSolver<Mat3>(scatter).eigenvectors().col(0);
}

std::vector<Vec3> verticesOf(const TriangleMesh& mesh, const std::vector<int>& triangles) {
  std::set<int> used;
  for (int t : triangles) used.insert(mesh.triangles()[at(t)].begin(), mesh.triangles()[at(t)].end());
  std::vector<Vec3> points;
  for (int v : used) points.push_back(mesh.vertices()[at(v)]);
  return points;
}

// The circle nearest to the points as seen along the axis: 2 c . q + (r^2 - c^2) = q^2 (Kasa 1976). Nothing where they
// lie in a line.
std::optional<Cylinder> circleOf(const std::vector<Vec3>& points, const Vec3& axis) {
  const Vec3 u = axis.unitOrthogonal(), v = axis.cross(u);
  Vec3 mean = Vec3::Zero();
  for (const Vec3& q : points) mean += q / static_cast<double>(points.size());
  double size = 0;
  for (const Vec3& q : points) size = std::max(size, (q - mean).norm());
  if (!(size > 0)) return {};
  Mat3 normal = Mat3::Zero();
  Vec3 right = Vec3::Zero();
  for (const Vec3& q : points) {
    const Vec3 row(u.dot(q - mean) / size, v.dot(q - mean) / size, 1);
    normal += row * row.transpose();
    right += row * row.head<2>().squaredNorm();
  }
  const Eigen::SelfAdjointEigenSolver<Mat3> eigen(normal);
  if (!(eigen.eigenvalues()[0] > 1e-9 * eigen.eigenvalues()[2])) return {};
  const Vec3 x = normal.ldlt().solve(right);
  const double cx = 0.5 * x[0], cy = 0.5 * x[1], square = x[2] + cx * cx + cy * cy;
  if (!(square > 0)) return {};
  return Cylinder{mean + size * (cx * u + cy * v), axis, size * std::sqrt(square)};
}

// Minimises the sum of (distance from the axis - radius)^2 over the points.
Cylinder refined(Cylinder c, const std::vector<Vec3>& points) {
  if (points.size() < 6) return c;
  for (int round = 0; round < 8; ++round) {
    const Vec3 u = c.axis.unitOrthogonal(), v = c.axis.cross(u);
    Vec3 mean = Vec3::Zero();
    for (const Vec3& q : points) mean += q / static_cast<double>(points.size());
    c.p += c.axis.dot(mean - c.p) * c.axis;  // in the middle, so that turning and moving are apart
    Eigen::Matrix<double, 5, 5> normal = Eigen::Matrix<double, 5, 5>::Zero();
    Eigen::Matrix<double, 5, 1> right = Eigen::Matrix<double, 5, 1>::Zero();
    for (const Vec3& q : points) {
      const Vec3 out = c.outward(q);
      const double d = out.norm();
      if (!(d > 0)) continue;
      const double along = c.axis.dot(q - c.p) / c.radius;
      const double eu = out.dot(u) / d, ev = out.dot(v) / d;
      Eigen::Matrix<double, 5, 1> row;
      row << -eu, -ev, -along * eu, -along * ev, -1;
      normal += row * row.transpose();
      right += row * (c.radius - d);
    }
    normal.diagonal().array() += 1e-12 * normal.trace();  // a single ring of points leaves the axis as it is
    const Eigen::Matrix<double, 5, 1> step = normal.ldlt().solve(right);
    if (!step.allFinite()) break;
    c.p += step[0] * u + step[1] * v;
    c.axis = (c.axis + (step[2] * u + step[3] * v) / c.radius).normalized();
    c.radius += step[4];
    if (step.norm() < 1e-14 * c.radius) break;
  }
  return c;
}

// Whether a triangle is a facet of the cylinder: its corners lie on it, and its normal points out (or in) at the middle
// of the angle that they span, up to a share of that angle. A plane beside a fillet has corners on many circles, but
// the normals of the facets beyond it do not fit them.
bool agrees(const TriangleMesh& mesh, const Cylinder& c, int triangle) {
  const Vec3& n = mesh.faceNormals()[at(triangle)];
  if (std::abs(n.dot(c.axis)) > kTilt) return false;
  const Vec3 first = c.outward(vertex(mesh, triangle, 0));
  double low = 0, high = 0;
  for (int k = 0; k < 3; ++k) {
    const Vec3 out = c.outward(vertex(mesh, triangle, k));
    if (std::abs(out.norm() - c.radius) > kRadiusSlack * c.radius) return false;
    const double angle = std::atan2(c.axis.dot(first.cross(out)), first.dot(out));
    low = std::min(low, angle);
    high = std::max(high, angle);
  }
  const double span = high - low, middle = 0.5 * (low + high);
  if (span > kWidestFacet) return false;
  const double turned = std::atan2(c.axis.dot(first.cross(n)), first.dot(n)) - middle;
  const double off = std::abs(std::remainder(turned, kPi));  // out and in are the same here
  return off < kOffShare * span + kOffLeast;
}

std::vector<int> patchOf(const TriangleMesh& mesh, const Cylinder& c, int seed) {
  if (!(c.radius > 0) || !agrees(mesh, c, seed)) return {};
  return grow(mesh, seed, mesh.triangles().size(),
              [&](int next, const MeshEdge& e) { return std::abs(e.dihedral) < kSmooth && agrees(mesh, c, next); });
}

double areaOf(const TriangleMesh& mesh, const std::vector<int>& triangles) {
  double area = 0;
  for (int t : triangles) area += areaVector(mesh, t).norm();
  return area;
}

// The angle that the normals of the patch span, and how many directions they have.
std::pair<double, int> sweepOf(const TriangleMesh& mesh, const Cylinder& c, const std::vector<int>& triangles) {
  const Vec3 u = c.axis.unitOrthogonal(), v = c.axis.cross(u);
  std::vector<double> angles;
  for (int t : triangles) {
    const Vec3& n = mesh.faceNormals()[at(t)];
    angles.push_back(std::atan2(n.dot(v), n.dot(u)));
  }
  std::sort(angles.begin(), angles.end());
  double widest = 2 * kPi - (angles.back() - angles.front());
  int distinct = 1;
  for (std::size_t i = 1; i < angles.size(); ++i) {
    widest = std::max(widest, angles[i] - angles[i - 1]);
    distinct += angles[i] - angles[i - 1] > kFlat ? 1 : 0;
  }
  return {2 * kPi - widest, distinct};
}

SurfacePatch planeOf(const TriangleMesh& mesh, std::vector<int> triangles) {
  SurfacePatch patch;
  patch.kind = SurfacePatch::Kind::kPlane;
  Vec3 sum = Vec3::Zero();
  double area = 0;
  for (int t : triangles) {
    const double a = areaVector(mesh, t).norm();
    sum += areaVector(mesh, t);
    area += a;
    patch.center += a / 3 * (vertex(mesh, t, 0) + vertex(mesh, t, 1) + vertex(mesh, t, 2));
  }
  patch.center /= area;
  patch.direction = sum.normalized();
  patch.triangles = std::move(triangles);
  return patch;
}

SurfacePatch cylinderOf(const TriangleMesh& mesh, const Cylinder& c, std::vector<int> triangles) {
  SurfacePatch patch;
  patch.kind = SurfacePatch::Kind::kCylinder;
  patch.direction = c.axis;
  patch.radius = c.radius;
  double low = std::numeric_limits<double>::infinity(), high = -low, outwards = 0;
  for (int t : triangles) {
    for (int k = 0; k < 3; ++k) {
      const double along = c.axis.dot(vertex(mesh, t, k) - c.p);
      low = std::min(low, along);
      high = std::max(high, along);
    }
    outwards += areaVector(mesh, t).dot(c.outward(vertex(mesh, t, 0)));
  }
  patch.center = c.p + 0.5 * (low + high) * c.axis;
  patch.halfLength = 0.5 * (high - low);
  patch.hole = outwards < 0;
  patch.triangles = std::move(triangles);
  return patch;
}

}  // namespace

SurfacePatch patchAround(const TriangleMesh& mesh, int triangle) {
  const Vec3 n = mesh.faceNormals()[at(triangle)];
  const std::vector<int> flat = grow(mesh, triangle, mesh.triangles().size(), [&](int next, const MeshEdge&) {
    return mesh.faceNormals()[at(next)].dot(n) > std::cos(kFlat);
  });

  // First guesses of the axis: across the normals of what lies round the triangle, and of it and one smooth neighbour.
  std::vector<std::pair<Vec3, std::vector<int>>> guesses;
  const std::vector<int> local = grow(mesh, triangle, flat.size() + kLocal,
                                      [&](int, const MeshEdge& e) { return std::abs(e.dihedral) < kSmooth; });
  bool smooth = false;
  for (int t : local) {
    const Vec3& other = mesh.faceNormals()[at(t)];
    const Vec3 axis = n.cross(other);
    if (axis.norm() < std::sin(kFlat)) continue;
    smooth = true;
    if (guesses.size() < kLocal) guesses.push_back({axis.normalized(), {triangle, t}});
  }
  if (!smooth) return planeOf(mesh, flat);
  guesses.push_back({axisAcross(mesh, local), local});

  std::optional<Cylinder> best;
  std::vector<int> bestPatch;
  double bestArea = 0;
  for (const auto& [axis, from] : guesses) {
    // A neighbour that is in the patch already leads to the same cylinder.
    if (from.size() == 2 && std::find(bestPatch.begin(), bestPatch.end(), from[1]) != bestPatch.end()) continue;
    const std::vector<Vec3> corners = verticesOf(mesh, from);
    std::optional<Cylinder> c = circleOf(corners, axis);
    if (!c) continue;
    // Where no edge runs along the cylinder, normals tilt and their axis is only near the true one.
    *c = refined(*c, corners);
    std::vector<int> patch = patchOf(mesh, *c, triangle);
    for (int round = 0; round < 2 && patch.size() > 2; ++round) {
      const std::vector<Vec3> points = verticesOf(mesh, patch);
      const auto again = circleOf(points, axisAcross(mesh, patch));
      const Cylinder fitted = refined(again.value_or(*c), points);
      std::vector<int> larger = patchOf(mesh, fitted, triangle);
      if (larger.size() < patch.size()) break;
      *c = fitted;
      patch = std::move(larger);
    }
    if (patch.size() < 3) continue;
    const auto [sweep, facets] = sweepOf(mesh, *c, patch);
    const double area = areaOf(mesh, patch);
    if (sweep < kLeastSweep || facets < 3 || area <= bestArea) continue;
    best = c;
    bestPatch = std::move(patch);
    bestArea = area;
  }
  if (best) return cylinderOf(mesh, *best, std::move(bestPatch));
  // A triangle of a smooth surface that is no cylinder has no plane either.
  if (flat.size() > 1 || areaOf(mesh, flat) > 0.02 * mesh.diagnosis().area) return planeOf(mesh, flat);
  SurfacePatch other;
  other.triangles = {triangle};
  other.direction = n;
  other.center = (vertex(mesh, triangle, 0) + vertex(mesh, triangle, 1) + vertex(mesh, triangle, 2)) / 3;
  return other;
}

}  // namespace passung

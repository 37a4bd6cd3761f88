// SPDX-License-Identifier: Apache-2.0
#include "core/surface_patch.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace passung {
namespace {

constexpr double kFlat = 0.2 * kPi / 180;   // [rad] normals of one plane differ by less
constexpr double kSmooth = 35 * kPi / 180;  // [rad] facets of one cylinder meet at less
// Of vertices, in radii: to find a patch, then narrower and narrower. What is left of it must be most of it.
constexpr double kRadiusSlack = 5e-3, kNarrower[] = {2e-3, 1e-3, 4e-4}, kLeastLeft = 0.7;
// Of a facet's normal along the axis, at most, and of all facets (root mean square): its sine.
constexpr double kTilt = 0.12, kMeanTilt = 0.03;
constexpr double kWidestFacet = 75 * kPi / 180;       // [rad] that a facet may span
constexpr double kOffShare = 0.55, kOffLeast = 0.02;  // of a facet's normal from its middle: in spans, and [rad]
constexpr double kLeastSweep = 15 * kPi / 180;        // [rad]
constexpr std::size_t kLocal = 24;                    // triangles that a first guess is made from
constexpr std::size_t kFitted = 4096;                 // triangles that a cylinder is fitted to, at most
// A facet of a curved surface: so much of its rim is smooth, and it is less than so many times as large as those round
// it. The flat face of a part with rounded edges is larger, and faces that meet in a fold have other edges, too.
constexpr double kSmoothRim = 0.6, kLargerFace = 3;
constexpr double kBand = 0.25;      // of the length of a band, the least that its facets have
constexpr double kLongFacet = 0.5;  // beside a band, in lengths of the facet within
constexpr double kAlong = 0.9;      // cosine to the axis, beyond which a rim is a side and no end
constexpr std::size_t kFewest = 6;  // triangles of a cylinder: five figures are fitted to eight corners

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
  std::vector<bool> seen(mesh.triangles().size());
  seen[at(seed)] = true;
  for (std::size_t k = 0; k < found.size() && found.size() < most; ++k) {
    for (int side = 0; side < 3; ++side) {
      const MeshEdge& e = mesh.edges()[at(mesh.triangleEdges()[at(found[k])][at(side)])];
      const int next = e.face0 == found[k] ? e.face1 : e.face0;
      if (next < 0 || seen[at(next)]) continue;
      seen[at(next)] = true;
      if (!joins(next, e)) continue;
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

struct Corner {
  Vec3 p = Vec3::Zero();
  double weight = 0;  // all together 1
};

// The vertices of the triangles, weighted by the areas that meet there; of very many triangles an even choice.
std::vector<Corner> cornersOf(const TriangleMesh& mesh, const std::vector<int>& triangles) {
  std::vector<std::pair<int, double>> used;
  double sum = 0;
  for (std::size_t i = 0; i < triangles.size(); i += triangles.size() / kFitted + 1) {
    const double weight = areaVector(mesh, triangles[i]).norm();
    for (int v : mesh.triangles()[at(triangles[i])]) used.emplace_back(v, weight);
    sum += 3 * weight;
  }
  std::sort(used.begin(), used.end());
  std::vector<Corner> corners;
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (i == 0 || used[i].first != used[i - 1].first) corners.push_back({mesh.vertices()[at(used[i].first)], 0});
    corners.back().weight += used[i].second / sum;
  }
  return corners;
}

// The circle nearest to the points as seen along the axis: 2 c . q + (r^2 - c^2) = q^2 (Kasa 1976). Nothing where they
// lie in a line.
std::optional<Cylinder> circleOf(const std::vector<Corner>& points, const Vec3& axis) {
  const Vec3 u = axis.unitOrthogonal(), v = axis.cross(u);
  Vec3 mean = Vec3::Zero();
  for (const auto& [q, weight] : points) mean += weight * q;
  double size = 0;
  for (const auto& [q, weight] : points) size = std::max(size, (q - mean).norm());
  if (!(size > 0)) return {};
  Mat3 normal = Mat3::Zero();
  Vec3 right = Vec3::Zero();
  for (const auto& [q, weight] : points) {
    const Vec3 row(u.dot(q - mean) / size, v.dot(q - mean) / size, 1);
    normal += weight * row * row.transpose();
    right += weight * row * row.head<2>().squaredNorm();
  }
  const Eigen::SelfAdjointEigenSolver<Mat3> eigen(normal);
  if (!(eigen.eigenvalues()[0] > 1e-9 * eigen.eigenvalues()[2])) return {};
  const Vec3 x = normal.ldlt().solve(right);
  const double cx = 0.5 * x[0], cy = 0.5 * x[1], square = x[2] + cx * cx + cy * cy;
  if (!(square > 0)) return {};
  return Cylinder{mean + size * (cx * u + cy * v), axis, size * std::sqrt(square)};
}

// Minimises the sum of (distance from the axis - radius)^2 over the points.
Cylinder refined(Cylinder c, const std::vector<Corner>& points) {
  if (points.size() < 6) return c;
  for (int round = 0; round < 8; ++round) {
    const Vec3 u = c.axis.unitOrthogonal(), v = c.axis.cross(u);
    Vec3 mean = Vec3::Zero();
    for (const auto& [q, weight] : points) mean += weight * q;
    c.p += c.axis.dot(mean - c.p) * c.axis;  // in the middle, so that turning and moving are apart
    Eigen::Matrix<double, 5, 5> normal = Eigen::Matrix<double, 5, 5>::Zero();
    Eigen::Matrix<double, 5, 1> right = Eigen::Matrix<double, 5, 1>::Zero();
    for (const auto& [q, weight] : points) {
      const Vec3 out = c.outward(q);
      const double d = out.norm();
      if (!(d > 0)) continue;
      const double along = c.axis.dot(q - c.p) / c.radius;
      const double eu = out.dot(u) / d, ev = out.dot(v) / d;
      Eigen::Matrix<double, 5, 1> row;
      row << -eu, -ev, -along * eu, -along * ev, -1;
      normal += weight * row * row.transpose();
      right += weight * row * (c.radius - d);
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
bool agrees(const TriangleMesh& mesh, const Cylinder& c, int triangle, double slack) {
  const Vec3& n = mesh.faceNormals()[at(triangle)];
  if (std::abs(n.dot(c.axis)) > kTilt) return false;
  const Vec3 first = c.outward(vertex(mesh, triangle, 0));
  double low = 0, high = 0;
  for (int k = 0; k < 3; ++k) {
    const Vec3 out = c.outward(vertex(mesh, triangle, k));
    if (std::abs(out.norm() - c.radius) > slack * c.radius) return false;
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

std::vector<int> patchOf(const TriangleMesh& mesh, const Cylinder& c, int seed, double slack = kRadiusSlack) {
  if (!(c.radius > 0) || !agrees(mesh, c, seed, slack)) return {};
  return grow(mesh, seed, mesh.triangles().size(), [&](int next, const MeshEdge& e) {
    return std::abs(e.dihedral) < kSmooth && agrees(mesh, c, next, slack);
  });
}

double areaOf(const TriangleMesh& mesh, const std::vector<int>& triangles) {
  double area = 0;
  for (int t : triangles) area += areaVector(mesh, t).norm();
  return area;
}

// The other side of an edge; negative: there is none.
int beyond(const MeshEdge& e, int triangle) { return e.face0 == triangle ? e.face1 : e.face0; }

// The lowest and the highest of the triangles along the axis.
std::pair<double, double> extentOf(const TriangleMesh& mesh, const Cylinder& c, const std::vector<int>& triangles) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (int t : triangles) {
    for (int k = 0; k < 3; ++k) {
      const double along = c.axis.dot(vertex(mesh, t, k) - c.p);
      low = std::min(low, along);
      high = std::max(high, along);
    }
  }
  return {low, high};
}

// Whether the surface bends on smoothly at both ends of the patch, in facets not much shorter: then the patch is one
// band of facets round another surface, whose corners happen to lie on a cylinder.
bool isBand(const TriangleMesh& mesh, const Cylinder& c, const std::vector<int>& patch) {
  std::vector<bool> own(mesh.triangles().size());
  for (int t : patch) own[at(t)] = true;
  const auto lengthOf = [&](const std::vector<int>& triangles) {
    const auto [low, high] = extentOf(mesh, c, triangles);
    return high - low;
  };
  const double length = lengthOf(patch);
  double ends = 0, bent = 0;
  for (int t : patch) {
    for (int side = 0; side < 3; ++side) {
      const MeshEdge& e = mesh.edges()[at(mesh.triangleEdges()[at(t)][at(side)])];
      const int next = beyond(e, t);
      if (next >= 0 && own[at(next)]) continue;
      const Vec3 along = mesh.vertices()[at(e.v1)] - mesh.vertices()[at(e.v0)];
      if (std::abs(along.dot(c.axis)) > kAlong * along.norm()) continue;
      ends += along.norm();
      if (next < 0 || std::abs(e.dihedral) >= kSmooth) continue;
      const double inside = lengthOf({t});
      if (inside > kBand * length && lengthOf({next}) > kLongFacet * inside) bent += along.norm();
    }
  }
  return bent > kSmoothRim * ends;
}

// Fits the cylinder to what is left of its patch as the tolerance narrows. A band of a sphere, a cone or a torus is as
// wide as the tolerance lets it be: false. The first facets of a rounded end leave the patch, and it stays.
bool stays(const TriangleMesh& mesh, Cylinder& c, std::vector<int>& patch, int seed) {
  const double before = areaOf(mesh, patch);
  for (double slack : kNarrower) {
    patch = patchOf(mesh, c, seed, slack);
    if (patch.size() < kFewest) return false;
    c = refined(c, cornersOf(mesh, patch));
  }
  patch = patchOf(mesh, c, seed, kNarrower[2]);
  const double area = areaOf(mesh, patch);
  double tilt = 0;
  for (int t : patch) tilt += areaVector(mesh, t).norm() / area * std::pow(mesh.faceNormals()[at(t)].dot(c.axis), 2);
  return patch.size() >= kFewest && area >= kLeastLeft * before && tilt < kMeanTilt * kMeanTilt &&
         !isBand(mesh, c, patch);
}

std::vector<int> flatAround(const TriangleMesh& mesh, int triangle) {
  const Vec3 n = mesh.faceNormals()[at(triangle)];
  return grow(mesh, triangle, mesh.triangles().size(),
              [&](int next, const MeshEdge&) { return mesh.faceNormals()[at(next)].dot(n) > std::cos(kFlat); });
}

// Whether the coplanar triangles are but a facet of a curved surface.
bool facetOnly(const TriangleMesh& mesh, const std::vector<int>& flat) {
  std::vector<bool> own(mesh.triangles().size()), seen(mesh.triangles().size());
  for (int t : flat) own[at(t)] = true;
  double rim = 0, smooth = 0, largest = 0;
  for (int t : flat) {
    for (int side = 0; side < 3; ++side) {
      const MeshEdge& e = mesh.edges()[at(mesh.triangleEdges()[at(t)][at(side)])];
      const int next = beyond(e, t);
      if (next >= 0 && own[at(next)]) continue;
      const double length = (mesh.vertices()[at(e.v1)] - mesh.vertices()[at(e.v0)]).norm();
      rim += length;
      if (next < 0 || std::abs(e.dihedral) >= kSmooth) continue;
      smooth += length;
      if (seen[at(next)]) continue;
      const std::vector<int> beside = flatAround(mesh, next);
      for (int b : beside) seen[at(b)] = true;
      largest = std::max(largest, areaOf(mesh, beside));
    }
  }
  return smooth > kSmoothRim * rim && areaOf(mesh, flat) < kLargerFace * largest;
}

// The angle [rad] that directions in a plane span, and how many there are of them.
std::pair<double, int> spanOf(std::vector<double> angles) {
  std::sort(angles.begin(), angles.end());
  double widest = 2 * kPi - (angles.back() - angles.front());
  int distinct = 1;
  for (std::size_t i = 1; i < angles.size(); ++i) {
    widest = std::max(widest, angles[i] - angles[i - 1]);
    distinct += angles[i] - angles[i - 1] > kFlat ? 1 : 0;
  }
  return {2 * kPi - widest, distinct};
}

// Whether enough of the cylinder is seen: by the normals and by the places of its facets. On a saddle the normals turn
// without their places.
bool sweeps(const TriangleMesh& mesh, const Cylinder& c, const std::vector<int>& triangles) {
  const Vec3 u = c.axis.unitOrthogonal(), v = c.axis.cross(u);
  std::vector<double> normals, places;
  const auto angle = [&](const Vec3& d) { return std::atan2(d.dot(v), d.dot(u)); };
  for (int t : triangles) {
    normals.push_back(angle(mesh.faceNormals()[at(t)]));
    for (int k = 0; k < 3; ++k) places.push_back(angle(c.outward(vertex(mesh, t, k))));
  }
  const auto [turned, facets] = spanOf(std::move(normals));
  return turned >= kLeastSweep && facets >= 3 && spanOf(std::move(places)).first >= kLeastSweep;
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
  const auto [low, high] = extentOf(mesh, c, triangles);
  double outwards = 0;
  for (int t : triangles) outwards += areaVector(mesh, t).dot(c.outward(vertex(mesh, t, 0)));
  patch.center = c.p + 0.5 * (low + high) * c.axis;
  patch.halfLength = 0.5 * (high - low);
  patch.hole = outwards < 0;
  patch.triangles = std::move(triangles);
  return patch;
}

}  // namespace

SurfacePatch patchAround(const TriangleMesh& mesh, int triangle) {
  const Vec3 n = mesh.faceNormals()[at(triangle)];
  const std::vector<int> flat = flatAround(mesh, triangle);

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
  std::vector<bool> tried(mesh.triangles().size());  // neighbours that lead to a cylinder that was looked at
  for (const auto& [axis, from] : guesses) {
    if (from.size() == 2 && tried[at(from[1])]) continue;
    const std::vector<Corner> corners = cornersOf(mesh, from);
    std::optional<Cylinder> c = circleOf(corners, axis);
    if (!c) continue;
    // Where no edge runs along the cylinder, normals tilt and their axis is only near the true one.
    *c = refined(*c, corners);
    std::vector<int> patch = patchOf(mesh, *c, triangle);
    for (int round = 0; round < 2 && patch.size() > 2; ++round) {
      const std::vector<Corner> points = cornersOf(mesh, patch);
      const auto again = circleOf(points, axisAcross(mesh, patch));
      const Cylinder fitted = refined(again.value_or(*c), points);
      std::vector<int> larger = patchOf(mesh, fitted, triangle);
      if (larger.size() < patch.size()) break;
      const bool same = larger.size() == patch.size();
      *c = fitted;
      patch = std::move(larger);
      if (same) break;
    }
    for (int t : patch) tried[at(t)] = true;
    if (patch.size() < kFewest || areaOf(mesh, patch) <= bestArea || !stays(mesh, *c, patch, triangle)) continue;
    const double area = areaOf(mesh, patch);
    if (area <= bestArea || !sweeps(mesh, *c, patch)) continue;
    best = c;
    bestPatch = std::move(patch);
    bestArea = area;
  }
  if (best) return cylinderOf(mesh, *best, std::move(bestPatch));
  if (!facetOnly(mesh, flat)) return planeOf(mesh, flat);
  SurfacePatch other;
  other.triangles = {triangle};
  other.direction = n;
  other.center = (vertex(mesh, triangle, 0) + vertex(mesh, triangle, 1) + vertex(mesh, triangle, 2)) / 3;
  return other;
}

}  // namespace passung

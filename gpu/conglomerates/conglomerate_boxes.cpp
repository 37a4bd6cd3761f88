// SPDX-License-Identifier: Apache-2.0
#include "gpu/conglomerates/conglomerate_boxes.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "collision/bvh/bvh.h"
#include "gpu/conglomerates/convex_hull.h"
#include "gpu/conglomerates/face_graph.h"

namespace passung::gpu {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();
// Of more points only the extreme ones in so many directions take part in the choice of a frame.
constexpr int kHullPoints = 200;
// Facets of the hull, the largest first, in whose planes a box is tried.
constexpr std::size_t kFacetFrames = 12;
// Facets whose normals' products differ by less from 1 are in one plane.
constexpr double kSamePlane = 1e-6;

// A right-handed frame whose third axis is n (unit).
Mat3 frameAlong(const Vec3& n) {
  Mat3 R;
  R.col(0) = n.unitOrthogonal();
  R.col(1) = n.cross(R.col(0));
  R.col(2) = n;
  return R;
}

Aabb extentsIn(const Mat3& R, std::span<const Vec3> points) {
  Aabb box;
  for (const Vec3& p : points) box.add(Vec3(R.transpose() * p));
  return box;
}

// Extreme points in directions spread evenly over the sphere (a spiral of the golden angle).
std::vector<Vec3> extremePoints(std::span<const Vec3> points) {
  if (points.size() <= static_cast<std::size_t>(kHullPoints)) return {points.begin(), points.end()};
  std::vector<std::size_t> chosen;
  for (int i = 0; i < kHullPoints; ++i) {
    const double z = 1 - (2 * i + 1.0) / kHullPoints, r = std::sqrt(1 - z * z), angle = i * kPi * (3 - std::sqrt(5.0));
    const Vec3 direction(r * std::cos(angle), r * std::sin(angle), z);
    std::size_t best = 0;
    for (std::size_t k = 1; k < points.size(); ++k) {
      if (direction.dot(points[k]) > direction.dot(points[best])) best = k;
    }
    chosen.push_back(best);
  }
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  std::vector<Vec3> extreme;
  for (const std::size_t k : chosen) extreme.push_back(points[k]);
  return extreme;
}

// Principal axes of the area of the hull's facets; of points, where it has none.
Mat3 principalAxes(const ConvexHull& hull, std::span<const Vec3> points) {
  Mat3 second = Mat3::Zero();
  Vec3 first = Vec3::Zero();
  double weight = 0;
  if (hull.facets.empty()) {
    for (const Vec3& p : points) {
      second += p * p.transpose();
      first += p;
      weight += 1;
    }
  }
  for (const ConvexHull::Facet& facet : hull.facets) {
    const Vec3 &a = points[facet.corners[0]], &b = points[facet.corners[1]], &c = points[facet.corners[2]];
    const double area = 0.5 * (b - a).cross(c - a).norm();
    const Vec3 sum = a + b + c;
    second += area / 12 * (sum * sum.transpose() + a * a.transpose() + b * b.transpose() + c * c.transpose());
    first += area / 3 * sum;
    weight += area;
  }
  if (!(weight > 0)) return Mat3::Identity();
  const Mat3 spread = second / weight - first * first.transpose() / (weight * weight);
  Mat3 R = Eigen::SelfAdjointEigenSolver<Mat3>(spread).eigenvectors();
  if (R.determinant() < 0) R.col(0) = -R.col(0);
  return R;
}

// Corners of the convex hull of points in a plane, counterclockwise (A. M. Andrew's monotone chain, 1979).
std::vector<Eigen::Vector2d> flatHull(std::vector<Eigen::Vector2d> points) {
  std::sort(points.begin(), points.end(),
            [](const auto& a, const auto& b) { return a.x() != b.x() ? a.x() < b.x() : a.y() < b.y(); });
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (points.size() < 3) return points;
  std::vector<Eigen::Vector2d> hull;
  const auto add = [&hull](const Eigen::Vector2d& p, std::size_t least) {
    while (hull.size() >= least) {
      const Eigen::Vector2d u = hull.back() - hull[hull.size() - 2], v = p - hull.back();
      if (u.x() * v.y() - u.y() * v.x() > 0) break;
      hull.pop_back();
    }
    hull.push_back(p);
  };
  for (const auto& p : points) add(p, 2);
  const std::size_t lower = hull.size() + 1;
  for (auto p = points.rbegin() + 1; p != points.rend(); ++p) add(*p, lower);
  hull.pop_back();
  return hull;
}

// The frame along n whose other axes hold the rectangle of least area round the points' shadow. Such a rectangle has a
// side along an edge of the shadow's hull (H. Freeman and R. Shapira, 1975).
Mat3 leastRectangle(const Vec3& n, std::span<const Vec3> points) {
  const Mat3 R = frameAlong(n);
  std::vector<Eigen::Vector2d> shadow;
  for (const Vec3& p : points) shadow.emplace_back(R.col(0).dot(p), R.col(1).dot(p));
  const auto hull = flatHull(std::move(shadow));
  Eigen::Vector2d best(1, 0);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < hull.size(); ++i) {
    const Eigen::Vector2d side = hull[(i + 1) % hull.size()] - hull[i];
    const double length = side.norm();
    if (!(length > 0)) continue;
    const Eigen::Vector2d x = side / length, y(-x.y(), x.x());
    Eigen::Vector2d lower = Eigen::Vector2d::Constant(std::numeric_limits<double>::infinity()), upper = -lower;
    for (const auto& p : hull) {
      const Eigen::Vector2d q(x.dot(p), y.dot(p));
      lower = lower.cwiseMin(q);
      upper = upper.cwiseMax(q);
    }
    const double area = (upper - lower).prod();
    if (area < least) {
      least = area;
      best = x;
    }
  }
  Mat3 turned = R;
  turned.col(0) = best.x() * R.col(0) + best.y() * R.col(1);
  turned.col(1) = n.cross(turned.col(0));
  return turned;
}

// Normals of the hull's largest planes.
std::vector<Vec3> largestPlanes(const ConvexHull& hull, std::span<const Vec3> points) {
  struct Plane {
    Vec3 normal;
    double area;
  };
  std::vector<Plane> planes;
  for (const ConvexHull::Facet& facet : hull.facets) {
    const Vec3 &a = points[facet.corners[0]], &b = points[facet.corners[1]], &c = points[facet.corners[2]];
    const double area = (b - a).cross(c - a).norm();
    // Opposite facets ask for the same frame.
    const auto same = std::find_if(planes.begin(), planes.end(), [&](const Plane& p) {
      return std::abs(p.normal.dot(facet.normal)) > 1 - kSamePlane;
    });
    if (same == planes.end()) {
      planes.push_back({facet.normal, area});
    } else {
      same->area += area;
    }
  }
  std::stable_sort(planes.begin(), planes.end(), [](const Plane& p, const Plane& q) { return p.area > q.area; });
  std::vector<Vec3> normals;
  for (std::size_t i = 0; i < std::min(kFacetFrames, planes.size()); ++i) {
    if (planes[i].normal.squaredNorm() > 0.5) normals.push_back(planes[i].normal);
  }
  return normals;
}

std::vector<Mat3> candidateFrames(std::span<const Vec3> points) {
  const ConvexHull hull = convexHull(points);
  std::vector<Mat3> frames{Mat3::Identity(), principalAxes(hull, points)};
  if (hull.dimension == 1) frames.push_back(frameAlong(hull.direction));
  if (hull.dimension == 2) frames.push_back(leastRectangle(hull.direction, points));
  for (const Vec3& n : largestPlanes(hull, points)) frames.push_back(leastRectangle(n, points));
  return frames;
}

}  // namespace

OrientedBox boxAlong(const Quat& q_MB, std::span<const Vec3> points) {
  assert(!points.empty());
  OrientedBox box;
  box.X_MB.q = q_MB;
  box.X_MB.p = box.X_MB.q * extentsIn(box.X_MB.R(), points).center();
  const Transform X_BM = box.X_MB.inverse();
  Vec3 reach = box.X_MB.p.cwiseAbs();
  for (const Vec3& p : points) {
    box.half = box.half.cwiseMax((X_BM * p).cwiseAbs());
    reach = reach.cwiseMax(p.cwiseAbs());
  }
  // A coordinate in the box comes from two rotations by a quaternion, some 20 roundings of numbers no larger than this.
  box.half += Vec3::Constant(32 * kEps * reach.sum());
  return box;
}

OrientedBox tightBox(std::span<const Vec3> points) {
  assert(!points.empty());
  const std::vector<Vec3> extreme = extremePoints(points);
  Mat3 R = Mat3::Identity();
  double least = std::numeric_limits<double>::infinity();
  for (const Mat3& frame : candidateFrames(extreme)) {
    if (!frame.allFinite()) continue;  // coordinates whose fourth powers are not in the range of doubles
    const double area = extentsIn(frame, extreme).area();
    if (area < least) {
      least = area;
      R = frame;
    }
  }

  return boxAlong(Quat(R).normalized(), points);
}

ConglomerateBoxes conglomerateBoxes(const TriangleMesh& mesh, const Partition& partition) {
  ConglomerateBoxes result;
  for (int c = 0; c < partition.count(); ++c) {
    result.boxes.push_back(tightBox(pointsOf(mesh, cornersOf(mesh, partition.of(c)))));
  }
  result.whole = tightBox(mesh.vertices());
  return result;
}

bool near(const OrientedBox& a, const OrientedBox& b, const Transform& X_AB, double distance) {
  // The lengths that are rounded on the way from one box to the other, doubled, so that the pad of BoxPairTest covers
  // the products of poses as well.
  const double reach = 2 * (a.X_MB.p.cwiseAbs().sum() + X_AB.p.cwiseAbs().sum() + b.X_MB.p.cwiseAbs().sum() +
                            a.half.sum() + b.half.sum());
  // Spheres round the boxes tell most of them apart.
  const double apart = a.half.norm() + b.half.norm() + distance + 64 * kEps * reach;
  if ((X_AB * b.X_MB.p - a.X_MB.p).squaredNorm() > apart * apart * (1 + 8 * kEps)) return false;
  const Transform X_ab = (a.X_MB.inverse() * X_AB) * b.X_MB;
  return collision::BoxPairTest(X_ab, distance, reach).near({-a.half, a.half}, {-b.half, b.half});
}

}  // namespace passung::gpu

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/query_bench.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "collision/bvh/bvh.h"
#include "collision/queries/closest.h"
#include "collision/queries/exact_triangle.h"
#include "collision/queries/mesh_queries.h"
#ifdef PASSUNG_HAVE_FCL
#include <fcl/fcl.h>
#endif

namespace passung::app {
namespace {

double clockSeconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// The time [s] that `work` takes.
template <class Work>
double timed(Work&& work) {
  const double start = clockSeconds();
  work();
  return clockSeconds() - start;
}

// Least distance of two triangles that do not meet.
double triangleDistance(const collision::Corners& a, const collision::Corners& b) {
  double squared = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < 3; ++k) {
    squared = std::min(squared, collision::closestPointTriangle(a[k], b[0], b[1], b[2]).squared);
    squared = std::min(squared, collision::closestPointTriangle(b[k], a[0], a[1], a[2]).squared);
    for (std::size_t l = 0; l < 3; ++l) {
      squared = std::min(squared, collision::closestSegmentSegment(a[k], a[(k + 1) % 3], b[l], b[(l + 1) % 3]).squared);
    }
  }
  return std::sqrt(squared);
}

class OwnQueries {
 public:
  explicit OwnQueries(const QueryCase& what) : what_(what) {
    bvhA_ = collision::triangleBvh(*what.a);
    bvhB_ = collision::triangleBvh(*what.b);
  }

  [[nodiscard]] bool intersects(const Transform& X_AB) const {
    bool found = false;
    const Mat3 R = X_AB.R();
    collision::Bvh::overlappingPairs(bvhA_, bvhB_, X_AB, 0, [&](int i, int j) {
      if (found) return;
      found = collision::trianglesIntersect(collision::corners(*what_.a, i), placed(j, R, X_AB.p));
    });
    return found;
  }

  // A first bound from the vertices of B nearest to A's middle, then all pairs of triangles within it.
  [[nodiscard]] double distance(const Transform& X_AB) const {
    if (intersects(X_AB)) return 0;
    const Mat3 R = X_AB.R();
    double bound = std::numeric_limits<double>::infinity();
    const auto vertices = what_.b->vertices();
    const std::size_t stride = std::max<std::size_t>(1, vertices.size() / 64);
    for (std::size_t i = 0; i < vertices.size(); i += stride) {
      bound = std::min(bound, std::abs(collision::closestPoint(*what_.a, bvhA_, X_AB * vertices[i]).distance));
    }
    double best = bound;
    collision::Bvh::overlappingPairs(bvhA_, bvhB_, X_AB, bound, [&](int i, int j) {
      best = std::min(best, triangleDistance(collision::corners(*what_.a, i), placed(j, R, X_AB.p)));
    });
    return best;
  }

 private:
  [[nodiscard]] collision::Corners placed(int triangle, const Mat3& R, const Vec3& p) const {
    collision::Corners c = collision::corners(*what_.b, triangle);
    for (Vec3& v : c) v = R * v + p;
    return c;
  }
  const QueryCase& what_;
  collision::Bvh bvhA_, bvhB_;
};

template <class Queries>
void askAll(const QueryCase& what, const Queries& queries, QueryTimes& times) {
  std::vector<double> collide, distance;
  for (const Transform& X_AB : what.X_AB) {
    bool hit = false;
    double d = 0;
    collide.push_back(timed([&] { hit = queries.intersects(X_AB); }));
    distance.push_back(timed([&] { d = queries.distance(X_AB); }));
    times.intersects.push_back(hit);
    times.distances.push_back(d);
  }
  times.collide = median(collide);
  times.distance = median(distance);
}

}  // namespace

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

QueryTimes timeOwnQueries(const QueryCase& what) {
  QueryTimes times;
  std::unique_ptr<OwnQueries> queries;
  times.build = timed([&] { queries = std::make_unique<OwnQueries>(what); });
  askAll(what, *queries, times);
  return times;
}

#ifndef PASSUNG_HAVE_FCL

std::optional<QueryTimes> timeFclQueries(const QueryCase&) { return std::nullopt; }

#else

namespace {

class FclQueries {
 public:
  explicit FclQueries(const QueryCase& what) : a_(model(*what.a)), b_(model(*what.b)) {}

  [[nodiscard]] bool intersects(const Transform& X_AB) const {
    fcl::CollisionRequestd request(1, false);
    fcl::CollisionResultd result;
    return fcl::collide(a_.get(), fcl::Transform3d::Identity(), b_.get(), pose(X_AB), request, result) > 0;
  }
  [[nodiscard]] double distance(const Transform& X_AB) const {
    fcl::DistanceRequestd request(false);
    fcl::DistanceResultd result;
    return std::max(0.0, fcl::distance(a_.get(), fcl::Transform3d::Identity(), b_.get(), pose(X_AB), request, result));
  }

 private:
  using Model = fcl::BVHModel<fcl::OBBRSSd>;
  static std::shared_ptr<Model> model(const TriangleMesh& mesh) {
    std::vector<fcl::Triangle> triangles;
    for (const Triangle& t : mesh.triangles()) {
      triangles.emplace_back(static_cast<std::size_t>(t[0]), static_cast<std::size_t>(t[1]),
                             static_cast<std::size_t>(t[2]));
    }
    auto made = std::make_shared<Model>();
    made->beginModel();
    made->addSubModel(std::vector<Vec3>(mesh.vertices().begin(), mesh.vertices().end()), triangles);
    made->endModel();
    return made;
  }
  static fcl::Transform3d pose(const Transform& X) {
    fcl::Transform3d T = fcl::Transform3d::Identity();
    T.linear() = X.R();
    T.translation() = X.p;
    return T;
  }
  std::shared_ptr<Model> a_, b_;
};

}  // namespace

std::optional<QueryTimes> timeFclQueries(const QueryCase& what) {
  QueryTimes times;
  std::unique_ptr<FclQueries> queries;
  times.build = timed([&] { queries = std::make_unique<FclQueries>(what); });
  askAll(what, *queries, times);
  return times;
}

#endif

}  // namespace passung::app

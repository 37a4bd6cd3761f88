// SPDX-License-Identifier: Apache-2.0
#include "collision/queries/surface_depth.h"

#include <array>
#include <cmath>

namespace passung::collision {
namespace {

// Relative accuracy of a depth along an edge, and the most evaluations spent on one edge.
constexpr double kDepthAccuracy = 1e-3;
constexpr int kMaxEvaluations = 400;

double distanceTo(const PreparedMesh& m, int triangle, const Vec3& p) {
  const auto c = corners(*m.mesh, triangle);
  return std::sqrt(closestPointTriangle(p, c[0], c[1], c[2]).squared);
}

void connectVertices(PreparedMesh& m) {
  const auto edges = m.mesh->edges();
  const std::size_t count = m.mesh->vertices().size();
  m.edgeStart.assign(count + 1, 0);
  for (const MeshEdge& e : edges) {
    ++m.edgeStart[static_cast<std::size_t>(e.v0) + 1];
    ++m.edgeStart[static_cast<std::size_t>(e.v1) + 1];
  }
  for (std::size_t v = 0; v < count; ++v) m.edgeStart[v + 1] += m.edgeStart[v];
  m.edgesOfVertex.resize(2 * edges.size());
  std::vector<int> next(m.edgeStart.begin(), m.edgeStart.end() - 1);
  for (std::size_t e = 0; e < edges.size(); ++e) {
    for (const int v : {edges[e].v0, edges[e].v1}) {
      m.edgesOfVertex[static_cast<std::size_t>(next[static_cast<std::size_t>(v)]++)] = static_cast<int>(e);
    }
  }

  m.componentOfVertex.assign(count, -1);
  std::vector<int> stack;
  for (std::size_t seed = 0; seed < count; ++seed) {
    if (m.componentOfVertex[seed] >= 0) continue;
    const int component = static_cast<int>(m.vertexOfComponent.size());
    m.vertexOfComponent.push_back(static_cast<int>(seed));
    m.componentOfVertex[seed] = component;
    stack.assign(1, static_cast<int>(seed));
    while (!stack.empty()) {
      const auto v = static_cast<std::size_t>(stack.back());
      stack.pop_back();
      for (int i = m.edgeStart[v]; i < m.edgeStart[v + 1]; ++i) {
        const MeshEdge& e = edges[static_cast<std::size_t>(m.edgesOfVertex[static_cast<std::size_t>(i)])];
        for (const int w : {e.v0, e.v1}) {
          int& c = m.componentOfVertex[static_cast<std::size_t>(w)];
          if (c >= 0) continue;
          c = component;
          stack.push_back(w);
        }
      }
    }
  }
}

}  // namespace

PreparedMesh::PreparedMesh(std::shared_ptr<const TriangleMesh> source)
    : mesh(std::move(source)), bvh(triangleBvh(*mesh)), side(*mesh, bvh) {
  connectVertices(*this);
}

SurfaceDistance surfaceDistance(const PreparedMesh& m, const Vec3& p, double limit) {
  SurfaceDistance best;
  const double squared = m.bvh.nearest(p, limit * limit, [&](int triangle, double bestSquared) {
    const auto c = corners(*m.mesh, triangle);
    const PointTriangle q = closestPointTriangle(p, c[0], c[1], c[2]);
    if (!(q.squared < bestSquared)) return bestSquared;
    best.point = q.point;
    best.triangle = triangle;
    return q.squared;
  });
  best.value = std::sqrt(squared);
  return best;
}

void deepestOnSegment(const PreparedMesh& m, const Vec3& p, const Vec3& q, int source, Deepest& best) {
  struct Sample {
    Vec3 x;
    SurfaceDistance d;
  };
  const auto evaluate = [&](const Vec3& x) {
    Sample s{x, surfaceDistance(m, x)};
    best.offer(s.d.value, x, s.d.triangle, source);
    return s;
  };
  // Depths at the level of rounding errors are not refined.
  const double floor = 1e-15 * (m.bvh.bounds().size() + m.bvh.bounds().center().norm());

  std::vector<std::array<Sample, 2>> pieces{{evaluate(p), evaluate(q)}};
  for (int n = 2; n < kMaxEvaluations && !pieces.empty(); ++n) {
    const auto [a, b] = pieces.back();
    pieces.pop_back();
    const double length = (b.x - a.x).norm();
    double bound = 0.5 * (a.d.value + b.d.value + length);
    const double worthwhile = std::max(best.depth * (1 + kDepthAccuracy), floor);
    if (bound > worthwhile) bound = std::min(bound, std::max(a.d.value, distanceTo(m, a.d.triangle, b.x)));
    if (bound > worthwhile) bound = std::min(bound, std::max(b.d.value, distanceTo(m, b.d.triangle, a.x)));
    if (bound <= worthwhile) continue;
    const Sample middle = evaluate(0.5 * (a.x + b.x));
    // The side with the deeper end is looked at first.
    if (a.d.value > b.d.value) {
      pieces.push_back({middle, b});
      pieces.push_back({a, middle});
    } else {
      pieces.push_back({a, middle});
      pieces.push_back({middle, b});
    }
  }
}

}  // namespace passung::collision

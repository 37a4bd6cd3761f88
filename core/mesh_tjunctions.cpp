// SPDX-License-Identifier: Apache-2.0
// Problem:  subdivision and tessellation of neighbouring faces by different steps leave an edge of one face beside
//           several edges of the other. No point is missing, but the surface is not closed in the sense of topology.
// Method:   each open edge is cut at the vertices of open edges that lie on it; a cut edge counts when a part of it has
//           a counterpart; its face becomes a fan from the opposite corner. A face with several such edges is cut at
//           one after the other. Passes repeat while they help: cutting a face that two junctions share may leave one.
// Cost:     O(n log n) for the open edges, plus O(m k) for m of them, each looked up in a grid of k vertices nearby.
// Failure:  a gap wider than the tolerance, or one whose two sides share no end point, stays open and is counted by the
//           caller. A tolerance above the distance of neighbouring vertices puts points into an edge in wrong order:
//           the parts then have no counterpart, and the edge stays as it is.
#include "core/mesh_tjunctions.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>
#include <utility>

#include "core/aabb.h"
#include "core/mesh_topology.h"

namespace passung {
namespace {

struct OpenEdge {
  int from, to, apex, face, side;
  std::vector<int> points;
};

const Vec3& at(std::span<const Vec3> vertices, int v) { return vertices[static_cast<std::size_t>(v)]; }

std::vector<OpenEdge> openEdges(std::span<const Vec3> vertices, std::span<const Triangle> triangles) {
  const MeshTopology topology = meshTopology(vertices.size(), triangles);
  std::vector<OpenEdge> open;
  for (std::size_t f = 0; f < triangles.size(); ++f) {
    for (std::size_t k = 0; k < 3; ++k) {
      const MeshEdge& edge = topology.edges[static_cast<std::size_t>(topology.triangleEdges[f][k])];
      if (edge.face1 >= 0) continue;
      open.push_back({triangles[f][k],
                      triangles[f][(k + 1) % 3],
                      triangles[f][(k + 2) % 3],
                      static_cast<int>(f),
                      static_cast<int>(k),
                      {}});
    }
  }
  return open;
}

// Vertices along one axis: enough, since open edges are few.
class SortedVertices {
 public:
  SortedVertices(std::span<const Vec3> vertices, std::span<const OpenEdge> edges) : vertices_(vertices) {
    Aabb box;
    for (const OpenEdge& e : edges) {
      order_.push_back(e.from);
      box.add(at(vertices, e.from));
      order_.push_back(e.to);
      box.add(at(vertices, e.to));
    }
    if (!order_.empty()) box.extent().maxCoeff(&axis_);
    std::sort(order_.begin(), order_.end(), [&](int i, int j) {
      const double x = key(i), y = key(j);
      return x != y ? x < y : i < j;
    });
    order_.erase(std::unique(order_.begin(), order_.end()), order_.end());
  }
  template <class Visit>
  void visit(const Aabb& box, Visit visit) const {
    auto i = std::lower_bound(order_.begin(), order_.end(), box.lower[axis_],
                              [&](int v, double bound) { return key(v) < bound; });
    for (; i != order_.end() && key(*i) <= box.upper[axis_]; ++i) {
      if (box.contains(at(vertices_, *i))) visit(*i);
    }
  }

 private:
  [[nodiscard]] double key(int v) const { return at(vertices_, v)[axis_]; }
  std::span<const Vec3> vertices_;
  std::vector<int> order_;
  Eigen::Index axis_ = 0;
};

// The vertices strictly between the ends of an edge and within the tolerance of it, in order. Not the opposite corner:
// slivers stay.
std::vector<int> pointsOn(const OpenEdge& e, std::span<const Vec3> vertices, const SortedVertices& candidates,
                          double tolerance) {
  const Vec3 a = at(vertices, e.from), d = at(vertices, e.to) - a;
  Aabb box;
  box.add(a);
  box.add(at(vertices, e.to));
  std::vector<std::pair<double, int>> found;
  candidates.visit(box.grown(tolerance), [&](int v) {
    if (v == e.from || v == e.to || v == e.apex) return;
    const double t = (at(vertices, v) - a).dot(d) / d.squaredNorm();
    if (!(t > 0 && t < 1) || (at(vertices, v) - (a + t * d)).norm() > tolerance) return;
    found.emplace_back(t, v);
  });
  std::sort(found.begin(), found.end());
  std::vector<int> points;
  for (const auto& [t, v] : found) points.push_back(v);
  return points;
}

// The directed parts of all open edges: which of the edges own each.
class Parts {
 public:
  void add(const OpenEdge& e, int owner) {
    forEach(e, [&](int from, int to) { owners_[{from, to}].push_back(owner); });
  }
  void remove(const OpenEdge& e, int owner) {
    forEach(e, [&](int from, int to) { std::erase(owners_[{from, to}], owner); });
  }
  // The edges that run along a part of this one the other way.
  [[nodiscard]] std::vector<int> counterparts(const OpenEdge& e) const {
    std::vector<int> result;
    forEach(e, [&](int from, int to) {
      const auto found = owners_.find({to, from});
      if (found != owners_.end()) result.insert(result.end(), found->second.begin(), found->second.end());
    });
    return result;
  }

 private:
  template <class Visit>
  static void forEach(const OpenEdge& e, Visit visit) {
    int from = e.from;
    for (const int p : e.points) {
      visit(from, p);
      from = p;
    }
    visit(from, e.to);
  }
  std::map<std::pair<int, int>, std::vector<int>> owners_;
};

}  // namespace

std::vector<TJunctionEdge> tJunctionEdges(std::span<const Vec3> vertices, std::span<const Triangle> triangles,
                                          double tolerance) {
  std::vector<OpenEdge> edges = openEdges(vertices, triangles);
  const SortedVertices candidates(vertices, edges);
  Parts parts;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    edges[i].points = pointsOn(edges[i], vertices, candidates, tolerance);
    parts.add(edges[i], static_cast<int>(i));
  }

  // Whole edges take part again where cutting them brings nothing; that may in turn change what others bring.
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      if (edges[i].points.empty() || !parts.counterparts(edges[i]).empty()) continue;
      parts.remove(edges[i], static_cast<int>(i));
      edges[i].points.clear();
      parts.add(edges[i], static_cast<int>(i));
      changed = true;
    }
  }

  std::vector<TJunctionEdge> result;
  for (const OpenEdge& e : edges) {
    if (e.points.empty()) continue;
    TJunctionEdge junction{e.face, e.side, e.points, {}};
    for (const int i : parts.counterparts(e)) junction.partners.push_back(edges[static_cast<std::size_t>(i)].face);
    result.push_back(std::move(junction));
  }
  return result;
}

int mendTJunctions(std::span<const Vec3> vertices, std::vector<Triangle>& triangles, double tolerance) {
  int count = 0;
  // Each pass closes at least one edge; a handful suffices for what exporters do.
  constexpr int kMaxPasses = 8;
  for (int pass = 0; pass < kMaxPasses; ++pass) {
    const std::vector<TJunctionEdge> junctions = tJunctionEdges(vertices, triangles, tolerance);
    // Corners move when a face is cut: of several edges of one face the later ones wait for the next pass.
    std::vector<char> cut(triangles.size(), 0);
    for (const TJunctionEdge& junction : junctions) {
      const auto f = static_cast<std::size_t>(junction.face);
      if (cut[f]) continue;
      cut[f] = 1;
      const auto k = static_cast<std::size_t>(junction.side);
      const Triangle whole = triangles[f];
      const int apex = whole[(k + 2) % 3];
      int from = whole[k];
      for (const int p : junction.points) {
        triangles.push_back({from, p, apex});
        from = p;
      }
      triangles[f] = {from, whole[(k + 1) % 3], apex};
      count += static_cast<int>(junction.points.size());
    }
    if (junctions.empty()) break;
  }
  return count;
}

}  // namespace passung

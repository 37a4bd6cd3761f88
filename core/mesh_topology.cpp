// SPDX-License-Identifier: Apache-2.0
// Problem:  edges, connected pieces and orientation of a list of triangles.
// Method:   half-edges sorted by their vertex pair; union-find over vertices; signed volumes and winding numbers.
// Cost:     O(n log n); orientation adds O(n) per piece of negative volume.
// Failure:  the orientation of open pieces is left as it is: they have no inside.
#include "core/mesh_topology.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/union_find.h"

namespace passung {
namespace {

struct HalfEdge {
  int a, b;  // a < b
  int face;
  int side;      // from corner `side` to the next one
  bool forward;  // the face runs from a to b
};

std::vector<HalfEdge> sortedHalfEdges(std::span<const Triangle> triangles) {
  std::vector<HalfEdge> halves;
  halves.reserve(3 * triangles.size());
  for (std::size_t f = 0; f < triangles.size(); ++f) {
    for (int k = 0; k < 3; ++k) {
      const int from = triangles[f][static_cast<std::size_t>(k)];
      const int to = triangles[f][static_cast<std::size_t>((k + 1) % 3)];
      halves.push_back({std::min(from, to), std::max(from, to), static_cast<int>(f), k, from < to});
    }
  }
  std::sort(halves.begin(), halves.end(), [](const HalfEdge& x, const HalfEdge& y) {
    if (x.a != y.a) return x.a < y.a;
    if (x.b != y.b) return x.b < y.b;
    if (x.face != y.face) return x.face < y.face;
    return x.side < y.side;
  });
  return halves;
}

void numberComponents(std::size_t vertexCount, std::span<const Triangle> triangles, MeshTopology& topology) {
  UnionFind sets(vertexCount);
  for (const Triangle& t : triangles) {
    sets.join(t[0], t[1]);
    sets.join(t[0], t[2]);
  }
  std::vector<int> number(vertexCount, -1);
  topology.component.reserve(triangles.size());
  int count = 0;
  for (const Triangle& t : triangles) {
    int& n = number[static_cast<std::size_t>(sets.find(t[0]))];
    if (n < 0) n = count++;
    topology.component.push_back(n);
  }
  topology.closed.assign(static_cast<std::size_t>(count), 1);
}

void turn(Triangle& t) { std::swap(t[1], t[2]); }

}  // namespace

MeshTopology meshTopology(std::size_t vertexCount, std::span<const Triangle> triangles) {
  MeshTopology topology;
  numberComponents(vertexCount, triangles, topology);
  topology.triangleEdges.resize(triangles.size());
  const std::vector<HalfEdge> halves = sortedHalfEdges(triangles);
  for (std::size_t i = 0; i < halves.size();) {
    std::size_t end = i;
    int balance = 0;
    while (end < halves.size() && halves[end].a == halves[i].a && halves[end].b == halves[i].b) {
      balance += halves[end].forward ? 1 : -1;
      topology.triangleEdges[static_cast<std::size_t>(halves[end].face)][static_cast<std::size_t>(halves[end].side)] =
          static_cast<int>(topology.edges.size());
      ++end;
    }

    const HalfEdge& first = halves[i];
    const std::size_t faces = end - i;
    MeshEdge edge;
    edge.v0 = first.forward ? first.a : first.b;
    edge.v1 = first.forward ? first.b : first.a;
    edge.face0 = first.face;
    if (faces > 1) edge.face1 = halves[i + 1].face;
    if (faces == 1) ++topology.openEdges;
    if (faces > 2 || (faces == 2 && balance != 0)) ++topology.nonManifoldEdges;
    if (balance != 0)
      topology.closed[static_cast<std::size_t>(topology.component[static_cast<std::size_t>(first.face)])] = 0;
    topology.edges.push_back(edge);
    i = end;
  }
  return topology;
}

std::vector<Triangle> unbalancedEdges(std::span<const Triangle> triangles) {
  std::vector<Triangle> result;
  const std::vector<HalfEdge> halves = sortedHalfEdges(triangles);
  for (std::size_t i = 0; i < halves.size();) {
    const int a = halves[i].a, b = halves[i].b;
    int balance = 0;
    for (; i < halves.size() && halves[i].a == a && halves[i].b == b; ++i) balance += halves[i].forward ? 1 : -1;
    for (; balance > 0; --balance) result.push_back({a, b, b});
    for (; balance < 0; ++balance) result.push_back({b, a, a});
  }
  return result;
}

double windingNumber(const Vec3& p, std::span<const Vec3> vertices, std::span<const Triangle> triangles) {
  double sum = 0;
  for (const Triangle& t : triangles) {
    const Vec3 a = vertices[static_cast<std::size_t>(t[0])] - p;
    const Vec3 b = vertices[static_cast<std::size_t>(t[1])] - p;
    const Vec3 c = vertices[static_cast<std::size_t>(t[2])] - p;
    const double la = a.norm(), lb = b.norm(), lc = c.norm();
    // tan(omega / 2) = a . (b x c) / (|a||b||c| + (a.b)|c| + (b.c)|a| + (c.a)|b|)
    sum += 2.0 * std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
  }
  return sum / (4.0 * kPi);
}

bool orientComponents(std::span<const Vec3> vertices, std::vector<Triangle>& triangles, const MeshTopology& topology) {
  struct Piece {
    std::vector<Triangle> triangles;
    double volume = 0;
    Aabb bounds;
  };
  const std::size_t count = topology.closed.size();
  std::vector<Piece> pieces(count);
  for (std::size_t f = 0; f < triangles.size(); ++f) {
    const auto c = static_cast<std::size_t>(topology.component[f]);
    if (!topology.closed[c]) continue;
    pieces[c].triangles.push_back(triangles[f]);
    for (const int v : triangles[f]) pieces[c].bounds.add(vertices[static_cast<std::size_t>(v)]);
  }
  double total = 0;
  for (Piece& piece : pieces) {
    piece.volume = solidMassProperties(vertices, piece.triangles).mass;
    total += piece.volume;
  }

  std::vector<char> turned(count, total < 0 ? 1 : 0);
  for (std::size_t c = 0; c < count; ++c) {
    const double volume = turned[c] ? -pieces[c].volume : pieces[c].volume;
    if (!(volume < 0)) continue;
    const Vec3& p = vertices[static_cast<std::size_t>(pieces[c].triangles.front()[0])];
    bool inside = false;
    for (std::size_t d = 0; d < count && !inside; ++d) {
      if (d == c || !pieces[d].bounds.contains(pieces[c].bounds)) continue;
      inside = std::abs(windingNumber(p, vertices, pieces[d].triangles)) > 0.5;
    }
    if (!inside) turned[c] = turned[c] ? 0 : 1;
  }

  bool any = false;
  for (std::size_t f = 0; f < triangles.size(); ++f) {
    const auto c = static_cast<std::size_t>(topology.component[f]);
    if (!topology.closed[c] || !turned[c]) continue;
    turn(triangles[f]);
    any = true;
  }
  return any;
}

}  // namespace passung

// SPDX-License-Identifier: Apache-2.0
#include "scenes/importers/pieces.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <utility>

#include "core/aabb.h"
#include "core/mesh_tjunctions.h"
#include "core/mesh_topology.h"
#include "core/mesh_weld.h"

namespace passung::scenes {
namespace {

// An undirected edge as its two points, in order.
using EdgePoints = std::array<double, 6>;

EdgePoints edgeBetween(Vec3 a, Vec3 b) {
  a += Vec3::Zero();  // -0 becomes 0
  b += Vec3::Zero();
  if (std::lexicographical_compare(b.begin(), b.end(), a.begin(), a.end())) std::swap(a, b);
  return {a.x(), a.y(), a.z(), b.x(), b.y(), b.z()};
}

// The triangles of a part by vertices that are the same point only once.
std::vector<Triangle> weldedTriangles(const RawPart& part) {
  const std::vector<int> welded = weldedIndices(part.vertices, 0);
  std::vector<Triangle> triangles;
  for (const Triangle& t : part.triangles) {
    const Triangle w = {welded[static_cast<std::size_t>(t[0])], welded[static_cast<std::size_t>(t[1])],
                        welded[static_cast<std::size_t>(t[2])]};
    if (w[0] != w[1] && w[1] != w[2] && w[2] != w[0]) triangles.push_back(w);
  }
  return triangles;
}

std::vector<EdgePoints> openEdgesOf(const RawPart& part) {
  std::vector<EdgePoints> edges;
  for (const Triangle& e : unbalancedEdges(weldedTriangles(part))) {
    edges.push_back(
        edgeBetween(part.vertices[static_cast<std::size_t>(e[0])], part.vertices[static_cast<std::size_t>(e[1])]));
  }
  return edges;
}

void append(RawPart& to, const RawPart& from) {
  const int base = static_cast<int>(to.vertices.size());
  to.vertices.insert(to.vertices.end(), from.vertices.begin(), from.vertices.end());
  for (const Triangle& t : from.triangles) to.triangles.push_back({t[0] + base, t[1] + base, t[2] + base});
  if (!to.hasColor && from.hasColor) {
    to.color = from.color;
    to.hasColor = true;
  }
}

// Which parts belong together.
class Groups {
 public:
  explicit Groups(std::size_t count) : root_(count) { std::iota(root_.begin(), root_.end(), std::size_t{0}); }
  void join(std::size_t i, std::size_t j) {
    const std::size_t a = find(i), b = find(j);
    root_[std::max(a, b)] = std::min(a, b);
  }
  // Each group becomes its first part; returns how many others there were.
  int collect(std::vector<RawPart>& parts) const {
    int joined = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const std::size_t r = find(i);
      if (r == i) continue;
      append(parts[r], parts[i]);
      ++joined;
    }
    if (joined == 0) return 0;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (find(i) != i) continue;
      if (kept != i) parts[kept] = std::move(parts[i]);
      ++kept;
    }
    parts.resize(kept);
    return joined;
  }

 private:
  [[nodiscard]] std::size_t find(std::size_t i) const {
    while (root_[i] != i) i = root_[i];
    return i;
  }
  std::vector<std::size_t> root_;
};

}  // namespace

int joinPiecesOverOpenEdges(std::vector<RawPart>& parts) {
  if (parts.size() < 2) return 0;
  Groups groups(parts.size());
  std::map<EdgePoints, std::size_t> owner;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (const EdgePoints& edge : openEdgesOf(parts[i])) groups.join(owner.try_emplace(edge, i).first->second, i);
  }
  return groups.collect(parts);
}

int joinPiecesOverTJunctions(std::vector<RawPart>& parts, double toleranceShare) {
  if (parts.size() < 2) return 0;
  // All open pieces as one list of triangles, and whose each is.
  RawPart open;
  std::vector<std::size_t> owner;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    RawPart piece{.name = {}, .vertices = parts[i].vertices, .triangles = weldedTriangles(parts[i]), .color = {}};
    if (unbalancedEdges(piece.triangles).empty()) continue;
    append(open, piece);
    owner.resize(open.triangles.size(), i);
  }
  open.triangles = weldedTriangles(open);

  Aabb box;
  for (const Vec3& p : open.vertices) box.add(p);
  Groups groups(parts.size());
  for (const TJunctionEdge& edge : tJunctionEdges(open.vertices, open.triangles, toleranceShare * box.size())) {
    for (const int partner : edge.partners) {
      groups.join(owner[static_cast<std::size_t>(edge.face)], owner[static_cast<std::size_t>(partner)]);
    }
  }
  return groups.collect(parts);
}

}  // namespace passung::scenes

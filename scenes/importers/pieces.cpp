// SPDX-License-Identifier: Apache-2.0
#include "scenes/importers/pieces.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <utility>

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

std::vector<EdgePoints> openEdgesOf(const RawPart& part) {
  const std::vector<int> welded = weldedIndices(part.vertices, 0);
  std::vector<Triangle> triangles;
  for (const Triangle& t : part.triangles) {
    const Triangle w = {welded[static_cast<std::size_t>(t[0])], welded[static_cast<std::size_t>(t[1])],
                        welded[static_cast<std::size_t>(t[2])]};
    if (w[0] != w[1] && w[1] != w[2] && w[2] != w[0]) triangles.push_back(w);
  }
  std::vector<EdgePoints> edges;
  for (const Triangle& e : unbalancedEdges(triangles)) {
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

}  // namespace

int joinPiecesOverOpenEdges(std::vector<RawPart>& parts) {
  if (parts.size() < 2) return 0;
  std::vector<std::size_t> root(parts.size());
  std::iota(root.begin(), root.end(), std::size_t{0});
  const auto find = [&](std::size_t i) {
    while (root[i] != i) i = root[i];
    return i;
  };
  std::map<EdgePoints, std::size_t> owner;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (const EdgePoints& edge : openEdgesOf(parts[i])) {
      const std::size_t a = find(owner.try_emplace(edge, i).first->second), b = find(i);
      root[std::max(a, b)] = std::min(a, b);
    }
  }
  int joined = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::size_t r = find(i);
    if (r == i) continue;
    append(parts[r], parts[i]);
    parts[i].triangles.clear();
    ++joined;
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (find(i) != i) continue;
    if (kept != i) parts[kept] = std::move(parts[i]);
    ++kept;
  }
  if (joined > 0) parts.resize(kept);
  return joined;
}

}  // namespace passung::scenes

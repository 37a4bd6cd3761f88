// SPDX-License-Identifier: Apache-2.0
// Problem:  CAD tessellators emit triangles whose three corners lie on one line.
// Method:   a flip of the needle's long side, which is exact here since the middle corner lies on it; a needle beside
//           another needle becomes flippable after that one, so passes repeat while they help.
// Cost:     one hash map of directed edges, only when there is a needle; a pass is linear in the needles.
// Failure:  a ring of needles that are each other's neighbours stays and is dropped by the caller.
#include "core/mesh_needles.h"

#include <cstdint>
#include <unordered_map>

namespace passung {
namespace {

std::uint64_t keyOf(int from, int to) {
  return static_cast<std::uint64_t>(static_cast<std::uint32_t>(from)) << 32U | static_cast<std::uint32_t>(to);
}

// Which triangle runs along a directed edge; -2 when several do.
class DirectedEdges {
 public:
  explicit DirectedEdges(std::span<const Triangle> triangles) {
    faces_.reserve(3 * triangles.size());
    for (std::size_t f = 0; f < triangles.size(); ++f) add(triangles[f], static_cast<int>(f));
  }
  void add(const Triangle& t, int face) {
    for (std::size_t k = 0; k < 3; ++k) {
      const auto [found, added] = faces_.try_emplace(keyOf(t[k], t[(k + 1) % 3]), face);
      if (!added) found->second = -2;
    }
  }
  void remove(const Triangle& t) {
    for (std::size_t k = 0; k < 3; ++k) {
      const auto found = faces_.find(keyOf(t[k], t[(k + 1) % 3]));
      if (found != faces_.end() && found->second >= 0) faces_.erase(found);
    }
  }
  [[nodiscard]] int face(int from, int to) const {
    const auto found = faces_.find(keyOf(from, to));
    return found == faces_.end() ? -1 : found->second;
  }

 private:
  std::unordered_map<std::uint64_t, int> faces_;
};

// The corner between the other two.
std::size_t middleCorner(std::span<const Vec3> vertices, const Triangle& t) {
  std::size_t middle = 0;
  double longest = -1;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3& p = vertices[static_cast<std::size_t>(t[(k + 1) % 3])];
    const Vec3& q = vertices[static_cast<std::size_t>(t[(k + 2) % 3])];
    const double length = (p - q).squaredNorm();
    if (length > longest) {
      longest = length;
      middle = k;
    }
  }
  return middle;
}

}  // namespace

int splitNeighboursOfNeedles(std::span<const Vec3> vertices, std::vector<Triangle>& triangles,
                             const std::function<bool(const Triangle&)>& hasNoArea) {
  std::vector<int> needles;
  for (std::size_t f = 0; f < triangles.size(); ++f) {
    if (hasNoArea(triangles[f])) needles.push_back(static_cast<int>(f));
  }
  if (needles.empty()) return 0;

  DirectedEdges edges(triangles);
  int count = 0;
  for (bool progress = true; progress;) {
    progress = false;
    for (int& f : needles) {
      if (f < 0) continue;
      Triangle& needle = triangles[static_cast<std::size_t>(f)];
      const std::size_t k = middleCorner(vertices, needle);
      const int b = needle[k], c = needle[(k + 1) % 3], a = needle[(k + 2) % 3];
      const int g = edges.face(a, c);
      // A needle on an edge that two others share already holds nothing together.
      if (edges.face(c, a) != f) continue;
      if (g < 0 || g == f || hasNoArea(triangles[static_cast<std::size_t>(g)])) continue;
      Triangle& neighbour = triangles[static_cast<std::size_t>(g)];
      int d = -1;
      for (const int v : neighbour) {
        if (v != a && v != c) d = v;
      }
      // The new inner edge must not exist already: it would become non-manifold.
      if (d < 0 || d == b || edges.face(b, d) != -1 || edges.face(d, b) != -1) continue;
      edges.remove(needle);
      edges.remove(neighbour);
      needle = {a, b, d};
      neighbour = {b, c, d};
      edges.add(needle, f);
      edges.add(neighbour, g);
      f = -1;
      ++count;
      progress = true;
    }
  }
  return count;
}

}  // namespace passung

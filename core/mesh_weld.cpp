// SPDX-License-Identifier: Apache-2.0
// Problem:  find vertices that are the same point.
// Method:   exact: a hash map of coordinates. Tolerant: a hash grid with cells of the tolerance, so that all candidates
//           lie in the 27 cells around a vertex; only representatives are stored.
// Cost:     O(n), or O(n k) with k representatives in 27 cells; at most a few, since they lie a tolerance apart.
// Failure:  the tolerant result depends on the input order where points form chains closer than the tolerance.
#include "core/mesh_weld.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <unordered_map>

#include "core/hash.h"

namespace passung {
namespace {

struct Key {
  std::array<std::int64_t, 3> k;
  bool operator==(const Key&) const = default;
};

struct KeyHash {
  std::size_t operator()(const Key& key) const {
    // Multiply and mix: FNV over 24 bytes would be most of the cost of a weld.
    std::uint64_t h = 0;
    for (const std::int64_t k : key.k) {
      h = (h ^ static_cast<std::uint64_t>(k)) * 0x9E3779B97F4A7C15ULL;
      h ^= h >> 29;
    }
    return h;
  }
};

Key exactKey(const Vec3& p) {
  Key key{};
  for (int i = 0; i < 3; ++i) {
    const double x = p[i] + 0.0;  // turns -0 into 0
    std::memcpy(&key.k[static_cast<std::size_t>(i)], &x, sizeof x);
  }
  return key;
}

std::vector<int> weldExact(std::span<const Vec3> vertices) {
  std::vector<int> result(vertices.size());
  std::unordered_map<Key, int, KeyHash> first;
  first.reserve(vertices.size());
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    result[i] = first.try_emplace(exactKey(vertices[i]), static_cast<int>(i)).first->second;
  }
  return result;
}

std::vector<int> weldWithin(std::span<const Vec3> vertices, double tolerance) {
  std::vector<int> result(vertices.size());
  std::unordered_map<Key, std::vector<int>, KeyHash> grid;
  grid.reserve(vertices.size());
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const Vec3& p = vertices[i];
    Key cell{};
    for (int k = 0; k < 3; ++k) {
      // Clamped: beyond 2^62 cells the coordinates themselves no longer resolve the tolerance.
      const double c = std::clamp(std::floor(p[k] / tolerance), -4.6e18, 4.6e18);
      cell.k[static_cast<std::size_t>(k)] = static_cast<std::int64_t>(c);
    }
    // The earliest representative within reach, whatever the order of the cells.
    int best = static_cast<int>(i);
    for (std::int64_t dx = -1; dx <= 1; ++dx) {
      for (std::int64_t dy = -1; dy <= 1; ++dy) {
        for (std::int64_t dz = -1; dz <= 1; ++dz) {
          const auto found = grid.find(Key{{cell.k[0] + dx, cell.k[1] + dy, cell.k[2] + dz}});
          if (found == grid.end()) continue;
          for (const int j : found->second) {
            const double d2 = (vertices[static_cast<std::size_t>(j)] - p).squaredNorm();
            if (j < best && d2 <= tolerance * tolerance) best = j;
          }
        }
      }
    }
    result[i] = best;
    if (best == static_cast<int>(i)) grid[cell].push_back(best);
  }
  return result;
}

}  // namespace

std::vector<int> weldedIndices(std::span<const Vec3> vertices, double tolerance) {
  return tolerance > 0 ? weldWithin(vertices, tolerance) : weldExact(vertices);
}

}  // namespace passung

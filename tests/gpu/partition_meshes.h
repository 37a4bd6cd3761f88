// SPDX-License-Identifier: Apache-2.0
// Meshes for the tests of conglomerates: known solids, sheets, soups, and parts from the library's files.
#pragma once

#include <cmath>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "core/triangle_mesh.h"
#include "tests/collision/random_geometry.h"
#include "tests/core/shapes.h"

namespace passung::gpu::test {

using collision::test::Random;
using MeshPtr = std::shared_ptr<const TriangleMesh>;
using testing::Soup;

inline MeshPtr built(Soup soup) { return TriangleMesh::build(std::move(soup.vertices), std::move(soup.triangles)); }

// A grid of columns x rows squares, each of two triangles, from the map of (u, v) in the unit square.
template <class Map>
Soup sheet(int columns, int rows, Map&& map) {
  Soup s;
  for (int i = 0; i <= columns; ++i) {
    for (int j = 0; j <= rows; ++j)
      s.vertices.push_back(map(static_cast<double>(i) / columns, static_cast<double>(j) / rows));
  }
  const auto at = [&](int i, int j) { return i * (rows + 1) + j; };
  for (int i = 0; i < columns; ++i) {
    for (int j = 0; j < rows; ++j) {
      s.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      s.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  return s;
}

// The six sides of a box, each of cells x cells squares; axis-aligned with edge lengths e, centred.
inline Soup cellBox(const Vec3& e, int cells) {
  Soup s;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double sign : {-1.0, 1.0}) {
      s.add(sheet(cells, cells, [&](double u, double v) {
        Vec3 p;
        p[axis] = 0.5 * sign * e[axis];
        p[(axis + 1) % 3] = (sign > 0 ? u - 0.5 : 0.5 - u) * e[(axis + 1) % 3];
        p[(axis + 2) % 3] = (v - 0.5) * e[(axis + 2) % 3];
        return p;
      }));
    }
  }
  return s;
}

// A helicoidal ridge round z: one thread of `turns` turns, open at both ends.
inline Soup helix(int around, int turns, double radius, double depth) {
  return sheet(around * turns, 4, [&](double u, double v) {
    const double angle = 2 * kPi * turns * u, r = radius - depth * std::abs(2 * v - 1);
    return Vec3(r * std::cos(angle), r * std::sin(angle), depth * (turns * 2 * u + 2 * v));
  });
}

// Triangles without common vertices in a cube.
inline Soup scattered(Random& random, int count, double half, double size) {
  Soup s;
  for (int i = 0; i < count; ++i) {
    const Vec3 c = random.inCube(half);
    for (int k = 0; k < 3; ++k) s.vertices.push_back(c + random.inCube(size));
    s.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return s;
}

// Triangles between vertices drawn from a few: edges with many faces, slivers, and faces through each other.
inline Soup tangled(Random& random, int vertices, int triangles) {
  Soup s;
  for (int i = 0; i < vertices; ++i) {
    Vec3 p = random.inCube(1);
    // Some on a line and some almost on it make triangles thin or without area.
    if (i % 3 == 0) p = Vec3(p.x(), (i % 2) * 1e-13 * p.y(), 0);
    s.vertices.push_back(p);
  }
  for (int i = 0; i < triangles; ++i) {
    s.triangles.push_back({random.below(vertices), random.below(vertices), random.below(vertices)});
  }
  return s;
}

// A triangulated OBJ file of the scene library ("m16_factory_loose/..."), in the file's own unit.
inline MeshPtr libraryMesh(const std::string& path) {
  std::ifstream file(PASSUNG_TEST_DATA "/../../scenes/library/" + path);
  Soup s;
  for (std::string line, word; std::getline(file, line);) {
    std::istringstream words(line);
    words >> word;
    if (word == "v") {
      Vec3 p;
      words >> p.x() >> p.y() >> p.z();
      s.vertices.push_back(p);
    } else if (word == "f") {
      Triangle t;
      for (int& v : t) {
        words >> word;
        v = std::stoi(word) - 1;
      }
      s.triangles.push_back(t);
    }
  }
  return built(std::move(s));
}

}  // namespace passung::gpu::test

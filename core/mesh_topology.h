// SPDX-License-Identifier: Apache-2.0
// Connectivity of a triangle list: edges, pieces, and which way round each piece lies.
#pragma once

#include <span>
#include <vector>

#include "core/triangle_mesh.h"

namespace passung {

struct MeshTopology {
  std::vector<MeshEdge> edges;          // sorted by their smaller, then larger vertex; without dihedral angles
  std::vector<Triangle> triangleEdges;  // as TriangleMesh::triangleEdges()
  std::vector<int> component;           // of each triangle, numbered from 0 in order of the first triangle
  std::vector<char> closed;             // of each component: every edge is used as often forwards as backwards
  int openEdges = 0;                    // edges with one face
  int nonManifoldEdges = 0;             // edges with more than two faces, or two faces of equal direction
};

[[nodiscard]] MeshTopology meshTopology(std::size_t vertexCount, std::span<const Triangle> triangles);

// The directed edges that are used more often than their reverse, each as often as that, as triangles (from, to, to).
// Empty exactly when the triangles bound a solid.
[[nodiscard]] std::vector<Triangle> unbalancedEdges(std::span<const Triangle> triangles);

// Turns closed components that lie inside out and reports whether any was turned. When the closed components together
// have a negative volume, all of them are turned; then each one of negative volume that does not lie inside another
// closed component. What is left negative lies inside another component: a cavity.
bool orientComponents(std::span<const Vec3> vertices, std::vector<Triangle>& triangles, const MeshTopology& topology);

// How often a closed surface winds round p: 1 inside, 0 outside (sum of solid angles, van Oosterom & Strackee 1983).
[[nodiscard]] double windingNumber(const Vec3& p, std::span<const Vec3> vertices, std::span<const Triangle> triangles);

}  // namespace passung

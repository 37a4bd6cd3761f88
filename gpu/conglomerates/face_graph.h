// SPDX-License-Identifier: Apache-2.0
// The dual graph of a mesh: a node for each face, a link for each edge that two faces share.
#pragma once

#include <span>
#include <vector>

#include "core/triangle_mesh.h"

namespace passung::gpu {

// Disjoint sets of faces.
using FaceGroups = std::vector<std::vector<int>>;

class FaceGraph {
 public:
  struct Link {
    int face = -1;
    double length = 0;  // of the shared edge [m]
  };

  explicit FaceGraph(const TriangleMesh& mesh);

  [[nodiscard]] int faceCount() const { return static_cast<int>(centers_.size()); }
  // Neighbours over edges. The faces of a non-manifold edge are linked in a ring, so links stay linear in the faces.
  // Two faces that share two edges are linked twice.
  [[nodiscard]] std::span<const Link> links(int face) const {
    return std::span<const Link>(links_).subspan(firsts_[face], firsts_[face + 1] - firsts_[face]);
  }
  [[nodiscard]] const Vec3& center(int face) const { return centers_[face]; }  // mean of the corners [m]
  [[nodiscard]] double area(int face) const { return areas_[face]; }           // [m^2]
  [[nodiscard]] std::vector<int> allFaces() const;

  // The faces as groups that hang together over edges within `faces`, in the order of their first faces.
  [[nodiscard]] FaceGroups connected(std::span<const int> faces) const;

 private:
  std::vector<int> firsts_;
  std::vector<Link> links_;
  std::vector<Vec3> centers_;
  std::vector<double> areas_;
};

// The vertices of the faces, each once, ascending.
[[nodiscard]] std::vector<int> cornersOf(const TriangleMesh& mesh, std::span<const int> faces);
// Where they are.
[[nodiscard]] std::vector<Vec3> pointsOf(const TriangleMesh& mesh, std::span<const int> vertices);

}  // namespace passung::gpu

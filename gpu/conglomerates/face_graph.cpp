// SPDX-License-Identifier: Apache-2.0
#include "gpu/conglomerates/face_graph.h"

#include <algorithm>
#include <numeric>

namespace passung::gpu {

FaceGraph::FaceGraph(const TriangleMesh& mesh) {
  const auto triangles = mesh.triangles();
  const auto vertices = mesh.vertices();
  const int count = static_cast<int>(triangles.size());
  for (const Triangle& t : triangles) {
    const Vec3 &a = vertices[t[0]], &b = vertices[t[1]], &c = vertices[t[2]];
    centers_.push_back((a + b + c) / 3);
    areas_.push_back(0.5 * (b - a).cross(c - a).norm());
  }

  // The faces at each edge, in ascending order.
  std::vector<std::vector<int>> facesOf(mesh.edges().size());
  for (int f = 0; f < count; ++f) {
    for (const int e : mesh.triangleEdges()[f]) facesOf[e].push_back(f);
  }
  std::vector<std::vector<Link>> linksOf(triangles.size());
  for (std::size_t e = 0; e < facesOf.size(); ++e) {
    const std::vector<int>& faces = facesOf[e];
    const double length = (vertices[mesh.edges()[e].v1] - vertices[mesh.edges()[e].v0]).norm();
    const std::size_t pairs = faces.size() > 2 ? faces.size() : faces.size() - 1;
    for (std::size_t i = 0; i < pairs; ++i) {
      const int f = faces[i], g = faces[(i + 1) % faces.size()];
      linksOf[f].push_back({g, length});
      linksOf[g].push_back({f, length});
    }
  }
  firsts_.push_back(0);
  for (const auto& list : linksOf) {
    links_.insert(links_.end(), list.begin(), list.end());
    firsts_.push_back(static_cast<int>(links_.size()));
  }
}

std::vector<int> FaceGraph::allFaces() const {
  std::vector<int> faces(centers_.size());
  std::iota(faces.begin(), faces.end(), 0);
  return faces;
}

FaceGroups FaceGraph::connected(std::span<const int> faces) const {
  std::vector<char> open(centers_.size(), 0);
  for (const int f : faces) open[f] = 1;
  FaceGroups groups;
  for (const int start : faces) {
    if (!open[start]) continue;
    std::vector<int>& group = groups.emplace_back();
    open[start] = 0;
    group.push_back(start);
    for (std::size_t next = 0; next < group.size(); ++next) {
      for (const Link& link : links(group[next])) {
        if (!open[link.face]) continue;
        open[link.face] = 0;
        group.push_back(link.face);
      }
    }
  }
  return groups;
}

std::vector<int> cornersOf(const TriangleMesh& mesh, std::span<const int> faces) {
  std::vector<int> corners;
  corners.reserve(3 * faces.size());
  for (const int f : faces) {
    const Triangle& t = mesh.triangles()[f];
    corners.insert(corners.end(), t.begin(), t.end());
  }
  std::sort(corners.begin(), corners.end());
  corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
  return corners;
}

std::vector<Vec3> pointsOf(const TriangleMesh& mesh, std::span<const int> vertices) {
  std::vector<Vec3> points;
  points.reserve(vertices.size());
  for (const int v : vertices) points.push_back(mesh.vertices()[v]);
  return points;
}

}  // namespace passung::gpu

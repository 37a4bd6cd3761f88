// SPDX-License-Identifier: Apache-2.0
#include "collision/narrowphase/convex_polyhedron.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace passung::collision {
namespace {

// Edges flatter than this lie inside a face [rad]: rounding of the coordinates of CAD files.
constexpr double kFlat = 1e-5;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// The face of each triangle: triangles joined over flat edges.
std::vector<int> joinTriangles(const TriangleMesh& mesh) {
  std::vector<int> parent(mesh.triangles().size());
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int i) {
    while (parent[at(i)] != i) i = parent[at(i)];
    return i;
  };
  for (const MeshEdge& e : mesh.edges()) {
    if (std::abs(e.dihedral) > kFlat) continue;
    const int a = root(e.face0), b = root(e.face1);
    parent[at(std::max(a, b))] = std::min(a, b);
  }
  std::vector<int> face(parent.size(), -1);
  int count = 0;
  for (int t = 0; t < static_cast<int>(parent.size()); ++t) {
    const int r = root(t);
    face[at(t)] = r == t ? count++ : face[at(r)];
  }
  return face;
}

}  // namespace

std::shared_ptr<const ConvexPolyhedron> ConvexPolyhedron::make(const TriangleMesh& mesh) {
  if (!mesh.diagnosis().watertight || mesh.diagnosis().components != 1) return nullptr;
  // A closed surface in one piece that is convex at every edge is convex (Tietze 1928, Nakajima 1928).
  for (const MeshEdge& e : mesh.edges()) {
    if (e.dihedral < -kFlat) return nullptr;
  }
  const std::vector<int> faceOf = joinTriangles(mesh);
  const auto faceCount = static_cast<std::size_t>(*std::max_element(faceOf.begin(), faceOf.end())) + 1;
  if (faceCount > kMaxFaces || faceCount < 4) return nullptr;

  auto made = std::make_shared<ConvexPolyhedron>();
  ConvexPolyhedron& p = *made;
  p.vertices.assign(mesh.vertices().begin(), mesh.vertices().end());
  p.size = mesh.bounds().size();
  p.center = mesh.unitMass().com;

  // Sides of triangles between two faces, by their first vertex.
  std::vector<std::map<int, int>> next(faceCount);
  std::vector<double> area(faceCount, 0.0);
  p.faces.resize(faceCount);
  for (std::size_t t = 0; t < mesh.triangles().size(); ++t) {
    const Triangle& v = mesh.triangles()[t];
    const auto f = at(faceOf[t]);
    const double a =
        (p.vertices[at(v[1])] - p.vertices[at(v[0])]).cross(p.vertices[at(v[2])] - p.vertices[at(v[0])]).norm();
    if (a > area[f]) {
      area[f] = a;
      p.faces[f].normal = mesh.faceNormals()[t];
    }
    for (std::size_t k = 0; k < 3; ++k) {
      const MeshEdge& e = mesh.edges()[at(mesh.triangleEdges()[t][k])];
      const int other = e.face0 == static_cast<int>(t) ? e.face1 : e.face0;
      if (faceOf[at(other)] == faceOf[t]) continue;
      if (!next[f].emplace(v[k], v[(k + 1) % 3]).second) return nullptr;
    }
  }
  for (std::size_t f = 0; f < faceCount; ++f) {
    Face& face = p.faces[f];
    face.first = static_cast<int>(p.loops.size());
    if (next[f].size() < 3) return nullptr;
    const int start = next[f].begin()->first;
    int v = start;
    do {
      p.loops.push_back(v);
      const auto it = next[f].find(v);
      if (it == next[f].end() || p.loops.size() - at(face.first) > next[f].size()) return nullptr;
      v = it->second;
    } while (v != start);
    face.count = static_cast<int>(p.loops.size()) - face.first;
    if (static_cast<std::size_t>(face.count) != next[f].size()) return nullptr;
    face.offset = face.normal.dot(p.vertices[at(start)]);
  }
  for (const MeshEdge& e : mesh.edges()) {
    if (faceOf[at(e.face0)] == faceOf[at(e.face1)]) continue;
    p.edges.push_back({e.v0, e.v1, faceOf[at(e.face0)], faceOf[at(e.face1)]});
  }
  return made;
}

}  // namespace passung::collision

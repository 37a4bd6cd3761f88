// SPDX-License-Identifier: Apache-2.0
#include "scenes/importers/hole_filling.h"

#include <map>
#include <set>

#include "core/error.h"
#include "scenes/generators/polygon.h"

namespace passung::scenes {
namespace {

// The triangulation of a polygon takes up to the cube of its corners: a larger hole is left open.
constexpr std::size_t kMostCorners = 2000;

// Vertices round each hole, against the direction of the faces beside it.
std::vector<std::vector<int>> holesOf(const TriangleMesh& mesh) {
  std::map<int, int> next;
  std::set<int> forked;  // corners that two holes share
  for (const MeshEdge& e : mesh.edges()) {
    if (e.face1 >= 0) continue;
    if (!next.emplace(e.v1, e.v0).second) forked.insert(e.v1);
  }
  std::vector<std::vector<int>> holes;
  while (!next.empty()) {
    const int start = next.begin()->first;
    std::vector<int> hole;
    bool whole = true;
    int v = start;
    do {
      const auto found = next.find(v);
      if (found == next.end()) {
        whole = false;
        break;
      }
      whole = whole && !forked.contains(v);
      hole.push_back(v);
      v = found->second;
      next.erase(found);
    } while (v != start);
    if (whole && hole.size() >= 3) holes.push_back(std::move(hole));
  }
  return holes;
}

// Triangles of the hole's vertices; none where it cannot be filled.
std::vector<Triangle> filling(const TriangleMesh& mesh, const std::vector<int>& hole) {
  const auto at = [&](std::size_t i) { return mesh.vertices()[static_cast<std::size_t>(hole[i % hole.size()])]; };
  Vec3 normal = Vec3::Zero();
  for (std::size_t i = 0; i < hole.size(); ++i) normal += (at(i) - at(0)).cross(at(i + 1) - at(0));
  if (!(normal.norm() > 0)) return {};
  const Quat toPlane = Quat::FromTwoVectors(normal.normalized(), Vec3::UnitZ());
  std::vector<Vec2> flat;
  Loop loop;
  for (std::size_t i = 0; i < hole.size(); ++i) {
    flat.emplace_back((toPlane * (at(i) - at(0))).head<2>());
    loop.push_back(static_cast<int>(i));
  }
  try {
    std::vector<Triangle> triangles = triangulate(flat, std::span(&loop, 1));
    for (Triangle& t : triangles) {
      for (int& v : t) v = hole[static_cast<std::size_t>(v)];
    }
    return triangles;
  } catch (const InputError&) {
    return {};
  }
}

}  // namespace

std::shared_ptr<const TriangleMesh> withHolesFilled(const std::shared_ptr<const TriangleMesh>& mesh) {
  std::vector<Triangle> triangles(mesh->triangles().begin(), mesh->triangles().end());
  for (const std::vector<int>& hole : holesOf(*mesh)) {
    if (hole.size() > kMostCorners) continue;
    const std::vector<Triangle> more = filling(*mesh, hole);
    triangles.insert(triangles.end(), more.begin(), more.end());
  }
  if (triangles.size() == mesh->triangles().size()) return mesh;
  return TriangleMesh::build({mesh->vertices().begin(), mesh->vertices().end()}, std::move(triangles));
}

}  // namespace passung::scenes

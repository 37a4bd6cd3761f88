// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/snap.h"

#include <algorithm>
#include <cmath>

namespace passung::app {

namespace {

constexpr double kSharp = 25 * kPi / 180;  // [rad] as edges are drawn
constexpr std::size_t kNearbyTriangles = 40;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// The point of a segment that is nearest to a ray's line.
Vec3 nearestOnSegment(const Vec3& a, const Vec3& b, const Ray& ray) {
  const Vec3 u = b - a, w = a - ray.origin;
  const double uu = u.squaredNorm(), ud = u.dot(ray.direction);
  const double denominator = uu - ud * ud;
  const double t = denominator > 1e-12 * uu ? (ud * w.dot(ray.direction) - u.dot(w)) / denominator : 0.5;
  return a + std::clamp(t, 0.0, 1.0) * u;
}

// The triangle and those round it: the mouse may be a few pixels beside the corner that is meant.
std::vector<int> nearby(const TriangleMesh& mesh, int triangle) {
  std::vector<int> found{triangle};
  for (std::size_t k = 0; k < found.size() && found.size() < kNearbyTriangles; ++k) {
    for (int edge : mesh.triangleEdges()[at(found[k])]) {
      for (int next : {mesh.edges()[at(edge)].face0, mesh.edges()[at(edge)].face1}) {
        if (next >= 0 && std::find(found.begin(), found.end(), next) == found.end()) found.push_back(next);
      }
    }
  }
  return found;
}

}  // namespace

const SurfacePatch& PatchCache::at(const std::shared_ptr<const TriangleMesh>& mesh, int triangle) {
  if (mesh == mesh_ && inside_[app::at(triangle)]) return patch_;
  patch_ = patchAround(*mesh, triangle);
  mesh_ = mesh;
  inside_.assign(mesh->triangles().size(), false);
  for (int t : patch_.triangles) inside_[app::at(t)] = true;
  return patch_;
}

std::optional<Snap> snapAt(const ViewPoint& view, SnapMode mode, const std::vector<Transform>& X_WB,
                           PatchCache& patches) {
  const auto hit = view.hit();
  if (!hit || hit->pickId == 0 || hit->pickId > X_WB.size()) return {};
  Snap snap;
  snap.body = static_cast<int>(hit->pickId) - 1;
  const Transform X_BW = X_WB[at(snap.body)].inverse();
  snap.p = X_BW * hit->p;
  if (hit->triangle < 0) return snap;  // on a cut face there is nothing to hold on to
  const DrawMesh& item = view.list->meshes[hit->mesh];
  const TriangleMesh& mesh = *item.mesh;
  const Transform X_BM = X_BW * item.X_WM;
  const auto place = [&](Snap::Kind kind, const Vec3& p_M, const Vec3& direction_M) {
    snap.kind = kind;
    snap.p = X_BM * p_M;
    snap.direction = X_BM.q * direction_M;
  };

  if (mode == SnapMode::kFeature) {
    const SurfacePatch& patch = patches.at(item.mesh, hit->triangle);
    if (patch.kind == SurfacePatch::Kind::kOther) return snap;
    const bool plane = patch.kind == SurfacePatch::Kind::kPlane;
    place(plane ? Snap::Kind::kPlane : Snap::Kind::kAxis, patch.center, patch.direction);
    snap.radius = patch.radius;
    snap.halfLength = patch.halfLength;
    return snap;
  }

  const Ray ray = view.ray();
  double nearestVertex = kVertexReach, nearestEdge = kEdgeReach;
  Snap edge = snap;
  bool vertexFound = false, edgeFound = false;
  for (int t : nearby(mesh, hit->triangle)) {
    for (std::size_t k = 0; k < 3; ++k) {
      const MeshEdge& e = mesh.edges()[at(mesh.triangleEdges()[at(t)][k])];
      if (e.face1 >= 0 && std::abs(e.dihedral) < kSharp) continue;
      const Vec3 a = mesh.vertices()[at(e.v0)], b = mesh.vertices()[at(e.v1)];
      for (const Vec3& v : {a, b}) {
        const double pixels = view.pixelsFrom(item.X_WM * v);
        if (pixels >= nearestVertex) continue;
        nearestVertex = pixels;
        vertexFound = true;
        place(Snap::Kind::kVertex, v, Vec3::UnitZ());
      }
      const Vec3 on = nearestOnSegment(item.X_WM * a, item.X_WM * b, ray);
      const double pixels = view.pixelsFrom(on);
      if (pixels >= nearestEdge) continue;
      nearestEdge = pixels;
      edgeFound = true;
      edge.kind = Snap::Kind::kEdge;
      edge.p = X_BW * on;
      edge.direction = X_BM.q * (b - a).normalized();
    }
  }
  if (vertexFound) return snap;
  return edgeFound ? edge : snap;
}

}  // namespace passung::app

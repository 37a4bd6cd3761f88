// SPDX-License-Identifier: Apache-2.0
// Problem: cover a concave solid, given by its triangles, with few convex pieces that keep its openings open.
// Method: hierarchical approximate convex decomposition: neighbouring triangles are joined, cheapest concavity first,
// as
//   long as the hull of a cluster stays close to its surface. Source: K. Mamou, "A Simple and Efficient Approach for 3D
//   Mesh Approximate Convex Decomposition", Game Programming Gems 8, 2.8 (2010); the code is Bullet's HACD library.
// Cost: some seconds per thousand triangles, hence the cache.
// Failure modes: the pieces are hulls of surface patches, so that a thick solid may be hollow inside; where the mesh
// has
//   large triangles a hull reaches over an opening. Settings below: see docs/decisions.
#include "dynamics/bullet/convex_decomposition.h"

#include <HACD/hacdHACD.h>

#include <algorithm>
#include <map>
#include <mutex>

namespace passung::dynamics {
namespace {

// A mesh without any concave edge, in one closed piece, is its own hull.
bool isConvex(const TriangleMesh& mesh) {
  const auto& diagnosis = mesh.diagnosis();
  return diagnosis.watertight && diagnosis.components == 1 &&
         std::all_of(mesh.edges().begin(), mesh.edges().end(),
                     [](const MeshEdge& edge) { return edge.dihedral > -1e-6; });
}

std::vector<ConvexPiece> decompose(const TriangleMesh& mesh) {
  if (isConvex(mesh)) return {ConvexPiece(mesh.vertices().begin(), mesh.vertices().end())};

  std::vector<HACD::Vec3<HACD::Real>> points;
  for (const Vec3& p : mesh.vertices()) points.emplace_back(p.x(), p.y(), p.z());
  std::vector<HACD::Vec3<long>> triangles;
  for (const Triangle& t : mesh.triangles()) triangles.emplace_back(t[0], t[1], t[2]);

  HACD::HACD hacd;
  hacd.SetPoints(points.data());
  hacd.SetNPoints(points.size());
  hacd.SetTriangles(triangles.data());
  hacd.SetNTriangles(triangles.size());
  hacd.SetCompacityWeight(0.0001);
  hacd.SetVolumeWeight(0);
  hacd.SetNClusters(1);
  hacd.SetNVerticesPerCH(100);
  hacd.SetConcavity(1);
  hacd.SetAddExtraDistPoints(false);
  hacd.SetAddNeighboursDistPoints(false);
  hacd.SetAddFacesPoints(false);
  hacd.Compute();
  hacd.DenormalizeData();

  std::vector<ConvexPiece> pieces;
  for (std::size_t c = 0; c < hacd.GetNClusters(); ++c) {
    std::vector<HACD::Vec3<HACD::Real>> corners(hacd.GetNPointsCH(c));
    std::vector<HACD::Vec3<long>> facets(hacd.GetNTrianglesCH(c));
    hacd.GetCH(c, corners.data(), facets.data());
    ConvexPiece piece;
    for (const auto& p : corners) piece.emplace_back(p.X(), p.Y(), p.Z());
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

}  // namespace

std::shared_ptr<const std::vector<ConvexPiece>> convexPieces(const std::shared_ptr<const TriangleMesh>& mesh) {
  struct Entry {
    std::weak_ptr<const TriangleMesh> mesh;  // guards against another mesh at the same address
    std::shared_ptr<const std::vector<ConvexPiece>> pieces;
  };
  static std::mutex mutex;
  static std::map<const TriangleMesh*, Entry> cache;

  const std::lock_guard lock(mutex);
  Entry& entry = cache[mesh.get()];
  if (entry.mesh.lock() != mesh) {
    entry.pieces = std::make_shared<const std::vector<ConvexPiece>>(decompose(*mesh));
    entry.mesh = mesh;
    std::erase_if(cache, [](const auto& item) { return item.second.mesh.expired(); });
  }
  return cache[mesh.get()].pieces;
}

}  // namespace passung::dynamics

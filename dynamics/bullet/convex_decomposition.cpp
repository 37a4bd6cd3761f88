// SPDX-License-Identifier: Apache-2.0
// Problem: cover a concave solid, given by its triangles, with few convex pieces that keep its openings open.
// Method: a cell of space that holds the whole surface is cut by planes, the most concave cell first, until the hull of
//   what each cell holds of the solid is nowhere further out than the tolerance. Planes offered: through concave edges
//   of the surface, along either face or half-way between, and across the middle. The best leaves the least patch area
//   times distance to the hull. The idea, recursive cutting by the plane of least concavity, is that of X. Wei et al.,
//   "Approximate Convex Decomposition for 3D Meshes with Collision-Aware Concavity and Tree Search" (CoACD, 2022);
//   offering planes through concave edges suits CAD parts, where such planes are the exact ones. No tree search here.
// Why not a library: the two in Bullet's extras were measured and fail on a plate with a hole; see docs/decisions.
// Cost: for each cut, some planes times the hull of the cell's points; about a second for a thousand triangles.
// Failure modes: above kMaxPieces the pieces left are more concave than the tolerance; thin curved shells need very
// many.
#include "dynamics/bullet/convex_decomposition.h"

#include <LinearMath/btConvexHullComputer.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <optional>

#include "dynamics/bullet/convex_cell.h"

namespace passung::dynamics {
namespace {

// Largest distance from the surface to the hull of its piece, as a share of the mesh's size. A hole of diameter d in a
// part of size L loses at most this of its radius, so it must lie well below the clearance of a fit.
constexpr double kTolerance = 1e-3;
// Pieces of one mesh. Bullet's compounds handle hundreds; each costs a shape and, in contact, a manifold.
constexpr int kMaxPieces = 256;
// Concave edges offered for a cut; fewer where the cell holds many patches, to bound the cost.
constexpr int kEdgesOffered = 8;
constexpr int kPatchesMeasured = 500;
// Points of a hull that are tried for their distance to the solid.
constexpr std::size_t kHullSamples = 64;
// Dihedral angle below which an edge counts as concave [rad].
constexpr double kConcaveEdge = -1e-3;
// Points closer than this share of the size are one.
constexpr double kSame = 1e-9;

// A patch or a part of one, as the measure of concavity needs it.
struct Sample {
  Vec3 p, normal;
  double area;
};

struct Concavity {
  double deepest = 0;  // largest distance from a sample along its normal to the hull [m]
  double sum = 0;      // of area times that distance, and the volume of the hull [m^3]
};

double areaOf(const std::vector<Vec3>& loop) {
  Vec3 twice = Vec3::Zero();
  for (std::size_t i = 2; i < loop.size(); ++i) twice += (loop[i - 1] - loop[0]).cross(loop[i] - loop[0]);
  return 0.5 * twice.norm();
}

Sample sampleOf(const std::vector<Vec3>& loop, const Vec3& normal) {
  Vec3 middle = Vec3::Zero();
  for (const Vec3& p : loop) middle += p / static_cast<double>(loop.size());
  return {middle, normal, areaOf(loop)};
}

struct Hull {
  std::vector<CutPlane> planes;
  double volume = 0;  // [m^3]
};

// The hull of `points`; without planes when they are flat.
Hull hullOf(const std::vector<Vec3>& points) {
  Hull result;
  std::vector<CutPlane>& planes = result.planes;
  if (points.size() < 4) return result;
  btConvexHullComputer hull;
  hull.compute(points.front().data(), static_cast<int>(sizeof(Vec3)), static_cast<int>(points.size()), 0, 0);
  if (hull.vertices.size() < 4) return result;
  Vec3 middle = Vec3::Zero();
  for (int i = 0; i < hull.vertices.size(); ++i) {
    middle += Vec3(hull.vertices[i].x(), hull.vertices[i].y(), hull.vertices[i].z()) / hull.vertices.size();
  }
  for (int f = 0; f < hull.faces.size(); ++f) {
    const btConvexHullComputer::Edge* first = &hull.edges[hull.faces[f]];
    std::vector<Vec3> loop;
    const auto* edge = first;
    do {
      const btVector3& v = hull.vertices[edge->getSourceVertex()];
      loop.emplace_back(v.x(), v.y(), v.z());
      edge = edge->getNextEdgeOfFace();
    } while (edge != first);
    Vec3 normal = Vec3::Zero();
    for (std::size_t i = 2; i < loop.size(); ++i) normal += (loop[i - 1] - loop[0]).cross(loop[i] - loop[0]);
    if (normal.norm() <= 0) continue;
    result.volume += std::abs(normal.dot(loop[0] - middle)) / 6;
    normal.normalize();
    if (normal.dot(loop[0] - middle) < 0) normal = -normal;
    planes.push_back({normal, normal.dot(loop[0])});
  }
  return result;
}

Concavity measure(const std::vector<Vec3>& points, const std::vector<Sample>& samples) {
  Concavity concavity;
  const auto [planes, volume] = hullOf(points);
  if (planes.empty()) return concavity;
  for (const Sample& sample : samples) {
    double way = std::numeric_limits<double>::infinity();
    for (const CutPlane& plane : planes) {
      const double slope = plane.normal.dot(sample.normal);
      if (slope > 1e-3) way = std::min(way, -plane.distance(sample.p) / slope);
    }
    if (!std::isfinite(way) || way <= 0) continue;
    concavity.deepest = std::max(concavity.deepest, way);
    concavity.sum += way * sample.area;
  }
  // The solid is shared out whatever the cut, so that the sum of the hulls' volumes tells how much void they enclose,
  // also where it lies beside the surface's normals, as within a thin ring.
  concavity.sum += volume;
  return concavity;
}

// Every n-th patch, so that at most kPatchesMeasured are looked at.
std::size_t strideOf(const ConvexCell& cell) { return 1 + cell.patches.size() / kPatchesMeasured; }

// What a cell holds of the solid: its patches' corners and its own corners inside the solid.
std::vector<Vec3> pointsOf(const ConvexCell& cell) {
  std::vector<Vec3> points;
  for (const SurfacePatch& patch : cell.patches)
    points.insert(points.end(), patch.corners.begin(), patch.corners.end());
  for (const auto& face : cell.faces) {
    for (const CellCorner& corner : face) {
      if (corner.inSolid) points.push_back(corner.p);
    }
  }
  // Each vertex of the mesh comes once for every patch at it.
  std::sort(points.begin(), points.end(), [](const Vec3& a, const Vec3& b) {
    return std::lexicographical_compare(a.data(), a.data() + 3, b.data(), b.data() + 3);
  });
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

std::vector<Sample> samplesOf(const ConvexCell& cell) {
  std::vector<Sample> samples;
  for (std::size_t i = 0; i < cell.patches.size(); i += strideOf(cell)) {
    samples.push_back(sampleOf(cell.patches[i].corners, cell.patches[i].normal));
  }
  return samples;
}

// The largest distance [m] from the surface along its normals, or from points between two of the hull's, to the solid.
double deepestVoid(const ConvexCell& cell, const Solid& solid) {
  const auto points = pointsOf(cell);
  double deepest = measure(points, samplesOf(cell)).deepest;
  // Pairs by a stride that is coprime to most counts, so that they are spread and the same in every run.
  for (std::size_t i = 0; i < kHullSamples; ++i) {
    const Vec3 &p = points[(i * 7919) % points.size()], &q = points[(i * 104729 + points.size() / 2) % points.size()];
    deepest = std::max(deepest, solid.distance(0.5 * (p + q)));
  }
  return deepest;
}

bool reachesBothSides(const ConvexCell& cell, const CutPlane& plane, double eps) {
  bool negative = false, positive = false;
  for (const SurfacePatch& patch : cell.patches) {
    for (const Vec3& p : patch.corners) {
      const double d = plane.distance(p);
      negative = negative || d < -eps;
      positive = positive || d > eps;
    }
    if (negative && positive) return true;
  }
  return false;
}

std::vector<CutPlane> planesOffered(const ConvexCell& cell, const TriangleMesh& mesh) {
  // Concave edges between two triangles that the cell still holds, each once.
  std::vector<char> present(mesh.triangles().size(), 0);
  for (const SurfacePatch& patch : cell.patches) present[static_cast<std::size_t>(patch.triangle)] = 1;
  std::vector<int> edges;
  std::vector<char> seen(mesh.edges().size(), 0);
  for (const SurfacePatch& patch : cell.patches) {
    for (const int e : mesh.triangleEdges()[static_cast<std::size_t>(patch.triangle)]) {
      const MeshEdge& edge = mesh.edges()[static_cast<std::size_t>(e)];
      if (seen[static_cast<std::size_t>(e)] || edge.dihedral > kConcaveEdge || edge.face1 < 0) continue;
      seen[static_cast<std::size_t>(e)] = 1;
      if (present[static_cast<std::size_t>(edge.face0)] && present[static_cast<std::size_t>(edge.face1)]) {
        edges.push_back(e);
      }
    }
  }
  // The sharpest ones and, of all, some spread evenly: round a hole that gives planes all around.
  std::sort(edges.begin(), edges.end());
  std::vector<int> sharp = edges, offered;
  std::stable_sort(sharp.begin(), sharp.end(), [&](int a, int b) {
    return mesh.edges()[static_cast<std::size_t>(a)].dihedral < mesh.edges()[static_cast<std::size_t>(b)].dihedral;
  });
  const int count =
      std::clamp(kEdgesOffered * kPatchesMeasured / static_cast<int>(1 + cell.patches.size()), 3, kEdgesOffered);
  for (int i = 0; i < count && i < static_cast<int>(edges.size()); ++i) {
    offered.push_back(sharp[static_cast<std::size_t>(i)]);
    const std::size_t evenly = edges.size() * static_cast<std::size_t>(2 * i + 1) / static_cast<std::size_t>(2 * count);
    offered.push_back(edges[std::min(evenly, edges.size() - 1)]);
  }
  std::sort(offered.begin(), offered.end());
  offered.erase(std::unique(offered.begin(), offered.end()), offered.end());

  std::vector<CutPlane> planes;
  const auto add = [&](const Vec3& direction, const Vec3& p) {
    if (direction.norm() < 1e-6) return;
    const Vec3 normal = direction.normalized();
    planes.push_back({normal, normal.dot(p)});
  };
  for (const int e : offered) {
    const MeshEdge& edge = mesh.edges()[static_cast<std::size_t>(e)];
    const Vec3& p = mesh.vertices()[static_cast<std::size_t>(edge.v0)];
    const Vec3 &n0 = mesh.faceNormals()[static_cast<std::size_t>(edge.face0)],
               &n1 = mesh.faceNormals()[static_cast<std::size_t>(edge.face1)];
    add(n0, p);
    add(n1, p);
    add(n0 - n1, p);
  }
  Aabb box;
  for (const SurfacePatch& patch : cell.patches) {
    for (const Vec3& p : patch.corners) box.add(p);
  }
  for (int k = 0; k < 3; ++k) add(Vec3::Unit(k), box.center());
  return planes;
}

// The two sides of the best cut, or nothing when no plane parts the cell.
std::optional<std::array<ConvexCell, 2>> bestCut(const ConvexCell& cell, const Solid& solid, double eps) {
  std::optional<std::array<ConvexCell, 2>> best;
  double least = std::numeric_limits<double>::infinity();
  for (const CutPlane& plane : planesOffered(cell, solid.mesh)) {
    if (!reachesBothSides(cell, plane, 1e3 * eps)) continue;
    auto sides = cut(cell, plane, eps, solid);
    double left = 0;
    for (const ConvexCell& side : sides) left += measure(pointsOf(side), samplesOf(side)).sum;
    if (left < least) {
      least = left;
      best = std::move(sides);
    }
  }
  return best;
}

// A mesh without any concave edge, in one closed piece, is its own hull.
bool isConvex(const TriangleMesh& mesh) {
  const auto& diagnosis = mesh.diagnosis();
  return diagnosis.watertight && diagnosis.components == 1 &&
         std::all_of(mesh.edges().begin(), mesh.edges().end(),
                     [](const MeshEdge& edge) { return edge.dihedral > -1e-6; });
}

std::vector<ConvexPiece> decompose(const TriangleMesh& mesh) {
  if (isConvex(mesh)) return {ConvexPiece(mesh.vertices().begin(), mesh.vertices().end())};

  const Solid solid(mesh);
  const double size = mesh.bounds().size(), eps = kSame * size, tolerance = kTolerance * size;
  struct Pending {
    ConvexCell cell;
    double deepest;
  };
  std::vector<Pending> open;
  std::vector<ConvexPiece> pieces;
  const auto take = [&](ConvexCell cell) {
    if (pointsOf(cell).size() < 4) return;
    const double deepest = deepestVoid(cell, solid);
    if (deepest <= tolerance) {
      pieces.push_back(pointsOf(cell));
    } else {
      open.push_back({std::move(cell), deepest});
    }
  };

  take(wholeCell(mesh, 0.01 * size));
  while (!open.empty()) {
    const auto worst = std::max_element(open.begin(), open.end(),
                                        [](const Pending& a, const Pending& b) { return a.deepest < b.deepest; });
    ConvexCell cell = std::move(worst->cell);
    open.erase(worst);
    const bool full = static_cast<int>(pieces.size() + open.size()) + 2 > kMaxPieces;
    auto sides = full ? std::nullopt : bestCut(cell, solid, eps);
    if (!sides) {
      pieces.push_back(pointsOf(cell));
      continue;
    }
    for (ConvexCell& side : *sides) take(std::move(side));
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
  std::erase_if(cache, [](const auto& item) { return item.second.mesh.expired(); });
  Entry& entry = cache[mesh.get()];
  if (!entry.pieces) entry = {mesh, std::make_shared<const std::vector<ConvexPiece>>(decompose(*mesh))};
  return entry.pieces;
}

}  // namespace passung::dynamics

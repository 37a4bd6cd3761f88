// SPDX-License-Identifier: Apache-2.0
// Problem:  from a list of triangles of any quality to the immutable mesh that everything exact relies on.
// Method:   check -> weld -> drop degenerate and duplicate triangles -> mend T-junctions where asked to -> topology ->
//           orient closed pieces -> normals, dihedral angles -> mass. Slivers stay: dropping a thin triangle would open
//           the surface.
// Cost:     O(n log n), the sort of the half-edges.
// Failure:  nothing is guessed: open, non-manifold and misoriented places are counted, not mended.
#include "core/triangle_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_set>
#include <utility>

#include "core/error.h"
#include "core/mesh_needles.h"
#include "core/mesh_tjunctions.h"
#include "core/mesh_topology.h"
#include "core/mesh_weld.h"

namespace passung {
namespace {

// Beyond this, squares and cubes of coordinates leave the range of a double.
constexpr double kLargestCoordinate = 1e60;

using LongVec3 = Eigen::Matrix<long double, 3, 1>;

const Vec3& at(std::span<const Vec3> vertices, int v) { return vertices[static_cast<std::size_t>(v)]; }

// Twice the area times the normal. In extended precision, since a sliver's cross product is all rounding otherwise.
LongVec3 doubledArea(std::span<const Vec3> vertices, const Triangle& t) {
  const LongVec3 a = at(vertices, t[0]).cast<long double>();
  const LongVec3 b = at(vertices, t[1]).cast<long double>();
  const LongVec3 c = at(vertices, t[2]).cast<long double>();
  return (b - a).cross(c - a);
}

void check(std::span<const Vec3> vertices, std::span<const Triangle> triangles) {
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (!(vertices[i].cwiseAbs().maxCoeff() <= kLargestCoordinate) || !isFinite(vertices[i])) {
      throw InputError("", "vertex " + std::to_string(i), "a coordinate is not finite or beyond 1e60",
                       "coordinates must be numbers of a sensible size");
    }
  }
  const int count = static_cast<int>(vertices.size());
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    for (const int v : triangles[i]) {
      if (v >= 0 && v < count) continue;
      throw InputError("", "triangle " + std::to_string(i), "vertex index " + std::to_string(v) + " is out of range",
                       "indices go from 0 to " + std::to_string(count - 1));
    }
  }
}

// Drops vertices that no triangle uses; the order of the others stays.
void compact(std::vector<Vec3>& vertices, std::vector<Triangle>& triangles) {
  std::vector<int> index(vertices.size(), -1);
  for (const Triangle& t : triangles) {
    for (const int v : t) index[static_cast<std::size_t>(v)] = 0;
  }
  int count = 0;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (index[i] < 0) continue;
    vertices[static_cast<std::size_t>(count)] = vertices[i];
    index[i] = count++;
  }
  vertices.resize(static_cast<std::size_t>(count));
  for (Triangle& t : triangles) {
    for (int& v : t) v = index[static_cast<std::size_t>(v)];
  }
}

struct TriangleHash {
  std::size_t operator()(const Triangle& t) const {
    std::uint64_t h = 0;
    for (const int v : t) {
      h = (h ^ static_cast<std::uint64_t>(v)) * 0x9E3779B97F4A7C15ULL;
      h ^= h >> 32;
    }
    return h;
  }
};

// Drops triangles with two equal corners or without area, and all but the first of those with the same three corners,
// whichever way round.
void dropUseless(std::span<const Vec3> vertices, std::vector<Triangle>& triangles, MeshDiagnosis& diagnosis) {
  const auto collapsed = [](const Triangle& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; };
  const auto hasNoArea = [&](const Triangle& t) { return doubledArea(vertices, t).isZero(0); };
  diagnosis.degenerateDropped += static_cast<int>(std::erase_if(triangles, collapsed));

  std::unordered_set<Triangle, TriangleHash> seen;
  seen.reserve(triangles.size());
  diagnosis.duplicateDropped += static_cast<int>(std::erase_if(triangles, [&](Triangle t) {
    std::sort(t.begin(), t.end());
    return !seen.insert(t).second;
  }));

  diagnosis.needlesSplit += splitNeighboursOfNeedles(vertices, triangles, hasNoArea);
  diagnosis.degenerateDropped += static_cast<int>(std::erase_if(triangles, hasNoArea));
}

// > 0 convex, < 0 concave. n0, n1: unit normals, e: direction of the edge in the first face.
double signedDihedral(const Vec3& n0, const Vec3& n1, const Vec3& e) {
  const double angle = std::atan2(n0.cross(n1).dot(e.normalized()), n0.dot(n1));
  // Two faces folded flat onto each other: sharp, whatever the sign of a zero says.
  return angle <= -kPi ? kPi : angle;
}

// What closes a surface for its volume: wherever an edge is used more often one way than the other, a triangle from it
// to the middle of the rim that such edges form. The rims are cycles, so the result bounds a solid, in the sense of
// signed volume, whatever the surface was.
std::vector<Triangle> capsOf(std::vector<Vec3>& vertices, std::span<const Triangle> triangles) {
  const std::vector<Triangle> rims = unbalancedEdges(triangles);
  const MeshTopology pieces = meshTopology(vertices.size(), rims);
  std::vector<Vec3> middle(pieces.closed.size(), Vec3::Zero());
  std::vector<double> count(pieces.closed.size(), 0.0);
  for (std::size_t i = 0; i < rims.size(); ++i) {
    const auto c = static_cast<std::size_t>(pieces.component[i]);
    middle[c] += at(vertices, rims[i][0]) + at(vertices, rims[i][1]);
    count[c] += 2;
  }
  const int base = static_cast<int>(vertices.size());
  for (std::size_t c = 0; c < middle.size(); ++c) vertices.push_back(middle[c] / count[c]);
  std::vector<Triangle> caps;
  for (std::size_t i = 0; i < rims.size(); ++i) caps.push_back({rims[i][1], rims[i][0], base + pieces.component[i]});
  return caps;
}

struct AssumedMass {
  MassProperties mass;
  std::string assumption;
};

// A closed surface has its exact solid. One with holes that can be closed by less surface than there is counts as the
// solid inside; anything else as a sheet.
AssumedMass massOf(std::span<const Vec3> vertices, std::span<const Triangle> triangles, std::span<const char> closed,
                   const MeshDiagnosis& diagnosis, const Aabb& bounds) {
  // A volume thinner than this share of the size is rounding.
  constexpr double kThinnest = 1e-6;
  const double leastVolume = kThinnest * diagnosis.area * bounds.size();
  if (std::all_of(closed.begin(), closed.end(), [](char c) { return c != 0; })) {
    MassProperties solid = solidMassProperties(vertices, triangles);
    if (solid.mass < 0) solid = solid.scaled(-1);
    if (solid.mass > (diagnosis.watertight ? 0.0 : leastVolume)) return {solid, ""};
  }
  std::vector<Vec3> points(vertices.begin(), vertices.end());
  const std::vector<Triangle> caps = capsOf(points, triangles);
  if (shellMassProperties(points, caps).mass < diagnosis.area) {
    std::vector<Triangle> whole(triangles.begin(), triangles.end());
    whole.insert(whole.end(), caps.begin(), caps.end());
    MassProperties solid = solidMassProperties(points, whole);
    if (solid.mass < 0) solid = solid.scaled(-1);
    if (solid.mass > leastVolume) return {solid, "mass of the solid with its holes closed"};
  }
  constexpr double kSheetShare = 0.01;
  const double thickness = kSheetShare * bounds.size();
  return {shellMassProperties(vertices, triangles).scaled(thickness), "mass of a sheet, 1 % of the part's size thick"};
}

}  // namespace

std::shared_ptr<const TriangleMesh> TriangleMesh::build(std::vector<Vec3> vertices, std::vector<Triangle> triangles,
                                                        const MeshBuildOptions& options) {
  check(vertices, triangles);
  const std::vector<int> welded = weldedIndices(vertices, options.weldTolerance);
  for (Triangle& t : triangles) {
    for (int& v : t) v = welded[static_cast<std::size_t>(v)];
  }

  auto mesh = std::shared_ptr<TriangleMesh>(new TriangleMesh);
  dropUseless(vertices, triangles, mesh->diagnosis_);
  if (options.mendTolerance > 0) {
    mesh->diagnosis_.tJunctionsMended = mendTJunctions(vertices, triangles, options.mendTolerance);
    // A fan over a sliver may hold a triangle without area.
    if (mesh->diagnosis_.tJunctionsMended > 0) dropUseless(vertices, triangles, mesh->diagnosis_);
  }
  if (triangles.empty()) {
    throw InputError("", "", "no triangle of non-zero area", "a mesh needs at least one");
  }
  compact(vertices, triangles);

  MeshTopology topology = meshTopology(vertices.size(), triangles);
  if (options.orient && orientComponents(vertices, triangles, topology)) {
    mesh->diagnosis_.inverted = true;
    topology = meshTopology(vertices.size(), triangles);
  }

  MeshDiagnosis& d = mesh->diagnosis_;
  d.components = static_cast<int>(topology.closed.size());
  d.openEdges = topology.openEdges;
  d.nonManifoldEdges = topology.nonManifoldEdges;
  d.watertight = d.openEdges == 0 && d.nonManifoldEdges == 0;
  mesh->vertices_ = std::move(vertices);
  mesh->triangles_ = std::move(triangles);
  mesh->edges_ = std::move(topology.edges);
  mesh->triangleEdges_ = std::move(topology.triangleEdges);
  mesh->closed_ = std::move(topology.closed);
  mesh->faceNormals_.assign(mesh->triangles_.size(), Vec3::UnitZ());
  mesh->computeGeometry();
  return mesh;
}

void TriangleMesh::computeGeometry() {
  bounds_ = {};
  for (const Vec3& p : vertices_) bounds_.add(p);

  diagnosis_.area = 0;
  vertexNormals_.assign(vertices_.size(), Vec3::Zero());
  for (std::size_t f = 0; f < triangles_.size(); ++f) {
    const Triangle& t = triangles_[f];
    const LongVec3 n = doubledArea(vertices_, t);
    const long double length = n.norm();
    diagnosis_.area += static_cast<double>(0.5L * length);
    // A triangle that rounding has flattened keeps the normal it had.
    if (length > 0) faceNormals_[f] = (n / length).cast<double>();

    for (int k = 0; k < 3; ++k) {
      const Vec3& p = at(vertices_, t[static_cast<std::size_t>(k)]);
      const Vec3 u = at(vertices_, t[static_cast<std::size_t>((k + 1) % 3)]) - p;
      const Vec3 v = at(vertices_, t[static_cast<std::size_t>((k + 2) % 3)]) - p;
      const double angle = std::atan2(u.cross(v).norm(), u.dot(v));
      vertexNormals_[static_cast<std::size_t>(t[static_cast<std::size_t>(k)])] += angle * faceNormals_[f];
    }
  }
  // Where the faces cancel, any face's normal is as good.
  for (std::size_t f = 0; f < triangles_.size(); ++f) {
    for (const int v : triangles_[f]) {
      Vec3& n = vertexNormals_[static_cast<std::size_t>(v)];
      if (n.norm() < 1e-12) n = faceNormals_[f];
    }
  }
  for (Vec3& n : vertexNormals_) n.normalize();

  for (MeshEdge& e : edges_) {
    if (e.face1 < 0) {
      e.dihedral = kPi;
      continue;
    }
    // The second face of a direction conflict is looked at from the side of the first.
    const Triangle& t = triangles_[static_cast<std::size_t>(e.face1)];
    bool conflict = false;
    for (int k = 0; k < 3; ++k) {
      conflict |= t[static_cast<std::size_t>(k)] == e.v0 && t[static_cast<std::size_t>((k + 1) % 3)] == e.v1;
    }
    const Vec3 n1 = (conflict ? -1.0 : 1.0) * faceNormals_[static_cast<std::size_t>(e.face1)];
    e.dihedral =
        signedDihedral(faceNormals_[static_cast<std::size_t>(e.face0)], n1, at(vertices_, e.v1) - at(vertices_, e.v0));
  }

  AssumedMass mass = massOf(vertices_, triangles_, closed_, diagnosis_, bounds_);
  unitMass_ = mass.mass;
  massAssumption_ = std::move(mass.assumption);
  diagnosis_.volume = solidMassProperties(vertices_, triangles_).mass;
}

std::shared_ptr<const TriangleMesh> TriangleMesh::transformed(const Transform& X, double s) const {
  if (!(s > 0) || !std::isfinite(s) || !isFinite(X)) {
    throw InputError("", "", "a mesh cannot be scaled by " + std::to_string(s), "a scale is positive and finite");
  }
  auto mesh = std::shared_ptr<TriangleMesh>(new TriangleMesh(*this));
  for (Vec3& p : mesh->vertices_) p = s * (X * p);
  for (Vec3& n : mesh->faceNormals_) n = X.q * n;
  mesh->computeGeometry();
  return mesh;
}

std::shared_ptr<const TriangleMesh> TriangleMesh::deformed(std::vector<Vec3> vertices) const {
  if (vertices.size() != vertices_.size()) {
    throw InputError("", "deformed mesh", std::to_string(vertices.size()) + " vertices are given",
                     "give " + std::to_string(vertices_.size()) + ", one for each");
  }
  for (const Vec3& p : vertices) {
    if (!isFinite(p)) throw InputError("", "deformed mesh", "a vertex is not finite", "give finite coordinates");
  }
  auto mesh = std::shared_ptr<TriangleMesh>(new TriangleMesh(*this));
  mesh->vertices_ = std::move(vertices);
  const auto area = [&](const Triangle& t) { return doubledArea(mesh->vertices_, t).norm(); };
  if (std::none_of(triangles_.begin(), triangles_.end(), [&](const Triangle& t) { return area(t) > 0; }))
    throw InputError("", "deformed mesh", "no triangle has an area", "leave one at least");
  mesh->computeGeometry();
  return mesh;
}

}  // namespace passung

// SPDX-License-Identifier: Apache-2.0
// The immutable triangle mesh on which everything exact is computed.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/aabb.h"
#include "core/mass_properties.h"
#include "core/math.h"

namespace passung {

// An edge between two vertices and the faces beside it.
struct MeshEdge {
  int v0 = -1, v1 = -1;        // vertices; face0 runs from v0 to v1
  int face0 = -1, face1 = -1;  // faces; face1 is -1 at a boundary. A non-manifold edge lists its first two faces.
  double dihedral = 0;  // angle between the two face normals [rad]: > 0 convex, < 0 concave, 0 flat; pi at a boundary
};

// What was found and done while a mesh was built. Lengths in metres.
struct MeshDiagnosis {
  int components = 0;         // connected by shared vertices
  int openEdges = 0;          // edges with one face
  int nonManifoldEdges = 0;   // edges with more than two faces, or two faces of equal direction
  int degenerateDropped = 0;  // triangles with two equal vertices or of zero area
  int needlesSplit = 0;       // triangles of zero area that were taken into a neighbour instead
  int duplicateDropped = 0;   // triangles listed more than once (same three vertices)
  int tJunctionsMended = 0;   // vertices put into an open edge on which they lie
  bool watertight = false;    // every edge has exactly two faces of opposite direction
  bool inverted = false;      // the input's volume was negative; the mesh was turned
  bool selfIntersecting =
      false;          // two triangles without a common vertex cross; never filled here: it needs a search tree
  double area = 0;    // [m^2]
  double volume = 0;  // [m^3], of the mesh as stored here; meaningful only when watertight
};

struct MeshBuildOptions {
  double weldTolerance = 0;  // [m] vertices closer than this are one; 0: exactly equal coordinates only
  double mendTolerance = 0;  // [m] open edges are split at open vertices nearer than this; 0: not at all
  bool orient = true;        // turn a closed mesh of negative volume
};

class TriangleMesh {
 public:
  // Welds, drops degenerate and duplicate triangles, mends T-junctions, builds topology, turns inverted solids. Never
  // throws on bad geometry; throws InputError when a vertex is not finite or an index is out of range, or when no
  // triangle is left.
  static std::shared_ptr<const TriangleMesh> build(std::vector<Vec3> vertices, std::vector<Triangle> triangles,
                                                   const MeshBuildOptions& options = {});

  [[nodiscard]] std::span<const Vec3> vertices() const { return vertices_; }
  [[nodiscard]] std::span<const Triangle> triangles() const { return triangles_; }
  [[nodiscard]] std::span<const MeshEdge> edges() const { return edges_; }
  [[nodiscard]] std::span<const Vec3> faceNormals() const { return faceNormals_; }  // unit, outward
  [[nodiscard]] std::span<const Vec3> vertexNormals() const {
    return vertexNormals_;
  }  // unit, angle-weighted (Baerentzen & Aanaes 2005)
  // Edge index of the side from corner k to corner (k + 1) % 3 of a triangle.
  [[nodiscard]] std::span<const Triangle> triangleEdges() const { return triangleEdges_; }

  [[nodiscard]] const Aabb& bounds() const { return bounds_; }
  [[nodiscard]] const MeshDiagnosis& diagnosis() const { return diagnosis_; }
  // At density 1. Exact for a closed surface; else an estimate, see massAssumption().
  [[nodiscard]] const MassProperties& unitMass() const { return unitMass_; }
  // Empty when the mass is exact, else one line that says what was assumed.
  [[nodiscard]] const std::string& massAssumption() const { return massAssumption_; }

  // The same mesh with every vertex mapped by p -> s * (X * p).
  [[nodiscard]] std::shared_ptr<const TriangleMesh> transformed(const Transform& X, double s = 1.0) const;
  // The same faces on moved vertices. What was found while the mesh was built stays as it was. Throws InputError unless
  // there are as many vertices, all finite, and some area is left.
  [[nodiscard]] std::shared_ptr<const TriangleMesh> deformed(std::vector<Vec3> vertices) const;

 private:
  TriangleMesh() = default;
  void computeGeometry();  // everything that follows from vertices and topology

  std::vector<Vec3> vertices_;
  std::vector<Triangle> triangles_;
  std::vector<Triangle> triangleEdges_;
  std::vector<MeshEdge> edges_;
  std::vector<char> closed_;  // of each component
  std::vector<Vec3> faceNormals_, vertexNormals_;
  Aabb bounds_;
  MeshDiagnosis diagnosis_;
  MassProperties unitMass_;
  std::string massAssumption_;
};

}  // namespace passung

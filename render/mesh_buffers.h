// SPDX-License-Identifier: Apache-2.0
// Meshes as the graphics card wants them, kept as long as their TriangleMesh lives.
#pragma once

#include <future>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "core/draw_list.h"
#include "render/gl/objects.h"

namespace passung::render {

inline constexpr double kCreaseAngle = 30.0 * kPi / 180;   // faces that meet at less are shaded as one smooth surface
inline constexpr double kFeatureAngle = 25.0 * kPi / 180;  // edges sharper than this are drawn as lines

// Vertices of q, with p = center + size q, so that single precision serves a mesh of any size and place.
struct MeshArrays {
  Vec3 center = Vec3::Zero();
  double size = 1;                     // [m]
  std::vector<float> vertices;         // position and normal, 6 a vertex
  std::vector<std::uint32_t> sources;  // the mesh's vertex of each
  std::vector<std::uint32_t> indices;  // 3 a triangle, in the order of the mesh
  std::vector<float> edges;            // from, to, corner: 8 a vertex, 4 vertices an edge
  std::vector<std::uint32_t> edgeIndices;
};

// Normals per corner: the mean, weighted by the faces' angles, of those faces round the vertex whose normals lie within
// the crease angle of the corner's own. So cylinders are smooth, boxes flat, and a fillet beside a plane is both.
[[nodiscard]] MeshArrays buildMeshArrays(const TriangleMesh& mesh);

struct GpuMesh {
  Vec3 center = Vec3::Zero();
  double size = 1;
  bool closed = false;       // its inside is never seen
  std::uint64_t serial = 0;  // no two meshes of a cache have had the same, as addresses may
  VertexArray vertices, edges;
  Buffer vertexBuffer, indexBuffer, edgeBuffer, edgeIndexBuffer;
  GLsizei indexCount = 0, edgeIndexCount = 0;
  Buffer colorBuffer;
  std::vector<std::uint32_t> sources;
  std::weak_ptr<const std::vector<Color>> colors;  // in the buffer
};

class MeshCache {
 public:
  explicit MeshCache(const Gl& gl) : gl_(gl) {}
  const GpuMesh& get(const std::shared_ptr<const TriangleMesh>& mesh);
  // With the mesh's vertex colours in its buffer, where it has any.
  const GpuMesh& get(const DrawMesh& mesh);
  void dropUnused();  // frees what belongs to meshes that no longer exist
  // Triangles of the meshes that get() would have to make.
  [[nodiscard]] std::size_t missing(std::span<const DrawMesh> meshes) const;
  // Makes some of them, their arrays beside the caller's thread, some 200,000 triangles at a time; false once none is
  // left. A call takes some 10 ms, or as long as the largest mesh takes to copy.
  bool prepare(std::span<const DrawMesh> meshes);
  [[nodiscard]] bool has(const std::shared_ptr<const TriangleMesh>& mesh) const;
  [[nodiscard]] std::size_t count() const { return entries_.size(); }

 private:
  struct Entry {
    std::weak_ptr<const TriangleMesh> owner;
    GpuMesh mesh;
  };
  using Prepared = std::vector<std::pair<std::shared_ptr<const TriangleMesh>, MeshArrays>>;
  void takePrepared();  // of the thread, if it has ended
  const GpuMesh& put(const std::shared_ptr<const TriangleMesh>& mesh, MeshArrays arrays);

  const Gl& gl_;
  std::uint64_t nextSerial_ = 1;
  std::map<const TriangleMesh*, Entry> entries_;
  Prepared prepared_;  // to be copied, the last first
  std::future<Prepared> preparing_;
};

}  // namespace passung::render

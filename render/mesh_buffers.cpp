// SPDX-License-Identifier: Apache-2.0
#include "render/mesh_buffers.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <set>

namespace passung::render {

namespace {

// Above this many faces round a vertex (the hub of a large fan) only a corner's two neighbours along the edges are
// looked at, which keeps the cost linear.
constexpr int kMaxFan = 48;
// Triangles whose arrays are made at a time, and one mesh more: what a window that closes waits for.
constexpr std::size_t kBatch = 200'000;

struct Corner {
  int face = 0, corner = 0;
};

// The corners round each vertex, as one array with offsets.
struct Fans {
  std::vector<int> first;
  std::vector<Corner> corners;
};

Fans fansOf(const TriangleMesh& mesh) {
  const auto triangles = mesh.triangles();
  Fans fans;
  fans.first.assign(mesh.vertices().size() + 1, 0);
  for (const Triangle& t : triangles) {
    for (int v : t) ++fans.first[static_cast<std::size_t>(v) + 1];
  }
  for (std::size_t i = 1; i < fans.first.size(); ++i) fans.first[i] += fans.first[i - 1];
  fans.corners.resize(3 * triangles.size());
  std::vector<int> next(fans.first.begin(), fans.first.end() - 1);
  for (std::size_t f = 0; f < triangles.size(); ++f) {
    for (int k = 0; k < 3; ++k) {
      const auto v = static_cast<std::size_t>(triangles[f][static_cast<std::size_t>(k)]);
      fans.corners[static_cast<std::size_t>(next[v]++)] = {static_cast<int>(f), k};
    }
  }
  return fans;
}

double cornerAngle(const TriangleMesh& mesh, const Corner& c) {
  const Triangle& t = mesh.triangles()[static_cast<std::size_t>(c.face)];
  const auto at = [&](int k) { return mesh.vertices()[static_cast<std::size_t>(t[static_cast<std::size_t>(k % 3)])]; };
  const Vec3 a = at(c.corner + 1) - at(c.corner);
  const Vec3 b = at(c.corner + 2) - at(c.corner);
  return std::atan2(a.cross(b).norm(), a.dot(b));
}

Vec3 faceNormal(const TriangleMesh& mesh, int face) { return mesh.faceNormals()[static_cast<std::size_t>(face)]; }

// Sum over the two faces across the edges at this corner, for large fans.
Vec3 neighbourNormal(const TriangleMesh& mesh, const Corner& c, double cosCrease) {
  const Vec3 own = faceNormal(mesh, c.face);
  Vec3 sum = own;
  const Triangle& sides = mesh.triangleEdges()[static_cast<std::size_t>(c.face)];
  for (int side : {c.corner, (c.corner + 2) % 3}) {
    const MeshEdge& e = mesh.edges()[static_cast<std::size_t>(sides[static_cast<std::size_t>(side)])];
    const int other = e.face0 == c.face ? e.face1 : e.face0;
    if (other >= 0 && faceNormal(mesh, other).dot(own) > cosCrease) sum += faceNormal(mesh, other);
  }
  return sum.normalized();
}

void buildSurface(const TriangleMesh& mesh, MeshArrays& out) {
  const double cosCrease = std::cos(kCreaseAngle);
  const Fans fans = fansOf(mesh);
  out.indices.resize(3 * mesh.triangles().size());

  struct Made {
    Vec3 normal;
    std::uint32_t index;
  };
  std::vector<Made> made;
  std::vector<double> angles;
  for (std::size_t v = 0; v + 1 < fans.first.size(); ++v) {
    const auto begin = static_cast<std::size_t>(fans.first[v]);
    const auto end = static_cast<std::size_t>(fans.first[v + 1]);
    const bool large = end - begin > kMaxFan;
    angles.clear();
    if (!large) {
      for (std::size_t i = begin; i < end; ++i) angles.push_back(cornerAngle(mesh, fans.corners[i]));
    }
    const Vec3 q = (mesh.vertices()[v] - out.center) / out.size;

    // One vertex per distinct normal.
    made.clear();
    for (std::size_t i = begin; i < end; ++i) {
      const Corner& c = fans.corners[i];
      const Vec3 own = faceNormal(mesh, c.face);
      Vec3 n = Vec3::Zero();
      if (large) {
        n = neighbourNormal(mesh, c, cosCrease);
      } else {
        for (std::size_t j = begin; j < end; ++j) {
          const Vec3 other = faceNormal(mesh, fans.corners[j].face);
          if (own.dot(other) > cosCrease) n += angles[j - begin] * other;
        }
        n = n.norm() > 0 ? n.normalized() : own;
      }
      const auto same =
          std::find_if(made.begin(), made.end(), [&](const Made& m) { return m.normal.dot(n) > 1 - 1e-7; });
      std::uint32_t index = 0;
      if (same != made.end()) {
        index = same->index;
      } else {
        index = static_cast<std::uint32_t>(out.vertices.size() / 6);
        for (int k = 0; k < 3; ++k) out.vertices.push_back(static_cast<float>(q[k]));
        for (int k = 0; k < 3; ++k) out.vertices.push_back(static_cast<float>(n[k]));
        out.sources.push_back(static_cast<std::uint32_t>(v));
        if (!large) made.push_back({n, index});
      }
      out.indices[3 * static_cast<std::size_t>(c.face) + static_cast<std::size_t>(c.corner)] = index;
    }
  }
}

void buildEdges(const TriangleMesh& mesh, MeshArrays& out) {
  for (const MeshEdge& e : mesh.edges()) {
    if (e.face1 >= 0 && std::abs(e.dihedral) < kFeatureAngle) continue;
    const Vec3 a = (mesh.vertices()[static_cast<std::size_t>(e.v0)] - out.center) / out.size;
    const Vec3 b = (mesh.vertices()[static_cast<std::size_t>(e.v1)] - out.center) / out.size;
    const auto first = static_cast<std::uint32_t>(out.edges.size() / 8);
    for (int k = 0; k < 4; ++k) {
      for (int i = 0; i < 3; ++i) out.edges.push_back(static_cast<float>(a[i]));
      for (int i = 0; i < 3; ++i) out.edges.push_back(static_cast<float>(b[i]));
      out.edges.push_back((k & 1) != 0 ? 1.0F : 0.0F);
      out.edges.push_back((k & 2) != 0 ? 1.0F : -1.0F);
    }
    for (std::uint32_t i : {0U, 1U, 2U, 2U, 1U, 3U}) out.edgeIndices.push_back(first + i);
  }
}

template <class T>
Buffer upload(const Gl& gl, GLenum target, const std::vector<T>& data) {
  Buffer b(gl);
  gl.BindBuffer(target, b.id());
  gl.BufferData(target, static_cast<GLsizeiptr>(data.size() * sizeof(T)), data.data(), GL_STATIC_DRAW);
  return b;
}

void attribute(const Gl& gl, GLuint index, GLint count, int strideFloats, int offsetFloats) {
  gl.EnableVertexAttribArray(index);
  gl.VertexAttribPointer(index, count, GL_FLOAT, GL_FALSE, strideFloats * static_cast<GLsizei>(sizeof(float)),
                         reinterpret_cast<const void*>(static_cast<std::uintptr_t>(offsetFloats) * sizeof(float)));
}

GpuMesh uploadMesh(const Gl& gl, const TriangleMesh& mesh, MeshArrays arrays) {
  GpuMesh g;
  g.sources = std::move(arrays.sources);
  g.center = arrays.center;
  g.size = arrays.size;
  g.closed = mesh.diagnosis().watertight;
  g.indexCount = static_cast<GLsizei>(arrays.indices.size());
  g.edgeIndexCount = static_cast<GLsizei>(arrays.edgeIndices.size());

  g.vertices = VertexArray(gl);
  gl.BindVertexArray(g.vertices.id());
  g.vertexBuffer = upload(gl, GL_ARRAY_BUFFER, arrays.vertices);
  g.indexBuffer = upload(gl, GL_ELEMENT_ARRAY_BUFFER, arrays.indices);
  attribute(gl, 0, 3, 6, 0);
  attribute(gl, 1, 3, 6, 3);

  g.edges = VertexArray(gl);
  gl.BindVertexArray(g.edges.id());
  g.edgeBuffer = upload(gl, GL_ARRAY_BUFFER, arrays.edges);
  g.edgeIndexBuffer = upload(gl, GL_ELEMENT_ARRAY_BUFFER, arrays.edgeIndices);
  attribute(gl, 0, 3, 8, 0);
  attribute(gl, 1, 3, 8, 3);
  attribute(gl, 2, 2, 8, 6);
  gl.BindVertexArray(0);
  return g;
}

}  // namespace

MeshArrays buildMeshArrays(const TriangleMesh& mesh) {
  MeshArrays out;
  out.center = mesh.bounds().center();
  out.size = mesh.bounds().size() > 0 ? mesh.bounds().size() : 1.0;
  buildSurface(mesh, out);
  buildEdges(mesh, out);
  return out;
}

const GpuMesh& MeshCache::get(const std::shared_ptr<const TriangleMesh>& mesh) {
  return has(mesh) ? entries_.find(mesh.get())->second.mesh : put(mesh, buildMeshArrays(*mesh));
}

bool MeshCache::has(const std::shared_ptr<const TriangleMesh>& mesh) const {
  const auto it = entries_.find(mesh.get());
  // A new mesh may have been put where a dead one was.
  return it != entries_.end() && it->second.owner.lock() == mesh;
}

const GpuMesh& MeshCache::put(const std::shared_ptr<const TriangleMesh>& mesh, MeshArrays arrays) {
  Entry& e = entries_[mesh.get()];
  e.owner = mesh;
  e.mesh = uploadMesh(gl_, *mesh, std::move(arrays));
  e.mesh.serial = nextSerial_++;
  return e.mesh;
}

std::size_t MeshCache::missing(std::span<const DrawMesh> meshes) const {
  std::size_t triangles = 0;
  for (const DrawMesh& m : meshes) {
    if (m.mesh && !has(m.mesh)) triangles += m.mesh->triangles().size();
  }
  return triangles;
}

void MeshCache::takePrepared() {
  if (!preparing_.valid() || preparing_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
  prepared_ = preparing_.get();
}

bool MeshCache::prepare(std::span<const DrawMesh> meshes) {
  using Clock = std::chrono::steady_clock;
  if (preparing_.valid()) {
    if (preparing_.wait_for(std::chrono::milliseconds(5)) != std::future_status::ready) return true;
    takePrepared();
  }
  for (const auto begun = Clock::now(); !prepared_.empty() && Clock::now() - begun < std::chrono::milliseconds(10);) {
    auto& [mesh, arrays] = prepared_.back();
    // Those that nobody else holds belong to a scene that was closed.
    if (mesh.use_count() > 1 && !has(mesh)) (void)put(mesh, std::move(arrays));
    prepared_.pop_back();
  }
  if (!prepared_.empty()) return true;
  std::set<std::shared_ptr<const TriangleMesh>> lacking;
  std::size_t triangles = 0;
  for (const DrawMesh& m : meshes) {
    if (!m.mesh || has(m.mesh) || triangles > kBatch) continue;
    if (lacking.insert(m.mesh).second) triangles += m.mesh->triangles().size();
  }
  if (lacking.empty()) return false;
  preparing_ = std::async(std::launch::async, [lacking = std::move(lacking)] {
    Prepared made;
    for (const auto& mesh : lacking) made.emplace_back(mesh, buildMeshArrays(*mesh));
    return made;
  });
  return true;
}

const GpuMesh& MeshCache::get(const DrawMesh& mesh) {
  (void)get(mesh.mesh);
  GpuMesh& g = entries_[mesh.mesh.get()].mesh;
  if (!mesh.vertexColors || mesh.vertexColors->size() != mesh.mesh->vertices().size()) return g;
  if (g.colorBuffer.id() != 0 && g.colors.lock() == mesh.vertexColors) return g;
  std::vector<float> colors;
  colors.reserve(4 * g.sources.size());
  for (const std::uint32_t v : g.sources) {
    const Color& c = (*mesh.vertexColors)[v];
    colors.insert(colors.end(), {c.r, c.g, c.b, c.a});
  }
  gl_.BindVertexArray(g.vertices.id());
  g.colorBuffer = upload(gl_, GL_ARRAY_BUFFER, colors);
  attribute(gl_, 2, 4, 4, 0);
  gl_.BindVertexArray(0);
  g.colors = mesh.vertexColors;
  return g;
}

void MeshCache::dropUnused() {
  takePrepared();
  std::erase_if(prepared_, [](const auto& item) { return item.first.use_count() == 1; });
  std::erase_if(entries_, [](const auto& item) { return item.second.owner.expired(); });
}

}  // namespace passung::render

// SPDX-License-Identifier: Apache-2.0
#include "gpu/pipeline/model_blocks.h"

#include <algorithm>
#include <cstring>

namespace passung::gpu {
namespace {

// The vertices of a conglomerate, by their numbers in the mesh.
std::vector<int> verticesOf(const ConglomerateModel& model, int conglomerate) {
  std::vector<int> vertices;
  for (const int f : model.facesOf(conglomerate)) {
    const Triangle& t = model.mesh().triangles()[static_cast<std::size_t>(f)];
    vertices.insert(vertices.end(), {t[0], t[1], t[2]});
  }
  std::sort(vertices.begin(), vertices.end());
  vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
  return vertices;
}

ConglomerateBlock layoutOf(const ConglomerateModel& model, int conglomerate) {
  const std::size_t faces = model.facesOf(conglomerate).size();
  const std::size_t vertices = verticesOf(model, conglomerate).size();
  const auto points = static_cast<std::size_t>(model.sampleCount(conglomerate));
  const TreeView tree = model.tree(conglomerate);
  BlockRoom room;
  (void)room.take<ConglomerateBlock>(1);
  ConglomerateBlock b{};
  b.faceCount = static_cast<int>(faces);
  b.nodeCount = tree.nodeCount;
  b.edgeSamples = model.shell().view().edgeSamples;
  b.kind = model.treeKind();
  b.vertices = room.take<Float3>(vertices);
  b.corners = room.take<Int3>(faces);
  b.masks = room.take<FaceMask>(faces);
  b.cells = room.take<CellSize>(faces);
  b.radii = room.take<float>(faces);
  b.nodes = room.take<TreeNode>(static_cast<std::size_t>(tree.nodeCount));
  b.points = room.take<TreePoint>(points);
  b.pointFaces = room.take<int>(points);
  b.exactVertices = room.take<Double3>(vertices);
  b.triangles = room.take<Int3>(faces);
  b.numbers = room.take<int>(faces);
  b.bytes = room.used();
  return b;
}

template <class T>
T* at(std::byte* memory, std::uint32_t offset) {
  return reinterpret_cast<T*>(memory + offset);
}

template <class T>
void copy(std::byte* memory, std::uint32_t offset, const T* from, std::size_t count) {
  if (count > 0) std::memcpy(memory + offset, from, count * sizeof(T));
}

}  // namespace

void ModelBlocks::update(const ConglomerateModel& model) {
  const auto count = static_cast<std::size_t>(model.count());
  layouts_.resize(count);
  revisions_.resize(count, -1);
  for (std::size_t c = 0; c < count; ++c) {
    const int revision = model.revision(static_cast<int>(c));
    if (revisions_[c] == revision) continue;
    layouts_[c] = layoutOf(model, static_cast<int>(c));
    revisions_[c] = revision;
  }
}

void ModelBlocks::pack(const ConglomerateModel& model, int conglomerate, std::byte* memory) const {
  const ConglomerateBlock& b = layouts_[static_cast<std::size_t>(conglomerate)];
  std::memset(memory, 0, b.bytes);
  std::memcpy(memory, &b, sizeof b);

  const ShellView shell = model.shell().view();
  const std::vector<int> vertices = verticesOf(model, conglomerate);
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    const Vec3& p = model.mesh().vertices()[static_cast<std::size_t>(vertices[v])];
    at<Float3>(memory, b.vertices)[v] = shell.vertices[vertices[v]];
    at<Double3>(memory, b.exactVertices)[v] = {p.x(), p.y(), p.z()};
  }
  const auto own = [&](int vertex) {
    return static_cast<int>(std::lower_bound(vertices.begin(), vertices.end(), vertex) - vertices.begin());
  };
  const std::span<const int> faces = model.facesOf(conglomerate);
  for (std::size_t k = 0; k < faces.size(); ++k) {
    const int f = faces[k];
    const Int3 c = shell.corners[f];
    const Triangle& t = model.mesh().triangles()[static_cast<std::size_t>(f)];
    at<Int3>(memory, b.corners)[k] = {own(c.a), own(c.b), own(c.c)};
    at<Int3>(memory, b.triangles)[k] = {own(t[0]), own(t[1]), own(t[2])};
    at<FaceMask>(memory, b.masks)[k] = shell.masks[f];
    at<CellSize>(memory, b.cells)[k] = shell.cells[f];
    at<float>(memory, b.radii)[k] = shell.radii[f];
    at<int>(memory, b.numbers)[k] = f;
  }
  const TreeView tree = model.tree(conglomerate);
  const auto points = static_cast<std::size_t>(model.sampleCount(conglomerate));
  copy(memory, b.nodes, tree.nodes, static_cast<std::size_t>(tree.nodeCount));
  copy(memory, b.points, tree.points, points);
  copy(memory, b.pointFaces, tree.faces, points);
}

}  // namespace passung::gpu

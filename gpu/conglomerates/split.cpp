// SPDX-License-Identifier: Apache-2.0
#include "gpu/conglomerates/split.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "core/error.h"

namespace passung::gpu {
namespace {

// Disjoint sets with halving of paths; the least member stands for a set (R. E. Tarjan, 1975).
class Sets {
 public:
  explicit Sets(std::size_t count) : parents_(count) { std::iota(parents_.begin(), parents_.end(), 0); }
  int find(int i) {
    while (at(i) != i) i = at(i) = at(at(i));
    return i;
  }
  void join(int i, int j) {
    i = find(i);
    j = find(j);
    at(std::max(i, j)) = std::min(i, j);
  }

 private:
  int& at(int i) { return parents_[static_cast<std::size_t>(i)]; }
  std::vector<int> parents_;
};

// Joins the faces of the list that share an edge. lastFaces: scratch, -1 for each edge, and so again at the end.
void joinOverEdges(const TriangleMesh& mesh, std::span<const int> faces, std::vector<int>& lastFaces, Sets& sets) {
  const auto edgesOf = [&](int f) { return mesh.triangleEdges()[static_cast<std::size_t>(f)]; };
  for (const int f : faces) {
    for (const int e : edgesOf(f)) {
      int& last = lastFaces[static_cast<std::size_t>(e)];
      if (last >= 0) sets.join(last, f);
      last = f;
    }
  }
  for (const int f : faces) {
    for (const int e : edgesOf(f)) lastFaces[static_cast<std::size_t>(e)] = -1;
  }
}

std::vector<char> keptOf(const TriangleMesh& mesh, const Partition& partition, std::span<const int> removedFaces) {
  const auto count = static_cast<int>(mesh.triangles().size());
  if (!isPartition(partition, count))
    throw InputError("", "partition", "not every face of the mesh is in exactly one conglomerate, or one is empty",
                     "put each of the " + std::to_string(count) + " faces into exactly one");
  std::vector<char> kept(static_cast<std::size_t>(count), 1);
  for (const int f : removedFaces) {
    if (f < 0 || f >= count)
      throw InputError("", "removed faces", "there is no face " + std::to_string(f),
                       "give numbers from 0 to " + std::to_string(count - 1));
    kept[static_cast<std::size_t>(f)] = 0;
  }
  return kept;
}

}  // namespace

Split split(const TriangleMesh& mesh, const Partition& partition, std::span<const int> removedFaces) {
  const std::vector<char> kept = keptOf(mesh, partition, removedFaces);
  const std::size_t count = kept.size();
  Split result;
  std::vector<int> newNumbers(count, -1);
  for (std::size_t f = 0; f < count; ++f) {
    if (!kept[f]) continue;
    newNumbers[f] = static_cast<int>(result.keptFaces.size());
    result.keptFaces.push_back(static_cast<int>(f));
  }

  // The pieces of the whole surface.
  std::vector<int> lastFaces(mesh.edges().size(), -1);
  Sets surface(count);
  joinOverEdges(mesh, result.keptFaces, lastFaces, surface);
  std::vector<int> pieceOfFace(count, -1);
  for (const int f : result.keptFaces) {
    const auto first = static_cast<std::size_t>(surface.find(f));
    if (pieceOfFace[first] < 0) pieceOfFace[first] = result.pieceCount++;
    pieceOfFace[static_cast<std::size_t>(f)] = pieceOfFace[first];
  }

  Sets within(count);
  std::vector<int> groupOf(count, -1);
  for (int c = 0; c < partition.count(); ++c) {
    std::vector<int> left;
    for (const int f : partition.of(c)) {
      if (kept[static_cast<std::size_t>(f)]) left.push_back(f);
    }
    const bool lost = left.size() < partition.of(c).size();
    if (lost) joinOverEdges(mesh, left, lastFaces, within);

    // Members of a group have the same representative: in the conglomerate when it lost faces, else in the surface.
    std::vector<std::vector<int>> groups;
    std::vector<int> heads;
    for (const int f : left) {
      const int head = lost ? within.find(f) : surface.find(f);
      int& group = groupOf[static_cast<std::size_t>(head)];
      if (group < 0) {
        group = static_cast<int>(groups.size());
        groups.emplace_back();
        heads.push_back(head);
      }
      groups[static_cast<std::size_t>(group)].push_back(f);
    }
    for (const int head : heads) groupOf[static_cast<std::size_t>(head)] = -1;

    if (groups.size() > 1) ++result.splitCount;
    for (const std::vector<int>& group : groups) {
      result.partition.firsts.push_back(static_cast<int>(result.partition.faces.size()));
      for (const int f : group) result.partition.faces.push_back(newNumbers[static_cast<std::size_t>(f)]);
      result.origins.push_back(c);
      result.pieces.push_back(pieceOfFace[static_cast<std::size_t>(group[0])]);
    }
  }
  result.partition.firsts.push_back(static_cast<int>(result.partition.faces.size()));
  return result;
}

std::vector<Piece> piecesOf(const TriangleMesh& mesh, const Split& split) {
  std::vector<Piece> pieces(static_cast<std::size_t>(split.pieceCount));
  std::vector<int> pieceOfFace(split.keptFaces.size());
  for (int c = 0; c < split.partition.count(); ++c) {
    for (const int f : split.partition.of(c))
      pieceOfFace[static_cast<std::size_t>(f)] = split.pieces[static_cast<std::size_t>(c)];
  }
  std::vector<int> numberInPiece(split.keptFaces.size());
  for (std::size_t f = 0; f < split.keptFaces.size(); ++f) {
    std::vector<int>& faces = pieces[static_cast<std::size_t>(pieceOfFace[f])].faces;
    numberInPiece[f] = static_cast<int>(faces.size());
    faces.push_back(split.keptFaces[f]);
  }
  for (int c = 0; c < split.partition.count(); ++c) {
    Partition& p = pieces[static_cast<std::size_t>(split.pieces[static_cast<std::size_t>(c)])].partition;
    p.firsts.push_back(static_cast<int>(p.faces.size()));
    for (const int f : split.partition.of(c)) p.faces.push_back(numberInPiece[static_cast<std::size_t>(f)]);
  }

  // Only the vertices of the piece's faces, and the faces turned as they were.
  std::vector<int> places(mesh.vertices().size(), -1);
  for (Piece& piece : pieces) {
    piece.partition.firsts.push_back(static_cast<int>(piece.partition.faces.size()));
    std::vector<Vec3> vertices;
    std::vector<int> used;
    std::vector<Triangle> triangles;
    for (const int f : piece.faces) {
      Triangle t = mesh.triangles()[static_cast<std::size_t>(f)];
      for (int& v : t) {
        int& place = places[static_cast<std::size_t>(v)];
        if (place < 0) {
          place = static_cast<int>(vertices.size());
          vertices.push_back(mesh.vertices()[static_cast<std::size_t>(v)]);
          used.push_back(v);
        }
        v = place;
      }
      triangles.push_back(t);
    }
    for (const int v : used) places[static_cast<std::size_t>(v)] = -1;
    MeshBuildOptions options;
    options.orient = false;
    piece.mesh = TriangleMesh::build(std::move(vertices), std::move(triangles), options);
    if (piece.mesh->triangles().size() != piece.faces.size())
      throw InputError("", "pieces of a mesh", "a face has no area, or two are the same", "remove such faces as well");
  }
  return pieces;
}

}  // namespace passung::gpu

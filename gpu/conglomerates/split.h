// SPDX-License-Identifier: Apache-2.0
// Problem: what becomes of the conglomerates of a mesh from which faces were taken: it broke or was cut.
// Method: faces hang together where they share an edge. A conglomerate that lost faces is split into what still hangs
//   together of it; others stay whole, unless the surface they lie on fell into pieces, each of which then gets its own
//   part of them. No shape is asked for, and sizes may become uneven: a mesh that is cut often is better partitioned
//   anew.
// Cost: linear in the edges.
// Failure modes: none; where only a corner is shared, faces do not hang together.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/triangle_mesh.h"
#include "gpu/conglomerates/partition.h"

namespace passung::gpu {

struct Split {
  // Of the faces that are kept, numbered anew in their old order. Conglomerates come in the order of the old ones, what
  // one of them became by first faces.
  Partition partition;
  std::vector<int> keptFaces;  // old numbers
  std::vector<int> origins;    // of the new conglomerates: the old one
  std::vector<int> pieces;     // of the new conglomerates: the piece of the surface, numbered by first faces
  int pieceCount = 0;
  int splitCount = 0;  // old conglomerates of which more than one came
};

// Throws InputError when the partition is not one of the mesh's faces or a removed face is none of them.
[[nodiscard]] Split split(const TriangleMesh& mesh, const Partition& partition, std::span<const int> removedFaces);

// A piece as a mesh of its own with its conglomerates.
struct Piece {
  std::shared_ptr<const TriangleMesh> mesh;
  Partition partition;     // of the piece's faces
  std::vector<int> faces;  // their numbers in the mesh that broke
};
// In the order of their numbers; none when no face is left. Throws InputError when a kept face has no area.
[[nodiscard]] std::vector<Piece> piecesOf(const TriangleMesh& mesh, const Split& split);

}  // namespace passung::gpu

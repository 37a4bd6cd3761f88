// SPDX-License-Identifier: Apache-2.0
// All that search and exact test read of one conglomerate, in one piece of memory without pointers, so that a device
// can hold some conglomerates of a mesh and not others. Faces and vertices have numbers of their own within the block.
#pragma once

#include "gpu/kernels/face_search.h"
#include "gpu/kernels/triangle_distance.h"

namespace passung::gpu {

// The head of a block; the arrays lie at these numbers of bytes behind its start.
struct ConglomerateBlock {
  int faceCount, nodeCount;
  int edgeSamples;
  TreeKind kind;
  // Of the shell, in its frame.
  std::uint32_t vertices;  // Float3
  std::uint32_t corners;   // Int3 a face, turned so that the first edge is the longest
  std::uint32_t masks;     // FaceMask a face
  std::uint32_t cells;     // CellSize a face
  std::uint32_t radii;     // float a face
  // Of the tree; its faces are those of the block.
  std::uint32_t nodes;       // TreeNode
  std::uint32_t points;      // TreePoint
  std::uint32_t pointFaces;  // int a point
  // Of the mesh.
  std::uint32_t exactVertices;  // Double3
  std::uint32_t triangles;      // Int3 a face, as in the mesh
  std::uint32_t numbers;        // int a face: its number in the mesh
  std::uint32_t bytes;          // of the whole block
};
static_assert(sizeof(ConglomerateBlock) == 64);

template <class T>
PASSUNG_HD const T* arrayOf(const ConglomerateBlock* block, std::uint32_t offset) {
  return reinterpret_cast<const T*>(reinterpret_cast<const char*>(block) + offset);
}

PASSUNG_HD inline ShellView shellOf(const ConglomerateBlock* b) {
  return {arrayOf<Float3>(b, b->vertices), arrayOf<Int3>(b, b->corners), arrayOf<FaceMask>(b, b->masks),
          arrayOf<CellSize>(b, b->cells),  arrayOf<float>(b, b->radii),  b->edgeSamples};
}

PASSUNG_HD inline TreeView treeOf(const ConglomerateBlock* b) {
  return {arrayOf<TreeNode>(b, b->nodes), arrayOf<TreePoint>(b, b->points), arrayOf<int>(b, b->pointFaces),
          b->nodeCount};
}

PASSUNG_HD inline TriangleCorners exactCornersOf(const ConglomerateBlock* b, int face) {
  const Int3 t = arrayOf<Int3>(b, b->triangles)[face];
  const Double3* v = arrayOf<Double3>(b, b->exactVertices);
  return {{v[t.a], v[t.b], v[t.c]}};
}

PASSUNG_HD inline int numberOf(const ConglomerateBlock* b, int face) { return arrayOf<int>(b, b->numbers)[face]; }

}  // namespace passung::gpu

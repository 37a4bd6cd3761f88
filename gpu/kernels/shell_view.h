// SPDX-License-Identifier: Apache-2.0
// What kernels read of a point shell.
#pragma once

#include "gpu/kernels/raster.h"

namespace passung::gpu {

// Positions are in the shell's frame S: axes as the mesh, origin at its middle.
struct ShellView {
  const Float3* vertices;
  const Int3* corners;  // of the faces, turned so that the first edge is the longest
  const FaceMask* masks;
  const CellSize* cells;
  const float* radii;  // covering radii [m]
  int edgeSamples;
};

PASSUNG_HD inline FaceCorners cornersOf(const ShellView& s, int face) {
  const Int3 c = s.corners[face];
  return {s.vertices[c.a], s.vertices[c.b], s.vertices[c.c]};
}

// Calls visit(position) for every sample of a face, in S.
template <class Visit>
PASSUNG_HD void forEachSample(const ShellView& s, int face, Visit&& visit) {
  forEachSample(cornersOf(s, face), s.masks[face], s.cells[face], s.edgeSamples, visit);
}

}  // namespace passung::gpu

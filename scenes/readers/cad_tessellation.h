// SPDX-License-Identifier: Apache-2.0
// A CAD solid or shell to one welded triangle list.
#pragma once

#ifdef PASSUNG_STEP

#include <TopoDS_Shape.hxx>

#include "scenes/readers/reader.h"

namespace passung::scenes {

struct CadMesh {
  std::vector<Vec3> vertices;  // in the kernel's unit
  std::vector<Triangle> triangles;
  int faces = 0, failedFaces = 0;  // faces of the model, and those the tessellator gave no triangles for
};

[[nodiscard]] CadMesh tessellated(const TopoDS_Shape& shape, const Tessellation& settings);

}  // namespace passung::scenes

#endif

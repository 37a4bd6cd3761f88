// SPDX-License-Identifier: Apache-2.0
// Files that cut one body into pieces.
#pragma once

#include <vector>

#include "scenes/importers/raw_file.h"

namespace passung::scenes {

// Exporters split a closed body by face, by material or by smoothing group, often with vertices of their own for each
// piece. Pieces that are open along an edge with the same two end points (exactly) are joined into one; closed bodies
// stay apart, also where they touch. Returns how many pieces were taken into another.
int joinPiecesOverOpenEdges(std::vector<RawPart>& parts);

// The same for pieces whose open edges only match when both are cut at each other's vertices (core/mesh_tjunctions.h),
// within this share of the size of all open pieces.
int joinPiecesOverTJunctions(std::vector<RawPart>& parts, double toleranceShare);

}  // namespace passung::scenes

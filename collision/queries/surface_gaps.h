// SPDX-License-Identifier: Apache-2.0
// Problem: how far each place of a part's surface is from the nearest other part, to be shown as colours.
// Method: the distance to the others is measured at the vertices, exactly (surfaceDistance, and the side of a closed
// mesh;
//   round shapes and half-spaces in closed form). Where it can fall below the limit, triangles are bisected at their
//   longest edge, the longest first, together with the neighbour across that edge, so that the surface stays closed. A
//   distance changes by no more than the way from a vertex, which tells where it cannot.
// Cost: a distance query for each vertex of the refined surface: some microseconds each.
// Failure modes: between two vertices the shown distance is interpolated; it is off by at most half the longest edge,
//   which `finest` bounds unless `mostTriangles` was reached first (`complete` is false then).
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "collision/queries/penetration.h"

namespace passung::collision {

struct GapSettings {
  double limit = 0;   // [m] above 0; distances beyond it need no detail
  double finest = 0;  // [m] above 0; shorter edges are not split
  std::size_t mostTriangles = 120000;
};

struct PlacedPart {
  const PenetrationOracle::Part* part = nullptr;
  Transform X_WG;
};

struct SurfaceGaps {
  std::shared_ptr<const TriangleMesh> mesh;  // the same surface with more triangles, in the same frame
  // [m] One a vertex: to the nearest other part, negative within one; what is beyond the limit may be too small, but
  // is never below the limit.
  std::vector<double> gaps;
  double smallest = std::numeric_limits<double>::infinity();  // of them
  bool complete = true;
  bool cancelled = false;
};

// The distance of one point [m]; negative inside a part. Not farther than `most`, which stands for all beyond.
[[nodiscard]] double gapAt(const Vec3& p_W, std::span<const PlacedPart> others, double most);

// `goesOn` is asked now and then, with the number of vertices measured so far; false ends the work.
[[nodiscard]] SurfaceGaps surfaceGaps(const TriangleMesh& mesh, const Transform& X_WM,
                                      std::span<const PlacedPart> others, const GapSettings& settings,
                                      const std::function<bool(std::size_t measured)>& goesOn = {});

}  // namespace passung::collision

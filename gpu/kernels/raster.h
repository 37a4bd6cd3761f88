// SPDX-License-Identifier: Apache-2.0
// Problem: samples of a triangle in 40 bytes, so dense that every point of it is provably near one of them.
// Method: a grid of at most 16 x 16 points over the triangle's rectangle, one bit each in four 64-bit words: the
// corners
//   are turned so that v0 v1 is the longest edge, ex runs along it and ey towards v2, so the rectangle starts at v0 and
//   the axes follow from the corners alone. To the points of the grid come the corners and samples on the edges.
//   coveringRadius() bounds how far a point of the face can be from its nearest sample; docs/point-shells.md derives
//   it.
// Cost: 256 tests of a point a face to make a mask; a sample is some ten operations to rebuild.
// Failure modes: none by shape. On slivers and degenerate faces the grid holds few points and the edges carry the
//   samples; on huge faces the cells, and with them the radius, grow with the face.
#pragma once

#include <bit>

#include "gpu/kernels/device_types.h"

namespace passung::gpu {

inline constexpr int kGridSide = 16;

// Bit (i, j), i along ex and j along ey: 2 x 2 tiles of 8 x 8 bits.
struct FaceMask {
  std::uint64_t words[4];
};
// Distance of the grid's points along ex and ey [m].
struct CellSize {
  float width, height;
};
static_assert(sizeof(FaceMask) == 32 && sizeof(CellSize) == 8, "40 bytes a triangle");

PASSUNG_HD inline int wordOf(int i, int j) { return 2 * (i / 8) + j / 8; }
PASSUNG_HD inline int bitOf(int i, int j) { return (i % 8) * 8 + j % 8; }

// How many samples an edge gets between its ends, which are always samples: a fixed number, or kAdaptiveEdges: as many
// as keep their distance below the larger side of a cell; the longest edge then needs none, as row 0 of the grid is on
// it.
inline constexpr int kAdaptiveEdges = -1;

// Corners in the order of the raster: v0 v1 is the longest edge.
struct FaceCorners {
  Float3 v0, v1, v2;
};

// The triangle in its plane: (0, 0), (length, 0), (foot, height) along unit vectors ex, ey. A direction that does not
// exist (a face without length or height) is 0.
struct FaceFrame {
  Float3 v0, ex, ey;
  float length, foot, height;
};

PASSUNG_HD inline float squaredLength(Float3 p, Float3 q) {
  const Float3 d = q - p;
  return dot(d, d);
}

// How often the corners must be turned (v0 -> v1 -> v2) so that the first edge is the longest; the first of equals.
PASSUNG_HD inline int turnsToLongestEdge(Float3 a, Float3 b, Float3 c) {
  const float ab = squaredLength(a, b);
  const float bc = squaredLength(b, c);
  const float ca = squaredLength(c, a);
  if (ab >= bc && ab >= ca) return 0;
  return bc >= ca ? 1 : 2;
}

PASSUNG_HD inline FaceFrame faceFrame(const FaceCorners& t) {
  FaceFrame f{t.v0, {0, 0, 0}, {0, 0, 0}, 0, 0, 0};
  const Float3 along = t.v1 - t.v0;
  const float length = std::sqrt(dot(along, along));
  if (!(length > 0)) return f;
  f.length = length;
  f.ex = {along.x / length, along.y / length, along.z / length};

  // Gram-Schmidt twice: on a sliver the first pass leaves a part along ex.
  const Float3 side = t.v2 - t.v0;
  const float foot = dot(side, f.ex);
  Float3 up = side - foot * f.ex;
  up = up - dot(up, f.ex) * f.ex;
  f.foot = least(greatest(foot, 0.0F), length);
  const float height = std::sqrt(dot(up, up));
  if (!(height > 0)) return f;
  f.height = height;
  f.ey = {up.x / height, up.y / height, up.z / height};
  return f;
}

PASSUNG_HD inline CellSize cellSize(const FaceFrame& f, float spacing) {
  return {greatest(spacing, f.length / 15.0F), greatest(spacing, f.height / 15.0F)};
}

// The one place where a grid point's position is computed: raster and reconstruction cannot differ.
PASSUNG_HD inline Float3 gridPoint(const FaceFrame& f, const CellSize& cell, int i, int j) {
  const float x = static_cast<float>(i) * cell.width;
  const float y = static_cast<float>(j) * cell.height;
  return (f.v0 + x * f.ex) + y * f.ey;
}

PASSUNG_HD inline bool gridPointInside(const FaceFrame& f, const CellSize& cell, int i, int j) {
  const float x = static_cast<float>(i) * cell.width;
  const float y = static_cast<float>(j) * cell.height;
  return x <= f.length && y <= f.height && x * f.height >= f.foot * y &&
         (f.length - x) * f.height >= (f.length - f.foot) * y;
}

PASSUNG_HD inline FaceMask rasterised(const FaceFrame& f, const CellSize& cell) {
  FaceMask mask{{0, 0, 0, 0}};
  for (int i = 0; i < kGridSide && static_cast<float>(i) * cell.width <= f.length; ++i) {
    for (int j = 0; j < kGridSide && static_cast<float>(j) * cell.height <= f.height; ++j) {
      if (gridPointInside(f, cell, i, j)) mask.words[wordOf(i, j)] |= std::uint64_t{1} << bitOf(i, j);
    }
  }
  return mask;
}

PASSUNG_HD inline int lowestBit(std::uint64_t word) {
#if defined(__CUDA_ARCH__)
  return __ffsll(static_cast<long long>(word)) - 1;
#else
  return std::countr_zero(word);
#endif
}

// Samples between the ends of edge k (v0 v1, v1 v2, v2 v0).
PASSUNG_HD inline int edgeSampleCount(Float3 from, Float3 to, int edge, const CellSize& cell, int edgeSamples) {
  if (edgeSamples != kAdaptiveEdges) return edgeSamples;
  if (edge == 0) return 0;
  const float steps = std::sqrt(squaredLength(from, to)) / greatest(cell.width, cell.height);
  // At most 16, since no edge is longer than the first and that has at most 15 cells.
  const int whole = static_cast<int>(least(steps, 16.0F));
  return static_cast<float>(whole) < steps ? whole : (whole > 0 ? whole - 1 : 0);
}

// Calls visit(position) for every sample of the face: the grid's points by rising bit, v1, v2 (v0 is bit 0, which is
// always set), then the edges' samples.
template <class Visit>
PASSUNG_HD void forEachSample(const FaceCorners& t, const FaceMask& mask, const CellSize& cell, int edgeSamples,
                              Visit&& visit) {
  const FaceFrame f = faceFrame(t);
  for (int word = 0; word < 4; ++word) {
    for (std::uint64_t bits = mask.words[word]; bits != 0; bits &= bits - 1) {
      const int bit = lowestBit(bits);
      visit(gridPoint(f, cell, 8 * (word / 2) + bit / 8, 8 * (word % 2) + bit % 8));
    }
  }
  visit(t.v1);
  visit(t.v2);
  const Float3 ends[4] = {t.v0, t.v1, t.v2, t.v0};
  for (int k = 0; k < 3; ++k) {
    const int count = edgeSampleCount(ends[k], ends[k + 1], k, cell, edgeSamples);
    const Float3 along = ends[k + 1] - ends[k];
    for (int m = 1; m <= count; ++m) {
      visit(ends[k] + (static_cast<float>(m) / static_cast<float>(count + 1)) * along);
    }
  }
}

PASSUNG_HD inline double distanceOf(Float3 p, Float3 q) {
  const double x = static_cast<double>(q.x) - p.x;
  const double y = static_cast<double>(q.y) - p.y;
  const double z = static_cast<double>(q.z) - p.z;
  return std::sqrt(x * x + y * y + z * z);
}

PASSUNG_HD inline double productOf(Float3 p, Float3 q) {
  return static_cast<double>(p.x) * q.x + static_cast<double>(p.y) * q.y + static_cast<double>(p.z) * q.z;
}

// How far the frame's corner (x, y) lies from the corner it stands for [m].
PASSUNG_HD inline double frameError(const FaceFrame& f, double x, double y, Float3 corner) {
  const double dx = f.v0.x + x * f.ex.x + y * f.ey.x - corner.x;
  const double dy = f.v0.y + x * f.ex.y + y * f.ey.y - corner.y;
  const double dz = f.v0.z + x * f.ex.z + y * f.ey.z - corner.z;
  return std::sqrt(dx * dx + dy * dy + dz * dz);
}

// The covering radius of a face [m], rounded outwards: no point of the true face is farther from the nearest sample.
// `vertexError`: the largest distance of a corner t from the corner it was rounded from [m].
PASSUNG_HD inline float coveringRadius(const FaceCorners& t, const CellSize& cell, int edgeSamples,
                                       double vertexError) {
  const FaceFrame f = faceFrame(t);

  // M maps the plane of the grid to space; its norm is the root of the larger eigenvalue of M'M.
  const double xx = productOf(f.ex, f.ex);
  const double yy = productOf(f.ey, f.ey);
  const double xy = productOf(f.ex, f.ey);
  const double norm = std::sqrt(0.5 * (xx + yy) + std::sqrt(0.25 * (xx - yy) * (xx - yy) + xy * xy));
  const double error = std::fmax(frameError(f, f.length, 0, t.v1), frameError(f, f.foot, f.height, t.v2));

  // Rounding of a sample's position, of the grid's coordinates and of the test whether a point is inside.
  const double largest = std::fmax(
      std::fmax(std::fmax(std::fabs(t.v0.x), std::fabs(t.v0.y)), std::fmax(std::fabs(t.v0.z), std::fabs(t.v1.x))),
      std::fmax(std::fmax(std::fabs(t.v1.y), std::fabs(t.v1.z)),
                std::fmax(std::fabs(t.v2.x), std::fmax(std::fabs(t.v2.y), std::fabs(t.v2.z)))));
  const double rounding = 64 * 0x1p-24 * (largest + f.length + f.height);

  // From a point to the nearest point of the grid, or to the border on the way there, then along the border.
  const double halfX = std::fmin(0.5 * cell.width, static_cast<double>(f.length));
  const double halfY = std::fmin(0.5 * cell.height, static_cast<double>(f.height));
  const Float3 ends[4] = {t.v0, t.v1, t.v2, t.v0};
  double longest = 0;
  double halfGap = 0;
  for (int k = 0; k < 3; ++k) {
    const double length = distanceOf(ends[k], ends[k + 1]);
    const int count = edgeSampleCount(ends[k], ends[k + 1], k, cell, edgeSamples);
    const bool byRow0 = k == 0 && edgeSamples == kAdaptiveEdges;
    const double gap = byRow0 ? std::fmin(norm * cell.width, length) : length / (count + 1);
    longest = std::fmax(longest, length);
    halfGap = std::fmax(halfGap, 0.5 * gap);
  }
  const double byGrid = norm * std::sqrt(halfX * halfX + halfY * halfY) + halfGap + 3 * error + rounding;
  // The corners alone cover a triangle within its longest edge over the root of 3.
  const double byCorners = 0.577350269189626 * longest;
  return roundedOutwards(std::fmin(byGrid, byCorners) + vertexError);
}

}  // namespace passung::gpu

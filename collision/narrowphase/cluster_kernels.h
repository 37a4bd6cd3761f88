// SPDX-License-Identifier: Apache-2.0
// Eight triangles or edges at once, in lanes of floats relative to the middle of their mesh, and eight points or
// segments that ask for what is near them. What floats say (cluster_walk.h) is a choice: nothing nearer than asked for
// may be missed. Pads cover their rounding. Exact tests in doubles decide about what is chosen.
#pragma once

#include <array>
#include <span>

#include "collision/narrowphase/lanes.h"
#include "core/math.h"

namespace passung::collision {

inline constexpr int kClusterLanes = 8;
inline constexpr double kFar = 1e15;  // [m] where unused lanes are

// The box of a cluster along the mesh's axes, relative to the middle of the mesh and grown by the rounding of places
// there.
struct ClusterBounds {
  Float4 lower{}, upper{};
};
// ... along the cluster's own axes, unit and square to each other: thin where the surface is smooth. What is looked at
// most lies in one line of the cache.
struct alignas(64) ClusterBox {
  float axis[3][3]{};
  float lower[3]{}, upper[3]{};  // along these
  float pad = 0;                 // [m] what distances of points from the features may be too large by
};

// The indices of features in lanes; -1 in unused ones.
using ClusterItems = std::array<int, kClusterLanes>;

// Along the axes of the cluster's box, the first of which is the surface's normal: the planes of triangles and, seen
// along that axis, what they cover, in unit vectors, so that distances from needles round no worse than from others.
struct alignas(32) TriangleCluster {
  Float8 n[3], d;           // above the plane: n . s - d [m]; n is zero where there is no area
  Float8 x[3], y[3], f[3];  // beyond the line of a side, the longest first: x s1 + y s2 - f [m]
  Float8 lower, upper;      // within on the longest side: y s1 - x s2
  ClusterItems items;
};
// Of features relative to the middle of the mesh. Unused lanes lie far away. Adds what is rounded along the axes to the
// box's pad.
TriangleCluster triangleCluster(std::span<const std::array<Vec3, 3>> triangles, ClusterBox& box);

struct alignas(32) EdgeCluster {
  Float8 ax, ay, az;  // the first end
  Float8 dx, dy, dz;  // to the second
  Float8 dd, id;      // squared length and its inverse (0 without length)
  ClusterItems items;
};
EdgeCluster edgeCluster(std::span<const std::array<Vec3, 2>> edges);

// Eight places relative to the middle of their group.
struct alignas(32) Places {
  Float8 x{}, y{}, z{};
};

inline constexpr std::size_t kCompany = 8;  // groups that ask together

// Groups of those who ask, before they are placed.
struct alignas(64) Company {
  std::array<double, kCompany> x{}, y{}, z{};  // the middles of the groups
  Float8 radius{};                             // [m] of spheres around them; of groups that are none, below nought
  std::array<int, kCompany> members{};         // how many
  Vec3 centre = Vec3::Zero();                  // of a sphere around all
  double reach = 0;                            // its radius [m]
};

// Up to eight segments, or points with the way that led to them, in the frame of the mesh that is asked.
struct alignas(32) Group {
  Float8 x0{}, y0{}, z0{}, x1{}, y1{}, z1{};  // both ends, relative to its middle; unused lanes repeat others
  Float4 lower{}, upper{};                    // the box of all
  float rounding = 0;                         // of places [m]
  int count = 0;
  unsigned outside = 0;  // members whose first end is known to be outside, as bits
  std::array<int, kClusterLanes> items{};
};

}  // namespace passung::collision

// SPDX-License-Identifier: Apache-2.0
// Eight triangles or edges at once, in lanes of floats relative to the middle of their cluster, and eight points or
// segments that ask for what is near them. What floats say (cluster_walk.h) is a choice: nothing nearer than asked for
// may be missed. Pads cover their rounding and flat triangles, whose barycentric coordinates floats cannot hold: those
// count as their three sides, from which no inner point is farther than half their height. Exact tests in doubles
// decide about what is chosen.
#pragma once

#include <array>
#include <span>

#include "collision/narrowphase/lanes.h"
#include "collision/narrowphase/placement.h"
#include "core/math.h"

namespace passung::collision {

inline constexpr int kClusterLanes = 8;
inline constexpr double kFar = 1e15;  // [m] where unused lanes are

// What surrounds a cluster, relative to the middle of the mesh and grown by the rounding of places there: a box along
// the mesh's axes and one along the cluster's own, thin where the surface is smooth.
struct ClusterBox {
  Float4 lower{}, upper{};        // along the mesh's axes
  Float4 axis[3]{};               // unit, square to each other
  Float4 ownLower{}, ownUpper{};  // along these
};

struct ClusterFrame {
  Vec3 centre = Vec3::Zero();
  float pad = 0;                           // [m] what distances of points may be too large by
  float size = 0;                          // diagonal [m]
  std::array<int, kClusterLanes> items{};  // -1 in unused lanes
  unsigned flat = 0;                       // lanes of triangles too flat for barycentric coordinates in floats
  // Squared distances from a segment of this length may be too large by this: what is not known of the place of the
  // closest points on nearly parallel edges.
  [[nodiscard]] float edgePad(float length) const { return 4e-6f * (size + length) * (size + length); }
  [[nodiscard]] Eigen::Vector3f local(const Vec3& p) const { return (p - centre).cast<float>(); }
};

struct alignas(32) TriangleCluster {
  Float8 ax, ay, az;      // corner a
  Float8 nx, ny, nz;      // unit normal; zero without area
  Float8 ux, uy, uz, u0;  // barycentric coordinate of b at a + r: u0 + r . u; negative everywhere on flat triangles
  Float8 vx, vy, vz;      // ... of c: r . v
  Float8 gu, gv, gw;      // lengths of u, v and u + v
};
// What only flat triangles are asked for.
struct alignas(32) TriangleSides {
  Float8 bx, by, bz;  // b - a
  Float8 cx, cy, cz;  // c - a
  Float8 ib, ic, ie;  // 1 / squared lengths of the sides ab, ac, bc; 0 without length
};
// Unused lanes lie far away. Notes flat triangles in the frame and adds half their height to the pad.
TriangleCluster triangleCluster(std::span<const std::array<Vec3, 3>> triangles, ClusterFrame& frame,
                                TriangleSides& sides);

struct alignas(32) EdgeCluster {
  Float8 ax, ay, az;  // the first end
  Float8 dx, dy, dz;  // to the second
  Float8 dd, id;      // squared length and its inverse (0 without length)
};
EdgeCluster edgeCluster(std::span<const std::array<Vec3, 2>> edges, const ClusterFrame& frame);

// Eight places, coordinate by coordinate.
struct alignas(32) Places {
  std::array<double, kClusterLanes> x{}, y{}, z{};
  [[nodiscard]] Vec3 at(std::size_t m) const { return {x[m], y[m], z[m]}; }
  void set(std::size_t m, const Vec3& p) {
    x[m] = p.x();
    y[m] = p.y();
    z[m] = p.z();
  }
};

// Up to eight segments, or points with the way that led to them, in the frame of the mesh that is asked.
struct alignas(32) Group {
  Float8 x0{}, y0{}, z0{}, x1{}, y1{}, z1{};  // both ends, relative to the middle; unused lanes repeat the first
  Float4 lower{}, upper{};                    // the box of all
  float rounding = 0;                         // of relative places [m]
  int count = 0;
  unsigned asking = 0;  // members of whom it is not known that nothing is near, as bits
  std::array<int, kClusterLanes> items{};
  Places places0, places1;  // a point is the first; its way began at the second
  [[nodiscard]] Vec3 p0(std::size_t m) const { return places0.at(m); }
  [[nodiscard]] Vec3 p1(std::size_t m) const { return places1.at(m); }
};

// Places the points of a group by both transforms (a point and where its way began) or the ends of its segments by one.
void placeGroup(const Places& from0, const Placement& X0, const Places& from1, const Placement& X1, const Vec3& middle,
                Group& group);

}  // namespace passung::collision

// SPDX-License-Identifier: Apache-2.0
#include "collision/narrowphase/cluster_kernels.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace passung::collision {
namespace {

// Flatter triangles (height over longest side) count as their sides: floats cannot hold their barycentric coordinates.
constexpr double kFlat = 0.02;
// Below this ratio the normal is not known, even in doubles.
constexpr double kNoArea = 1e-6;

double inverse(double x) { return x > 0 ? std::min(1 / x, 1e30) : 0; }

void set(Float8& x, Float8& y, Float8& z, int lane, const Vec3& w) {
  x[lane] = static_cast<float>(w.x());
  y[lane] = static_cast<float>(w.y());
  z[lane] = static_cast<float>(w.z());
}

using Double8 = double __attribute__((vector_size(64)));

// The same operations in the same order as Placement's.
inline void place(const Places& from, const double* R, const double* p, Places& to, const double* middle, Float8& fx,
                  Float8& fy, Float8& fz) {
  Double8 x, y, z;
  std::memcpy(&x, from.x.data(), sizeof x);
  std::memcpy(&y, from.y.data(), sizeof y);
  std::memcpy(&z, from.z.data(), sizeof z);
  const Double8 px = R[0] * x + R[3] * y + R[6] * z + p[0];
  const Double8 py = R[1] * x + R[4] * y + R[7] * z + p[1];
  const Double8 pz = R[2] * x + R[5] * y + R[8] * z + p[2];
  std::memcpy(to.x.data(), &px, sizeof px);
  std::memcpy(to.y.data(), &py, sizeof py);
  std::memcpy(to.z.data(), &pz, sizeof pz);
  fx = __builtin_convertvector(px - middle[0], Float8);
  fy = __builtin_convertvector(py - middle[1], Float8);
  fz = __builtin_convertvector(pz - middle[2], Float8);
}

inline float leastOf(const Float8& v) {
  const Float8 w = __builtin_shufflevector(v, v, 4, 5, 6, 7, 0, 1, 2, 3), x = v < w ? v : w;
  const Float8 y = __builtin_shufflevector(x, x, 2, 3, 0, 1, 6, 7, 4, 5), z = x < y ? x : y;
  return std::min(z[0], z[1]);
}

// R by columns.
PASSUNG_KERNEL void placeBoth(const Places& from0, const double* R0, const double* p0, const Places& from1,
                              const double* R1, const double* p1, const double* middle, Group& group) {
  place(from0, R0, p0, group.places0, middle, group.x0, group.y0, group.z0);
  place(from1, R1, p1, group.places1, middle, group.x1, group.y1, group.z1);
  const auto box = [&group](int axis, const Float8& a, const Float8& b) {
    const Float8 least = a < b ? a : b, most = a < b ? b : a;
    group.lower[axis] = leastOf(least);
    group.upper[axis] = -leastOf(-most);
  };
  box(0, group.x0, group.x1);
  box(1, group.y0, group.y1);
  box(2, group.z0, group.z1);
}

}  // namespace

void placeGroup(const Places& from0, const Placement& X0, const Places& from1, const Placement& X1, const Vec3& middle,
                Group& group) {
  placeBoth(from0, X0.rotation().data(), X0.origin().data(), from1, X1.rotation().data(), X1.origin().data(),
            middle.data(), group);
  // Places within the mesh are rounded by what its boxes are grown by; those far outside by more.
  float farthest = 0;
  for (int a = 0; a < 3; ++a) farthest = std::max({farthest, -group.lower[a], group.upper[a]});
  group.rounding = 8 * std::numeric_limits<float>::epsilon() * farthest;
}

TriangleCluster triangleCluster(std::span<const std::array<Vec3, 3>> triangles, ClusterFrame& frame,
                                TriangleSides& sides) {
  TriangleCluster c{};
  sides = TriangleSides{};
  frame.flat = 0;
  c.ax = c.ax + static_cast<float>(kFar);
  c.u0 = c.u0 - 1.0f;
  double flat = 0;
  for (std::size_t l = 0; l < triangles.size(); ++l) {
    const int lane = static_cast<int>(l);
    const auto& v = triangles[l];
    const Vec3 ab = v[1] - v[0], ac = v[2] - v[0], bc = v[2] - v[1];
    const Vec3 n = ab.cross(ac);
    const double longest = std::sqrt(std::max({ab.squaredNorm(), ac.squaredNorm(), bc.squaredNorm()}));
    const double height = longest > 0 ? n.norm() / longest : 0;
    set(c.ax, c.ay, c.az, lane, v[0] - frame.centre);
    if (height > kNoArea * longest) set(c.nx, c.ny, c.nz, lane, n.normalized());
    if (height > kFlat * longest) {
      const Vec3 toB = ac.cross(n) / n.squaredNorm(), toC = n.cross(ab) / n.squaredNorm();
      c.u0[lane] = 0;
      set(c.ux, c.uy, c.uz, lane, toB);
      set(c.vx, c.vy, c.vz, lane, toC);
      c.gu[lane] = static_cast<float>(toB.norm());
      c.gv[lane] = static_cast<float>(toC.norm());
      c.gw[lane] = static_cast<float>((toB + toC).norm());
    } else {
      flat = std::max(flat, height);
      frame.flat |= 1u << lane;
    }
    set(sides.bx, sides.by, sides.bz, lane, ab);
    set(sides.cx, sides.cy, sides.cz, lane, ac);
    sides.ib[lane] = static_cast<float>(inverse(ab.squaredNorm()));
    sides.ic[lane] = static_cast<float>(inverse(ac.squaredNorm()));
    sides.ie[lane] = static_cast<float>(inverse(bc.squaredNorm()));
  }
  frame.pad += static_cast<float>(0.5 * flat);
  return c;
}

EdgeCluster edgeCluster(std::span<const std::array<Vec3, 2>> edges, const ClusterFrame& frame) {
  EdgeCluster c{};
  c.ax = c.ax + static_cast<float>(kFar);
  for (std::size_t l = 0; l < edges.size(); ++l) {
    const int lane = static_cast<int>(l);
    const Vec3 d = edges[l][1] - edges[l][0];
    set(c.ax, c.ay, c.az, lane, edges[l][0] - frame.centre);
    set(c.dx, c.dy, c.dz, lane, d);
    c.dd[lane] = static_cast<float>(d.squaredNorm());
    c.id[lane] = static_cast<float>(inverse(d.squaredNorm()));
  }
  return c;
}

}  // namespace passung::collision

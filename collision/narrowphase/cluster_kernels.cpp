// SPDX-License-Identifier: Apache-2.0
#include "collision/narrowphase/cluster_kernels.h"

#include <algorithm>
#include <cmath>

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

}  // namespace

TriangleCluster triangleCluster(std::span<const std::array<Vec3, 3>> triangles, ClusterBox& box, TriangleSides& sides) {
  TriangleCluster c{};
  sides = TriangleSides{};
  c.ax = c.ax + static_cast<float>(kFar);
  c.nx = c.nx + 1.0f;
  c.u0 = c.u0 - 1.0f;
  double flat = 0;
  for (std::size_t l = 0; l < triangles.size(); ++l) {
    const int lane = static_cast<int>(l);
    const auto& v = triangles[l];
    const Vec3 ab = v[1] - v[0], ac = v[2] - v[0], bc = v[2] - v[1];
    const Vec3 n = ab.cross(ac);
    const double longest = std::sqrt(std::max({ab.squaredNorm(), ac.squaredNorm(), bc.squaredNorm()}));
    const double height = longest > 0 ? n.norm() / longest : 0;
    set(c.ax, c.ay, c.az, lane, v[0]);
    set(c.nx, c.ny, c.nz, lane, Vec3::Zero());
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
    }
    set(sides.bx, sides.by, sides.bz, lane, ab);
    set(sides.cx, sides.cy, sides.cz, lane, ac);
    sides.ib[lane] = static_cast<float>(inverse(ab.squaredNorm()));
    sides.ic[lane] = static_cast<float>(inverse(ac.squaredNorm()));
    sides.ie[lane] = static_cast<float>(inverse(bc.squaredNorm()));
  }
  box.pad += static_cast<float>(0.5 * flat);
  return c;
}

EdgeCluster edgeCluster(std::span<const std::array<Vec3, 2>> edges) {
  EdgeCluster c{};
  c.ax = c.ax + static_cast<float>(kFar);
  for (std::size_t l = 0; l < edges.size(); ++l) {
    const int lane = static_cast<int>(l);
    const Vec3 d = edges[l][1] - edges[l][0];
    set(c.ax, c.ay, c.az, lane, edges[l][0]);
    set(c.dx, c.dy, c.dz, lane, d);
    c.dd[lane] = static_cast<float>(d.squaredNorm());
    c.id[lane] = static_cast<float>(inverse(d.squaredNorm()));
  }
  return c;
}

}  // namespace passung::collision

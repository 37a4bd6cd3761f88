// SPDX-License-Identifier: Apache-2.0
#include "collision/narrowphase/cluster_kernels.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace passung::collision {
namespace {

// Below this ratio of height to longest side the normal is not known, even in doubles.
constexpr double kNoArea = 1e-6;
// What rounding along the axes, and beside planes and sides, may come to, in units of the last place of the farthest
// corner: 1.5 for each coordinate, so 2.6 for a place, and 3 for the distance from a plane.
constexpr float kRoundings = 6;

double inverse(double x) { return x > 0 ? std::min(1 / x, 1e30) : 0; }

void set(Float8& x, Float8& y, Float8& z, int lane, const Vec3& w) {
  x[lane] = static_cast<float>(w.x());
  y[lane] = static_cast<float>(w.y());
  z[lane] = static_cast<float>(w.z());
}

}  // namespace

TriangleCluster triangleCluster(std::span<const std::array<Vec3, 3>> triangles, ClusterBox& box) {
  Mat3 axes;  // as rows
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) axes(i, k) = static_cast<double>(box.axis[i][k]);
  }
  TriangleCluster c{};
  c.d = c.d - static_cast<float>(kFar);
  double farthest = 0;
  for (std::size_t l = 0; l < triangles.size(); ++l) {
    const int lane = static_cast<int>(l);
    std::array<Vec3, 3> v;
    for (std::size_t k = 0; k < 3; ++k) {
      v[k] = axes * triangles[l][k];
      farthest = std::max(farthest, v[k].norm());
    }
    const Vec3 n = (v[1] - v[0]).cross(v[2] - v[0]);
    const double longest = std::max({(v[1] - v[0]).norm(), (v[2] - v[1]).norm(), (v[0] - v[2]).norm()});
    const bool area = n.norm() > kNoArea * longest * longest;
    set(c.n[0], c.n[1], c.n[2], lane, area ? n.normalized() : Vec3::Zero());
    c.d[lane] = area ? static_cast<float>(n.normalized().dot(v[0])) : 0;

    using Vec2 = Eigen::Vector2d;
    std::array<Vec2, 3> w;
    for (std::size_t k = 0; k < 3; ++k) w[k] = v[k].tail<2>();
    std::size_t first = 0;  // the longest side begins there
    for (std::size_t k = 1; k < 3; ++k) {
      if ((w[(k + 1) % 3] - w[k]).norm() > (w[(first + 1) % 3] - w[first]).norm()) first = k;
    }
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec2 &from = w[(first + k) % 3], &to = w[(first + k + 1) % 3], &third = w[(first + k + 2) % 3];
      Vec2 out(to.y() - from.y(), from.x() - to.x());
      out = out.norm() > 0 ? Vec2(out.normalized()) : Vec2::UnitX();
      if (out.dot(third - from) > 0) out = -out;
      c.x[k][lane] = static_cast<float>(out.x());
      c.y[k][lane] = static_cast<float>(out.y());
      c.f[k][lane] = static_cast<float>(std::max({out.dot(from), out.dot(to), out.dot(third)}));
      if (k > 0) continue;
      const Vec2 along(out.y(), -out.x());
      c.lower[lane] = static_cast<float>(std::min({along.dot(from), along.dot(to), along.dot(third)}));
      c.upper[lane] = static_cast<float>(std::max({along.dot(from), along.dot(to), along.dot(third)}));
    }
  }
  box.pad += kRoundings * std::numeric_limits<float>::epsilon() * static_cast<float>(farthest);
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

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
// Places within the barycentric rounding of a triangle's border count as inside: their distance to the plane is the
// smaller one.
constexpr float kBorder = 1e-5f;
constexpr double kFar = 1e15;  // [m] where unused lanes are
constexpr float kFarSquared = 1e36f;

double inverse(double x) { return x > 0 ? std::min(1 / x, 1e30) : 0; }

void set(Float8& x, Float8& y, Float8& z, int lane, const Vec3& w) {
  x[lane] = static_cast<float>(w.x());
  y[lane] = static_cast<float>(w.y());
  z[lane] = static_cast<float>(w.z());
}

inline void clampToUnit(Float8& t) {
  const Float8 zero{}, one = zero + 1.0f;
  t = t > zero ? t : zero;
  t = t < one ? t : one;
}

inline float least(const Float8& v, Squares& squares) {
  std::memcpy(squares.data(), &v, sizeof v);
  const Float8 w = __builtin_shufflevector(v, v, 4, 5, 6, 7, 0, 1, 2, 3), x = v < w ? v : w;
  const Float8 y = __builtin_shufflevector(x, x, 2, 3, 0, 1, 6, 7, 4, 5), z = x < y ? x : y;
  return std::min(z[0], z[1]);
}

}  // namespace

namespace {

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

void placeGroup(const Places& from0, const Transform& X0, const Places& from1, const Transform& X1, const Vec3& middle,
                Group& group) {
  const Mat3 R0 = X0.R(), R1 = X1.R();
  placeBoth(from0, R0.data(), X0.p.data(), from1, R1.data(), X1.p.data(), middle.data(), group);
  // Places within the mesh are rounded by what its boxes are grown by; those far outside by more.
  float farthest = 0;
  for (int a = 0; a < 3; ++a) farthest = std::max({farthest, -group.lower[a], group.upper[a]});
  group.rounding = 8 * std::numeric_limits<float>::epsilon() * farthest;
}

TriangleCluster triangleCluster(std::span<const std::array<Vec3, 3>> triangles, ClusterFrame& frame) {
  TriangleCluster c{};
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
    set(c.bx, c.by, c.bz, lane, ab);
    set(c.cx, c.cy, c.cz, lane, ac);
    if (height > kFlat * longest) {
      c.u0[lane] = 0;
      set(c.ux, c.uy, c.uz, lane, ac.cross(n) / n.squaredNorm());
      set(c.vx, c.vy, c.vz, lane, n.cross(ab) / n.squaredNorm());
    } else {
      flat = std::max(flat, height);
    }
    c.ib[lane] = static_cast<float>(inverse(ab.squaredNorm()));
    c.ic[lane] = static_cast<float>(inverse(ac.squaredNorm()));
    c.ie[lane] = static_cast<float>(inverse(bc.squaredNorm()));
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

PASSUNG_KERNEL float squaredDistances(const TriangleCluster& c, const Eigen::Vector3f& p, Squares& squares) {
  const Float8 rx = p.x() - c.ax, ry = p.y() - c.ay, rz = p.z() - c.az;
  const Float8 u = c.u0 + rx * c.ux + ry * c.uy + rz * c.uz;
  const Float8 v = rx * c.vx + ry * c.vy + rz * c.vz;
  // To the plane.
  const Float8 qx = rx - u * c.bx - v * c.cx, qy = ry - u * c.by - v * c.cy, qz = rz - u * c.bz - v * c.cz;
  const Float8 plane = qx * qx + qy * qy + qz * qz;
  // To the sides.
  Float8 best = plane + kFarSquared;
  const auto side = [&best](const Float8& x, const Float8& y, const Float8& z, const Float8& dx, const Float8& dy,
                            const Float8& dz, const Float8& inverse) {
    Float8 t = (x * dx + y * dy + z * dz) * inverse;
    clampToUnit(t);
    const Float8 wx = x - t * dx, wy = y - t * dy, wz = z - t * dz;
    const Float8 squared = wx * wx + wy * wy + wz * wz;
    best = squared < best ? squared : best;
  };
  side(rx, ry, rz, c.bx, c.by, c.bz, c.ib);
  side(rx, ry, rz, c.cx, c.cy, c.cz, c.ic);
  side(rx - c.bx, ry - c.by, rz - c.bz, c.cx - c.bx, c.cy - c.by, c.cz - c.bz, c.ie);
  const auto within = (u > -kBorder) & (v > -kBorder) & (u + v < 1 + kBorder) & (plane < best);
  best = within ? plane : best;
  return least(best, squares);
}

PASSUNG_KERNEL float squaredDistances(const EdgeCluster& c, const Eigen::Vector3f& p0, const Eigen::Vector3f& p1,
                                      Squares& squares) {
  // Points p0 + s D and a + t d; Ericson, "Real-Time Collision Detection", 2005, section 5.1.9.
  const Eigen::Vector3f D = p1 - p0;
  const float DD = D.squaredNorm();
  const float iD = DD > 0 ? 1 / DD : 0;
  const Float8 rx = p0.x() - c.ax, ry = p0.y() - c.ay, rz = p0.z() - c.az;
  const Float8 b = D.x() * c.dx + D.y() * c.dy + D.z() * c.dz;
  const Float8 f = rx * c.dx + ry * c.dy + rz * c.dz;
  const Float8 e = D.x() * rx + D.y() * ry + D.z() * rz;
  const Float8 denominator = DD * c.dd - b * b;
  const Float8 tiny = 1e-7f * DD * c.dd;
  const Float8 sine = denominator > tiny ? denominator : tiny + std::numeric_limits<float>::min();
  Float8 s = (b * f - e * c.dd) / sine;
  clampToUnit(s);
  Float8 t = (b * s + f) * c.id;
  clampToUnit(t);
  s = (b * t - e) * iD;
  clampToUnit(s);
  const Float8 wx = rx + s * D.x() - t * c.dx, wy = ry + s * D.y() - t * c.dy, wz = rz + s * D.z() - t * c.dz;
  return least(wx * wx + wy * wy + wz * wz, squares);
}

PASSUNG_KERNEL unsigned mayMeet(const TriangleCluster& c, const Eigen::Vector3f& p0, const Eigen::Vector3f& p1,
                                float pad) {
  constexpr float kSlack = 1e-3f;  // of barycentric coordinates
  const Float8 nx = c.by * c.cz - c.bz * c.cy, ny = c.bz * c.cx - c.bx * c.cz, nz = c.bx * c.cy - c.by * c.cx;
  const Float8 mx = nx < 0 ? -nx : nx, my = ny < 0 ? -ny : ny, mz = nz < 0 ? -nz : nz;
  const Float8 tolerance = pad * (mx + my + mz);
  const Float8 rx = p0.x() - c.ax, ry = p0.y() - c.ay, rz = p0.z() - c.az;
  const Float8 sx = p1.x() - c.ax, sy = p1.y() - c.ay, sz = p1.z() - c.az;
  const Float8 h0 = nx * rx + ny * ry + nz * rz, h1 = nx * sx + ny * sy + nz * sz;
  const auto beyond = ((h0 > tolerance) & (h1 > tolerance)) | ((h0 < -tolerance) & (h1 < -tolerance));
  // Where the segment meets the plane, known the worse the flatter it falls; in the plane, or beside a flat triangle,
  // nothing is said.
  const Float8 fall = h0 - h1, steep = fall < 0 ? -fall : fall;
  const auto sure = (steep > tolerance) & (c.u0 > -kSlack);
  const Float8 some = sure ? fall : tolerance + std::numeric_limits<float>::min();
  const Float8 t = h0 / some;
  const Float8 x = rx + t * (sx - rx), y = ry + t * (sy - ry), z = rz + t * (sz - rz);
  const Float8 u = c.u0 + x * c.ux + y * c.uy + z * c.uz, v = x * c.vx + y * c.vy + z * c.vz;
  const Float8 error = pad + tolerance * (p1 - p0).norm() / (some < 0 ? -some : some);
  const Float8 ux = c.ux < 0 ? -c.ux : c.ux, uy = c.uy < 0 ? -c.uy : c.uy, uz = c.uz < 0 ? -c.uz : c.uz;
  const Float8 vx = c.vx < 0 ? -c.vx : c.vx, vy = c.vy < 0 ? -c.vy : c.vy, vz = c.vz < 0 ? -c.vz : c.vz;
  const Float8 slackU = kSlack + error * (ux + uy + uz), slackV = kSlack + error * (vx + vy + vz);
  const auto beside = sure & ((u < -slackU) | (v < -slackV) | (u + v > 1 + slackU + slackV));
  const Int8 meets = ~(beyond | beside) & (c.ax < static_cast<float>(0.5 * kFar));
  return bitsOf(meets);
}

PASSUNG_KERNEL NearMembers mayBeNear(const ClusterBox& box, const Group& group, float pointDistance,
                                     float segmentDistance) {
  const Float8 zero{};
  Float8 points = zero, segments = zero;
  for (int k = 0; k < 3; ++k) {
    const float ax = box.axis[k][0], ay = box.axis[k][1], az = box.axis[k][2];
    const float lower = box.ownLower[k], upper = box.ownUpper[k];
    const Float8 s = ax * group.x0 + ay * group.y0 + az * group.z0;
    const Float8 t = ax * group.x1 + ay * group.y1 + az * group.z1;
    const Float8 least = s < t ? s : t, most = s < t ? t : s;
    Float8 below = lower - s, above = s - upper;
    Float8 d = below > above ? below : above;
    d = d > zero ? d : zero;
    points += d * d;
    below = lower - most;
    above = least - upper;
    d = below > above ? below : above;
    d = d > zero ? d : zero;
    segments += d * d;
    // Along the normal most are told apart.
    if (k > 0) continue;
    const Int8 any = (points <= pointDistance * pointDistance) | (segments <= segmentDistance * segmentDistance);
    if (bitsOf(any) == 0) return {};
  }
  const Int8 nearPoints = points <= pointDistance * pointDistance;
  const Int8 nearSegments = segments <= segmentDistance * segmentDistance;
  const unsigned used = (1u << group.count) - 1;
  return {bitsOf(nearPoints) & used, bitsOf(nearSegments) & used};
}

}  // namespace passung::collision

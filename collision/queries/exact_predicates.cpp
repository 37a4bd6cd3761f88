// SPDX-License-Identifier: Apache-2.0
#include "collision/queries/exact_predicates.h"

#include <array>
#include <cmath>
#include <cstddef>

namespace passung::collision {
namespace {

// Half a unit in the last place of 1, and the bounds of the paper's equations for this order of operations.
constexpr double kEps = 0x1p-53;
constexpr double kBound2d = (3 + 16 * kEps) * kEps;
constexpr double kBound3d = (7 + 56 * kEps) * kEps;

struct Two {
  double high, low;  // high + low is the exact result, high the rounded one
};

Two fastTwoSum(double a, double b) {  // |a| >= |b|
  const double x = a + b;
  return {x, b - (x - a)};
}

Two twoSum(double a, double b) {
  const double x = a + b;
  const double bRound = x - a;
  const double aRound = x - bRound;
  return {x, (a - aRound) + (b - bRound)};
}

// Veltkamp's split into halves of 26 bits, whose products are exact.
Two split(double a) {
  constexpr double kSplitter = 134217729;  // 2^27 + 1
  const double c = kSplitter * a;
  const double high = c - (c - a);
  return {high, a - high};
}

Two twoProduct(double a, double b) {
  const double x = a * b;
  const Two p = split(a);
  const Two q = split(b);
  return {x, p.low * q.low - (((x - p.high * q.high) - p.low * q.high) - p.high * q.low)};
}

// A sum of components that do not overlap, of growing magnitude and without zeros.
template <std::size_t N>
struct Expansion {
  std::array<double, N> part;
  std::size_t count = 0;

  void push(double x) {
    if (x != 0) part[count++] = x;
  }
  // The largest component has the sign of the sum.
  [[nodiscard]] int sign() const {
    if (count == 0) return 0;
    return part[count - 1] > 0 ? 1 : (part[count - 1] < 0 ? -1 : 0);
  }
};

Expansion<2> difference(double a, double b) {
  const Two d = twoSum(a, -b);
  Expansion<2> e;
  e.push(d.low);
  e.push(d.high);
  return e;
}

// Fast-Expansion-Sum: merges by magnitude, then carries upwards.
template <std::size_t N, std::size_t M>
Expansion<N + M> operator+(const Expansion<N>& e, const Expansion<M>& f) {
  Expansion<N + M> h;
  if (e.count + f.count == 0) return h;
  std::size_t i = 0;
  std::size_t j = 0;
  const auto next = [&] {
    const bool takeE = j >= f.count || (i < e.count && std::abs(e.part[i]) < std::abs(f.part[j]));
    return takeE ? e.part[i++] : f.part[j++];
  };
  double sum = next();
  for (std::size_t k = 1; k < e.count + f.count; ++k) {
    const Two t = twoSum(sum, next());
    h.push(t.low);
    sum = t.high;
  }
  h.push(sum);
  return h;
}

// Scale-Expansion.
template <std::size_t N>
Expansion<2 * N> scaled(const Expansion<N>& e, double b) {
  Expansion<2 * N> h;
  if (e.count == 0) return h;
  Two q = twoProduct(e.part[0], b);
  h.push(q.low);
  for (std::size_t i = 1; i < e.count; ++i) {
    const Two t = twoProduct(e.part[i], b);
    const Two s = twoSum(q.high, t.low);
    h.push(s.low);
    q = fastTwoSum(t.high, s.high);
    h.push(q.low);
  }
  h.push(q.high);
  return h;
}

template <std::size_t N>
Expansion<4 * N> operator*(const Expansion<N>& e, const Expansion<2>& f) {
  const Expansion<2 * N> low = f.count > 0 ? scaled(e, f.part[0]) : Expansion<2 * N>{};
  const Expansion<2 * N> high = f.count > 1 ? scaled(e, f.part[1]) : Expansion<2 * N>{};
  return low + high;
}

template <std::size_t N>
Expansion<N> operator-(Expansion<N> e) {
  for (std::size_t i = 0; i < e.count; ++i) e.part[i] = -e.part[i];
  return e;
}

int exactOrient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  std::array<Expansion<2>, 3> u, v, w;
  for (int k = 0; k < 3; ++k) {
    const auto i = static_cast<std::size_t>(k);
    u[i] = difference(b[k], a[k]);
    v[i] = difference(c[k], a[k]);
    w[i] = difference(d[k], a[k]);
  }
  const auto minor = [](const std::array<Expansion<2>, 3>& p, const std::array<Expansion<2>, 3>& q) {
    return p[0] * q[1] + -(q[0] * p[1]);
  };
  return ((minor(v, w) * u[2] + minor(w, u) * v[2]) + minor(u, v) * w[2]).sign();
}

int exactOrient2d(const Vec2& a, const Vec2& b, const Vec2& c) {
  const Expansion<2> bx = difference(b.x(), a.x());
  const Expansion<2> by = difference(b.y(), a.y());
  const Expansion<2> cx = difference(c.x(), a.x());
  const Expansion<2> cy = difference(c.y(), a.y());
  return (bx * cy + -(cx * by)).sign();
}

}  // namespace

int orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const double ux = b.x() - a.x();
  const double uy = b.y() - a.y();
  const double uz = b.z() - a.z();
  const double vx = c.x() - a.x();
  const double vy = c.y() - a.y();
  const double vz = c.z() - a.z();
  const double wx = d.x() - a.x();
  const double wy = d.y() - a.y();
  const double wz = d.z() - a.z();

  const double vw = vx * wy;
  const double wv = wx * vy;
  const double wu = wx * uy;
  const double uw = ux * wy;
  const double uv = ux * vy;
  const double vu = vx * uy;
  const double det = uz * (vw - wv) + vz * (wu - uw) + wz * (uv - vu);
  const double permanent = (std::abs(vw) + std::abs(wv)) * std::abs(uz) + (std::abs(wu) + std::abs(uw)) * std::abs(vz) +
                           (std::abs(uv) + std::abs(vu)) * std::abs(wz);
  const double bound = kBound3d * permanent;
  if (det > bound) return 1;
  if (det < -bound) return -1;
  return exactOrient3d(a, b, c, d);
}

int orient2d(const Vec2& a, const Vec2& b, const Vec2& c) {
  const double left = (b.x() - a.x()) * (c.y() - a.y());
  const double right = (c.x() - a.x()) * (b.y() - a.y());
  const double det = left - right;
  const double bound = kBound2d * (std::abs(left) + std::abs(right));
  if (det > bound) return 1;
  if (det < -bound) return -1;
  return exactOrient2d(a, b, c);
}

}  // namespace passung::collision

// SPDX-License-Identifier: Apache-2.0
// Lower bounds of many distances, linear in the place of a moving point: at the base pose bound l and direction n for
// the point at p; after a rigid displacement that moves it by s(p) = A p + b the bound is l + n . s(p). Eight at a
// time, in floats: places are relative to a centre near the contacts, displacements are small, so the error stays below
// 1e-6 of the displacement; bounds select, exact tests decide.
#pragma once

#include <span>
#include <vector>

#include "core/math.h"

namespace passung::collision {

// A rigid displacement of the points of one frame.
struct Displacement {
  Eigen::Matrix3f A;
  Eigen::Vector3f b;
  // Of points that X0 and then X1 place in one frame; places are given relative to `centre` in that frame.
  Displacement(const Transform& X0, const Transform& X1, const Vec3& centre) {
    const Mat3 turn = (X1.q * X0.q.conjugate()).toRotationMatrix() - Mat3::Identity();
    A = turn.cast<float>();
    b = (turn * (centre - X0.p) + X1.p - X0.p).cast<float>();
  }
};

class LinearBounds {
 public:
  void clear() { count_ = 0; }
  [[nodiscard]] std::size_t size() const { return count_; }

  // Room for `count`, each to be set.
  void resize(std::size_t count) {
    count_ = count;
    if (data_[0].size() >= count) return;
    for (auto& v : data_) v.resize(count);
  }
  // `pad` [m] is taken off for rounding.
  void set(std::size_t i, double bound, const Vec3& n, const Vec3& p, double pad) {
    const double values[kArrays] = {bound - pad, n.x(), n.y(), n.z(), p.x(), p.y(), p.z()};
    for (int k = 0; k < kArrays; ++k) data_[k][i] = static_cast<float>(values[k]);
  }
  void set(std::size_t i, float bound, const Eigen::Vector3f& n, const Eigen::Vector3f& p) {
    const float values[kArrays] = {bound, n.x(), n.y(), n.z(), p.x(), p.y(), p.z()};
    for (int k = 0; k < kArrays; ++k) data_[k][i] = values[k];
  }

  // Becomes these bounds of another set.
  void choose(const LinearBounds& other, std::span<const std::size_t> indices) {
    resize(indices.size());
    for (int k = 0; k < kArrays; ++k) {
      const float* from = other.data_[k].data();
      float* to = data_[k].data();
      for (std::size_t i = 0; i < indices.size(); ++i) to[i] = from[indices[i]];
    }
  }

  // Replaces bound i by the tangent plane that touches at `touch` and looks along n; its point was at p at the base,
  // which is `place` relative to the centre.
  void tighten(std::size_t i, const Vec3& n, const Vec3& touch, const Vec3& p, const Vec3& place, double pad) {
    set(i, n.dot(p - touch), n, place, pad);
  }

  // Bound i after the displacement.
  [[nodiscard]] float at(const Displacement& d, std::size_t i) const {
    const float x = data_[4][i], y = data_[5][i], z = data_[6][i];
    const float sx = d.A(0, 0) * x + d.A(0, 1) * y + d.A(0, 2) * z + d.b.x();
    const float sy = d.A(1, 0) * x + d.A(1, 1) * y + d.A(1, 2) * z + d.b.y();
    const float sz = d.A(2, 0) * x + d.A(2, 1) * y + d.A(2, 2) * z + d.b.z();
    return data_[0][i] + data_[1][i] * sx + data_[2][i] * sy + data_[3][i] * sz;
  }

  // values[i] = bound i after the displacement, for i < count; `values` is made long enough.
  void at(const Displacement& d, std::size_t count, std::vector<float>& values) const;

  // How far the gaps may go from `before` to `after` [m], both linear, before one that is larger than `rest` has shrunk
  // to it, or a smaller one to `keep` of itself: a share of the way, at most 1. Gaps are bounds less `radius`.
  [[nodiscard]] static float freeShare(std::span<const float> before, std::span<const float> after, float radius,
                                       float rest, float keep);

 private:
  static constexpr int kArrays = 7;   // l, n, p
  std::vector<float> data_[kArrays];  // at least count_ of each
  std::size_t count_ = 0;
};

}  // namespace passung::collision

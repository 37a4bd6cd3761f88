// SPDX-License-Identifier: Apache-2.0
// The Jacobian of an island's residual: the stiffness of contacts and their friction, summed pair by pair.
#include "dynamics/solver/island_step.h"

namespace passung::dynamics {
namespace {

// K r^ and r^ K, where r^ x = r cross x: rows and columns crossed with r.
Mat3 timesSkew(const Mat3& K, const Vec3& r) {
  Mat3 m;
  for (int i = 0; i < 3; ++i) {
    m(i, 0) = K(i, 1) * r.z() - K(i, 2) * r.y();
    m(i, 1) = K(i, 2) * r.x() - K(i, 0) * r.z();
    m(i, 2) = K(i, 0) * r.y() - K(i, 1) * r.x();
  }
  return m;
}
Mat3 skewTimes(const Vec3& r, const Mat3& K) {
  Mat3 m;
  for (int i = 0; i < 3; ++i) {
    m(0, i) = r.y() * K(2, i) - r.z() * K(1, i);
    m(1, i) = r.z() * K(0, i) - r.x() * K(2, i);
    m(2, i) = r.x() * K(1, i) - r.y() * K(0, i);
  }
  return m;
}

}  // namespace

void IslandStep::assemble(const Iterate& it, bool complete) {
  J_.reset(n_);
  for (int i = 0; i < n_; ++i) {
    IslandMatrix::Block block = IslandMatrix::Block::Zero();
    block.topLeftCorner<3, 3>().diagonal().setConstant(body(i).m);
    block.bottomRightCorner<3, 3>() = M_[static_cast<std::size_t>(i)];
    J_.add(i, i, block);
  }
  const auto add = [&](int i, int j, const IslandMatrix::Block& block) { J_.add(i, j, block); };
  motors_.assemble(it.u, add);
  joints_.assemble(it.joints, add);
  // Rows of one pair follow each other.
  for (auto row = it.rows.begin(); row != it.rows.end();) {
    auto last = row;
    while (last != it.rows.end() && last->pair == row->pair) ++last;
    addStiffness({row, last}, complete);
    row = last;
  }
}

// The derivative of the impulses of one pair's contacts on its two bodies.
void IslandStep::addStiffness(std::span<const ContactRow> rows, bool complete) {
  const double mu = relaxing_ ? 0 : island_.pairs[static_cast<std::size_t>(rows.front().pair)]->friction;
  const int a = rows.front().a, b = rows.front().b;
  // Sums over the contacts: K; K times the arms; the arms times K; both.
  Mat3 sum = Mat3::Zero(), Ka = sum, Kb = sum, aK = sum, bK = sum, aKa = sum, bKb = sum, aKb = sum, bKa = sum;
  for (const ContactRow& row : rows) {
    const Vec3& n = row.term.n_W;
    Mat3 K = (h_ * h_ * row.gap.slope * n) * n.transpose();
    if (mu > 0) {
      const Vec3 t = row.vt / row.speed;
      const double f = h_ * mu * row.gap.force / row.speed;
      if (complete) {
        K.noalias() -= f * (n * n.transpose() + row.dual * t.transpose());
        K.noalias() -= (h_ * h_ * mu * row.gap.slope * t) * n.transpose();
      } else {
        K.noalias() -= f * (n * n.transpose() + symmetric(row.dual, t));
      }
      K.diagonal().array() += f;
    }
    sum += K;
    if (a >= 0) {
      const Mat3 KS = timesSkew(K, row.ra);
      Ka += KS;
      aK += skewTimes(row.ra, K);
      aKa += skewTimes(row.ra, KS);
    }
    if (b < 0) continue;
    const Mat3 KS = timesSkew(K, row.rb);
    Kb += KS;
    bK += skewTimes(row.rb, K);
    bKb += skewTimes(row.rb, KS);
    if (a < 0) continue;
    aKb += skewTimes(row.ra, KS);
    bKa += skewTimes(row.rb, timesSkew(K, row.ra));
  }
  // Rows [1; r^], columns [1, -r^].
  const auto add = [&](int i, int j, double sign, const Mat3& right, const Mat3& left, const Mat3& both) {
    IslandMatrix::Block block;
    block << sum, -right, left, -both;
    J_.add(i, j, sign * block);
  };
  if (a >= 0) add(a, a, 1, Ka, aK, aKa);
  if (b >= 0) add(b, b, 1, Kb, bK, bKb);
  if (a < 0 || b < 0) return;
  add(a, b, -1, Kb, aK, aKb);
  add(b, a, -1, Ka, bK, bKa);
}

}  // namespace passung::dynamics

// SPDX-License-Identifier: Apache-2.0
#include "dynamics/solver/island_matrix.h"

namespace passung::dynamics {

void IslandMatrix::reset(int bodies, bool sparse) {
  bodies_ = bodies;
  isSparse_ = sparse;
  entries_.clear();
  if (!sparse) dense_.setZero(6 * bodies, 6 * bodies);
}

void IslandMatrix::add(int i, int j, const Block& block) {
  if (!isSparse_) {
    dense_.block<6, 6>(6 * i, 6 * j) += block;
    return;
  }
  for (int column = 0; column < 6; ++column) {
    for (int row = 0; row < 6; ++row) entries_.emplace_back(6 * i + row, 6 * j + column, block(row, column));
  }
}

IslandMatrix::Sparse IslandMatrix::sparse() const {
  Sparse matrix(6 * bodies_, 6 * bodies_);
  matrix.setFromTriplets(entries_.begin(), entries_.end());
  return matrix;
}

bool IslandMatrix::factorize() {
  symmetric_ = false;
  if (!isSparse_) {
    lu_.compute(dense_);
    return true;
  }
  sparseLu_.compute(sparse());
  return sparseLu_.info() == Eigen::Success;
}

bool IslandMatrix::factorizeSymmetric() {
  symmetric_ = true;
  if (!isSparse_) {
    ldlt_.compute(dense_);
    return true;
  }
  sparseLdlt_.compute(sparse());
  return sparseLdlt_.info() == Eigen::Success;
}

Eigen::MatrixXd IslandMatrix::solve(const Eigen::MatrixXd& B) const {
  if (isSparse_) return symmetric_ ? Eigen::MatrixXd(sparseLdlt_.solve(B)) : Eigen::MatrixXd(sparseLu_.solve(B));
  return symmetric_ ? Eigen::MatrixXd(ldlt_.solve(B)) : Eigen::MatrixXd(lu_.solve(B));
}

}  // namespace passung::dynamics

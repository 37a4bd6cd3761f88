// SPDX-License-Identifier: Apache-2.0
// The Jacobian of an island's Newton step, made of 6 x 6 blocks: a few bodies in a dense matrix, many in a sparse one
// whose columns are ordered so that elimination fills little (Davis et al., "A column approximate minimum degree
// ordering algorithm", 2004, as Eigen has it). A heap of n bodies costs O(n^1.5) to O(n^2) instead of O(n^3).
#pragma once

#include <Eigen/Dense>
#include <Eigen/SparseCholesky>
#include <Eigen/SparseLU>
#include <vector>

namespace passung::dynamics {

class IslandMatrix {
 public:
  using Block = Eigen::Matrix<double, 6, 6>;
  // Islands of more bodies are sparse.
  static constexpr int kFewBodies = 24;

  void reset(int bodies) { reset(bodies, bodies > kFewBodies); }
  void reset(int bodies, bool sparse);
  // Adds to rows of body i and columns of body j.
  void add(int i, int j, const Block& block);

  // False if the matrix has no inverse that can be found.
  bool factorize();
  // For symmetric matrices without negative eigenvalues.
  bool factorizeSymmetric();
  // With the last factors.
  [[nodiscard]] Eigen::MatrixXd solve(const Eigen::MatrixXd& B) const;

 private:
  using Sparse = Eigen::SparseMatrix<double>;
  [[nodiscard]] Sparse sparse() const;

  int bodies_ = 0;
  bool isSparse_ = false, symmetric_ = false;
  Eigen::MatrixXd dense_;
  Eigen::PartialPivLU<Eigen::MatrixXd> lu_;
  Eigen::LDLT<Eigen::MatrixXd> ldlt_;
  std::vector<Eigen::Triplet<double>> entries_;
  Eigen::SparseLU<Sparse> sparseLu_;
  Eigen::SimplicialLDLT<Sparse> sparseLdlt_;
};

}  // namespace passung::dynamics

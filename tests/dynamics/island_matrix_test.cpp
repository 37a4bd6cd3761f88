// SPDX-License-Identifier: Apache-2.0
#include "dynamics/solver/island_matrix.h"

#include <gtest/gtest.h>

#include <random>

#include "dynamics/engine.h"
#include "tests/dynamics/test_bodies.h"

namespace passung::dynamics {
namespace {

using Eigen::MatrixXd;

// A chain with some cross links, strongly coupled: blocks in dense and in sparse form, symmetric and not.
TEST(IslandMatrix, DenseAndSparseSolveTheSameSystem) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  for (const bool symmetric : {false, true}) {
    constexpr int kBodies = 40;
    MatrixXd whole = MatrixXd::Zero(6 * kBodies, 6 * kBodies);
    IslandMatrix dense, sparse;
    dense.reset(kBodies, false);
    sparse.reset(kBodies, true);
    const auto add = [&](int i, int j, const IslandMatrix::Block& block) {
      whole.block<6, 6>(6 * i, 6 * j) += block;
      dense.add(i, j, block);
      sparse.add(i, j, block);
    };
    const auto couple = [&](int i, int j) {
      const Eigen::Matrix<double, 6, 3> J = Eigen::Matrix<double, 6, 3>::NullaryExpr([&] { return normal(random); });
      const IslandMatrix::Block K = 1e3 * J * J.transpose();
      const IslandMatrix::Block skew = symmetric ? IslandMatrix::Block(IslandMatrix::Block::Zero())
                                                 : IslandMatrix::Block(10 * IslandMatrix::Block::Random());
      add(i, i, K + skew);
      add(j, j, K);
      add(i, j, -K);
      add(j, i, -K - skew);
    };
    for (int i = 0; i < kBodies; ++i) add(i, i, IslandMatrix::Block::Identity() * (1 + i));
    for (int i = 0; i + 1 < kBodies; ++i) couple(i, i + 1);
    for (int i = 0; i + 7 < kBodies; i += 3) couple(i, i + 7);

    const MatrixXd B = MatrixXd::NullaryExpr(6 * kBodies, 3, [&] { return normal(random); });
    for (IslandMatrix* matrix : {&dense, &sparse}) {
      ASSERT_TRUE(symmetric ? matrix->factorizeSymmetric() : matrix->factorize());
      const MatrixXd X = matrix->solve(B);
      EXPECT_LT((whole * X - B).norm(), 1e-9 * B.norm());
    }
  }
}

TEST(IslandMatrix, ASingularSystemIsSaidToBeSo) {
  IslandMatrix matrix;
  matrix.reset(30, true);
  for (int i = 0; i < 29; ++i) matrix.add(i, i, IslandMatrix::Block::Identity());
  EXPECT_FALSE(matrix.factorize());
}

// A wall of 105 boxes, one island with a sparse matrix, stands as it was built.
TEST(IslandMatrix, AWallOfManyBoxesStands) {
  std::vector<BodyDef> bodies{bodyOf("floor", collision::HalfSpace{}, Vec3::Zero(), Motion::kFixed)};
  constexpr int kRows = 14;
  for (int row = 0; row < kRows; ++row) {
    for (int i = 0; i + row < kRows; ++i) {
      const Vec3 p(0.11 * i + 0.055 * row, 0, 0.05 + 0.10001 * row + 1e-5);
      bodies.push_back(bodyOf("box", collision::Box{Vec3(0.05, 0.05, 0.05)}, p));
      bodies.back().material.friction = 0.5;
    }
  }
  ASSERT_GT(static_cast<int>(bodies.size()) - 1, 4 * IslandMatrix::kFewBodies);
  const WorldDef def = worldOf(bodies);
  const auto engine = makeEngine(def, {});
  int held = 0;
  for (int i = 0; i < 60; ++i) held += engine->step().held;
  EXPECT_EQ(held, 0);
  for (std::size_t i = 1; i < bodies.size(); ++i) {
    EXPECT_LT((engine->states()[i].X_WB.p - bodies[i].X_WB.p).norm(), 1e-3);
  }
  // All of the weight stands on the floor.
  double carried = 0, weight = 0;
  for (const Contact& c : engine->contacts()) carried += c.bodyA == 0 ? c.f_W.z() : 0;
  for (std::size_t i = 1; i < bodies.size(); ++i) weight += engine->mass(static_cast<int>(i)).mass * 9.81;
  EXPECT_NEAR(carried, weight, 0.02 * weight);
}

}  // namespace
}  // namespace passung::dynamics

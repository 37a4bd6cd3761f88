// SPDX-License-Identifier: Apache-2.0
#include "dynamics/solver/least_change.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

namespace passung::dynamics {
namespace {

Vec3 randomVec(std::mt19937& random) {
  std::normal_distribution<double> n;
  return {n(random), n(random), n(random)};
}

struct Problem {
  std::vector<Hindrance> hindrances;
  std::vector<Inertia> bodies;
  Eigen::MatrixXd J;     // parting speeds of a change
  Eigen::VectorXd b;     // least of these
  Eigen::MatrixXd Minv;  // of all bodies
};

Problem randomProblem(std::mt19937& random, int bodies, int hindrances) {
  Problem p;
  p.Minv = Eigen::MatrixXd::Zero(6 * bodies, 6 * bodies);
  std::uniform_real_distribution<double> mass(0.2, 3);
  for (int i = 0; i < bodies; ++i) {
    Mat3 root;
    root << randomVec(random), randomVec(random), randomVec(random);
    const Inertia inertia{mass(random), root * root.transpose() + 0.1 * Mat3::Identity()};
    p.bodies.push_back(inertia);
    p.Minv.block<3, 3>(6 * i, 6 * i) = Mat3::Identity() / inertia.m;
    p.Minv.block<3, 3>(6 * i + 3, 6 * i + 3) = inertia.inverse;
  }
  p.J = Eigen::MatrixXd::Zero(hindrances, 6 * bodies);
  p.b.resize(hindrances);
  for (int k = 0; k < hindrances; ++k) {
    Hindrance x;
    x.n_W = randomVec(random).normalized();
    x.a = static_cast<int>(random() % static_cast<unsigned>(bodies + 1)) - 1;
    do x.b = static_cast<int>(random() % static_cast<unsigned>(bodies + 1)) - 1;
    while (x.a == x.b);
    x.ra = randomVec(random);
    x.rb = randomVec(random);
    x.parting = p.b[k] = std::normal_distribution<double>(0.3, 1)(random);
    if (x.b >= 0) {
      p.J.block<1, 3>(k, 6 * x.b) = x.n_W.transpose();
      p.J.block<1, 3>(k, 6 * x.b + 3) = x.rb.cross(x.n_W).transpose();
    }
    if (x.a >= 0) {
      p.J.block<1, 3>(k, 6 * x.a) = -x.n_W.transpose();
      p.J.block<1, 3>(k, 6 * x.a + 3) = -x.ra.cross(x.n_W).transpose();
    }
    p.hindrances.push_back(x);
  }
  return p;
}

// The quadratic program by trying all sets of hindrances that are just met.
Eigen::VectorXd bySets(const Problem& p) {
  const int n = static_cast<int>(p.b.size());
  double least = std::numeric_limits<double>::infinity();
  Eigen::VectorXd best = Eigen::VectorXd::Constant(p.J.cols(), least);
  for (unsigned set = 0; set < 1u << n; ++set) {
    std::vector<int> rows;
    for (int k = 0; k < n; ++k) {
      if ((set >> k & 1) != 0) rows.push_back(k);
    }
    const Eigen::MatrixXd J = p.J(rows, Eigen::all);
    const Eigen::VectorXd b = p.b(rows);
    const Eigen::VectorXd impulses = (J * p.Minv * J.transpose()).ldlt().solve(b);
    const Eigen::VectorXd du = p.Minv * J.transpose() * impulses;
    if (((p.J * du - p.b).array() < -1e-9).any()) continue;
    const double energy = 0.5 * du.dot(p.Minv.ldlt().solve(du));
    if (energy < least) {
      least = energy;
      best = du;
    }
  }
  return best;
}

TEST(LeastChange, IsTheOneOfLeastEnergyThatPartsAll) {
  std::mt19937 random(41);
  int idle = 0, met = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const int bodies = 1 + trial % 3, hindrances = 1 + static_cast<int>(random() % 5);
    const Problem p = randomProblem(random, bodies, hindrances);
    const Eigen::VectorXd expected = bySets(p), du = leastChange(p.hindrances, p.bodies, 20000);
    ASSERT_TRUE(expected.allFinite());
    EXPECT_LT((du - expected).norm(), 1e-5 * (1 + expected.norm())) << trial;
    for (Eigen::Index k = 0; k < p.b.size(); ++k) (p.J.row(k).dot(expected) > p.b[k] + 1e-6 ? idle : met) += 1;
  }
  EXPECT_GT(idle, 100);
  EXPECT_GT(met, 300);
}

// Where nothing can give way, nothing changes.
TEST(LeastChange, LeavesWhatCannotMove) {
  const std::vector<Inertia> bodies{{1, Mat3::Identity()}};
  EXPECT_TRUE(leastChange({}, bodies, 10).isZero(0));
  const std::vector<Hindrance> fixed{{.parting = 1}};
  EXPECT_TRUE(leastChange(fixed, bodies, 10).isZero(0));
}

}  // namespace
}  // namespace passung::dynamics

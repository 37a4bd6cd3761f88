// SPDX-License-Identifier: Apache-2.0
#include "dynamics/bullet/principal_frame.h"

#include <Eigen/Eigenvalues>

namespace passung::dynamics {

PrincipalFrame principalFrame(const MassProperties& mass_B, const BodyDef& body) {
  std::vector<Quat> candidates;
  if (!body.colliders.empty()) candidates.push_back(body.colliders.front().X_BG.q);
  candidates.push_back(Quat::Identity());
  for (const Quat& q : candidates) {
    const Mat3 R = q.toRotationMatrix();
    const Mat3 I = R.transpose() * mass_B.inertia * R;
    const Mat3 offDiagonal = I - Mat3(I.diagonal().asDiagonal());
    if (offDiagonal.cwiseAbs().maxCoeff() <= 1e-12 * I.trace()) return {{q, mass_B.com}, I.diagonal()};
  }

  const Eigen::SelfAdjointEigenSolver<Mat3> eigen(mass_B.inertia);
  Mat3 axes = eigen.eigenvectors();
  if (axes.determinant() < 0) axes.col(2) = -axes.col(2);
  return {{Quat(axes).normalized(), mass_B.com}, eigen.eigenvalues()};
}

}  // namespace passung::dynamics

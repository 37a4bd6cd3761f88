// SPDX-License-Identifier: Apache-2.0
#include "dynamics/solver/least_change.h"

#include <algorithm>
#include <vector>

namespace passung::dynamics {
namespace {

struct Row {
  Vec3 turnA = Vec3::Zero(), turnB = Vec3::Zero();  // changes of the angular velocities by a unit impulse
  double massInverse = 0, impulse = 0;
};

}  // namespace

Eigen::VectorXd leastChange(std::span<const Hindrance> hindrances, std::span<const Inertia> bodies, int sweeps) {
  std::vector<Row> rows(hindrances.size());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Hindrance& x = hindrances[k];
    const auto turn = [&](int i, const Vec3& r, Vec3& change) {
      if (i < 0) return;
      const Inertia& body = bodies[static_cast<std::size_t>(i)];
      const Vec3 arm = r.cross(x.n_W);
      change = body.inverse * arm;
      rows[k].massInverse += 1 / body.m + arm.dot(change);
    };
    turn(x.a, x.ra, rows[k].turnA);
    turn(x.b, x.rb, rows[k].turnB);
  }
  Eigen::VectorXd du = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(6 * bodies.size()));
  const auto velocity = [&](int i, const Vec3& r) -> Vec3 {
    if (i < 0) return Vec3::Zero();
    return du.segment<3>(6 * i) + du.segment<3>(6 * i + 3).cross(r);
  };
  const auto push = [&](int i, double impulse, const Vec3& n, const Vec3& turn) {
    if (i < 0) return;
    du.segment<3>(6 * i) += impulse / bodies[static_cast<std::size_t>(i)].m * n;
    du.segment<3>(6 * i + 3) += impulse * turn;
  };
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const Hindrance& x = hindrances[k];
      Row& row = rows[k];
      if (!(row.massInverse > 0)) continue;
      const double parting = x.n_W.dot(velocity(x.b, x.rb) - velocity(x.a, x.ra));
      const double impulse = std::max(row.impulse + (x.parting - parting) / row.massInverse, 0.0);
      push(x.a, row.impulse - impulse, x.n_W, row.turnA);
      push(x.b, impulse - row.impulse, x.n_W, row.turnB);
      row.impulse = impulse;
    }
  }
  return du;
}

}  // namespace passung::dynamics

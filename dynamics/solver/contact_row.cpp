// SPDX-License-Identifier: Apache-2.0
#include "dynamics/solver/contact_row.h"

#include <algorithm>

namespace passung::dynamics {
namespace {

// Change of a contact's relative velocity with the change du of the moving bodies' velocities.
Vec3 jump(const Eigen::VectorXd& du, const ContactRow& row) {
  Vec3 v = Vec3::Zero();
  if (row.b >= 0) v += du.segment<3>(6 * row.b) + du.segment<3>(6 * row.b + 3).cross(row.rb);
  if (row.a >= 0) v -= du.segment<3>(6 * row.a) + du.segment<3>(6 * row.a + 3).cross(row.ra);
  return v;
}

}  // namespace

void startDuals(std::span<ContactRow> rows, std::span<ContactPair* const> pairs) {
  for (ContactRow& row : rows) {
    row.dual = row.vt / row.speed;
    const ContactPair& pair = *pairs[static_cast<std::size_t>(row.pair)];
    if (!(pair.friction > 0)) continue;
    // In the order of their features.
    const auto old = std::lower_bound(pair.contacts.begin(), pair.contacts.end(), row.term.feature,
                                      [](const Contact& c, std::uint64_t feature) { return c.feature < feature; });
    if (old == pair.contacts.end() || old->feature != row.term.feature) continue;
    const Vec3& n = row.term.n_W;
    const double normal = n.dot(old->f_W);
    if (!(normal > 0)) continue;
    const Vec3 dual = -(old->f_W - n * normal) / (pair.friction * normal);
    const double length = dual.norm();
    row.dual = length > 1 ? Vec3(dual / length) : dual;
  }
}

void updateDuals(std::span<const ContactRow> from, const Eigen::VectorXd& du, double alpha, std::span<ContactRow> to) {
  std::size_t k = 0;
  for (ContactRow& row : to) {
    row.dual = row.vt / row.speed;
    const auto same = [&](const ContactRow& r) { return r.pair == row.pair && r.term.feature == row.term.feature; };
    while (k < from.size() && from[k].pair < row.pair) ++k;
    std::size_t j = k;
    while (j < from.size() && from[j].pair == row.pair && !same(from[j])) ++j;
    if (j == from.size() || !same(from[j])) continue;
    k = j + 1;
    const ContactRow& old = from[j];
    Vec3 dv = jump(du, old);
    dv -= old.term.n_W * old.term.n_W.dot(dv);
    const Vec3 target = (old.vt + dv - old.dual * (old.vt.dot(dv) / old.speed)) / old.speed;
    Vec3 dual = old.dual + alpha * (target - old.dual);
    const Vec3& n = row.term.n_W;
    dual -= n * n.dot(dual);
    const double length = dual.norm();
    row.dual = length > 1 ? Vec3(dual / length) : dual;
  }
}

}  // namespace passung::dynamics

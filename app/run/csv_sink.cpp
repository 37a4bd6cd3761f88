// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/csv_sink.h"

#include <algorithm>

#include "app/run/csv_text.h"

namespace passung::app {
namespace {

constexpr const char* kHeader =
    "t,body,px,py,pz,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,turns_x,turns_y,turns_z,contacts,max_penetration\n";

void append(std::string& row, double value) {
  row += ',';
  appendNumber(row, value);
}

void append(std::string& row, const Vec3& v) {
  for (int k = 0; k < 3; ++k) append(row, v[k]);
}

}  // namespace

CsvSink::CsvSink(const std::string& path, const dynamics::Engine& engine) : file_(path) {
  for (std::size_t i = 0; i < engine.def().bodies.size(); ++i) {
    names_.push_back(csvField(engine.def().bodies[i].name));
    com_B_.push_back(engine.mass(static_cast<int>(i)).com);
  }
  file_.write(kHeader);
}

void CsvSink::sample(const RunSample& sample) {
  std::vector<int> contacts(names_.size());
  std::vector<double> depth(names_.size());
  const auto count = [&](int body) { ++contacts[static_cast<std::size_t>(body)]; };
  for (const dynamics::Contact& contact : sample.contacts) {
    if (contact.f_W.squaredNorm() == 0) continue;
    count(contact.bodyA);
    count(contact.bodyB);
  }
  for (const PairDepth& pair : sample.depths) {
    for (const int body : {pair.bodyA, pair.bodyB}) {
      double& deepest = depth[static_cast<std::size_t>(body)];
      deepest = std::max(deepest, pair.depth);
    }
  }

  std::string rows;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const dynamics::BodyState& state = sample.states[i];
    std::string row;
    append(row, sample.time);
    row.erase(0, 1);
    row += ',' + names_[i];
    append(row, state.X_WB.p);
    for (const double q : {state.X_WB.q.w(), state.X_WB.q.x(), state.X_WB.q.y(), state.X_WB.q.z()}) append(row, q);
    append(row, originVelocity(state, com_B_[i]));
    append(row, state.w_WB);
    append(row, state.turns);
    row += ',' + std::to_string(contacts[i]);
    append(row, depth[i]);
    rows += row + '\n';
  }
  file_.write(rows);
}

}  // namespace passung::app

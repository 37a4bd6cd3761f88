// SPDX-License-Identifier: Apache-2.0
// An engine for tests of what surrounds engines: bodies that fall freely, and may be told to fail.
#pragma once

#include <stdexcept>
#include <utility>
#include <vector>

#include "dynamics/engine.h"

namespace passung::test {

class FreeEngine : public dynamics::Engine {
 public:
  explicit FreeEngine(dynamics::WorldDef def, std::string name = "free", std::int64_t failAt = -1)
      : def_(std::move(def)), name_(std::move(name)), failAt_(failAt), forces_(def_.bodies.size(), Vec3::Zero()) {
    for (const dynamics::BodyDef& body : def_.bodies) {
      masses_.push_back(dynamics::massProperties(body));
      states_.push_back({.X_WB = body.X_WB, .v_WC = body.v_WC, .w_WB = body.w_WB});
    }
  }

  std::string name() const override { return name_; }
  std::string solver() const override { return "none"; }
  const dynamics::WorldDef& def() const override { return def_; }
  const MassProperties& mass(int body) const override { return masses_[static_cast<std::size_t>(body)]; }

  // Symplectic Euler; rotation is left alone.
  dynamics::StepReport step() override {
    if (steps_ == failAt_) throw std::runtime_error("the engine failed on purpose");
    for (std::size_t i = 0; i < states_.size(); ++i) {
      if (def_.bodies[i].motion != dynamics::Motion::kDynamic) continue;
      states_[i].v_WC += def_.dt * (def_.gravity + forces_[i] / masses_[i].mass);
      states_[i].X_WB.p += def_.dt * states_[i].v_WC;
      forces_[i].setZero();
    }
    ++steps_;
    return {};
  }
  std::int64_t stepCount() const override { return steps_; }
  std::span<const dynamics::BodyState> states() const override { return states_; }
  void setStates(std::span<const dynamics::BodyState> states) override { states_.assign(states.begin(), states.end()); }
  bool setStepCount(std::int64_t steps) override {
    steps_ = steps;
    return true;
  }
  void applyForce(int body, const Vec3&, const Vec3& f_W) override { forces_[static_cast<std::size_t>(body)] += f_W; }
  std::vector<dynamics::Contact> contacts() const override { return {}; }

 private:
  dynamics::WorldDef def_;
  std::string name_;
  std::int64_t failAt_;
  std::int64_t steps_ = 0;
  std::vector<Vec3> forces_;
  std::vector<MassProperties> masses_;
  std::vector<dynamics::BodyState> states_;
};

}  // namespace passung::test

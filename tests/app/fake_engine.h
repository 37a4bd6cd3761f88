// SPDX-License-Identifier: Apache-2.0
// An engine whose motion is a given function of time, so that every figure of a run has a closed form.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "app/run/run_types.h"
#include "scenes/scene.h"

namespace passung::app {

class FakeEngine : public dynamics::Engine {
 public:
  using Motion = std::function<dynamics::BodyState(int body, double time)>;

  FakeEngine(dynamics::WorldDef def, Motion motion) : def_(std::move(def)), motion_(std::move(motion)) {
    for (const dynamics::BodyDef& body : def_.bodies) mass_.push_back(dynamics::massProperties(body));
    place();
  }

  [[nodiscard]] std::string name() const override { return "fake"; }
  [[nodiscard]] std::string solver() const override { return "scripted"; }
  [[nodiscard]] const dynamics::WorldDef& def() const override { return def_; }
  [[nodiscard]] const MassProperties& mass(int body) const override { return mass_.at(static_cast<std::size_t>(body)); }
  dynamics::StepReport step() override {
    ++steps_;
    place();
    return report ? report(steps_) : dynamics::StepReport{};
  }
  [[nodiscard]] std::int64_t stepCount() const override { return steps_; }
  [[nodiscard]] std::span<const dynamics::BodyState> states() const override { return states_; }
  void setStates(std::span<const dynamics::BodyState> states) override { states_.assign(states.begin(), states.end()); }
  void applyForce(int, const Vec3&, const Vec3&) override {}
  [[nodiscard]] std::vector<dynamics::Contact> contacts() const override {
    return contactsAt ? contactsAt(time()) : std::vector<dynamics::Contact>{};
  }
  [[nodiscard]] double shellEnergy() const override { return shellAt ? shellAt(time()) : 0.0; }
  [[nodiscard]] double time() const { return static_cast<double>(steps_) * def_.dt; }

  std::function<dynamics::StepReport(std::int64_t step)> report;
  std::function<std::vector<dynamics::Contact>(double time)> contactsAt;
  std::function<double(double time)> shellAt;

 private:
  void place() {
    states_.clear();
    for (std::size_t i = 0; i < def_.bodies.size(); ++i) states_.push_back(motion_(static_cast<int>(i), time()));
  }

  dynamics::WorldDef def_;
  Motion motion_;
  std::vector<MassProperties> mass_;
  std::vector<dynamics::BodyState> states_;
  std::int64_t steps_ = 0;
};

// One dynamic box of half sides `half` [m] and density 1000, in a scene named "fake".
inline scenes::Scene boxScene(const Vec3& half, double dt = 1e-3) {
  scenes::Scene scene;
  scene.name = scene.source = "fake";
  scene.world.dt = dt;
  dynamics::BodyDef body;
  body.name = "box";
  body.material.density = 1000;
  body.colliders.push_back({collision::Box{half}, {}});
  scene.world.bodies.push_back(body);
  return scene;
}

inline dynamics::BodyState stateAt(const Vec3& p, const Vec3& v = Vec3::Zero()) {
  dynamics::BodyState state;
  state.X_WB.p = p;
  state.v_WC = v;
  return state;
}

}  // namespace passung::app

// SPDX-License-Identifier: Apache-2.0
#include "dynamics/engine.h"

#include "core/error.h"
#include "core/hash.h"

namespace passung::dynamics {

const char* stageName(Stage stage) {
  static constexpr const char* kNames[kStageCount] = {"broadphase", "narrowphase", "contacts",
                                                      "solver",     "continuous",  "integrate"};
  return kNames[static_cast<int>(stage)];
}

std::uint64_t stateHash(std::span<const BodyState> states) {
  std::uint64_t h = kHashSeed;
  for (const BodyState& s : states) {
    for (const double x : {s.X_WB.p.x(), s.X_WB.p.y(), s.X_WB.p.z(), s.X_WB.q.w(), s.X_WB.q.x(), s.X_WB.q.y(),
                           s.X_WB.q.z(), s.v_WC.x(), s.v_WC.y(), s.v_WC.z(), s.w_WB.x(), s.w_WB.y(), s.w_WB.z()}) {
      h = hashDouble(x, h);
    }
  }
  return h;
}

void Engine::setSolver(const std::string& name, const std::string&) {
  throw InputError("", "solver", "the engine '" + this->name() + "' has its own solver and cannot take '" + name + "'",
                   "use the native engine");
}

void Engine::setDrives(const std::vector<DriveDef>&) {
  throw InputError("", "drives", "the engine '" + name() + "' cannot change them while it runs",
                   "use the native engine");
}

void Engine::setMotor(int, const JointMotor&) {
  throw InputError("", "joints", "the engine '" + name() + "' has no joints to drive", "use the native engine");
}

}  // namespace passung::dynamics

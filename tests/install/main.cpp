// SPDX-License-Identifier: Apache-2.0
// Drops a box on the ground with the installed libraries.
#include <cmath>
#include <cstdio>

#include "dynamics/engine.h"
#ifdef WITH_SCENES
#include "scenes/scene.h"
#endif

int main() {
  using namespace passung;
  dynamics::WorldDef def;
  dynamics::BodyDef ground, box;
  ground.name = "ground";
  ground.motion = dynamics::Motion::kFixed;
  ground.colliders = {{collision::HalfSpace{}, {}}};
  box.name = "box";
  box.X_WB.p = Vec3(0, 0, 0.06);
  box.colliders = {{collision::Box{Vec3::Constant(0.05)}, {}}};
  def.bodies = {ground, box};
  const auto engine = dynamics::makeEngine(def, {});
  for (int i = 0; i < 500; ++i) engine->step();
  const double z = engine->states()[1].X_WB.p.z();
  std::printf("the box rests at %.6f m\n", z);
  if (std::abs(z - 0.05) > 1e-3) return 1;
#ifdef WITH_SCENES
  if (scenes::builtinScenes().empty()) return 1;
#endif
  return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/copies_bench.h"

#include "app/bench/conglomerate_setups.h"
#include "app/run/narrow_phase.h"
#include "scenes/scene.h"

namespace passung::app {

CopiesBenchRow timeCopies(const CopiesBenchOptions& options) {
  scenes::Scene scene = scenes::loadScene("m16_factory_loose");
  scene.world.solver.name = options.solver;
  scene.world.solver.contactPolicy = options.policy;
  scene.world.solver.sleeping = false;  // every copy works in every frame
  scene.world.dt = options.dt;
  std::vector<dynamics::WorldDef> defs(static_cast<std::size_t>(options.copies), scene.world);
  const std::vector<Transform> poses = restingNuts(options.copies);
  for (std::size_t k = 0; k < defs.size(); ++k) defs[k].bodies[1].X_WB = poses[k] * scene.world.bodies[1].X_WB;

  const auto facePairs = makeFacePairs(
      {.solver = options.solver, .narrowPhase = options.narrowPhase, .backend = options.backend}, options.threads);
  CopiesBenchRow row{.options = options, .result = {}, .frame = {}};
  row.result = runCopies(defs, {.duration = options.frames / 60.0,
                                .threads = options.threads,
                                .facePairs = facePairs,
                                .alone = options.alone,
                                .cancel = options.cancel,
                                .progress = options.progress});
  if (facePairs) row.fallback = facePairs->report().fallback;
  const std::vector<double>& frames = row.result.frames;
  if (frames.empty()) return row;
  row.firstFrame = frames.front();
  row.frame = rangeOf({frames.begin() + (frames.size() > 1 ? 1 : 0), frames.end()});
  for (const double f : frames) row.mean += f / static_cast<double>(frames.size());
  return row;
}

}  // namespace passung::app

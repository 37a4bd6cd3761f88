// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with a scene before it runs: parts that overlap at the start, and surfaces that pass through
// themselves.
#pragma once

#include <functional>
#include <vector>

#include "app/run/clash_report.h"

namespace passung::app {

struct StartReport {
  // Overlaps of pairs of which one part can move; two that stand still do no harm. The deepest first.
  std::vector<collision::Clearance> overlaps;
  std::vector<bool> crossing;  // one a body: a mesh of it crosses itself
  bool cancelled = false;      // the progress ended it: the lists are not complete
};

// Progress as in ClearanceOracle: pairs, then meshes. Throws InputError as ClashCheck. Cost: the exact depth of every
// pair whose boxes overlap, and a search in each mesh that is not shared with another body.
[[nodiscard]] StartReport checkStart(const dynamics::WorldDef& def,
                                     const collision::ClearanceOracle::Progress& progress = {});

}  // namespace passung::app

// SPDX-License-Identifier: GPL-3.0-or-later
// Draws what touches what: parts in the colour of their worst pair, and the place of each pair.
#pragma once

#include <span>

#include "collision/queries/clearance.h"
#include "core/draw_list.h"

namespace passung::app {

struct ClearanceMarks {
  std::span<const collision::Clearance> pairs;  // the worst first
  int chosen = -1;                              // index of the pair that is looked at; -1: none
  bool colorParts = true;
  int labels = 5;         // so many of the worst pairs, and the chosen one, carry their figure
  double legendTop = -1;  // distance of the legend from the upper rim [pixel]; negative: no legend
};

// The colours of the states: red, yellow, cyan.
[[nodiscard]] Color clearanceColor(collision::ClearanceState state);

// A list made by drawScene at the poses of the pairs: parts are known by their pickId.
void addClearances(const ClearanceMarks& marks, DrawList& list);

}  // namespace passung::app

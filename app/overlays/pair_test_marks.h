// SPDX-License-Identifier: GPL-3.0-or-later
// Draws what the conglomerate method made and found: groups of faces in colours, their boxes, samples, the leaves of
// their trees, the faces that came near another part; and where the walks that it is compared with end.
#pragma once

#include "app/overlays/pair_test.h"
#include "core/draw_list.h"

namespace passung::app {

struct PairTestMarks {
  bool colors = true;     // conglomerates in colours
  bool boxes = false;     // boxes of the conglomerates that have faces near
  bool samples = false;   // points of their shells
  bool leaves = false;    // boxes of the leaves of their trees
  bool front = false;     // boxes at which walks down two hierarchies end
  bool hits = true;       // faces within the distance
  double legendTop = -1;  // distance of the legend from the upper rim [pixel]; negative: no legend

  friend bool operator==(const PairTestMarks&, const PairTestMarks&) = default;
};

// Marks beyond these numbers are left out, by whole conglomerates, those of the front evenly; the legend says how many
// are shown.
inline constexpr int kMostSampleMarks = 40000, kMostLeafMarks = 4000, kMostHitMarks = 20000, kMostFrontMarks = 6000;

// Into a list that drawScene made of the same scene, at any poses: parts are known by pickId and mesh.
void addPairTest(const PairTestResult& result, const PairTestMarks& marks, DrawList& list);

}  // namespace passung::app

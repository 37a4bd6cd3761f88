// SPDX-License-Identifier: GPL-3.0-or-later
// Surfaces coloured by their distance to the nearest other part, with a scale.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "app/overlays/overlays.h"
#include "collision/queries/surface_gaps.h"

namespace passung::app {

// A drawn collider of a scene: what drawScene gives for it.
struct DrawnPart {
  int body = 0;
  std::shared_ptr<const TriangleMesh> mesh;
  Transform X_BG;
};
// All that are drawn as bounded surfaces, in the order of bodies.
[[nodiscard]] std::vector<DrawnPart> drawnParts(const SceneGeometry& geometry);

// One of them with its colours.
struct GapSurface {
  int body = 0;
  std::shared_ptr<const TriangleMesh> source, mesh;  // as drawn without and with colours
  std::shared_ptr<const std::vector<Color>> colors;  // one a vertex of `mesh`
};

struct GapColors {
  std::vector<GapSurface> surfaces;
  double limit = 0;          // [m] farther is grey
  double smallest = 0;       // [m] of all
  std::size_t vertices = 0;  // that were measured
  bool complete = true;      // as fine everywhere as asked for
  bool cancelled = false;
};

// Magenta within another part, then red (0) over yellow, green and cyan to blue (the limit), grey beyond.
[[nodiscard]] Color gapColor(double gap, double limit);

struct GapQuestion {
  std::vector<DrawnPart> drawn;
  std::vector<Transform> poses;  // X_WB, one a body
  std::vector<int> bodies;       // whose surfaces are coloured
  std::vector<int> others;       // that distances are measured to, but none to itself
  double limit = 0;              // [m]
};
// Progress by vertices, as far as they can be foreseen; false ends the work.
[[nodiscard]] GapColors gapColors(const GapQuestion& question, const collision::PenetrationOracle& oracle,
                                  const std::function<bool(int done, int total)>& progress);

// Puts the colours into a list that drawScene made of the same scene; parts without any turn grey. `legendTop` as for
// addClearances.
void addGapColors(const GapColors& colors, double legendTop, DrawList& list);

}  // namespace passung::app

// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of a state of a scene, off screen, as the command line writes them.
#pragma once

#include <string>

#include "app/overlays/overlays.h"
#include "render/renderer.h"

namespace passung::app {

struct ImageOptions {
  int width = 1280, height = 720;  // [pixel]
  bool dark = false;
  bool hiddenLine = false;  // edges on paper, as in a drawing
  std::string camera;       // name of one of the scene's cameras; empty: its main one, or a fit of the whole
  std::string caption;      // lines in the upper left corner; the first one is set larger
  OverlayOptions overlays;
};

// Throws std::runtime_error with one line where there is no EGL, InputError for an unknown camera.
[[nodiscard]] render::Image renderScene(const scenes::Scene& scene, const dynamics::WorldSnapshot& snapshot,
                                        const ImageOptions& options);

// One panel of a comparison: contacts and forces shown, the caption (variant, time, key figure; lines separated by \n)
// on top. Put panels together with render::sideBySide and write them with render::writePng.
[[nodiscard]] render::Image renderVariant(const scenes::Scene& scene, const dynamics::WorldSnapshot& snapshot,
                                          const std::string& caption, int width, int height);

}  // namespace passung::app

// SPDX-License-Identifier: Apache-2.0
// What stands in the corners of a picture: the triad of the world's axes, and a bar that shows the scale.
#pragma once

#include <vector>

#include "render/passes/stroke_pass.h"
#include "render/passes/text_pass.h"

namespace passung::render {

// The triad's square at the lower left; viewport in the pixels of the target that is bound. scale: pixels a nominal
// pixel.
void drawTriad(const Gl& gl, StrokePass& strokes, const Frame& frame, double scale);
// The letters at the tips, in nominal pixels of a window of that height.
[[nodiscard]] std::vector<ScreenText> triadLetters(const Frame& frame, int height, double pixelRatio);

struct ScaleBar {
  double length = 1;    // [m], a round number
  double pixels = 100;  // its length at the target's distance [pixel of the window]
};
// window height in pixels; the bar is 70 to 180 nominal pixels long.
[[nodiscard]] ScaleBar scaleBar(const Frame& frame, int height, double pixelRatio);
void drawScaleBar(const Gl& gl, StrokePass& strokes, const ScaleBar& bar, const Color& ink, int width, int height,
                  double scale, double pixelRatio);
void drawSwatches(const Gl& gl, StrokePass& strokes, const std::vector<DrawSwatch>& swatches, int width, int height,
                  double scale, double pixelRatio);
[[nodiscard]] ScreenText scaleBarText(const ScaleBar& bar, const Color& ink, int width, int height, double pixelRatio);

}  // namespace passung::render

// SPDX-License-Identifier: Apache-2.0
// How long pictures take.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/draw_list.h"
#include "render/renderer.h"

namespace passung::render {

struct FrameTimes {
  std::string device;           // GL_RENDERER and version
  double first = 0;             // [s] of the first picture: the meshes go to the device
  std::vector<double> times{};  // [s] of the others, in order
};

// Draws `frames` + 1 pictures of one scene off screen, the camera of each given by its number, and waits for each until
// its pixels are there. Throws std::runtime_error with one line where there is no EGL.
[[nodiscard]] FrameTimes timeFrames(const DrawList& list, const std::function<View(int frame)>& view,
                                    const RenderOptions& options, int width, int height, int frames);

}  // namespace passung::render

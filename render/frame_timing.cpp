// SPDX-License-Identifier: Apache-2.0
#include "render/frame_timing.h"

#include <array>
#include <chrono>

#include "render/gl/functions.h"
#include "render/gl/objects.h"

namespace passung::render {

FrameTimes timeFrames(const DrawList& list, const std::function<View(int frame)>& view, const RenderOptions& options,
                      int width, int height, int frames) {
  OffscreenContext context;
  context.makeCurrent();
  Renderer renderer(context.loader());
  const Gl gl(context.loader());
  Texture color = makeTexture(gl, width, height, {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE}, GL_NEAREST);
  Framebuffer target = makeFramebuffer(gl, color.id(), 0);
  FrameTimes result{.device = context.description()};
  for (int i = 0; i <= frames; ++i) {
    const auto start = std::chrono::steady_clock::now();
    renderer.draw(list, view(i), options, target.id(), {0, 0, width, height});
    // One pixel that is read waits for all of them, and costs next to nothing.
    std::array<std::uint8_t, 4> pixel{};
    gl.BindFramebuffer(GL_FRAMEBUFFER, target.id());
    gl.ReadPixels(width / 2, height / 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.data());
    const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (i == 0) {
      result.first = took;
    } else {
      result.times.push_back(took);
    }
  }
  return result;
}

}  // namespace passung::render

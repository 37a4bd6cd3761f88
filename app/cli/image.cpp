// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/image.h"

#include <algorithm>

namespace passung::app {

namespace {

constexpr float kTitle = 19, kLine = 14;  // text sizes [pixel]
constexpr double kMargin = 14;            // [pixel]

// Puts the caption into the upper left corner; returns how far down it reaches [pixel].
double addCaption(const std::string& caption, DrawList& list) {
  double y = kMargin - 2;
  for (std::size_t begin = 0; begin < caption.size();) {
    const std::size_t end = std::min(caption.find('\n', begin), caption.size());
    DrawText t;
    t.p = Vec3(kMargin, y, 0);
    t.text = caption.substr(begin, end - begin);
    t.screen = true;
    t.size = begin == 0 ? kTitle : kLine;
    y += 1.45 * t.size;
    list.texts.push_back(std::move(t));
    begin = end + 1;
  }
  return y;
}

}  // namespace

render::Image renderScene(const scenes::Scene& scene, const dynamics::WorldSnapshot& snapshot,
                          const ImageOptions& options) {
  DrawList captions;
  OverlayOptions overlays = options.overlays;
  overlays.legendTop = addCaption(options.caption, captions) + (options.caption.empty() ? 0.0 : 8.0);
  DrawList list = drawScene(scene, snapshot, overlays);
  list.texts.insert(list.texts.end(), captions.texts.begin(), captions.texts.end());

  render::RenderOptions look;
  look.dark = options.dark;
  look.hiddenLine = options.hiddenLine;
  look.samples = 4;
  const double aspect = static_cast<double>(options.width) / std::max(options.height, 1);
  return render::renderImage(list, sceneView(scene, snapshot, options.camera, aspect), look, options.width,
                             options.height);
}

render::Image renderVariant(const scenes::Scene& scene, const dynamics::WorldSnapshot& snapshot,
                            const std::string& caption, int width, int height) {
  ImageOptions options;
  options.width = width;
  options.height = height;
  options.caption = caption;
  options.overlays.normals = false;
  return renderScene(scene, snapshot, options);
}

}  // namespace passung::app

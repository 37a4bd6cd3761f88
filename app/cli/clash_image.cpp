// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/clash_image.h"

#include "app/overlays/clearances.h"
#include "app/overlays/overlays.h"
#include "render/renderer.h"

namespace passung::app {

namespace {

constexpr int kWidth = 1280, kHeight = 720;  // [pixel]

}  // namespace

void checkClashCamera(const scenes::Scene& scene, const std::string& camera) {
  if (!camera.empty()) (void)sceneView(scene, {}, camera, 1);
}

void writeClashImage(const scenes::Scene& scene, const ClashReport& report, const ClashImage& options) {
  OverlayOptions overlays;
  setOverlays(overlays, "none");
  overlays.legend = false;
  DrawList list = drawScene(scene, {}, overlays);
  addClearances({.pairs = report.pairs, .legendTop = 12}, list);

  render::RenderOptions look;
  look.dark = options.dark;
  look.samples = 4;
  const double aspect = static_cast<double>(kWidth) / kHeight;
  const render::View view = options.camera.empty() ? standardView("iso", sceneBounds(scene, {}), aspect)
                                                   : sceneView(scene, {}, options.camera, aspect);
  render::writePng(render::renderImage(list, view, look, kWidth, kHeight), options.file);
}

}  // namespace passung::app

// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of a clash report.
#pragma once

#include <string>

#include "app/run/clash_report.h"
#include "scenes/scene.h"

namespace passung::app {

struct ClashImage {
  std::string file;    // PNG
  std::string camera;  // as in ImageOptions; empty: the whole assembly, seen from an edge
  bool dark = false;
};

// Throws InputError for an unknown camera.
void checkClashCamera(const scenes::Scene& scene, const std::string& camera);
void writeClashImage(const scenes::Scene& scene, const ClashReport& report, const ClashImage& options);

}  // namespace passung::app

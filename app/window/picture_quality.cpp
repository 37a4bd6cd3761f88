// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/picture_quality.h"

#include <algorithm>

namespace passung::app {

namespace {
constexpr double kForget = 0.99;  // of what finer levels took, each picture
constexpr double kSlow = 1.2 * PictureQuality::kLongest;
}  // namespace

int PictureQuality::moving() const {
  int level = 0;
  while (level + 1 < kLevels && took_[static_cast<std::size_t>(level)] > kLongest) ++level;
  return level;
}

void PictureQuality::drawn(int level, double seconds) {
  took_[static_cast<std::size_t>(level)] = seconds;
  for (int finer = 0; finer < level; ++finer) took_[static_cast<std::size_t>(finer)] *= kForget;
}

void PictureQuality::expectSlow() {
  for (std::size_t level = 0; level + 1 < took_.size(); ++level) took_[level] = std::max(took_[level], kSlow);
}

void PictureQuality::simplify(render::RenderOptions& options, int level) {
  if (level < 1) return;
  options.shadows = options.ambientOcclusion = false;
  options.coarse = level > 1;
}

}  // namespace passung::app

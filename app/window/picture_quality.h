// SPDX-License-Identifier: GPL-3.0-or-later
// Problem: a large scene on a slow machine takes longer to draw than a moving picture may.
// Method: pictures that will soon be followed by others are drawn at the finest of some levels whose last picture took
//   no longer than kLongest; when nothing has moved for a while the picture is drawn again in full. What finer levels
//   took is forgotten slowly, so that they are tried again when the scene has become lighter.
// Cost: none. Failure modes: the first moving picture at each level may be slow, and now and then one that tries again.
#pragma once

#include <array>

#include "render/renderer.h"

namespace passung::app {

class PictureQuality {
 public:
  static constexpr int kLevels = 3;         // full; without shadows and ambient occlusion; at half the size, too
  static constexpr double kLongest = 0.05;  // [s]

  // The level for a picture that will soon be followed by another.
  [[nodiscard]] int moving() const;
  // Whether a full picture takes no longer than a moving one may, as far as is known.
  [[nodiscard]] bool quick() const { return took_[0] > 0 && took_[0] <= kLongest; }
  // What a picture of this level took [s].
  void drawn(int level, double seconds);
  // Of a scene that grew much: until measured, finer levels count as too slow.
  void expectSlow();

  static void simplify(render::RenderOptions& options, int level);

 private:
  std::array<double, kLevels> took_{};  // [s]; 0: not known
};

}  // namespace passung::app

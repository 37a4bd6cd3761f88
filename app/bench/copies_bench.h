// SPDX-License-Identifier: GPL-3.0-or-later
// What `bench copies` measures: copies of Factory's M16 nut and bolt, stepped as one batch, contacts and solve.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "app/run/copies_run.h"

namespace passung::app {

// Published: the contacts of a frame of 1/60 s for so many copies of this nut on its bolt (Factory, 2022, GPU).
inline constexpr double kPublishedFrame = 11e-3;  // [s]
inline constexpr int kPublishedCopies = 1024;

struct CopiesBenchOptions {
  int copies = 64, frames = 6, threads = 1;
  double dt = 1.0 / 960;  // [s]
  std::string solver = "impulse", policy = "reduced", narrowPhase = "hierarchies", backend{};
  int alone = 0;  // copies that are run alone, too
  const std::atomic<bool>* cancel = nullptr;
  std::function<void(double share)> progress{};
};

struct CopiesBenchRow {
  CopiesBenchOptions options;
  CopiesResult result;
  std::string fallback{};
  CopiesRange frame;                // [s], for all copies; all frames after the first, which makes all lists
  double firstFrame = 0, mean = 0;  // [s]; of all frames
  [[nodiscard]] double perCopy() const { return mean / static_cast<double>(result.copies.size()); }
  // Of a frame of a copy, all threads together [s]: free of what else the machine does.
  [[nodiscard]] double processorPerCopy() const {
    const double frames = 60 * result.simulated * static_cast<double>(result.copies.size());
    return frames > 0 ? result.processor / frames : 0;
  }
};

[[nodiscard]] CopiesBenchRow timeCopies(const CopiesBenchOptions& options);

}  // namespace passung::app

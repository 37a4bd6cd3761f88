// SPDX-License-Identifier: GPL-3.0-or-later
// A progress bar on standard error, on a terminal only, and the way out of long work.
#pragma once

#include <atomic>
#include <string>

namespace passung::app {

class ProgressBar {
 public:
  // Shows nothing when `enabled` is false or standard error is no terminal.
  ProgressBar(std::string label, bool enabled);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  void show(double share);

 private:
  std::string label_;
  bool enabled_;
  bool drawn_ = false;
};

// While it lives, the first interrupt (Ctrl-C) sets a flag, so that what was run so far is still reported; the second
// one ends the program at once. One at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  [[nodiscard]] static const std::atomic<bool>& flag();
};

}  // namespace passung::app

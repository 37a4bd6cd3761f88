// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/progress.h"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <utility>

namespace passung::app {
namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may only touch lock-free values");

extern "C" void onInterrupt(int) {
  interrupted.store(true);
  std::signal(SIGINT, SIG_DFL);
}

}  // namespace

ProgressBar::ProgressBar(std::string label, bool enabled)
    : label_(std::move(label)), enabled_(enabled && ::isatty(STDERR_FILENO) == 1) {}

ProgressBar::~ProgressBar() {
  if (drawn_) std::fputs("\r\033[K", stderr);
}

void ProgressBar::show(double share) {
  if (!enabled_) return;
  constexpr int kWidth = 30;
  const int filled = static_cast<int>(std::clamp(share, 0.0, 1.0) * kWidth);
  const std::string bar =
      std::string(static_cast<std::size_t>(filled), '#') + std::string(static_cast<std::size_t>(kWidth - filled), '.');
  std::fprintf(stderr, "\r%s [%s] %3d %%", label_.c_str(), bar.c_str(), static_cast<int>(100 * share));
  std::fflush(stderr);
  drawn_ = true;
}

InterruptGuard::InterruptGuard() {
  interrupted.store(false);
  std::signal(SIGINT, onInterrupt);
}

InterruptGuard::~InterruptGuard() { std::signal(SIGINT, SIG_DFL); }

const std::atomic<bool>& InterruptGuard::flag() { return interrupted; }

}  // namespace passung::app

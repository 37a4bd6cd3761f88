// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/clocks.h"

#include <time.h>

namespace passung::app {
namespace {

double secondsOf(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

double steadySeconds() { return secondsOf(CLOCK_MONOTONIC); }
double processSeconds() { return secondsOf(CLOCK_PROCESS_CPUTIME_ID); }
double threadSeconds() { return secondsOf(CLOCK_THREAD_CPUTIME_ID); }

}  // namespace passung::app

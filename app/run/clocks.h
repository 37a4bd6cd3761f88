// SPDX-License-Identifier: GPL-3.0-or-later
// The clocks that runs are measured by, in seconds since some moment.
#pragma once

namespace passung::app {

// Wall time, never going back.
[[nodiscard]] double steadySeconds();
// Time that all threads of the program have spent on processors.
[[nodiscard]] double processSeconds();
// Time that the calling thread has spent on processors.
[[nodiscard]] double threadSeconds();

}  // namespace passung::app

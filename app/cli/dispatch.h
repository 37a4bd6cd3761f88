// SPDX-License-Identifier: GPL-3.0-or-later
// From the arguments to a subcommand, and from what it throws to an exit status.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/window/window_main.h"

namespace passung::app {

// Exit status: 0 success, 1 a monitor failed, 2 bad arguments or input, 3 internal error.
inline constexpr int kExitInput = 2;
inline constexpr int kExitInternal = 3;

// Runs what `args` (without the program's name) ask for. `openWindow` is empty in a build without the window. Never
// throws: every error is one line on standard error.
int dispatch(const std::vector<std::string>& args, const std::function<int(const WindowOptions&)>& openWindow);

// "run, compare, ..."
[[nodiscard]] std::string commandNames();

}  // namespace passung::app

// SPDX-License-Identifier: GPL-3.0-or-later
// The program `passung`: a subcommand, or the window.
#include <functional>
#include <string>
#include <vector>

#include "app/cli/dispatch.h"

int main(int argc, char** argv) {
  std::function<int(const passung::app::WindowOptions&)> openWindow;
#ifdef PASSUNG_HAS_WINDOW
  openWindow = [&](const passung::app::WindowOptions& options) { return passung::app::runWindow(argc, argv, options); };
#endif
  return passung::app::dispatch({argv + (argc > 0 ? 1 : 0), argv + argc}, openWindow);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// The window of the program, as main() starts it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/window/window_bench.h"

namespace passung::app {

struct WindowOptions {
  std::string file;   // built-in scene, scene, CAD or mesh file; empty: screw_into_bracket, or what the script opens
  std::string unit;   // of that file, a CAD or mesh file; empty: its own, or asked for
  bool play = false;  // start playing once it is loaded
  std::vector<std::string> engines;           // one to four; several open the comparison; empty: native
  std::string script;                         // of named commands, run before anything is asked; see docs/scripts.md
  std::string screenshot;                     // a PNG to write before leaving by itself; empty: stay open
  std::string select;                         // name of a part to select
  double at = 0;                              // simulated time of the screenshot [s]
  int width = 0, height = 0;                  // size of the window [pixel]; 0: the remembered size
  std::string language;                       // a code such as "de"; empty: the remembered one, else the system's
  std::string theme;                          // "light" | "dark"; empty: the remembered one
  std::optional<WindowBenchOptions> bench{};  // measure the window, then leave
};

// Opens the window and runs until it is closed. Needs a display with OpenGL 3.3. Returns the exit status: 0, or 2 when
// a screenshot or script was asked for and the file could not be loaded, the picture not written or a line of the
// script not be done (one line on standard error).
int runWindow(int argc, char** argv, const WindowOptions& options);

}  // namespace passung::app

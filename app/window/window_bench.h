// SPDX-License-Identifier: GPL-3.0-or-later
// What the window costs: frames of a large scene, the simulation's rate beside it, and the gaps in its answers while it
// loads. The figures of `passung bench window`.
#pragma once

#include <string>

namespace passung::app {

class MainWindow;

struct WindowBenchOptions {
  std::string file;         // loaded for the gaps; empty: the scene alone
  std::string scene;        // whose steps are counted
  int triangles = 200'000;  // of the large scene
  int frames = 60;          // of it
  double stretch = 1;       // [s] of steps, ten times
  std::string json;         // file; empty: none
};

// Of the open window. Prints the figures, writes the file, returns the exit status. Throws InputError.
int benchWindow(MainWindow& window, const WindowBenchOptions& options);

}  // namespace passung::app
